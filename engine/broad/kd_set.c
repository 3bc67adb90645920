#include "broad/kd_set.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "base/error.h"
#include "base/threads.h"

enum { BEHIND = 48 }; // valid ids after the last one: kernels read them and prefetch their boxes

static const Aabb s_nothing = { { (float)INFINITY, (float)INFINITY, (float)INFINITY },
	                            { -(float)INFINITY, -(float)INFINITY, -(float)INFINITY } };

bool set_reserve(KdSet *set, int64_t count) {
	return ARRAY_RESERVE(&set->order, count + BEHIND) &&
	       ARRAY_RESERVE(&set->valid, (count + set->each - 1) / set->each);
}

void set_clear(KdSet *set) {
	set->order.count = set->valid.count = set->before.count = set->left = 0;
	set->level_count = 0;
}

void set_free(KdSet *set) {
	ARRAY_FREE(&set->order);
	ARRAY_FREE(&set->valid);
	ARRAY_FREE(&set->before);
	for (int32_t l = 0; l < KD_LEVELS; ++l) ARRAY_FREE(&set->levels[l].tiles);
}

size_t set_bytes(const KdSet *set) {
	size_t tiles = (size_t)set->before.capacity;
	for (int32_t l = 0; l < KD_LEVELS; ++l) tiles += (size_t)set->levels[l].tiles.capacity;
	return tiles * sizeof(Tile) + (size_t)set->order.capacity * sizeof(int32_t) +
	       (size_t)set->valid.capacity * sizeof(uint16_t);
}

static int64_t boxes_of(int64_t count, int32_t each, int64_t tile) {
	int64_t rest = count - tile * each;
	return rest < each ? rest : each;
}

void set_sort(KdSet *set, KdItem *items, int64_t count) {
	kd_order(items, items + count, count, set->each);
	set_take(set, items, count);
}

void set_take(KdSet *set, const KdItem *items, int64_t count) {
	set_clear(set);
	set->order.count = count;
	int32_t *order = set->order.data;
	for (int64_t i = 0; i < count; ++i) order[i] = items[i].id;
	for (int64_t i = 0; i < BEHIND; ++i) order[count + i] = 0;
	set->valid.count = set_tiles(set);
	for (int64_t t = 0; t < set->valid.count; ++t)
		set->valid.data[t] = (uint16_t)((1U << boxes_of(count, set->each, t)) - 1);
}

void set_slots(const KdSet *set, int32_t *slots) {
	for (int64_t i = 0; i < set->order.count; ++i)
		if (set_has(set, i)) slots[set->order.data[i]] = (int32_t)i;
}

void set_leave(KdSet *set, int32_t slot) {
	int32_t tile = slot / set->each, lane = slot % set->each;
	set->valid.data[tile] &= (uint16_t) ~(1U << lane);
	set->left += 1;
	if (set->level_count > 0) tile_set(&set->levels[0].tiles.data[tile], lane, &s_nothing);
}

// Building
// -----------------------------------------------------------------------------------------------------------

static bool level_reserve(KdLevel *level, int64_t count) {
	int64_t tiles = (count + TILE - 1) / TILE;
	if (!ARRAY_RESERVE(&level->tiles, tiles)) return false;
	level->tiles.count = tiles;
	level->count = count;
	for (int64_t lane = count; lane < TILE * tiles; ++lane)
		tile_set(&level->tiles.data[tiles - 1], (int)(lane % TILE), &s_nothing);
	return true;
}

static void bounds_set(KdSet *set, int64_t t) {
	Aabb box = tile_bounds(&set->levels[0].tiles.data[t]);
	tile_set(&set->levels[1].tiles.data[t / TILE], (int)(t % TILE), &box);
}

static void lanes_clear(KdSet *set, int64_t t, uint32_t lanes) {
	for (; lanes != 0; lanes &= lanes - 1)
		tile_set(&set->levels[0].tiles.data[t], __builtin_ctz(lanes), &s_nothing);
	bounds_set(set, t);
}

