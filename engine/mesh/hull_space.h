// The part of the convex hull that is for points which do not all lie on a plane.
#pragma once

#include "base/array.h"
#include "math/vec3.h"

typedef ARRAY(int32_t) Int32s;

// Triangles of the hull of n distinct points, in ascending order of x, y, z, as triples of their numbers in
// the order of hull.h. corners: four of them that are not on a plane, the largest tetrahedron at hand.
// HN_ERR_NO_MEMORY.
int32_t hull_space(Int32s *out, const HnVec3 *points, int32_t n, const int32_t corners[4]);

// Are three points exactly on a line?
bool hull_on_a_line(HnVec3 a, HnVec3 b, HnVec3 c);
