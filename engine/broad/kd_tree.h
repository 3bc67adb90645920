// The state of the broad phase kdtree, and the functions by which kdtree.c and kd_rest.c move objects from
// set to set.
#pragma once

#include "broad/kd_crew.h"
#include "broad/kd_spread.h"

typedef struct KdParams {
	int32_t tile, rest, spread;
	double patience;
} KdParams;

// The state of an object: the set that it is in (bits of PLACE), and whether it has changed since the watch
// for resting objects began (STIRRED; of those at rest: in this step). kd_nudge.c has the other bits.
enum { NOWHERE, LOOSE, MAIN, FRESH, STILL, PLACES, PLACE = 7, STIRRED = 8 };

typedef struct KdTree {
	const BroadObjects *objects;
	KdParams params;
	KdSet sets[PLACES];    // NOWHERE is empty; FRESH (newly at rest) and STILL hold the resting objects
	uint8_t homes[PLACES]; // the place at which each of the sets was at first
	uint8_t slotted;       // bits by home: whether `slots` has those of a set; few orders are asked for them
	bool changed;          // main and loose must be built again
	bool tiled;            // main's tiles have the boxes of all objects that have not changed in the watch
	ARRAY(uint8_t) where;  // the state of each object, by id
	ARRAY(int32_t) slots;  // by id: the slot in the object's set, if the set is slotted
	KdStrays strays;       // the ids of loose objects
	ARRAY(KdItem) items;   // scratch for sorting; the second half is scratch of kd_order
	KdSpread *spread;      // main's next order; NULL: the parameter asks for none
	HnBroadPairs kept;     // the pairs among resting objects
	KdTests kept_tests;    // the tests that found new kept pairs in this step
	int64_t tests;        // tests of the last query, without kept_tests; negative: none since the last update
	int64_t sorted_tests; // tests of the first query after main was sorted; negative: no query since then
	int64_t worse;        // tests of the last query beyond sorted_tests
	int64_t extra;        // the same, summed over the queries since main was sorted
	int64_t idle; // unchanged boxes in main and loose, summed over steps, less a cost for objects that woke
	int32_t idle_wanted; // the least number of unchanged boxes in a step of the watch
	int16_t watch;       // remaining steps of the watch for resting objects; 0: no watch
	uint8_t storms;      // recent times when most resting objects woke; each doubles the price of resting
	uint8_t steps;       // counts steps and wraps; a storm is forgotten every 64 steps
	KdQuery query;
	KdCrew *crew; // NULL: one thread
} KdTree;

static inline bool rests(uint8_t where) { return (where & PLACE) >= FRESH; }

static inline int64_t resting(const KdTree *tree) {
	return set_count(&tree->sets[FRESH]) + set_count(&tree->sets[STILL]);
}

static inline int64_t awake(const KdTree *tree) { return set_count(&tree->sets[MAIN]) + tree->strays.count; }

static inline void sets_swap(KdTree *tree, int a, int b) {
	const KdSet set = tree->sets[a];
	uint8_t home = tree->homes[a];
	tree->sets[a] = tree->sets[b];
	tree->sets[b] = set;
	tree->homes[a] = tree->homes[b];
	tree->homes[b] = home;
}

// Takes an object out of its set: it was removed, it has woken, or it comes to rest.
void object_leave(KdTree *tree, int32_t id);
void set_list(KdTree *tree, uint8_t place); // lists the slots of the set's objects, unless they are
void loose_purge(KdTree *tree);             // forgets loose objects that have left
// Reserves `count` items and as much scratch.
bool items_reserve(KdTree *tree, int64_t count);
// Append the objects of a set, or the loose ones, to the first `count` items. mask: STIRRED: only those that
// have not changed; 0: all. Return the new number of items.
int64_t set_gather(KdTree *tree, uint8_t place, int64_t count, uint8_t mask);
int64_t loose_gather(KdTree *tree, int64_t count, uint8_t mask);
// Sorts `count` items into a set. HN_ERR_NO_MEMORY, as from all below.
int32_t set_make(KdTree *tree, int64_t count, uint8_t place);
int32_t set_tiles_build(KdTree *tree, uint8_t place, KdStrays *strays);
int32_t levels_even(KdTree *tree); // gives all sets the same number of levels
int32_t main_renew(KdTree *tree);  // sorts all awake objects into main

void items_order(KdTree *tree, uint8_t place, int64_t count); // sorts items into a set with space for them

// kd_nudge.c. nudges_pay: whether few enough have changed. object_nudge: whether a resting object that has
// changed keeps its lane; it is then the item `count`. nudges_settle: finds the pairs of these, which
// kept_purge has dropped, and puts them into their lanes.
bool nudges_pay(const KdTree *tree);
bool object_nudge(KdTree *tree, int32_t id, int64_t count);
int32_t nudges_settle(KdTree *tree, int64_t count);

// kd_rest.c. kept_add: adds to `kept` the pairs of the objects of a set, with each other and with resting
// objects of other sets. watch_goes_on: whether there is a watch; it ends when most objects have changed,
// before they are looked at. rest_find decides which objects come to rest; moved: the number of awake objects
// that have changed. rest_end wakes all.
int32_t kept_add(KdTree *tree, uint8_t added);
bool watch_goes_on(KdTree *tree);
int32_t rest_find(KdTree *tree, int64_t moved);
int32_t rest_end(KdTree *tree);
