// The square of the distance between two triangles, in double. A degenerate triangle counts as the segment or
// point that it is.
//
// The result is 0 if and only if the triangles share a point, which tri_tri_meet decides exactly. Otherwise
// it is the squared distance of two points, one of each triangle. Let L be the extent of both triangles
// together. The distance is never below the true one by more than 2^-48 L, which is rounding. It may be above
// it because the points are not quite the nearest: by at most about 2^-22 L where a triangle is a sliver or
// two edges are nearly parallel, and by rounding where no angle is tiny.
#pragma once

#include "exact/tri_tri.h"

double triangle_distance2(const Triangle *a, const Triangle *b);
