// k-DOPs (fixed direction hulls, FDH): intersections of slabs with fixed directions, stored as one interval
// of floats for each slab. The test compares intervals. It is exact only if the directions are the axes
// (wei2000, theorem 1). Otherwise it may report an overlap of volumes that only a direction outside the set
// would separate.
#pragma once

#include "bv/bv.h"
#include "bv/directions.h"

// The parameters of kdop: one vector for each slab, or, without vectors, k (6, 14, 18, 26) for a usual set.
typedef struct KdopDef {
	int32_t k;
	ParamVectors directions;
} KdopDef;

// The smallest of the classes of this size.
const BvClass *kdop_smallest(int32_t slabs);
// Chooses the class that serves a volume of class `*class`, and makes its directions, which are empty for a
// volume without directions. def is used for BV_DIRECTIONS_GIVEN only; other volumes have their own set.
// HN_ERR_BAD_INPUT: another k, or an error of directions_init. The caller frees the directions.
int32_t kdop_choose(const BvClass **class, Directions *directions, const KdopDef *def);

#define KDOP_CLAMP 0x1p60 // limit for placed bounds: drifting ones stay finite and far below float's range

// Round outward; `error` is the error of the projection itself (docs/explanation/exactness.md, section 9).
static inline float kdop_down(double x, double error) {
	return (float)(x - (__builtin_fabs(x) * 0x1.00002p-24 + (error + 0x1p-120)));
}
static inline float kdop_up(double x, double error) {
	return (float)(x + (__builtin_fabs(x) * 0x1.00002p-24 + (error + 0x1p-120)));
}

// Projections on the directions of the usual sets, in the order of directions_init_usual. They use additions
// only, which give the same bits as products with 1, -1 and 0.
static inline void kdop_project_axes(double *p, HnVec3 v) { p[0] = v.x, p[1] = v.y, p[2] = v.z; }
static inline void kdop_project_corners(double *p, HnVec3 v) {
	double sum = v.x + v.y, difference = v.x - v.y;
	p[0] = sum + v.z, p[1] = difference + v.z, p[2] = sum - v.z, p[3] = difference - v.z;
}
static inline void kdop_project_edges(double *p, HnVec3 v) {
	p[0] = v.x + v.y, p[1] = v.x + v.z, p[2] = v.y + v.z;
	p[3] = v.x - v.y, p[4] = v.x - v.z, p[5] = v.y - v.z;
}
