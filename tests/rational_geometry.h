// The predicates of engine/exact once more, in GMP's integers and by other methods, as oracles: coordinates
// are multiplied by a common power of two that makes them whole, so nothing is ever rounded.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "exact/tri_tri.h"

int32_t rational_orient3d(HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 d);
int32_t rational_orient2d(const double a[2], const double b[2], const double c[2]);
// Is |value - (p1 - p0) x (p2 - p0) . (d - p0)| <= error?
bool rational_height_within(HnVec3 p0, HnVec3 p1, HnVec3 p2, HnVec3 d, double value, double error);
// By linear programming: are there weights of the vertices of a and of b that give the same point?
bool rational_tri_tri_meet(const Triangle *a, const Triangle *b);
