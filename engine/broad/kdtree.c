// K-d trees without pointers (kd_set.h), for three kinds of objects. Main objects keep their order from step
// to step. They are sorted again when the additional tests since the last sort exceed the cost of a sort.
// Loose objects are new or have jumped out of their tile. They are few and are sorted in each step, so that
// they do not widen the tiles of the main objects. Resting objects have not changed for some steps. Their
// tiles are not built again, and the pairs among them are kept. So the time depends on the number of objects
// that move.
#include <string.h>

#include "base/error.h"
#include "broad/broad.h"
#include "broad/kd_query.h"

typedef struct KdParams {
	int32_t tile, rest;
	double patience;
} KdParams;

enum { STORMS_MOST = 16 };

// The state of an object: the set that it is in (bits of PLACE), and whether it has changed since the watch
// for resting objects began (STIRRED).
enum { NOWHERE, LOOSE, MAIN, FRESH, STILL, PLACES, PLACE = 7, STIRRED = 8 };

typedef struct KdTree {
	const BroadObjects *objects;
	KdParams params;
	KdSet sets[PLACES];   // NOWHERE is empty; FRESH (newly at rest) and STILL hold the resting objects
	ARRAY(uint8_t) where; // the state of each object, by id
	ARRAY(int32_t) slots; // by id: the slot in the object's set; without meaning for loose objects
	KdStrays strays;      // the ids of loose objects
	ARRAY(KdItem) items;  // scratch for sorting; the second half is scratch of kd_order
	HnBroadPairs kept;    // the pairs among resting objects
	KdTests kept_tests;   // the tests that found new kept pairs in this step
	int64_t tests;        // tests of the last query, without kept_tests; negative: none since the last update
	int64_t sorted_tests; // tests of the first query after main was sorted; negative: no query since then
	int64_t extra;        // tests beyond sorted_tests, summed over the queries since main was sorted
	int64_t idle; // unchanged boxes in main and loose, summed over steps, less a cost for objects that woke
	int64_t idle_wanted; // unchanged boxes when the watch began
	int32_t storms;      // recent times when most resting objects woke; each doubles the price of resting
	int32_t steps;       // counts steps; a storm is forgotten every 64 steps
	int32_t watch;       // remaining steps of the watch for resting objects; 0: no watch
	bool changed;        // main and loose must be built again
	KdQuery query;
} KdTree;

static void kdtree_destroy(void *self) {
	KdTree *tree = self;
	if (tree == NULL) return;
	for (int place = 0; place < PLACES; ++place) set_free(&tree->sets[place]);
	ARRAY_FREE(&tree->where);
	ARRAY_FREE(&tree->slots);
	ARRAY_FREE(&tree->strays);
	ARRAY_FREE(&tree->items);
	hn_broad_pairs_free(&tree->kept);
	kd_query_free(&tree->query);
	mem_free(tree, sizeof *tree);
}

static void kdtree_forget(void *self) {
	KdTree *tree = self;
	for (int place = 0; place < PLACES; ++place) set_clear(&tree->sets[place]);
	tree->where.count = tree->slots.count = tree->strays.count = tree->kept.count = 0;
	tree->kept_tests = (KdTests){ 0 };
	tree->tests = tree->sorted_tests = -1;
	tree->extra = tree->idle = tree->idle_wanted = 0;
	tree->watch = tree->storms = tree->steps = 0;
	tree->changed = true;
}

static int32_t kdtree_create(void **out, const BroadObjects *objects, const void *params) {
	KdTree *tree = mem_alloc_zero(sizeof *tree);
	if (tree == NULL) return HN_ERR_NO_MEMORY;
	tree->objects = objects;
	tree->params = *(const KdParams *)params;
	for (int place = 0; place < PLACES; ++place) tree->sets[place].each = tree->params.tile;
	kdtree_forget(tree);
	*out = tree;
	return HN_OK;
}

// Changes
// -----------------------------------------------------------------------------------------------------------

static int32_t places_reserve(KdTree *tree) {
	int64_t known = tree->where.count, end = tree->objects->end;
	if (!ARRAY_RESERVE(&tree->where, end) || !ARRAY_RESERVE(&tree->slots, end)) return HN_ERR_NO_MEMORY;
	if (!ARRAY_RESERVE(&tree->strays, tree->strays.count + tree->objects->changed.count))
		return HN_ERR_NO_MEMORY;
	if (end > known) {
		memset(tree->where.data + known, NOWHERE, (size_t)(end - known));
		tree->where.count = tree->slots.count = end;
	}
	return HN_OK;
}

