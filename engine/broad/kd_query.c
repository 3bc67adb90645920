#include "broad/kd_query.h"

#include <string.h>

#include "base/error.h"

// Subtrees of so many levels below their root fit into the inner caches.
enum { NEAR = 2 };

// The two sets that are compared; a self-query has the same set twice.
typedef struct Sides {
	const KdSet *a, *b;
} Sides;

void kd_query_free(KdQuery *query) {
	for (int32_t l = 0; l < KD_LEVELS; ++l) hn_broad_pairs_free(&query->open[l]);
}

size_t kd_query_bytes(const KdQuery *query) {
	size_t pairs = 0;
	for (int32_t l = 0; l < KD_LEVELS; ++l) pairs += (size_t)query->open[l].capacity;
	return pairs * sizeof(HnBroadPair);
}

static int64_t each_of(const KdSet *set, int32_t level) { return level == 0 ? set->each : TILE; }

// The number of empty lanes in the last tile of a level.
static int64_t lacking(const KdSet *set, int32_t level) {
	const KdLevel *l = &set->levels[level];
	return l->tiles.count * each_of(set, level) - l->count;
}

static int32_t pairs_open(KdQuery *query, Sides sides, int32_t level, HnBroadPairs *out, KdTests *tests);

// Puts the open pairs of a level, or the asks, into the plan, `each` to a part.
static int32_t plan_pairs(KdPlan *plan, KdPart part, const HnBroadPairs *open, int64_t each) {
	if (open->count == 0) return HN_OK;
	if (!broad_pairs_reserve(&plan->pairs, open->count)) return HN_ERR_NO_MEMORY;
	memcpy(plan->pairs.data + plan->pairs.count, open->data, (size_t)open->count * sizeof *open->data);
	for (int64_t at = 0; at < open->count; at += each) {
		part.first = plan->pairs.count + at;
		part.count = open->count - at < each ? open->count - at : each;
		if (!ARRAY_PUSH(&plan->parts, part)) return HN_ERR_NO_MEMORY;
	}
	plan->pairs.count += open->count;
	return HN_OK;
}

// The list that receives the hits of a level: pairs of objects at the lowest level, else open pairs of the
// level below. Reserves space for all hits and for the pairs stored beyond the last. NULL: out of memory.
static HnBroadPairs *hits_reserve(KdQuery *query, int32_t level, int64_t count, HnBroadPairs *out) {
	HnBroadPairs *to = level <= 0 ? out : &query->open[level - 1];
	if (level > 0) to->count = 0;
	return broad_pairs_reserve(to, TILE * count + KD_SPARE) ? to : NULL;
}

// Counts the tests of a chunk: each box of a first tile against the bounds of the second, then each candidate
// against all boxes of its second tile. Empty lanes do not count.
static void count_tests(Sides sides, int32_t level, const HnBroadPair *pairs, int64_t count,
                        const uint32_t *items, int64_t item_count, KdTests *tests) {
	const KdSet *a = sides.a, *b = sides.b;
	int64_t filtered = count * each_of(a, level), asked = item_count * each_of(b, level);
	int32_t last_a = (int32_t)a->levels[level].tiles.count - 1,
	        last_b = (int32_t)b->levels[level].tiles.count - 1, first_lasts = 0, second_lasts = 0;
	for (int64_t p = 0; p < count; ++p) {
		first_lasts += pairs[p].a == last_a;
		second_lasts += pairs[p].b == last_b;
	}
	filtered -= lacking(a, level) * first_lasts;
	int64_t lacking_b = second_lasts > 0 ? lacking(b, level) : 0; // the last tile is in few chunks
	for (int64_t i = 0; lacking_b > 0 && i < item_count; ++i)
		asked -= pairs[hit_pair(items[i])].b == last_b ? lacking_b : 0;
	*(level > 0 ? &tests->nodes : &tests->objects) += asked;
	tests->nodes += filtered;
}

static int32_t chunk_open(KdQuery *query, Sides sides, int32_t level, const HnBroadPair *pairs, int64_t count,
                          HnBroadPairs *out, KdTests *tests) {
	const KdKernel *kernel = query->kernel;
	KdSide a = set_side(sides.a, level), b = set_side(sides.b, level);
	int64_t items = kernel->candidates(&a, &b, pairs, count, query->items);
	int64_t hits = kernel->compare(&a, &b, pairs, query->items, items, query->hits);
	count_tests(sides, level, pairs, count, query->items, items, tests);
	HnBroadPairs *to = hits_reserve(query, level, hits, out);
	if (to == NULL) return HN_ERR_NO_MEMORY;
	to->count = kernel->pairs(&a, &b, pairs, query->hits, hits, to->data + to->count) - to->data;
	return level > 0 ? pairs_open(query, sides, level - 1, out, tests) : HN_OK;
}

