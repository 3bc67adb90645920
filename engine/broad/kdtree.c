// K-d trees without pointers (kd_set.h), for three kinds of objects. Main objects keep their order from step
// to step. They are sorted again when the additional tests since the last sort exceed the cost of a sort.
// Loose objects are new or have jumped out of their tile. They are few and are sorted in each step, so that
// they do not widen the tiles of the main objects. Resting objects have not changed for some steps. Their
// tiles are not built again, and the pairs among them are kept. So the time depends on the number of objects
// that move. kd_rest.c decides which objects rest.
#include <string.h>

#include "base/error.h"
#include "broad/broad.h"
#include "broad/kd_tree.h"

static void kdtree_destroy(void *self) {
	KdTree *tree = self;
	if (tree == NULL) return;
	for (int place = 0; place < PLACES; ++place) set_free(&tree->sets[place]);
	ARRAY_FREE(&tree->where);
	ARRAY_FREE(&tree->slots);
	ARRAY_FREE(&tree->strays);
	ARRAY_FREE(&tree->items);
	spread_destroy(tree->spread);
	hn_broad_pairs_free(&tree->kept);
	kd_query_free(&tree->query);
	crew_destroy(tree->crew);
	mem_free(tree, sizeof *tree);
}

// Each set gets back the memory that it had at first. So the same steps do not allocate again.
static void kdtree_forget(void *self) {
	KdTree *tree = self;
	for (int place = 0; place < PLACES; ++place)
		while (tree->homes[place] != place) sets_swap(tree, place, tree->homes[place]);
	for (int place = 0; place < PLACES; ++place) set_clear(&tree->sets[place]);
	tree->where.count = tree->slots.count = tree->strays.count = tree->kept.count = 0;
	spread_end(tree->spread);
	tree->kept_tests = (KdTests){ 0 };
	tree->tests = tree->sorted_tests = -1;
	tree->worse = tree->extra = tree->idle = tree->idle_wanted = 0;
	tree->watch = tree->storms = tree->steps = 0;
	tree->changed = true;
	tree->tiled = false;
}

static int32_t kdtree_create(void **out, const BroadObjects *objects, const void *params) {
	KdTree *tree = mem_alloc_zero(sizeof *tree);
	if (tree == NULL) return HN_ERR_NO_MEMORY;
	tree->objects = objects;
	tree->params = *(const KdParams *)params;
	for (int place = 0; place < PLACES; ++place) {
		tree->sets[place].each = tree->params.tile;
		tree->homes[place] = (uint8_t)place;
	}
	if (tree->params.spread > 1 && (tree->spread = mem_alloc_zero(sizeof *tree->spread)) == NULL) {
		kdtree_destroy(tree);
		return HN_ERR_NO_MEMORY;
	}
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

void set_list(KdTree *tree, uint8_t place) {
	uint8_t slotted = (uint8_t)(1U << tree->homes[place]);
	if ((tree->slotted & slotted) == 0) set_slots(&tree->sets[place], tree->slots.data);
	tree->slotted |= slotted;
}

void object_leave(KdTree *tree, int32_t id) {
	uint8_t place = tree->where.data[id] & PLACE;
	if (place < MAIN) return;
	set_list(tree, place);
	set_leave(&tree->sets[place], tree->slots.data[id]);
}

// Moves those of the pairs forward that have no stirred object. Returns where the next one goes.
static __attribute__((noinline)) HnBroadPair *pairs_unstirred(const uint8_t *where, HnBroadPair *to,
                                                              const HnBroadPair *pairs, int64_t count) {
	for (int64_t i = 0; i < count; ++i) {
		HnBroadPair pair = pairs[i];
		*to = pair;
		to += ((where[pair.a] | where[pair.b]) & STIRRED) == 0;
	}
	return to;
}

// Drops the kept pairs of objects that have left the resting ones in this step, or are to be compared again:
// these are stirred. Most blocks have none of them.
static void kept_purge(KdTree *tree) {
	enum { BLOCK = 8 };
	const uint8_t *where = tree->where.data;
	HnBroadPair block[BLOCK], *to = tree->kept.data;
	const HnBroadPair *pairs = to, *end = pairs + tree->kept.count;
	for (; end - pairs >= BLOCK; pairs += BLOCK) {
		uint8_t stirred = 0;
		for (int i = 0; i < BLOCK; ++i)
			stirred |= where[(uint32_t)pairs[i].a], stirred |= where[(uint32_t)pairs[i].b];
		memcpy(block, pairs, sizeof block);
		if ((stirred & STIRRED) != 0) {
			to = pairs_unstirred(where, to, block, BLOCK);
			continue;
		}
		memcpy(to, block, sizeof block);
		to += BLOCK;
	}
	tree->kept.count = pairs_unstirred(where, to, pairs, end - pairs) - tree->kept.data;
}

void loose_purge(KdTree *tree) {
	int64_t kept = 0;
	for (int64_t i = 0; i < tree->strays.count; ++i) {
		int32_t id = tree->strays.data[i];
		tree->strays.data[kept] = id;
		kept += (tree->where.data[id] & PLACE) == LOOSE;
	}
	tree->strays.count = kept;
}

// Follows the changes of the objects. New objects and objects that woke become loose; removed ones leave.
// moved: the number of awake objects that have changed.
static int32_t changes_follow(KdTree *tree, int64_t *moved) {
	const BroadObjects *objects = tree->objects;
	enum { WAKE_PRICE = 16 };
	int64_t rested = resting(tree), nudged = 0;
	bool nudges = nudges_pay(tree);
	if (nudges && !items_reserve(tree, objects->changed.count)) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < objects->changed.count; ++i) {
		int32_t id = objects->changed.data[i];
		if (id >= tree->where.count) continue;
		uint8_t place = tree->where.data[id] & PLACE;
		bool live = id < objects->end && object_is_live(objects, id);
		if (live && nudges && object_nudge(tree, id, nudged)) {
			nudged += 1;
			continue;
		}
		*moved += live;
		if (live && (place == MAIN || place == LOOSE)) {
			tree->where.data[id] = place | STIRRED;
			continue;
		}
		object_leave(tree, id);
		tree->where.data[id] = (live ? LOOSE : NOWHERE) | STIRRED;
		if (live) tree->strays.data[tree->strays.count++] = id;
	}
	if (objects->turnover > 0) loose_purge(tree);
	if (resting(tree) < rested) kept_purge(tree);
	int32_t status = nudged > 0 ? nudges_settle(tree, nudged) : HN_OK;
	tree->idle -= WAKE_PRICE * (rested - resting(tree));
	return status;
}