static bool rests(uint8_t where) { return (where & PLACE) >= FRESH; }

static int64_t resting(const KdTree *tree) {
	return set_count(&tree->sets[FRESH]) + set_count(&tree->sets[STILL]);
}

static int64_t awake(const KdTree *tree) { return set_count(&tree->sets[MAIN]) + tree->strays.count; }

// Takes an object out of its set: it was removed or has woken.
static void object_leave(KdTree *tree, int32_t id) {
	uint8_t place = tree->where.data[id] & PLACE;
	if (place >= MAIN) set_leave(&tree->sets[place], tree->slots.data[id]);
}

static void kept_purge(KdTree *tree) {
	const uint8_t *where = tree->where.data;
	int64_t kept = 0;
	for (int64_t i = 0; i < tree->kept.count; ++i) {
		HnBroadPair pair = tree->kept.data[i];
		tree->kept.data[kept] = pair;
		kept += (int)rests(where[pair.a]) & (int)rests(where[pair.b]);
	}
	tree->kept.count = kept;
}

static void loose_purge(KdTree *tree) {
	int64_t kept = 0;
	for (int64_t i = 0; i < tree->strays.count; ++i) {
		int32_t id = tree->strays.data[i];
		tree->strays.data[kept] = id;
		kept += (tree->where.data[id] & PLACE) == LOOSE;
	}
	tree->strays.count = kept;
}

// Follows the changes of the objects. New objects and objects that woke become loose; removed ones leave.
// Returns the number of awake objects that have changed.
static int64_t changes_follow(KdTree *tree) {
	const BroadObjects *objects = tree->objects;
	enum { WAKE_PRICE = 16 };
	int64_t moved = 0, rested = resting(tree);
	for (int64_t i = 0; i < objects->changed.count; ++i) {
		int32_t id = objects->changed.data[i];
		if (id >= tree->where.count) continue;
		uint8_t place = tree->where.data[id] & PLACE;
		bool live = id < objects->end && object_is_live(objects, id);
		moved += live;
		if (live && (place == MAIN || place == LOOSE)) {
			tree->where.data[id] = place | STIRRED;
			continue;
		}
		object_leave(tree, id);
		tree->where.data[id] = live ? LOOSE | STIRRED : NOWHERE;
		if (live) tree->strays.data[tree->strays.count++] = id;
	}
	if (objects->turnover > 0) loose_purge(tree);
	tree->idle -= WAKE_PRICE * (rested - resting(tree));
	if (resting(tree) < rested) kept_purge(tree);
	return moved;
}

// Orders
// -----------------------------------------------------------------------------------------------------------

// Reserves `count` items and as much scratch. Gathering writes one item beyond the last, so there is one
// more.
static bool items_reserve(KdTree *tree, int64_t count) { return ARRAY_RESERVE(&tree->items, 2 * count + 2); }

// Appends to the first `count` items those ids whose state, masked, equals `value`, and which have not left
// the set if `set` is not NULL. States are not read if the mask is a constant 0. The boxes of ids in an order
// lie anywhere in memory. Returns the new number of items.
static inline __attribute__((always_inline)) int64_t ids_gather(KdTree *tree, const int32_t *ids,
                                                                int64_t id_count, const KdSet *set,
                                                                int64_t count, uint8_t mask, uint8_t value) {
	enum { AHEAD = 24 };
	const Aabb *keys = tree->objects->keys;
	const uint8_t *where = tree->where.data;
	KdItem *items = tree->items.data;
	for (int64_t i = 0; i < id_count; ++i) {
		int32_t next = ids[i + AHEAD < id_count ? i + AHEAD : i];
		__builtin_prefetch(&keys[next]);
		if (mask != 0) __builtin_prefetch(&where[next]);
		kd_item(&items[count], &keys[ids[i]], ids[i]);
		bool wanted = mask == 0 || (where[ids[i]] & mask) == value;
		count += (int)wanted & (int)(set == NULL || set_has(set, i));
	}
	return count;
}

static int64_t loose_gather(KdTree *tree, int64_t count, uint8_t mask) {
	return ids_gather(tree, tree->strays.data, tree->strays.count, NULL, count, mask, LOOSE & mask);
}

