// A k-d tree without pointers: the objects in its order, sixteen a tile, boxes about every tile, sixteen of
// these a tile above, and so on to one tile. Pairs of tiles are opened from the top down, some at a time,
// each step in straight loops over what the one before has kept. The order is kept from step to step, and
// made anew when the tests that it has cost since then have paid for it.
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "broad/broad.h"
#include "broad/kd_order.h"
#include "broad/tile.h"

enum { LEVELS_MAX = 9, CHUNK = 64 }; // 2^31 objects; pairs of tiles opened at once

typedef struct KdParams {
	int32_t tile;
	double patience;
} KdParams;

// Tiles of objects, or of the tiles of the level below.
typedef struct KdLevel {
	ARRAY(Tile) tiles;
	int64_t count;     // of the boxes in them
	int32_t each;      // boxes of a tile, but for the last
	HnBroadPairs open; // pairs of these tiles that meet, not opened yet
} KdLevel;

// A box of one tile against those of another, or of its own: the bits of those that it meets.
typedef struct Hit {
	int32_t tile, other;
	uint16_t lane, mask;
} Hit;

typedef struct KdTree {
	const BroadObjects *objects;
	KdParams params;
	ARRAY(int32_t) order;
	ARRAY(uint8_t) known; // by id: it is in the order
	ARRAY(KdItem) items;  // for sorting; and as many more
	KdLevel levels[LEVELS_MAX];
	int32_t level_count;
	Hit hits[CHUNK * TILE]; // of the pairs of tiles in hand
	int64_t tests;          // of the last query
	int64_t sorted_tests;   // of the first after the order was made; negative: it has not come yet
	int64_t extra;          // more tests than these, since then
	int64_t came;           // objects put at the end of the order, since then
} KdTree;

static void kdtree_destroy(void *self) {
	KdTree *tree = self;
	if (tree == NULL) return;
	ARRAY_FREE(&tree->order);
	ARRAY_FREE(&tree->known);
	ARRAY_FREE(&tree->items);
	for (int32_t l = 0; l < LEVELS_MAX; ++l) {
		ARRAY_FREE(&tree->levels[l].tiles);
		hn_broad_pairs_free(&tree->levels[l].open);
	}
	mem_free(tree, sizeof *tree);
}

static void kdtree_forget(void *self) {
	KdTree *tree = self;
	tree->order.count = tree->known.count = 0;
	tree->tests = tree->sorted_tests = tree->extra = tree->came = 0;
}

static int32_t kdtree_create(void **out, const BroadObjects *objects, const void *params) {
	KdTree *tree = mem_alloc_zero(sizeof *tree);
	if (tree == NULL) return HN_ERR_NO_MEMORY;
	tree->objects = objects;
	tree->params = *(const KdParams *)params;
	*out = tree;
	return HN_OK;
}

static int32_t order_reserve(KdTree *tree) {
	int64_t known = tree->known.count, end = tree->objects->end;
	if (!ARRAY_RESERVE(&tree->order, tree->order.count + tree->objects->count)) return HN_ERR_NO_MEMORY;
	if (!ARRAY_RESERVE(&tree->known, end)) return HN_ERR_NO_MEMORY;
	if (end > known) {
		memset(tree->known.data + known, 0, (size_t)(end - known));
		tree->known.count = end;
	}
	return HN_OK;
}

// What has gone leaves a gap that is closed; what has come is put at the end.
static void order_follow(KdTree *tree) {
	const BroadObjects *objects = tree->objects;
	bool gone = false;
	for (int64_t i = 0; i < objects->changed.count; ++i) {
		int32_t id = objects->changed.data[i];
		bool live = id < objects->end && object_is_live(objects, id);
		if (id >= tree->known.count || live == (tree->known.data[id] != 0)) continue;
		tree->known.data[id] = live;
		gone |= !live;
		if (live) tree->order.data[tree->order.count++] = id, tree->came += 1;
	}
	if (!gone) return;
	int64_t kept = 0;
	for (int64_t i = 0; i < tree->order.count; ++i) {
		int32_t id = tree->order.data[i];
		if (tree->known.data[id]) tree->order.data[kept++] = id;
	}
	tree->order.count = kept;
}

