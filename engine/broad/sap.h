// Sweep and prune: one axis sorted anew each step, and three axes kept sorted.
#pragma once

#include "broad/broad.h"
#include "broad/rows.h"

// The three bits of an axis choice.
typedef enum SweepAxis { SWEEP_VARIANCE, SWEEP_X, SWEEP_Y, SWEEP_Z, SWEEP_AXES } SweepAxis;
const char *sweep_axis_name(int32_t index); // as Param.choice wants it

// One axis: the boxes by ascending lower bound, ties by id.
typedef struct Sweep {
	BoxRows rows;
	int axis;
	ARRAY(uint64_t) keys; // and as many for sorting
} Sweep;

int32_t sweep_build(Sweep *sweep, const BroadObjects *objects, SweepAxis axis);
int32_t sweep_query_timed(const Sweep *sweep, HnBroadPairs *out);
int64_t sweep_tests(const Sweep *sweep); // pairs that overlap along the axis
void sweep_free(Sweep *sweep);
size_t sweep_bytes(const Sweep *sweep);

// Three axes (Baraff 1992, Cohen et al. 1995): six bounds an object, kept sorted by insertion; where a lower
// bound passes an upper one, the pair begins or ends.
typedef struct Endpoints Endpoints;
int32_t endpoints_create(Endpoints **out, const BroadObjects *objects, double swaps);
void endpoints_destroy(Endpoints *endpoints); // NULL is allowed
void endpoints_forget(Endpoints *endpoints);  // no objects; memory is kept
int32_t endpoints_update(Endpoints *endpoints);
int32_t endpoints_query(const Endpoints *endpoints, HnBroadPairs *out);
int64_t endpoints_tests(const Endpoints *endpoints); // boxes compared in the last update
size_t endpoints_bytes(const Endpoints *endpoints);