// Opens all pairs of a level, a chunk at a time. The recursion is as deep as the number of levels.
static int32_t pairs_open(KdQuery *query, Sides sides, int32_t level, HnBroadPairs *out, KdTests *tests) {
	static const int64_t each[NEAR + 1] = { 1024, 64, 4 }; // of one part: about the same work
	const HnBroadPairs *open = &query->open[level];
	int32_t status = HN_OK;
	if (query->plan != NULL && level <= NEAR)
		return plan_pairs(query->plan, (KdPart){ PART_PAIRS, sides.a, sides.b, level, 0, 0 }, open,
		                  each[level]);
	for (int64_t at = 0; status == HN_OK && at < open->count; at += KD_CHUNK) {
		int64_t count = open->count - at < KD_CHUNK ? open->count - at : KD_CHUNK;
		status = chunk_open(query, sides, level, open->data + at, count, out, tests);
	}
	return status;
}

// Finds the pairs within each of a row of tiles and opens them down to objects.
static int32_t tiles_within(KdQuery *query, const KdSet *set, int32_t level, int64_t first, int64_t end,
                            HnBroadPairs *out, KdTests *tests) {
	const KdKernel *kernel = query->kernel;
	KdSide side = set_side(set, level);
	int32_t status = HN_OK;
	if (query->plan != NULL && level <= NEAR) {
		KdPart part = { PART_WITHIN, set, set, level, first, end - first };
		return ARRAY_PUSH(&query->plan->parts, part) ? HN_OK : HN_ERR_NO_MEMORY;
	}
	for (int64_t t = first; status == HN_OK && t < end; t += KD_WITHIN) {
		int64_t count = end - t < KD_WITHIN ? end - t : KD_WITHIN;
		int64_t hits = kernel->within(&side, t, count, query->turned, query->hits);
		HnBroadPairs *to = hits_reserve(query, level, hits, out);
		if (to == NULL) return HN_ERR_NO_MEMORY;
		to->count = kernel->within_pairs(query->turned, level > 0, query->hits, hits, to->data + to->count) -
		            to->data;
		if (level > 0) status = pairs_open(query, (Sides){ set, set }, level - 1, out, tests);
	}
	return status;
}

// Finds the pairs of all objects below a tile: those between its boxes, then those below each. So a subtree
// is searched while it is in the cache. Those that fit are searched level by level, so that chunks are full.
// The recursion is as deep as the number of levels.
static int32_t subtree_within(KdQuery *query, const KdSet *set, int32_t level, int64_t t, HnBroadPairs *out,
                              KdTests *tests) {
	int32_t status = tiles_within(query, set, level, t, t + 1, out, tests),
	        lowest = level > NEAR ? level - 1 : 0;
	for (int32_t l = level - 1; status == HN_OK && l >= lowest; --l) {
		int64_t tiles = set->levels[l].tiles.count, width = INT64_C(1) << 4 * (level - l), first = width * t,
		        end = first + width < tiles ? first + width : tiles;
		if (level <= NEAR) status = tiles_within(query, set, l, first, end, out, tests);
		for (int64_t child = first; level > NEAR && status == HN_OK && child < end; ++child)
			status = subtree_within(query, set, l, child, out, tests);
	}
	return status;
}
_Static_assert(TILE == 1 << 4, "the width of a subtree is a power of sixteen");

static void count_within(const KdSet *set, int32_t level, KdTests *tests) {
	int64_t tiles = set->levels[level].tiles.count, each = each_of(set, level),
	        last = each - lacking(set, level);
	*(level > 0 ? &tests->nodes : &tests->objects) +=
	    (tiles - 1) * (each * (each - 1) / 2) + last * (last - 1) / 2;
}

int32_t kd_query_self(KdQuery *query, const KdSet *set, HnBroadPairs *out, KdTests *tests) {
	int32_t top = set->level_count - 1;
	if (top < 0 || set->levels[0].tiles.count == 0) return HN_OK;
	for (int32_t level = 0; level <= top; ++level) count_within(set, level, tests);
	return subtree_within(query, set, top, 0, out, tests);
}

// Objects among many others
// -----------------------------------------------------------------------------------------------------------