// Gathers the objects that are still in a set. The lane of an object that left must be skipped: the object
// may have come back to the same set in another lane.
static int64_t set_gather(KdTree *tree, uint8_t place, int64_t count, uint8_t mask) {
	const KdSet *set = &tree->sets[place];
	const int32_t *order = set->order.data;
	int64_t slots = set->order.count;
	if (mask == 0)
		return set->left == 0 ? ids_gather(tree, order, slots, NULL, count, 0, 0)
		                      : ids_gather(tree, order, slots, set, count, 0, 0);
	return set->left == 0 ? ids_gather(tree, order, slots, NULL, count, mask, place & mask)
	                      : ids_gather(tree, order, slots, set, count, mask, place & mask);
}

static inline void place_set(KdTree *tree, int32_t id, uint8_t place) {
	tree->where.data[id] = (uint8_t)((tree->where.data[id] & STIRRED) | place);
}

static int32_t set_make(KdTree *tree, int64_t count, uint8_t place) {
	KdSet *set = &tree->sets[place];
	if (!set_reserve(set, count)) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < count; ++i) place_set(tree, tree->items.data[i].id, place);
	set_sort(set, tree->items.data, count, tree->slots.data);
	return HN_OK;
}

static int32_t set_tiles_build(KdTree *tree, uint8_t place, KdStrays *strays) {
	return set_build(&tree->sets[place], kd_kernel(), tree->objects->keys, strays);
}

// Sorts all awake objects into main.
static int32_t main_renew(KdTree *tree) {
	if (!items_reserve(tree, awake(tree))) return HN_ERR_NO_MEMORY;
	int64_t count = loose_gather(tree, set_gather(tree, MAIN, 0, 0), 0);
	for (int64_t i = 0; i < tree->strays.count; ++i) place_set(tree, tree->strays.data[i], MAIN);
	tree->strays.count = 0;
	tree->extra = 0;
	tree->sorted_tests = -1;
	tree->changed = true;
	if (!set_reserve(&tree->sets[MAIN], count)) return HN_ERR_NO_MEMORY;
	set_sort(&tree->sets[MAIN], tree->items.data, count, tree->slots.data);
	return HN_OK;
}

static int32_t levels_even(KdTree *tree) {
	int32_t status = HN_OK, levels = 0;
	for (int place = LOOSE; place < PLACES; ++place)
		if (tree->sets[place].level_count > levels) levels = tree->sets[place].level_count;
	for (int place = LOOSE; status == HN_OK && place < PLACES; ++place)
		if (tree->sets[place].level_count > 0) status = set_extend(&tree->sets[place], levels);
	return status;
}

// Adds to `kept` the pairs of `count` items that come to rest, with each other and with resting objects.
static int32_t kept_add(KdTree *tree, int64_t count) {
	KdSet *sets = tree->sets;
	int32_t status = set_make(tree, count, LOOSE);
	tree->query.kernel = kd_kernel();
	for (int place = LOOSE; status == HN_OK && place < PLACES; ++place)
		if (place != MAIN && sets[place].level_count == 0)
			status = set_tiles_build(tree, (uint8_t)place, NULL);
	if (status == HN_OK) status = levels_even(tree);
	if (status == HN_OK) status = kd_query_self(&tree->query, &sets[LOOSE], &tree->kept, &tree->kept_tests);
	for (int place = FRESH; status == HN_OK && place < PLACES; ++place)
		status = kd_query_cross(&tree->query, &sets[LOOSE], &sets[place], &tree->kept, &tree->kept_tests);
	return status;
}

// The first objects that come to rest stay in the order and the tiles in which kept_add has compared them.
static void rest_first(KdTree *tree) {
	const KdSet still = tree->sets[STILL];
	tree->sets[STILL] = tree->sets[LOOSE];
	tree->sets[LOOSE] = still;
	const int32_t *order = tree->sets[STILL].order.data;
	for (int64_t i = 0; i < tree->sets[STILL].order.count; ++i) tree->where.data[order[i]] = STILL;
	set_clear(&tree->sets[LOOSE]);
	set_clear(&tree->sets[FRESH]);
}

// Sorts `count` items that come to rest together with the newly resting objects, or with all resting ones.
static int32_t rest_more(KdTree *tree, int64_t count) {
	enum { PART = 4 };
	bool all = PART * (count + set_count(&tree->sets[FRESH])) > set_count(&tree->sets[STILL]);
	count = set_gather(tree, FRESH, count, 0);
	if (all) count = set_gather(tree, STILL, count, 0);
	if (all) set_clear(&tree->sets[FRESH]);
	return set_make(tree, count, all ? STILL : FRESH);
}