// Orders
// -----------------------------------------------------------------------------------------------------------

// Gathering writes one item beyond the last, so there is one more.
bool items_reserve(KdTree *tree, int64_t count) { return ARRAY_RESERVE(&tree->items, 2 * count + 2); }

// Appends to the first `count` items those ids whose state, masked, equals `value`, and which have not left
// the set if `set` is not NULL. States are not read if the mask is a constant 0. The boxes of ids in an order
// lie anywhere in memory. Returns the new number of items.
static inline __attribute__((always_inline)) int64_t ids_gather(KdTree *tree, const int32_t *ids,
                                                                int64_t id_count, const KdSet *set,
                                                                int64_t count, uint8_t mask, uint8_t value) {
	enum { AHEAD = 48 };
	const Aabb *keys = tree->objects->keys;
	const uint8_t *where = tree->where.data;
	KdItem *items = tree->items.data;
	for (int64_t i = 0; i < id_count; ++i) {
		int32_t next = ids[i + AHEAD < id_count ? i + AHEAD : i];
		__builtin_prefetch(&keys[next]);
		__builtin_prefetch(&keys[next].hi[2]); // on the next line, for some
		if (mask != 0) __builtin_prefetch(&where[next]);
		kd_item(&items[count], &keys[ids[i]], ids[i]);
		bool wanted = mask == 0 || (where[ids[i]] & mask) == value;
		count += (int)wanted & (int)(set == NULL || set_has(set, i));
	}
	return count;
}

int64_t loose_gather(KdTree *tree, int64_t count, uint8_t mask) {
	return ids_gather(tree, tree->strays.data, tree->strays.count, NULL, count, mask, LOOSE & mask);
}

// Gathers the objects that are still in a set. The lane of an object that left must be skipped: the object
// may have come back to the same set in another lane.
int64_t set_gather(KdTree *tree, uint8_t place, int64_t count, uint8_t mask) {
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

void items_order(KdTree *tree, uint8_t place, int64_t count) {
	set_sort(&tree->sets[place], tree->items.data, count);
	tree->slotted &= (uint8_t) ~(1U << tree->homes[place]);
}

int32_t set_make(KdTree *tree, int64_t count, uint8_t place) {
	if (!set_reserve(&tree->sets[place], count)) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < count; ++i) place_set(tree, tree->items.data[i].id, place);
	items_order(tree, place, count);
	return HN_OK;
}