static bool order_is_due(const KdTree *tree) {
	double n = (double)tree->order.count;
	return (double)tree->extra > tree->params.patience * n || 16 * tree->came > tree->order.count;
}

static int32_t order_renew(KdTree *tree) {
	int64_t n = tree->order.count;
	if (!ARRAY_RESERVE(&tree->items, 2 * n)) return HN_ERR_NO_MEMORY;
	KdItem *items = tree->items.data;
	for (int64_t i = 0; i < n; ++i) {
		int32_t id = tree->order.data[i];
		kd_item(&items[i], &tree->objects->keys[id], id);
	}
	kd_order(items, items + n, n, tree->params.tile);
	for (int64_t i = 0; i < n; ++i) tree->order.data[i] = items[i].id;
	tree->extra = tree->came = 0;
	tree->sorted_tests = -1;
	return HN_OK;
}

static int32_t kdtree_update(void *self) {
	KdTree *tree = self;
	int32_t status = order_reserve(tree);
	if (status != HN_OK) return status;
	if (tree->sorted_tests < 0)
		tree->sorted_tests = tree->tests;
	else if (tree->tests > tree->sorted_tests)
		tree->extra += tree->tests - tree->sorted_tests;
	order_follow(tree);
	return order_is_due(tree) ? order_renew(tree) : HN_OK;
}

// Levels
// ------------------------------------------------------------------------------------------------------------

static inline int64_t tile_count(const KdLevel *level, int64_t tile) {
	int64_t left = level->count - tile * level->each;
	return left < level->each ? left : level->each;
}

static int32_t level_resize(KdLevel *level, int64_t count, int32_t each) {
	static const Aabb nothing = { { (float)INFINITY, (float)INFINITY, (float)INFINITY },
		                          { -(float)INFINITY, -(float)INFINITY, -(float)INFINITY } };
	int64_t tiles = (count + each - 1) / each;
	if (!ARRAY_RESERVE(&level->tiles, tiles)) return HN_ERR_NO_MEMORY;
	level->tiles.count = tiles;
	level->count = count;
	level->each = each;
	for (int64_t t = each < TILE ? 0 : tiles - 1; t < tiles; ++t)
		for (int lane = (int)tile_count(level, t); lane < TILE; ++lane)
			tile_set(&level->tiles.data[t], lane, &nothing);
	return HN_OK;
}

static int32_t leaves_build(KdTree *tree) {
	enum { AHEAD = 24 };
	KdLevel *level = &tree->levels[0];
	int64_t n = tree->order.count;
	int32_t each = tree->params.tile, status = level_resize(level, n, each);
	const int32_t *order = tree->order.data;
	const Aabb *keys = tree->objects->keys;
	for (int64_t i = 0, t = 0; status == HN_OK && i < n; ++t) {
		int32_t count = (int32_t)tile_count(level, t);
		for (int lane = 0; lane < count; ++lane, ++i) {
			if (i + AHEAD < n) __builtin_prefetch(&keys[order[i + AHEAD]]);
			tile_set(&level->tiles.data[t], lane, &keys[order[i]]);
		}
	}
	return status;
}

static int32_t level_build(KdTree *tree, int32_t l) {
	const KdLevel *below = &tree->levels[l - 1];
	KdLevel *level = &tree->levels[l];
	int32_t status = level_resize(level, below->tiles.count, TILE);
	for (int64_t i = 0; status == HN_OK && i < below->tiles.count; ++i) {
		Aabb box = tile_bounds(&below->tiles.data[i]);
		tile_set(&level->tiles.data[i / TILE], (int)(i % TILE), &box);
	}
	return status;
}

static int32_t kdtree_build(void *self) {
	KdTree *tree = self;
	int32_t status = leaves_build(tree), level = 0;
	while (status == HN_OK && tree->levels[level].tiles.count > 1) status = level_build(tree, ++level);
	tree->level_count = level + 1;
	return status;
}

// Pairs
// ------------------------------------------------------------------------------------------------------------