// Fills a tile that has fewer boxes than lanes.
static void tile_fill(KdSet *set, const Aabb *keys, int64_t t) {
	int64_t count = boxes_of(set->order.count, set->each, t);
	const int32_t *ids = set->order.data + t * set->each;
	for (int lane = 0; lane < count; ++lane) tile_set(&set->levels[0].tiles.data[t], lane, &keys[ids[lane]]);
	lanes_clear(set, t, 0xffff & (0xffffU << count));
}

static bool level_build(KdSet *set, int32_t l) {
	const KdLevel *below = &set->levels[l - 1];
	KdLevel *level = &set->levels[l];
	if (!level_reserve(level, below->tiles.count)) return false;
	for (int64_t i = 0; i < below->tiles.count; ++i) {
		Aabb box = tile_bounds(&below->tiles.data[i]);
		tile_set(&level->tiles.data[i / TILE], (int)(i % TILE), &box);
	}
	return true;
}

void set_leave_many(KdSet *set, int64_t t, uint32_t lanes) {
	set->valid.data[t] &= (uint16_t)~lanes;
	set->left += __builtin_popcount(lanes);
	if (set->level_count > 0) lanes_clear(set, t, lanes);
}

// Strays
// -----------------------------------------------------------------------------------------------------------

// How far the region of a tile reaches beyond its bounds, over their longest side. Many objects in a scene
// are fast compared with their tiles. It costs more to have a few per cent of them loose than to widen the
// tiles.
static float reach_of(const KdSet *set) {
	enum { MANY = 1024 };
	return set_tiles(set) > MANY ? 1.0F : 0.5F;
}

static float longest(const Aabb *box) {
	float most = 0;
	for (int k = 0; k < 3; ++k) most = box->hi[k] - box->lo[k] > most ? box->hi[k] - box->lo[k] : most;
	return most;
}

// The bounds of the tile in the step before, enlarged on all sides.
static Aabb region_of(const Tile *before, int64_t t, float reach) {
	Aabb box = tile_get(&before[t / TILE], (int)(t % TILE));
	float margin = reach * longest(&box);
	for (int k = 0; k < 3; ++k) box.lo[k] -= margin, box.hi[k] += margin;
	return box;
}

static bool bounds_keep(KdSet *set) {
	const KdLevel *bounds = &set->levels[1];
	if (!ARRAY_RESERVE(&set->before, bounds->tiles.count)) return false;
	if (bounds->tiles.count > 0) // the data of an empty array is NULL, which memcpy must not get
		memcpy(set->before.data, bounds->tiles.data, (size_t)bounds->tiles.count * sizeof(Tile));
	return true;
}

static bool holds(const Aabb *a, const Aabb *b) {
	bool inside = true;
	for (int k = 0; k < 3; ++k) inside &= (a->lo[k] <= b->lo[k]) & (b->hi[k] <= a->hi[k]);
	return inside;
}

bool set_stays(KdSet *set, int32_t slot, const Aabb *box) {
	const float REACH = 0.25F;
	if (set->level_count == 0) return false;
	if (set->before.count == 0 && !bounds_keep(set)) return false;
	set->before.count = set->levels[1].tiles.count;
	Aabb region = region_of(set->before.data, slot / set->each, REACH);
	return holds(&region, box);
}

void set_return(KdSet *set, int32_t slot, const Aabb *box) {
	int64_t t = slot / set->each;
	set->valid.data[t] |= (uint16_t)(1U << slot % set->each);
	set->left -= 1;
	tile_set(&set->levels[0].tiles.data[t], slot % set->each, box);
	for (int32_t l = 1; l <= set->level_count; ++l, t /= TILE) { // also that of a single box
		Aabb bounds = tile_bounds(&set->levels[l - 1].tiles.data[t]);
		tile_set(&set->levels[l].tiles.data[t / TILE], (int)(t % TILE), &bounds);
	}
}

