// Swept spheres (Larsen, Gottschalk, Lin, Manocha 1999): all points within r of a core c + s e0 + t e1 with
// |s|, |t| <= 1. The core is a segment (capsule) or a parallelogram (rss: a rectangle, apart from rounding).
// Nothing here assumes that e0 and e1 are orthogonal or exact: see docs/explanation/exactness.md, section 12.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "bv/aabb.h"
#include "bv/ball.h"
#include "bv/space.h"
#include "math/nearest_float.h"
#include "math/vec3.h"

// Slacks of distances in double, relative to the size of the numbers that they are computed from. SWEPT_LOOK
// is for comparing, SWEPT_MADE for constructing; the latter is larger than the former.
#define SWEPT_LOOK 0x1p-48
#define SWEPT_MADE 0x1p-45

static inline HnVec3 swept_vec(const float *v) {
	return (HnVec3){ (double)v[0], (double)v[1], (double)v[2] };
}
static inline double swept_size(HnVec3 v) { return (fabs(v.x) + fabs(v.y)) + fabs(v.z); }
static inline double swept_clamp(double x) { return x > -1 ? x < 1 ? x : 1 : -1; }

static inline void swept_round(float out[3], HnVec3 v) {
	out[0] = nearest_float(v.x), out[1] = nearest_float(v.y), out[2] = nearest_float(v.z);
}

// The frame of a fitted volume: the principal axes, and in them the core of `edges` dimensions.
typedef struct SweptFit {
	HnVec3 centre, edge[2];
} SweptFit;

// The core for count >= 1 points, in scaled coordinates. The caller computes the radius afterwards, so the
// core need not be exact.
SweptFit swept_fit(const HnVec3 *points, int32_t count, int32_t edges, double scale);
