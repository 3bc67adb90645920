// The pairs of sets of tiles, of one with itself and of two with each other. Pairs of tiles are opened from
// the top down, some at a time, each stage in straight loops over what the one before has kept.
#pragma once

#include "broad/kd_set.h"

// Boxes compared: of objects, and of tiles.
typedef struct KdTests {
	int64_t objects, nodes;
} KdTests;

typedef struct KdQuery {
	const KdKernel *kernel;
	HnBroadPairs open[KD_LEVELS]; // of each level pairs of tiles that meet, not opened yet
	uint32_t items[KD_ITEMS];
	KdHit hits[KD_HITS];
	KdTurned turned[KD_WITHIN];
} KdQuery;

void kd_query_free(KdQuery *query);
size_t kd_query_bytes(const KdQuery *query); // without itself
// The pairs of ids of objects of one set that meet are added to out, and the tests to tests.
int32_t kd_query_self(KdQuery *query, const KdSet *set, HnBroadPairs *out, KdTests *tests);
// One of each. Both have as many levels; a is better the one with fewer objects.
int32_t kd_query_cross(KdQuery *query, const KdSet *a, const KdSet *b, HnBroadPairs *out, KdTests *tests);
