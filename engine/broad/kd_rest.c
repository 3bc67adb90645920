// How objects of a k-d tree come to rest and wake all at once. Objects that have not changed for some steps
// get into tiles that are not built again, and the pairs among them are kept. Mostly those are the tiles of
// main, without what has moved. Otherwise the objects are gathered and sorted into tiles of their own: at
// first all, later those that are newly at rest, until they are so many that all resting objects are sorted
// together.
#include "broad/kd_tree.h"

#include "base/error.h"

// PART: the newly resting objects are at most one of so many of all resting ones.
enum { STORMS_MOST = 16, PART = 4 };

int32_t kept_add(KdTree *tree, uint8_t added) {
	KdSet *sets = tree->sets;
	int32_t status = HN_OK;
	tree->query.kernel = kd_kernel();
	for (int place = LOOSE; status == HN_OK && place < PLACES; ++place)
		if ((place == added || place > MAIN) && sets[place].level_count == 0)
			status = set_tiles_build(tree, (uint8_t)place, NULL);
	if (status == HN_OK) status = levels_even(tree);
	if (status == HN_OK) status = kd_query_self(&tree->query, &sets[added], &tree->kept, &tree->kept_tests);
	for (int place = FRESH; status == HN_OK && place < PLACES; ++place)
		if (place != added)
			status = kd_query_cross(&tree->query, &sets[added], &sets[place], &tree->kept, &tree->kept_tests);
	return status;
}

// The objects of main that have not changed come to rest where they are: main's tiles become those of an
// empty resting set, without a sort. Those that have changed become loose.
static int32_t main_rest(KdTree *tree, uint8_t place) {
	if (!ARRAY_RESERVE(&tree->strays, awake(tree) + 1)) return HN_ERR_NO_MEMORY;
	spread_end(tree->spread);      // of objects of which most rest
	set_clear(&tree->sets[FRESH]); // it may have lanes of objects that left
	sets_swap(tree, MAIN, place);
	set_clear(&tree->sets[MAIN]);
	KdSet *set = &tree->sets[place];
	if (!tree->tiled) set->level_count = 0;
	for (int64_t t = 0; t < set_tiles(set); ++t) {
		uint32_t valid = set->valid.data[t], moved = 0;
		const int32_t *ids = set->order.data + t * set->each;
		for (int lane = 0; valid >> lane != 0; ++lane) {
			if ((valid >> lane & 1) == 0) continue;
			uint8_t *where = &tree->where.data[ids[lane]];
			bool stirred = (*where & STIRRED) != 0;
			moved |= (uint32_t)stirred << lane;
			*where = stirred ? LOOSE | STIRRED : place;
			tree->strays.data[tree->strays.count] = ids[lane];
			tree->strays.count += stirred;
		}
		if (moved != 0) set_leave_many(set, t, moved);
	}
	tree->sorted_tests = -1;
	tree->worse = tree->extra = 0;
	return kept_add(tree, place);
}

// The first objects that come to rest stay in the order and the tiles in which kept_add has compared them.
static void rest_first(KdTree *tree) {
	sets_swap(tree, STILL, LOOSE);
	const int32_t *order = tree->sets[STILL].order.data;
	for (int64_t i = 0; i < tree->sets[STILL].order.count; ++i) tree->where.data[order[i]] = STILL;
	set_clear(&tree->sets[LOOSE]);
	set_clear(&tree->sets[FRESH]);
}

// Sorts `count` items that come to rest together with the newly resting objects, or with all resting ones.
static int32_t rest_more(KdTree *tree, int64_t count) {
	bool all = PART * (count + set_count(&tree->sets[FRESH])) > set_count(&tree->sets[STILL]);
	count = set_gather(tree, FRESH, count, 0);
	if (all) count = set_gather(tree, STILL, count, 0);
	if (all) set_clear(&tree->sets[FRESH]);
	return set_make(tree, count, all ? STILL : FRESH);
}

// Sorts the objects that come to rest into tiles of their own.
static int32_t rest_gather(KdTree *tree) {
	if (!items_reserve(tree, awake(tree) + resting(tree))) return HN_ERR_NO_MEMORY;
	spread_end(tree->spread);
	int64_t count = loose_gather(tree, set_gather(tree, MAIN, 0, STIRRED), STIRRED);
	for (int64_t i = 0; i < count; ++i) object_leave(tree, tree->items.data[i].id);
	int32_t status = set_make(tree, count, LOOSE);
	if (status == HN_OK) status = kept_add(tree, LOOSE);
	if (status != HN_OK) return status;
	if (resting(tree) == 0)
		rest_first(tree);
	else
		status = rest_more(tree, count);
	loose_purge(tree);
	return status;
}

