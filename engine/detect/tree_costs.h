// Measures the times of one test of two volumes (Cb), one test of two triangles (Cp) and one update of a node
// (Cu): the terms of T = Nb Cb + Np Cp + Nu Cu (wei2000; wang2018, eq. 1). A counted traversal records pairs
// that it tests, evenly spaced, at most 2048 of each kind in a step. They are then tested repeatedly without
// a traversal, in the same order and on the same nodes. An update is that of the whole step, over the nodes
// that the traversal met. So the costs exclude the stack, the branches and the queues, and the caches are
// warm. Tests of root lists are not timed.
#pragma once

#include "detect/inspect.h"
#include "tree/moved.h"

enum { COST_TEST, COST_TRIANGLES, COST_UPDATE, COST_KINDS };

typedef struct TreeCosts {
	PairTrace trace; // filled by one traversal
	double ns[COST_KINDS];
	int64_t counted[COST_KINDS];
	int64_t sink; // keeps the compiler from removing the tests
} TreeCosts;

int32_t tree_costs_begin(TreeCosts *out); // HN_ERR_NO_MEMORY
void tree_costs_free(TreeCosts *costs);

// Adds a traversal: `query` is its query, with its counts, and `moved` was placed at `pose` for it. Error:
// HN_ERR_NO_MEMORY.
int32_t tree_costs_add(TreeCosts *costs, PairQuery *query, MovedTree *moved, const HnPose *pose,
                       TopoBuilder *builder);
// Puts group COSTS into *out, except the prediction, which the run computes. An operation that never occurred
// has no cost.
void tree_costs_put(const TreeCosts *costs, Inspection *out);
