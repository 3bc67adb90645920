// Sweep and prune in two forms: one axis that is sorted in each step, and three axes that are kept sorted.
#pragma once

#include "broad/broad.h"
#include "broad/rows.h"

// The axis of a sweep: one of the three, or the one with the largest variance.
typedef enum SweepAxis { SWEEP_VARIANCE, SWEEP_X, SWEEP_Y, SWEEP_Z } SweepAxis;
const char *sweep_axis_name(int32_t index); // for Param.choice

// One axis: the boxes in the order of their lower bounds, ties by id.
typedef struct Sweep {
	BoxRows rows;
	int axis;
	ARRAY(uint64_t) keys; // the second half is scratch for sorting
} Sweep;

int32_t sweep_build(Sweep *sweep, const BroadObjects *objects, SweepAxis axis);
int32_t sweep_query_timed(const Sweep *sweep, HnBroadPairs *out);
int64_t sweep_tests(const Sweep *sweep); // pairs that overlap along the axis
void sweep_free(Sweep *sweep);
size_t sweep_bytes(const Sweep *sweep);

// Three axes (Baraff 1992, Cohen et al. 1995): each object has six bounds, which are kept sorted by
// insertion. When a lower bound passes an upper one, a pair may begin or end.
typedef struct Endpoints Endpoints;
int32_t endpoints_create(Endpoints **out, const BroadObjects *objects, double swaps);
void endpoints_destroy(Endpoints *endpoints); // NULL is allowed
void endpoints_forget(Endpoints *endpoints);  // no objects; memory is kept
int32_t endpoints_update(Endpoints *endpoints);
int32_t endpoints_query(const Endpoints *endpoints, HnBroadPairs *out);
int64_t endpoints_tests(const Endpoints *endpoints); // boxes compared in the last update
size_t endpoints_bytes(const Endpoints *endpoints);