// Ends a watch: objects that have not changed since it began come to rest.
static int32_t rest_begin(KdTree *tree) {
	if (!items_reserve(tree, awake(tree) + resting(tree))) return HN_ERR_NO_MEMORY;
	int64_t count = set_gather(tree, MAIN, 0, STIRRED);
	count = loose_gather(tree, count, STIRRED);
	if (4 * count < 3 * tree->idle_wanted) return HN_OK; // different objects are idle in each step
	for (int64_t i = 0; i < count; ++i) object_leave(tree, tree->items.data[i].id);
	int32_t status = kept_add(tree, count);
	if (status != HN_OK) return status;
	tree->changed = true;
	if (resting(tree) == 0)
		rest_first(tree);
	else
		status = rest_more(tree, count);
	loose_purge(tree);
	return status;
}

// More resting objects have left than remain: all become awake.
static int32_t rest_end(KdTree *tree) {
	if (!ARRAY_RESERVE(&tree->strays, tree->strays.count + resting(tree))) return HN_ERR_NO_MEMORY;
	for (int place = FRESH; place < PLACES; ++place) {
		KdSet *set = &tree->sets[place];
		for (int64_t i = 0; i < set->order.count; ++i) {
			int32_t id = set->order.data[i];
			if (!set_has(set, i)) continue;
			tree->where.data[id] = LOOSE | STIRRED;
			tree->strays.data[tree->strays.count++] = id;
		}
		set_clear(set);
	}
	tree->kept.count = 0;
	tree->storms += tree->storms < STORMS_MOST;
	return main_renew(tree);
}

// Sums up the work on unchanged boxes. When it exceeds the cost of gathering them into tiles of their own, a
// watch begins, which finds the objects that stay unchanged for `rest` steps.
static int32_t rest_find(KdTree *tree, int64_t moved) {
	enum { FORGET = 64 };
	if (tree->params.rest == 0) return HN_OK;
	if (++tree->steps % FORGET == 0 && tree->storms > 0) tree->storms -= 1;
	if (tree->watch > 0) {
		if (--tree->watch > 0) return HN_OK;
		tree->idle = 0;
		return rest_begin(tree);
	}
	int64_t idle = awake(tree) - moved;
	int64_t price = (idle + set_count(&tree->sets[FRESH])) << tree->storms;
	tree->idle += idle;
	if (idle <= 0 || tree->idle <= price) return HN_OK;
	for (int64_t id = 0; id < tree->where.count; ++id) tree->where.data[id] &= PLACE;
	tree->watch = tree->params.rest;
	tree->idle_wanted = idle;
	return HN_OK;
}

static bool order_is_due(const KdTree *tree) {
	int64_t main = set_count(&tree->sets[MAIN]);
	return (double)tree->extra > tree->params.patience * (double)awake(tree) ||
	       4 * tree->strays.count > main || 2 * main < tree->sets[MAIN].order.count;
}

// Sums up the additional tests of the last query.
static void tests_follow(KdTree *tree) {
	enum { LOOSE_TESTS = 40 }; // the cost of a loose object, in tests
	int64_t tests = tree->tests;
	tree->extra += LOOSE_TESTS * tree->strays.count;
	if (tests < 0) return; // no query since the last update
	if (tree->sorted_tests < 0) tree->sorted_tests = tests;
	if (tests > tree->sorted_tests) tree->extra += tests - tree->sorted_tests;
	tree->tests = -1;
}

static int32_t kdtree_update(void *self) {
	KdTree *tree = self;
	int32_t status = places_reserve(tree);
	if (status != HN_OK) return status;
	tests_follow(tree);
	tree->changed |= tree->objects->changed.count > 0;
	tree->kept_tests = (KdTests){ 0 };
	int64_t rested = tree->sets[FRESH].order.count + tree->sets[STILL].order.count;
	bool looks = tree->objects->turnover > 0 || rested > 0 || tree->watch > 0;
	int64_t moved = looks ? changes_follow(tree) : tree->objects->changed.count;
	status = rest_find(tree, moved);
	rested = tree->sets[FRESH].order.count + tree->sets[STILL].order.count;
	if (status == HN_OK && 2 * resting(tree) < rested) status = rest_end(tree);
	return status == HN_OK && order_is_due(tree) ? main_renew(tree) : status;
}

// Building
// -----------------------------------------------------------------------------------------------------------