// Of one tile the pairs of its boxes.
static inline int64_t tile_within(const KdLevel *level, int32_t tile, Hit *hits) {
	const Tile *boxes = &level->tiles.data[tile];
	int64_t kept = 0;
	for (int lane = 0; lane < TILE - 1; ++lane) {
		Aabb box = tile_get(boxes, lane);
		WideBox wide = wide_box(&box);
		uint32_t mask = tile_mask_from(boxes, (lane + 1) / 4, &wide) & (0xfffeU << lane);
		hits[kept] = (Hit){ tile, tile, (uint16_t)lane, (uint16_t)mask };
		kept += mask != 0;
	}
	return kept;
}

// The boxes of one tile that meet the bounds of another: these alone are compared with what is in that.
static inline int64_t tile_candidates(const KdTree *tree, int32_t l, HnBroadPair pair, Hit *hits) {
	Aabb box = tile_get(&tree->levels[l + 1].tiles.data[pair.b / TILE], pair.b % TILE);
	WideBox wide = wide_box(&box);
	int64_t count = 0;
	for (uint32_t mask = tile_mask(&tree->levels[l].tiles.data[pair.a], &wide); mask != 0; mask &= mask - 1)
		hits[count++] = (Hit){ pair.a, pair.b, (uint16_t)__builtin_ctz(mask), 0 };
	return count;
}

// Only those that meet something stay.
static inline int64_t hits_compare(const KdLevel *level, Hit *hits, int64_t count) {
	const Tile *tiles = level->tiles.data;
	int64_t kept = 0;
	for (int64_t i = 0; i < count; ++i) {
		Hit hit = hits[i];
		Aabb box = tile_get(&tiles[hit.tile], hit.lane);
		WideBox wide = wide_box(&box);
		hit.mask = (uint16_t)tile_mask(&tiles[hit.other], &wide);
		hits[kept] = hit;
		kept += hit.mask != 0;
	}
	return kept;
}

// Pairs of objects, or of the tiles of the level below.
static bool hits_add(const KdTree *tree, int32_t l, int64_t count, HnBroadPairs *out) {
	if (!broad_pairs_reserve(out, TILE * count)) return false;
	HnBroadPair *to = out->data + out->count;
	const int32_t *order = tree->order.data;
	int32_t each = tree->levels[l].each;
	for (int64_t i = 0; i < count; ++i) {
		Hit hit = tree->hits[i];
		int32_t first = hit.tile * each + hit.lane, second = hit.other * each;
		if (l > 0)
			for (uint32_t mask = hit.mask; mask != 0; mask &= mask - 1)
				*to++ = (HnBroadPair){ first, second + __builtin_ctz(mask) };
		else
			for (uint32_t mask = hit.mask; mask != 0; mask &= mask - 1)
				*to++ = broad_pair(order[first], order[second + __builtin_ctz(mask)]);
	}
	out->count = to - out->data;
	return true;
}

typedef struct Tests {
	int64_t objects, nodes;
} Tests;

static int32_t pairs_open(KdTree *tree, int32_t l, HnBroadPairs *out, Tests *tests);

// What the hits of a level are: pairs, or what comes of opening them.
static int32_t hits_settle(KdTree *tree, int32_t l, int64_t count, HnBroadPairs *out, Tests *tests) {
	if (l == 0) return hits_add(tree, l, count, out) ? HN_OK : HN_ERR_NO_MEMORY;
	tree->levels[l - 1].open.count = 0;
	if (!hits_add(tree, l, count, &tree->levels[l - 1].open)) return HN_ERR_NO_MEMORY;
	return pairs_open(tree, l - 1, out, tests);
}

static int64_t chunk_compare(KdTree *tree, int32_t l, const HnBroadPair *pairs, int64_t count, Tests *tests) {
	const KdLevel *level = &tree->levels[l];
	int64_t items = 0, asked = 0, filtered = 0;
	for (int64_t p = 0; p < count; ++p) {
		int64_t candidates = tile_candidates(tree, l, pairs[p], tree->hits + items);
		items += candidates;
		filtered += tile_count(level, pairs[p].a);
		asked += candidates * tile_count(level, pairs[p].b);
	}
	*(l > 0 ? &tests->nodes : &tests->objects) += asked;
	tests->nodes += filtered;
	return hits_compare(level, tree->hits, items);
}