// The number of unchanged objects in main or among the loose ones.
static int64_t unchanged(const KdTree *tree, uint8_t place) {
	enum { BLOCK = 128 }; // few enough for a count of one byte
	const uint8_t *where = tree->where.data;
	int64_t count = 0, id = 0;
	for (; id + BLOCK <= tree->where.count; id += BLOCK) {
		uint8_t some = 0;
		for (int i = 0; i < BLOCK; ++i) some = (uint8_t)(some + (where[id + i] == place));
		count += some;
	}
	for (; id < tree->where.count; ++id) count += where[id] == place;
	return count;
}

// Whether `count` unchanged objects of main come to rest in the tiles of main: its order is about as good as
// a new one, few lanes become empty, and there is an empty set for them.
static bool main_can_rest(const KdTree *tree, int64_t count) {
	const KdSet *main = &tree->sets[MAIN];
	int64_t still = set_count(&tree->sets[STILL]), fresh = set_count(&tree->sets[FRESH]);
	return 4 * count >= 3 * main->order.count && tree->worse <= set_count(main) && fresh == 0 &&
	       (still == 0 || PART * count <= still);
}

// Ends a watch: objects that have not changed since it began come to rest.
static int32_t rest_begin(KdTree *tree) {
	int64_t count = unchanged(tree, MAIN), all = count + unchanged(tree, LOOSE);
	if (all == 0 || 4 * all < 3 * tree->idle_wanted) return HN_OK; // different ones are idle in each step
	tree->changed = true;
	if (!main_can_rest(tree, count)) return rest_gather(tree);
	return main_rest(tree, resting(tree) == 0 ? STILL : FRESH);
}

// More resting objects have left than remain: all become awake.
int32_t rest_end(KdTree *tree) {
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
	if (tree->storms < STORMS_MOST) ++tree->storms;
	return main_renew(tree);
}

bool watch_goes_on(KdTree *tree) {
	int64_t asleep = resting(tree), changed = tree->objects->changed.count;
	int64_t idle = awake(tree) - (changed > asleep ? changed - asleep : 0); // at most
	if (tree->watch > 0 && 2 * idle < tree->idle_wanted) tree->watch = 0, tree->idle = 0;
	return tree->watch > 0;
}

// Begins a watch. This step is the first in which objects may have been unchanged.
static void watch_begin(KdTree *tree, int64_t idle) {
	const BroadObjects *objects = tree->objects;
	uint8_t *where = tree->where.data;
	int64_t count = tree->where.count;
	for (int64_t id = 0; id < count; ++id) where[id] &= PLACE;
	for (int64_t i = 0; i < objects->changed.count; ++i)
		if (objects->changed.data[i] < count && !rests(where[objects->changed.data[i]]))
			where[objects->changed.data[i]] |= STIRRED;
	tree->watch = (int16_t)tree->params.rest;
	tree->idle_wanted = (int32_t)idle;
}

// Sums up the work on unchanged boxes. When it exceeds the cost of gathering them into tiles of their own, a
// watch begins, which finds the objects that stay unchanged for `rest` steps.
int32_t rest_find(KdTree *tree, int64_t moved) {
	enum { FORGET = 64 };
	if (tree->params.rest == 0) return HN_OK;
	if (++tree->steps % FORGET == 0 && tree->storms > 0) --tree->storms;
	int64_t idle = awake(tree) - moved;
	if (tree->watch == 0) {
		int64_t price = 3 * (idle + set_count(&tree->sets[FRESH])) / 2 << tree->storms;
		if (main_can_rest(tree, idle)) price /= 3; // no sort
		tree->idle += idle;
		if (idle <= 0 || tree->idle <= price) return HN_OK;
		watch_begin(tree, idle);
	}
	if (idle < tree->idle_wanted) tree->idle_wanted = (int32_t)idle;
	if (--tree->watch > 0) return HN_OK;
	tree->idle = 0;
	return rest_begin(tree);
}
