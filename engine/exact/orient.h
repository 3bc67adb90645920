// The signs of orient3d and orient2d. They are exact if every coordinate is 0 or within [2^-200, 2^200] in
// magnitude. docs/explanation/exactness.md derives the filter's bound and shows that nothing over- or
// underflows. This work is based on:
// Jonathan Shewchuk. Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates. 1997
#pragma once

#include <math.h>
#include <stdint.h>

#include "math/vec3.h"

// The sign (-1, 0, 1) of det(a - d, b - d, c - d). It is positive if d is below the plane of a, b, c: seen
// from the side opposite to d, the points a, b, c are counter-clockwise.
int32_t orient3d(HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 d);
// The same sign by exact expansions only, without filter and integers. The tests compare the other predicates
// with it.
int32_t orient3d_exact(HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 d);
// The sign of the 2D determinant det(a - c, b - c).
int32_t orient2d(const double a[2], const double b[2], const double c[2]);
int32_t orient2d_exact(const double a[2], const double b[2], const double c[2]);
// The same signs for callers whose own filter was unsure. Integers decide if the coordinates fit a common
// grid, else expansions. The calls are counted in exact_stats.
int32_t orient3d_unsure(HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 d);
int32_t orient2d_unsure(const double a[2], const double b[2], const double c[2]);

// How often a filter was unsure and exact arithmetic had to decide, since the process began. A user reads the
// counts before and after. Counting happens on rare paths only. orient3d_exact and orient2d_exact are not
// counted.
typedef struct ExactStats {
	int64_t exact_orient3d, exact_orient2d;
	int64_t tri_tri_near;  // pairs of triangles that no plane of theirs keeps apart
	int64_t tri_tri_exact; // those of them that entered the exact path at least once
} ExactStats;
extern _Thread_local ExactStats exact_stats
    __attribute__((visibility("hidden"), tls_model("initial-exec"))); // of this thread

// 10 * 2^-53. The rounding errors of a 3x3 determinant of differences are below 9 * 2^-53 times its permanent
// (of the magnitudes).
#define ORIENT3D_ERROR 0x1.4p-50
// 5 * 2^-53, for 2x2 determinants; their errors are below 4 * 2^-53 times the permanent.
#define ORIENT2D_ERROR 0x1.4p-51

// The result of a filter that cannot tell the sign.
enum { SIGN_UNSURE = 2 };

// The sign of a determinant `value` whose rounding errors are at most `error`. An error of 0 means that every
// product was 0.
static inline int32_t sign_filter(double value, double error) {
	if (value > error) return 1;
	if (value < -error) return -1;
	return error == 0.0 ? 0 : SIGN_UNSURE;
}

// A plane to compare with many points. normal is the rounded (p1 - p0) x (p2 - p0). Each component of error
// is the sum of the magnitudes of its two products, times ORIENT3D_ERROR.
typedef struct OrientPlane {
	HnVec3 normal, error;
} OrientPlane;

static inline OrientPlane orient_plane(HnVec3 p0, HnVec3 p1, HnVec3 p2) {
	HnVec3 u = vec3_sub(p1, p0), v = vec3_sub(p2, p0);
	double yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z, xy = u.x * v.y, yx = u.y * v.x;
	return (OrientPlane){ { yz - zy, zx - xz, xy - yx },
		                  { (fabs(yz) + fabs(zy)) * ORIENT3D_ERROR, (fabs(zx) + fabs(xz)) * ORIENT3D_ERROR,
		                    (fabs(xy) + fabs(yx)) * ORIENT3D_ERROR } };
}
// The height of p0 + w above the plane, times |normal|, and the bound of its error.
static inline double orient_plane_value(const OrientPlane *plane, HnVec3 w) {
	return vec3_dot(plane->normal, w);
}
static inline double orient_plane_error(const OrientPlane *plane, HnVec3 w) {
	return plane->error.x * fabs(w.x) + plane->error.y * fabs(w.y) + plane->error.z * fabs(w.z);
}

// The sign of orient3d if floating point can tell it, else SIGN_UNSURE.
static inline int32_t orient3d_filter(HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 d) {
	OrientPlane plane = orient_plane(d, a, b);
	HnVec3 w = vec3_sub(c, d);
	return sign_filter(orient_plane_value(&plane, w), orient_plane_error(&plane, w));
}

static inline int32_t orient2d_filter(const double a[2], const double b[2], const double c[2]) {
	double left = (a[0] - c[0]) * (b[1] - c[1]), right = (a[1] - c[1]) * (b[0] - c[0]);
	return sign_filter(left - right, (fabs(left) + fabs(right)) * ORIENT2D_ERROR);
}