// Opens the open pairs of a level, no deeper than there are levels.
static int32_t pairs_open(KdTree *tree, int32_t l, HnBroadPairs *out, Tests *tests) {
	const HnBroadPairs *open = &tree->levels[l].open;
	int32_t status = HN_OK;
	for (int64_t at = 0; status == HN_OK && at < open->count; at += CHUNK) {
		int64_t count = open->count - at < CHUNK ? open->count - at : CHUNK;
		int64_t kept = chunk_compare(tree, l, open->data + at, count, tests);
		status = hits_settle(tree, l, kept, out, tests);
	}
	return status;
}

// The pairs within each tile of a level, and what comes of them.
static int32_t level_open(KdTree *tree, int32_t l, HnBroadPairs *out, Tests *tests) {
	const KdLevel *level = &tree->levels[l];
	int32_t status = HN_OK;
	for (int64_t t = 0; status == HN_OK && t < level->tiles.count;) {
		int64_t end = t + CHUNK < level->tiles.count ? t + CHUNK : level->tiles.count, kept = 0;
		for (; t < end; ++t) {
			int64_t count = tile_count(level, t);
			kept += tile_within(level, (int32_t)t, tree->hits + kept);
			*(l > 0 ? &tests->nodes : &tests->objects) += count * (count - 1) / 2;
		}
		status = hits_settle(tree, l, kept, out, tests);
	}
	return status;
}

// The tests decide when the order is made anew, so they are added up in timed kernels too: once a pair of
// tiles.
static int32_t kdtree_query(KdTree *tree, HnBroadPairs *out, Tests *tests) {
	int32_t status = HN_OK;
	for (int32_t l = tree->level_count - 1; status == HN_OK && l >= 0; --l)
		status = level_open(tree, l, out, tests);
	tree->tests = tests->objects + tests->nodes;
	return status;
}

static int32_t kdtree_timed(void *self, HnBroadPairs *out, BroadCounts *counts) {
	Tests tests = { 0 };
	(void)counts;
	return kdtree_query(self, out, &tests);
}

static int32_t kdtree_counted(void *self, HnBroadPairs *out, BroadCounts *counts) {
	Tests tests = { 0 };
	int32_t status = kdtree_query(self, out, &tests);
	counts->tests += tests.objects;
	counts->node_tests += tests.nodes;
	return status;
}

static size_t kdtree_bytes(const void *self) {
	const KdTree *tree = self;
	size_t bytes = sizeof *tree + (size_t)tree->order.capacity * sizeof(int32_t) +
	               (size_t)tree->known.capacity + (size_t)tree->items.capacity * sizeof(KdItem);
	for (int32_t l = 0; l < LEVELS_MAX; ++l)
		bytes += (size_t)tree->levels[l].tiles.capacity * sizeof(Tile) +
		         (size_t)tree->levels[l].open.capacity * sizeof(HnBroadPair);
	return bytes;
}

static const Param s_params[] = {
	{ .name = "tile",
	  .type = PARAM_INT,
	  .offset = offsetof(KdParams, tile),
	  .fallback = 16,
	  .lo = 2,
	  .hi = TILE,
	  .about = "objects of a tile" },
	{ .name = "patience",
	  .type = PARAM_REAL,
	  .offset = offsetof(KdParams, patience),
	  .fallback = 40,
	  .hi = 1e9,
	  .about = "tests an object, more than right after the order was made, for which it is made anew" },
};

extern const BroadClass broad_kdtree;
const BroadClass broad_kdtree = {
	.name = "kdtree",
	.about = "tiles of objects in the order of a k-d tree, which is kept while it is good",
	.source = "Bentley 1975",
	.params = { s_params, sizeof s_params / sizeof s_params[0], sizeof(KdParams) },
	.create = kdtree_create,
	.destroy = kdtree_destroy,
	.update = kdtree_update,
	.forget = kdtree_forget,
	.build = kdtree_build,
	.timed = kdtree_timed,
	.counted = kdtree_counted,
	.bytes = kdtree_bytes,
};
