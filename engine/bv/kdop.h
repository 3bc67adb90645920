// k-DOPs (fixed direction hulls, FDH): the intersection of slabs of fixed directions, an interval of floats
// for each. The test compares intervals; it is exact for the volumes only where the directions are the axes
// (wei2000, theorem 1), else it may say that volumes overlap that a direction of no slab would part.
#pragma once

#include "bv/bv.h"
#include "bv/directions.h"

// The parameters of kdop: vectors, one a slab, or where there are none k (6, 14, 18, 26) for a usual set.
typedef struct KdopDef {
	int32_t k;
	ParamVectors directions;
} KdopDef;

// The class for a volume whose class is `*class`, and its directions, empty where the volume has none. def:
// of BV_DIRECTIONS_GIVEN; others have their own set. HN_ERR_BAD_INPUT: another k; see directions_init. The
// caller frees the directions.
int32_t kdop_choose(const BvClass **class, Directions *directions, const KdopDef *def);

#define KDOP_CLAMP 0x1p60 // of placed bounds: those that drift stay finite, and far from float's end

// Rounds outward, with an error of the projection itself (docs/exactness.md, section 9).
static inline float kdop_down(double x, double error) {
	return (float)(x - (__builtin_fabs(x) * 0x1.00002p-24 + (error + 0x1p-120)));
}
static inline float kdop_up(double x, double error) {
	return (float)(x + (__builtin_fabs(x) * 0x1.00002p-24 + (error + 0x1p-120)));
}

// Projections on the directions of the usual sets, in directions_init_usual's order: additions only, with the
// bits that products with 1, -1 and 0 give.
static inline void kdop_project_axes(double *p, HnVec3 v) { p[0] = v.x, p[1] = v.y, p[2] = v.z; }
static inline void kdop_project_corners(double *p, HnVec3 v) {
	double sum = v.x + v.y, difference = v.x - v.y;
	p[0] = sum + v.z, p[1] = difference + v.z, p[2] = sum - v.z, p[3] = difference - v.z;
}
static inline void kdop_project_edges(double *p, HnVec3 v) {
	p[0] = v.x + v.y, p[1] = v.x + v.z, p[2] = v.y + v.z;
	p[3] = v.x - v.y, p[4] = v.x - v.z, p[5] = v.y - v.z;
}