// Whether none of sixteen tiles has bounds beyond its region. Then no object is outside either.
static bool tiles_stay(const Tile *before, const Tile *now, float reach) {
	int32_t beyond[TILE] = { 0 }, any = 0;
	float margin[TILE];
	for (int lane = 0; lane < TILE; ++lane) {
		float x = before->hi[0][lane] - before->lo[0][lane], y = before->hi[1][lane] - before->lo[1][lane],
		      z = before->hi[2][lane] - before->lo[2][lane];
		float most = x > 0 ? x : 0;
		most = y > most ? y : most;
		margin[lane] = reach * (z > most ? z : most);
	}
	for (int k = 0; k < 3; ++k)
		for (int lane = 0; lane < TILE; ++lane)
			beyond[lane] |= (now->lo[k][lane] < before->lo[k][lane] - margin[lane]) |
			                (now->hi[k][lane] > before->hi[k][lane] + margin[lane]);
	for (int lane = 0; lane < TILE; ++lane) any |= beyond[lane];
	return any == 0;
}

// Whether a tile, of whose objects many are outside its region, has moved as a whole: its bounds are then no
// larger than the region. Those of objects that jump, each to a place of its own, are.
static bool tile_moved(const Tile *now, int64_t t, const Aabb *region) {
	Aabb box = tile_get(&now[t / TILE], (int)(t % TILE));
	return longest(&box) <= longest(region);
}

// Leaf tiles that one thread builds: whole tiles of the level above.
typedef struct LeafPart {
	int64_t begin, end;
	KdStrays *strays; // NULL: none are looked for
	int64_t left;     // of the part
	int32_t status;
} LeafPart;

// Removes objects that are outside their tile's region, but for those of a tile that has moved as a whole.
static bool strays_leave(KdSet *set, int64_t begin, int64_t end, LeafPart *part) {
	enum { FEW = 4 };
	KdStrays *strays = part->strays;
	float reach = reach_of(set);
	const Tile *bounds = set->levels[1].tiles.data;
	for (int64_t t = begin; t < end; ++t) {
		int64_t up = t / TILE;
		if (t % TILE == 0 && tiles_stay(&set->before.data[up], &bounds[up], reach)) {
			t += TILE - 1;
			continue;
		}
		Aabb region = region_of(set->before.data, t, reach);
		TileBox box = tile_box(&region);
		uint32_t away = set->valid.data[t] & ~tile_mask(&set->levels[0].tiles.data[t], &box);
		if (away == 0 || (__builtin_popcount(away) > FEW && tile_moved(bounds, t, &region))) continue;
		if (!ARRAY_RESERVE(strays, strays->count + TILE)) return false;
		lanes_clear(set, t, away);
		set->valid.data[t] &= (uint16_t)~away;
		for (; away != 0; away &= away - 1, part->left += 1)
			strays->data[strays->count++] = set->order.data[t * set->each + __builtin_ctz(away)];
	}
	return true;
}

static void leaves_empty(KdSet *set, int64_t begin, int64_t end) {
	for (int64_t t = begin; t < end; ++t) {
		uint32_t all = (1U << boxes_of(set->order.count, set->each, t)) - 1;
		uint32_t empty = all & ~(uint32_t)set->valid.data[t];
		if (empty != 0) lanes_clear(set, t, empty);
	}
}

enum { LEAF_BLOCK = 2 * TILE }; // whole tiles of the level above

typedef struct LeafWork {
	KdSet *set;
	const KdKernel *kernel;
	const Aabb *keys;
	LeafPart parts[KD_HANDS];
	int32_t count;
	_Atomic int32_t next; // the part that nobody has taken
} LeafWork;

// Builds leaf tiles in blocks, so that a block is still in the cache when it is searched for strays.
static int32_t leaves_part(const LeafWork *work, LeafPart *part) {
	enum { FAR = 8192 }; // so many tiles' boxes are not in the inner caches
	KdSet *set = work->set;
	const int64_t tiles = set_tiles(set), full = set->each == TILE ? set->order.count / TILE : 0;
	Tile *leaves = set->levels[0].tiles.data, *above = set->levels[1].tiles.data;
	for (int64_t begin = part->begin, end; begin < part->end; begin = end) {
		end = begin + LEAF_BLOCK < part->end ? begin + LEAF_BLOCK : part->end;
		int64_t whole = (full < end ? full : end) - begin;
		if (whole > 0)
			work->kernel->fill(leaves + begin, above + begin / TILE, work->keys,
			                   set->order.data + TILE * begin, whole, tiles > FAR);
		for (int64_t t = whole > 0 ? begin + whole : begin; t < end; ++t) tile_fill(set, work->keys, t);
		if (set->left > 0) leaves_empty(set, begin, end);
		if (part->strays != NULL && !strays_leave(set, begin, end, part)) return HN_ERR_NO_MEMORY;
	}
	return HN_OK;
}

