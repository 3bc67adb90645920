// What one test of two volumes (Cb), one of two triangles (Cp) and one update of a node (Cu) take: the terms
// of T = Nb Cb + Np Cp + Nu Cu (wei2000; wang2018, eq. 1). A counted walk records pairs that it tests, evenly
// spaced, at most 2048 of each kind a step; they are tested again over and over, in the walk's order and on
// the same nodes, without walking. An update is that of the step, whole, over the nodes that it came to.
// So the costs hold nothing of stack, branches and queues, and their caches are warm. Those of root lists are
// not timed.
#pragma once

#include "detect/inspect.h"
#include "tree/moved.h"

enum { COST_TEST, COST_TRIANGLES, COST_UPDATE, COST_KINDS };

typedef struct TreeCosts {
	PairTrace trace; // to be filled by one walk
	double ns[COST_KINDS];
	int64_t counted[COST_KINDS];
	int64_t sink; // so that no test is left out
} TreeCosts;

int32_t tree_costs_begin(TreeCosts *out); // HN_ERR_NO_MEMORY
void tree_costs_free(TreeCosts *costs);
void tree_costs_walk(TreeCosts *costs); // forgets the pairs of the walk before

// After a walk, whose query it was, with its counts; moved was brought to the pose for it. HN_ERR_NO_MEMORY.
int32_t tree_costs_add(TreeCosts *costs, PairQuery *query, MovedTree *moved, const HnPose *pose,
                       TopoBuilder *builder);
// Group COSTS but for the prediction, which is the run's. What was never done has no cost.
void tree_costs_put(const TreeCosts *costs, Inspection *out);
