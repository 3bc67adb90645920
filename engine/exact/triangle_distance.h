// The square of the distance between two triangles, in double. A degenerate triangle counts as the segment or
// point that it is.
//
// The result is 0 if and only if the triangles share a point, which tri_tri_meet decides exactly. Otherwise
// it is the distance of two points, one of each triangle, so it is never below the true value by more than a
// share of 2^-46. It may be above it because these points are inexact. In triangles whose angles, and whose
// edges' angles to the other triangle's edges, are not tiny, the excess is far below 2^-46 L, where L is the
// extent of the two triangles. It is at most about 2^-23 L where a triangle is a sliver or two edges are
// nearly parallel.
#pragma once

#include "exact/tri_tri.h"

double triangle_distance2(const Triangle *a, const Triangle *b);