int32_t set_tiles_build(KdTree *tree, uint8_t place, KdStrays *strays) {
	return set_build(&tree->sets[place], kd_kernel(), tree->objects->keys, strays, crew_hands(tree->crew));
}

// Main and the loose objects are to be searched by another order.
static void main_changes(KdTree *tree) {
	spread_end(tree->spread);
	tree->worse = tree->extra = 0;
	tree->sorted_tests = -1;
	tree->changed = true;
}

int32_t main_renew(KdTree *tree) {
	if (!items_reserve(tree, awake(tree))) return HN_ERR_NO_MEMORY;
	int64_t count = loose_gather(tree, set_gather(tree, MAIN, 0, 0), 0);
	for (int64_t i = 0; i < tree->strays.count; ++i) place_set(tree, tree->strays.data[i], MAIN);
	tree->strays.count = 0;
	main_changes(tree);
	if (!set_reserve(&tree->sets[MAIN], count)) return HN_ERR_NO_MEMORY;
	items_order(tree, MAIN, count);
	return HN_OK;
}

// Begins a new order of all awake objects, which steps to come go on with.
static int32_t spread_awake(KdTree *tree) {
	if (!items_reserve(tree, awake(tree))) return HN_ERR_NO_MEMORY;
	int64_t count = loose_gather(tree, set_gather(tree, MAIN, 0, 0), 0);
	if (!spread_begin(tree->spread, count)) return HN_ERR_NO_MEMORY;
	memcpy(tree->spread->items.data, tree->items.data, (size_t)count * sizeof(KdItem));
	return spread_go_on(tree->spread, tree->items.data, tree->params.tile, tree->params.spread);
}

// Main gets the order that was made. Objects that have left meanwhile, or come to rest, leave a lane empty;
// those that came are loose.
static int32_t spread_take(KdTree *tree) {
	KdSet *main = &tree->sets[MAIN];
	const KdItem *items = tree->spread->items.data;
	int64_t count = tree->spread->items.count;
	if (!set_reserve(main, count)) return HN_ERR_NO_MEMORY;
	set_take(main, items, count);
	tree->slotted &= (uint8_t) ~(1U << tree->homes[MAIN]);
	for (int64_t slot = 0; slot < count; ++slot) {
		uint8_t place = tree->where.data[items[slot].id] & PLACE;
		if (place == MAIN || place == LOOSE)
			place_set(tree, items[slot].id, MAIN);
		else
			set_leave(main, (int32_t)slot);
	}
	loose_purge(tree);
	main_changes(tree);
	return HN_OK;
}

static int32_t spread_step(KdTree *tree) {
	int64_t count = tree->spread->items.count;
	if (!items_reserve(tree, count)) return HN_ERR_NO_MEMORY;
	int32_t status = spread_go_on(tree->spread, tree->items.data, tree->params.tile, tree->params.spread);
	return status == HN_OK && spread_is_done(tree->spread) ? spread_take(tree) : status;
}

int32_t levels_even(KdTree *tree) {
	int32_t status = HN_OK, levels = 0;
	for (int place = LOOSE; place < PLACES; ++place)
		if (tree->sets[place].level_count > levels) levels = tree->sets[place].level_count;
	for (int place = LOOSE; status == HN_OK && place < PLACES; ++place)
		if (tree->sets[place].level_count > 0) status = set_extend(&tree->sets[place], levels);
	return status;
}

static bool strays_are_many(const KdTree *tree) {
	return 4 * tree->strays.count > set_count(&tree->sets[MAIN]);
}

// At once if an order that is made over several steps would be late.
static int32_t order_follow(KdTree *tree) {
	if (strays_are_many(tree) || 2 * set_count(&tree->sets[MAIN]) < tree->sets[MAIN].order.count)
		return main_renew(tree);
	if (tree->spread != NULL && spread_is_on(tree->spread)) return spread_step(tree);
	bool due = (double)tree->extra > tree->params.patience * (double)awake(tree);
	if (!due) return HN_OK;
	return tree->spread != NULL ? spread_awake(tree) : main_renew(tree);
}

// Sums up the additional tests of the last query.
static void tests_follow(KdTree *tree) {
	enum { LOOSE_TESTS = 40 }; // the cost of a loose object, in tests
	int64_t tests = tree->tests;
	tree->extra += LOOSE_TESTS * tree->strays.count;
	if (tests < 0) return; // no query since the last update
	if (tree->sorted_tests < 0) tree->sorted_tests = tests;
	tree->worse = tests > tree->sorted_tests ? tests - tree->sorted_tests : 0;
	tree->extra += tree->worse;
	tree->tests = -1;
}

