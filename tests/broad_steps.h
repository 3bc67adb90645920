// What tests of broad phases share: a whole step, pairs that are compared, and boxes on a lattice.
#pragma once

#include <stdbool.h>
#include <string.h>

#include "broad/broad.h"
#include "cheap.h"

static inline int32_t step_all(Broad *broad, HnBroadPairs *out, BroadCounts *counts) {
	int32_t status = broad_update(broad);
	if (status == HN_OK) status = broad_build(broad);
	return status != HN_OK ? status : broad_query(broad, out, counts);
}

static inline bool pairs_equal(const HnBroadPairs *a, const HnBroadPairs *b) {
	return a->count == b->count &&
	       (a->count == 0 || memcmp(a->data, b->data, (size_t)a->count * sizeof *a->data) == 0);
}

// The same pairs, in whatever order. Sorts both.
static inline bool pairs_agree(HnBroadPairs *a, HnBroadPairs *b) {
	return hn_broad_pairs_sort(a) == HN_OK && hn_broad_pairs_sort(b) == HN_OK && pairs_equal(a, b);
}

static inline int64_t tests_of_step(Broad *broad, HnBroadPairs *out) {
	BroadCounts counts = { 0 };
	ck_assert_int_eq(step_all(broad, out, &counts), HN_OK);
	return counts.tests + counts.node_tests;
}

// Cubes of 2.5 at distances of 2: each meets its neighbours and nothing else.
static inline void lattice_place(Broad *broad, int32_t side) {
	for (int32_t id = 0; id < side * side * side; ++id) {
		int32_t row = id / side, layer = row / side;
		float at[3] = { (float)(id % side), (float)(row % side), (float)layer };
		Aabb box;
		for (int k = 0; k < 3; ++k) box.lo[k] = 2 * at[k], box.hi[k] = 2 * at[k] + 2.5F;
		cheap_assert(broad_place(broad, id, 1, &box) == HN_OK);
	}
}
