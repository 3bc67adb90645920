// The square of the distance from a point to a triangle, which may be a segment or a point: in double, never
// below the true one but for 2^-48 of it, for it is that of a point of the triangle. Above it by what moves
// the nearest point: in a triangle of sides L and least height w by at most min(w, 2^-48 L^2 / w), so by
// 2^-24 L at the worst.
#pragma once

#include "exact/tri_tri.h"

double point_triangle_distance2(HnVec3 p, const Triangle *triangle);
// To a segment, in the same way.
double point_segment_distance2(HnVec3 p, HnVec3 a, HnVec3 b);