// Builds main. Objects that stray from their tiles become loose.
static int32_t main_build(KdTree *tree) {
	int64_t before = tree->strays.count;
	int32_t status = set_tiles_build(tree, MAIN, &tree->strays);
	for (int64_t i = before; i < tree->strays.count; ++i) place_set(tree, tree->strays.data[i], LOOSE);
	return status;
}

static int32_t loose_build(KdTree *tree) {
	int64_t count = tree->strays.count;
	if (!items_reserve(tree, count)) return HN_ERR_NO_MEMORY;
	int32_t status = set_make(tree, loose_gather(tree, 0, 0), LOOSE);
	return status == HN_OK ? set_tiles_build(tree, LOOSE, NULL) : status;
}

static int32_t kdtree_build(void *self) {
	KdTree *tree = self;
	int32_t status = HN_OK;
	tree->query.kernel = kd_kernel();
	for (int place = FRESH; status == HN_OK && place < PLACES; ++place)
		if (tree->sets[place].level_count == 0) status = set_tiles_build(tree, (uint8_t)place, NULL);
	if (status == HN_OK && tree->changed) status = main_build(tree);
	if (status == HN_OK && tree->changed) status = loose_build(tree);
	tree->changed &= status != HN_OK;
	return status == HN_OK ? levels_even(tree) : status;
}

// Pairs
// ------------------------------------------------------------------------------------------------------------

static int32_t kept_copy(const KdTree *tree, HnBroadPairs *out) {
	int64_t count = tree->kept.count;
	if (!broad_pairs_reserve(out, count)) return HN_ERR_NO_MEMORY;
	if (count > 0) memcpy(out->data + out->count, tree->kept.data, (size_t)count * sizeof *out->data);
	out->count += count;
	return HN_OK;
}

// The number of tests decides when main is sorted again, so timed kernels count tests too: once for each
// chunk of pairs of tiles.
static int32_t kdtree_query(KdTree *tree, HnBroadPairs *out, KdTests *tests) {
	const KdSet *sets = tree->sets;
	int32_t status = kept_copy(tree, out);
	for (int a = LOOSE; status == HN_OK && a <= MAIN; ++a) {
		status = kd_query_self(&tree->query, &sets[a], out, tests);
		for (int b = a + 1; status == HN_OK && b < PLACES; ++b)
			status = kd_query_cross(&tree->query, &sets[a], &sets[b], out, tests);
	}
	tree->tests = tests->objects + tests->nodes;
	return status;
}

static int32_t kdtree_timed(void *self, HnBroadPairs *out, BroadCounts *counts) {
	KdTests tests = { 0 };
	(void)counts;
	return kdtree_query(self, out, &tests);
}

static int32_t kdtree_counted(void *self, HnBroadPairs *out, BroadCounts *counts) {
	const KdTree *tree = self;
	KdTests tests = { 0 };
	int32_t status = kdtree_query(self, out, &tests);
	counts->tests += tests.objects + tree->kept_tests.objects;
	counts->node_tests += tests.nodes + tree->kept_tests.nodes;
	return status;
}

static size_t kdtree_bytes(const void *self) {
	const KdTree *tree = self;
	size_t sets = 0;
	for (int place = 0; place < PLACES; ++place) sets += set_bytes(&tree->sets[place]);
	return sizeof *tree + sets + (size_t)tree->where.capacity +
	       (size_t)(tree->slots.capacity + tree->strays.capacity) * sizeof(int32_t) +
	       (size_t)tree->items.capacity * sizeof(KdItem) + (size_t)tree->kept.capacity * sizeof(HnBroadPair) +
	       kd_query_bytes(&tree->query);
}

static const Param s_params[] = {
	{ .name = "tile",
	  .type = PARAM_INT,
	  .offset = offsetof(KdParams, tile),
	  .fallback = 16,
	  .lo = 2,
	  .hi = TILE,
	  .about = "number of objects in a tile" },
	{ .name = "patience",
	  .type = PARAM_REAL,
	  .offset = offsetof(KdParams, patience),
	  .fallback = 40,
	  .hi = 1e9,
	  .about = "price of a sort, in tests for each object: objects are sorted again once the additional "
	           "tests since the last sort exceed it" },
	{ .name = "rest",
	  .type = PARAM_INT,
	  .offset = offsetof(KdParams, rest),
	  .fallback = 2,
	  .hi = 1000,
	  .about =
	      "steps without a change after which an object gets into tiles whose pairs are kept; 0: never" },
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
