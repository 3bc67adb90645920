// The convex hull of points that do not all lie in a plane.
#pragma once

#include "base/array.h"
#include "math/vec3.h"

typedef ARRAY(int32_t) Int32s;

// Computes the hull of n distinct points in ascending order of x, y, z. out receives triples of point numbers
// in the order of hull.h. corners are four points that are not in a plane; they should span a large
// tetrahedron. HN_ERR_NO_MEMORY.
int32_t hull_space(Int32s *out, const HnVec3 *points, int32_t n, const int32_t corners[4]);

// The sign of the turn a, b, c seen along an axis.
int32_t hull_turn(HnVec3 a, HnVec3 b, HnVec3 c, int axis);
// Whether three points are exactly on a line.
bool hull_on_a_line(HnVec3 a, HnVec3 b, HnVec3 c);