static void count_asked(const KdSet *b, int32_t level, const HnBroadPair *pairs, int64_t count,
                        KdTests *tests) {
	int32_t last = (int32_t)b->levels[level].tiles.count - 1, lasts = 0;
	int64_t lanes = lacking(b, level);
	for (int64_t i = 0; lanes > 0 && i < count; ++i) lasts += pairs[i].b == last;
	*(level > 0 ? &tests->nodes : &tests->objects) += count * each_of(b, level) - lanes * lasts;
}

static int32_t objects_open(KdQuery *query, Sides sides, int32_t level, HnBroadPairs *out, KdTests *tests);

static int32_t some_open(KdQuery *query, Sides sides, int32_t level, const HnBroadPair *asks, int64_t count,
                         HnBroadPairs *out, KdTests *tests) {
	KdSide a = set_side(sides.a, 0), b = set_side(sides.b, level);
	count_asked(sides.b, level, asks, count, tests);
	HnBroadPairs *to = hits_reserve(query, level, count, out);
	if (to == NULL) return HN_ERR_NO_MEMORY;
	to->count = query->kernel->descend(&a, &b, asks, count, to->data + to->count) - to->data;
	return level > 0 ? objects_open(query, sides, level - 1, out, tests) : HN_OK;
}

static int32_t objects_open(KdQuery *query, Sides sides, int32_t level, HnBroadPairs *out, KdTests *tests) {
	enum { SOME = 256 };
	const HnBroadPairs *open = &query->open[level];
	int32_t status = HN_OK;
	if (query->plan != NULL)
		return plan_pairs(query->plan, (KdPart){ PART_ASKS, sides.a, sides.b, level, 0, 0 }, open, SOME);
	for (int64_t at = 0; status == HN_OK && at < open->count; at += SOME) {
		int64_t count = open->count - at < SOME ? open->count - at : SOME;
		status = some_open(query, sides, level, open->data + at, count, out, tests);
	}
	return status;
}

// Whether the objects of a are few among those of b. Their tiles are then larger than those of b, and would
// be compared with many of them. Of b's few tiles they would not.
static bool is_sparse(const KdSet *a, const KdSet *b) {
	enum { FEW = 24, TILES = 256 };
	return FEW * set_count(a) <= set_count(b) && set_tiles(b) >= TILES;
}

// Asks for each object of a from the top of b down.
static int32_t objects_cross(KdQuery *query, Sides sides, HnBroadPairs *out, KdTests *tests) {
	const KdSet *a = sides.a, *b = sides.b;
	int32_t top = 0;
	while (b->levels[top].tiles.count > 1) ++top;
	HnBroadPairs *open = &query->open[top];
	open->count = 0;
	if (!broad_pairs_reserve(open, TILE * set_tiles(a))) return HN_ERR_NO_MEMORY;
	for (int64_t slot = 0; slot < a->order.count; ++slot) {
		int64_t lane = slot / a->each * TILE + slot % a->each;
		open->data[open->count] = (HnBroadPair){ (int32_t)lane, 0 };
		open->count += set_has(a, slot);
	}
	return objects_open(query, sides, top, out, tests);
}

int32_t kd_query_cross(KdQuery *query, const KdSet *a, const KdSet *b, HnBroadPairs *out, KdTests *tests) {
	int32_t top = a->level_count - 1;
	if (set_count(a) == 0 || set_count(b) == 0) return HN_OK;
	if (is_sparse(a, b)) return objects_cross(query, (Sides){ a, b }, out, tests);
	if (is_sparse(b, a)) return objects_cross(query, (Sides){ b, a }, out, tests);
	query->open[top].count = 0;
	if (!broad_pairs_reserve(&query->open[top], 1)) return HN_ERR_NO_MEMORY;
	query->open[top].data[query->open[top].count++] = (HnBroadPair){ 0, 0 };
	return pairs_open(query, (Sides){ a, b }, top, out, tests);
}

int32_t kd_query_part(KdQuery *query, const KdPlan *plan, const KdPart *part, HnBroadPairs *out,
                      KdTests *tests) {
	Sides sides = { part->a, part->b };
	HnBroadPairs *open = &query->open[part->level];
	if (part->kind == PART_WITHIN)
		return tiles_within(query, part->a, part->level, part->first, part->first + part->count, out, tests);
	open->count = 0;
	if (!broad_pairs_reserve(open, part->count)) return HN_ERR_NO_MEMORY;
	memcpy(open->data, plan->pairs.data + part->first, (size_t)part->count * sizeof *open->data);
	open->count = part->count;
	return part->kind == PART_PAIRS ? pairs_open(query, sides, part->level, out, tests)
	                                : objects_open(query, sides, part->level, out, tests);
}
