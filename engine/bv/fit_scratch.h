// Scratch memory for fits of oriented boxes: the points of a node, and the points chosen among them. It is
// kept from one node to the next.
#pragma once

#include "base/array.h"
#include "math/vec3.h"

// A part of a mesh's triangles: order[0] to order[count - 1].
typedef struct ObbTriangles {
	const double *xyz;
	const int32_t *triangles, *order;
	int32_t count; // at least 1
} ObbTriangles;

typedef ARRAY(HnVec3) PointList;
typedef ARRAY(int32_t) SlotList;

typedef struct FitScratch {
	// HN_ERR_NO_MEMORY after an allocation failed: the box is still valid, but fitted by `vertices`
	int32_t status;
	PointList points, chosen, flat;
	SlotList table;   // a hash table of points: 0 is empty, else the index + 1
	SlotList numbers; // of each point: its vertex, and then what a fit puts there
	SlotList seen;    // for each vertex the `mark` of the triangles that had it last
	int32_t mark;
} FitScratch;

void fit_scratch_free(FitScratch *scratch); // NULL is allowed

// Fills scratch->points with the vertices of the triangles, each once, in the order in which they come first.
// -0 becomes 0. False: no memory.
bool fit_scratch_corners(FitScratch *scratch, const ObbTriangles *triangles);
// The same for given points.
bool fit_scratch_points(FitScratch *scratch, const HnVec3 *points, int32_t count);
// Keeps only the first point of each position. `list` is one of the lists of `scratch`. False: no memory, and
// the list is unchanged.
bool fit_scratch_distinct(FitScratch *scratch, PointList *list);
// Records a failure in the status. Returns false.
static inline bool fit_scratch_fail(FitScratch *scratch, int32_t status) {
	scratch->status = status;
	return false;
}

// Points in the form that hulls and extents take: 3 doubles each.
static inline const double *doubles_of(const HnVec3 *points) { return (const double *)(const void *)points; }
