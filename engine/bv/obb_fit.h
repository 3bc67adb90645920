// Fitting oriented boxes: axes from a covariance, then the intervals of all points along them.
#pragma once

#include "bv/fit_room.h"
#include "bv/obb.h"

// By space->fit; holds all corners but with EXTENT_SUBSET. One triangle, whatever the fit: the box along its
// longest edge, as RAPID has it.
void obb_fit_triangles(Obb *out, const ObbTriangles *triangles, const BvSpace *space);
// Points have no area: `triangles` is by their covariance, too. count >= 1
void obb_fit_points(Obb *out, const HnVec3 *points, int32_t count, const BvSpace *space);
// The box along the axes of the larger one that holds both.
void obb_join(Obb *out, const Obb *a, const Obb *b);
// The box at rest, turned: holds every x' of BvStep of every point of it.
void obb_place_turned(Obb *out, const Obb *rest, const ObbTurn *turn);
// Do all corners of `inner` lie in `outer`, but for 2^-40 of its size?
bool obb_holds(const Obb *outer, const Obb *inner);
// How far the point is from the box, in model units; 0 where it is held. Rounded.
double obb_distance(const Obb *box, HnVec3 point, const BvSpace *space);
bool obb_holds_point(const Obb *box, HnVec3 point, const BvSpace *space);
