// The square of the distance from a point to a triangle, in double. The triangle may be a segment or a point.
// The result is the distance to some point of the triangle, so it is never below the true value by more than
// a share of 2^-48. It may be above it because the nearest point is inexact. In a triangle with sides up to L
// and least height w that point is off by at most min(w, 2^-48 L^2 / w), which is at most 2^-24 L.
#pragma once

#include "exact/tri_tri.h"

double point_triangle_distance2(HnVec3 p, const Triangle *triangle);
// The square of the distance to a segment, computed in the same way.
double point_segment_distance2(HnVec3 p, HnVec3 a, HnVec3 b);
