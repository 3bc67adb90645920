// What fits of oriented boxes need beside the box: the points of a node, and those of them that were
// chosen. It is kept from one node to the next.
#pragma once

#include "base/array.h"
#include "math/vec3.h"

// Some of a mesh's triangles: those numbered order[0] to order[count - 1].
typedef struct ObbTriangles {
	const double *xyz;
	const int32_t *triangles, *order;
	int32_t count; // at least 1
} ObbTriangles;

typedef ARRAY(HnVec3) PointList;
typedef ARRAY(int32_t) SlotList;

typedef struct FitScratch {
	int32_t status; // HN_ERR_NO_MEMORY once there was none: the box is valid, but of fit `vertices`
	PointList points, chosen, flat;
	SlotList table; // of points, by hash: 0 is empty, else the place and 1
} FitScratch;

void fit_scratch_free(FitScratch *scratch); // NULL is allowed

// room->points: all corners, each as often as triangles have it; -0 counts as 0. False: no memory.
bool fit_scratch_corners(FitScratch *scratch, const ObbTriangles *triangles);
// The same of points.
bool fit_scratch_points(FitScratch *scratch, const HnVec3 *points, int32_t count);
// One of each position, the first; `list` is one of the room's. False: no memory, and the list is as it was.
bool fit_scratch_distinct(FitScratch *scratch, PointList *list);
// Notes a failure, for whoever asks for the status; false.
static inline bool fit_scratch_fail(FitScratch *scratch, int32_t status) {
	scratch->status = status;
	return false;
}

// Points as hulls and extents take them, 3 doubles each.
static inline const double *doubles_of(const HnVec3 *points) { return (const double *)(const void *)points; }
