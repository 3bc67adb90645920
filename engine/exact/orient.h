// The sign of orient3d, exact for every input whose coordinates are 0 or within [2^-200, 2^200] in magnitude
// (docs/exactness.md derives the filter's bound and why nothing over- or underflows).
#pragma once

#include <stdint.h>

#include "math/vec3.h"

// The sign (-1, 0, 1) of det(a - d, b - d, c - d): positive where d is below the plane of a, b, c, that is
// where a, b, c appear counter-clockwise seen from the side that d is not on.
int32_t orient3d(Vec3 a, Vec3 b, Vec3 c, Vec3 d);
// The same by exact expansions alone, without the filter; what the filter is tested against.
int32_t orient3d_exact(Vec3 a, Vec3 b, Vec3 c, Vec3 d);
// The sign of the 2D determinant det(a - c, b - c).
int32_t orient2d(const double a[2], const double b[2], const double c[2]);

// How often the filter decided and how often the exact path was entered, since the last reset. Counted always
// (one increment on the rare path, calls counted by the caller's kernel being counted); for tests and the
// report of the filter's share.
typedef struct ExactStats {
	int64_t exact_orient3d, exact_orient2d;
	int64_t tri_tri_exact; // triangle pairs that entered the exact path at least once
} ExactStats;
extern ExactStats exact_stats;