static int32_t kdtree_update(void *self) {
	KdTree *tree = self;
	int32_t status = places_reserve(tree);
	if (status != HN_OK) return status;
	tests_follow(tree);
	bool watched = watch_goes_on(tree);
	tree->tiled = !tree->changed || (tree->tiled && watched);
	tree->changed |= tree->objects->changed.count > 0;
	tree->kept_tests = (KdTests){ 0 };
	int64_t rested = tree->sets[FRESH].order.count + tree->sets[STILL].order.count;
	bool looks = tree->objects->turnover > 0 || rested > 0 || watched;
	int64_t moved = looks ? 0 : tree->objects->changed.count;
	if (looks) status = changes_follow(tree, &moved);
	if (status == HN_OK) status = rest_find(tree, moved);
	rested = tree->sets[FRESH].order.count + tree->sets[STILL].order.count;
	if (status == HN_OK && 2 * resting(tree) < rested) status = rest_end(tree);
	return status == HN_OK ? order_follow(tree) : status;
}

// Building
// -----------------------------------------------------------------------------------------------------------

// Builds main. Objects that stray from their tiles become loose. If they are many, all are sorted again at
// once: a query would compare each with nearly everything.
static int32_t main_build(KdTree *tree) {
	int64_t before = tree->strays.count;
	int32_t status = set_tiles_build(tree, MAIN, &tree->strays);
	for (int64_t i = before; i < tree->strays.count; ++i) place_set(tree, tree->strays.data[i], LOOSE);
	if (status != HN_OK || tree->strays.count == before || !strays_are_many(tree)) return status;
	status = main_renew(tree);
	return status == HN_OK ? set_tiles_build(tree, MAIN, NULL) : status;
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

static int32_t sets_query(KdTree *tree, HnBroadPairs *out, KdTests *tests) {
	const KdSet *sets = tree->sets;
	int32_t status = HN_OK;
	for (int a = LOOSE; status == HN_OK && a <= MAIN; ++a) {
		status = kd_query_self(&tree->query, &sets[a], out, tests);
		for (int b = a + 1; status == HN_OK && b < PLACES; ++b)
			status = kd_query_cross(&tree->query, &sets[a], &sets[b], out, tests);
	}
	return status;
}

// The number of tests decides when main is sorted again, so timed kernels count tests too: once for each
// chunk of pairs of tiles.
static int32_t kdtree_query(KdTree *tree, HnBroadPairs *out, KdTests *tests) {
	tree->query.plan = crew_begin(tree->crew, awake(tree));
	int32_t status = sets_query(tree, out, tests);
	if (status == HN_OK && tree->query.plan != NULL)
		status = crew_search(tree->crew, tree->query.kernel, out, tests);
	tree->query.plan = NULL;
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

static int32_t kdtree_threads(void *self, int32_t threads) {
	KdTree *tree = self;
	KdCrew *crew = threads > 1 ? crew_create(threads) : NULL;
	if (threads > 1 && crew == NULL) return HN_ERR_NO_MEMORY;
	crew_destroy(tree->crew);
	tree->crew = crew;
	return HN_OK;
}

static const HnBroadPairs *kdtree_kept(const void *self) { return &((const KdTree *)self)->kept; }

static size_t kdtree_bytes(const void *self) {
	const KdTree *tree = self;
	size_t sets = 0;
	for (int place = 0; place < PLACES; ++place) sets += set_bytes(&tree->sets[place]);
	return offsetof(KdTree, query.plan) + crew_bytes(tree->crew) + sets + (size_t)tree->where.capacity +
	       (size_t)(tree->slots.capacity + tree->strays.capacity) * sizeof(int32_t) +
	       spread_bytes(tree->spread) + (size_t)tree->items.capacity * sizeof(KdItem) +
	       (size_t)tree->kept.capacity * sizeof(HnBroadPair) + kd_query_bytes(&tree->query);
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
	{ .name = "spread",
	  .type = PARAM_INT,
	  .offset = offsetof(KdParams, spread),
	  .fallback = 2,
	  .lo = 1,
	  .hi = 64,
	  .about =
	      "steps over which a sort is spread where the order can wait: the longest steps become shorter, the "
	      "mean a little longer" },
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
	.kept = kdtree_kept,
	.threads = kdtree_threads,
	.bytes = kdtree_bytes,
};