static void leaves_work(void *of) {
	LeafWork *work = of;
	for (int32_t i; (i = atomic_fetch_add(&work->next, 1)) < work->count;) {
		work->parts[i].status = leaves_part(work, &work->parts[i]);
		threads_take_turns();
	}
}

// Divides the tiles among the hands, where they are many.
static void leaves_divide(LeafWork *work, int64_t tiles, KdStrays *strays, KdHands *hands) {
	enum { LEAST = 512 }; // tiles of a part; fewer are built while a thread is begun
	const int64_t blocks = (tiles + LEAF_BLOCK - 1) / LEAF_BLOCK, most = tiles / LEAST;
	work->count = hands == NULL || most < 2 ? 1 : most < hands->count ? (int32_t)most : hands->count;
	for (int32_t i = 0; i < work->count; ++i) {
		LeafPart *part = &work->parts[i];
		*part = (LeafPart){ .begin = LEAF_BLOCK * (blocks * i / work->count),
			                .end = LEAF_BLOCK * (blocks * (i + 1) / work->count),
			                .strays = strays };
		if (part->end > tiles) part->end = tiles;
		if (i == 0 || strays == NULL) continue;
		part->strays = &hands->strays[i];
		part->strays->count = 0;
	}
}

// The strays of all parts, in the order of the tiles.
static int32_t leaves_gather(LeafWork *work, KdStrays *strays) {
	for (int32_t i = 0; i < work->count; ++i) {
		const LeafPart *part = &work->parts[i];
		work->set->left += part->left;
		if (part->status != HN_OK) return error_set(part->status, "out of memory where tiles are built");
		if (i == 0 || strays == NULL || part->strays->count == 0) continue;
		if (!ARRAY_RESERVE(strays, strays->count + part->strays->count)) return HN_ERR_NO_MEMORY;
		memcpy(strays->data + strays->count, part->strays->data,
		       (size_t)part->strays->count * sizeof *strays->data);
		strays->count += part->strays->count;
	}
	return HN_OK;
}

static int32_t leaves_build(KdSet *set, const KdKernel *kernel, const Aabb *keys, KdStrays *strays,
                            KdHands *hands) {
	const int64_t tiles = set_tiles(set);
	KdLevel *leaves = &set->levels[0];
	if (!ARRAY_RESERVE(&leaves->tiles, tiles) || !level_reserve(&set->levels[1], tiles))
		return HN_ERR_NO_MEMORY;
	leaves->tiles.count = tiles;
	leaves->count = set->order.count;
	LeafWork work = { .set = set, .kernel = kernel, .keys = keys };
	leaves_divide(&work, tiles, strays, hands);
	threads_run(work.count, leaves_work, &work);
	return leaves_gather(&work, strays);
}

int32_t set_build(KdSet *set, const KdKernel *kernel, const Aabb *keys, KdStrays *strays, KdHands *hands) {
	if (set->level_count == 0) strays = NULL; // no earlier bounds in this order to compare with
	if (strays != NULL && !bounds_keep(set)) return HN_ERR_NO_MEMORY;
	int32_t status = leaves_build(set, kernel, keys, strays, hands), level = 1;
	for (; status == HN_OK && set->levels[level].count > 1;)
		if (!level_build(set, ++level)) status = HN_ERR_NO_MEMORY;
	set->level_count = level;
	return status;
}

int32_t set_extend(KdSet *set, int32_t level_count) {
	while (set->level_count < level_count)
		if (!level_build(set, ++set->level_count)) return HN_ERR_NO_MEMORY;
	return HN_OK;
}
