// Finds the overlapping pairs of one set of tiles, or of two sets with each other. Pairs of tiles are opened
// from the top down, a chunk at a time. Each stage is a plain loop over the results of the stage before. Few
// objects are compared with many others one by one.
#pragma once

#include "broad/kd_set.h"

// The number of box tests with boxes of objects, and of those with bounds of tiles.
typedef struct KdTests {
	int64_t objects, nodes;
} KdTests;

// A part of a query, which finds its pairs without the other parts. All parts, one after the other, find the
// pairs of the query in the same order, and take the same tests.
typedef struct KdPart {
	enum { PART_WITHIN, PART_PAIRS, PART_ASKS } kind; // tiles of a, or pairs or asks of the plan
	const KdSet *a, *b;
	int32_t level;
	int64_t first, count;
} KdPart;

typedef struct KdPlan {
	ARRAY(KdPart) parts;
	HnBroadPairs pairs; // those of all parts
} KdPlan;

typedef struct KdQuery {
	const KdKernel *kernel;
	// for each level, overlapping pairs of tiles that are not opened yet, or of an object (its lane) and a
	// tile
	HnBroadPairs open[KD_LEVELS];
	uint32_t items[KD_ITEMS];
	KdHit hits[KD_HITS];
	KdTurned turned[KD_WITHIN];
	KdPlan *plan; // NULL, or where queries put their parts instead of searching them
} KdQuery;

void kd_query_free(KdQuery *query);
size_t kd_query_bytes(const KdQuery *query); // without the struct itself
// Appends the overlapping pairs of one set to out, as ids, and adds the number of tests to tests.
// HN_ERR_NO_MEMORY.
int32_t kd_query_self(KdQuery *query, const KdSet *set, HnBroadPairs *out, KdTests *tests);
// The same for pairs with one object of each set. Both sets must have the same number of levels (set_extend).
// It is faster if a is the set with fewer objects.
int32_t kd_query_cross(KdQuery *query, const KdSet *a, const KdSet *b, HnBroadPairs *out, KdTests *tests);
// Searches a part of a plan.
int32_t kd_query_part(KdQuery *query, const KdPlan *plan, const KdPart *part, HnBroadPairs *out,
                      KdTests *tests);
