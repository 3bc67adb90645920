// The convex hull of points by exact predicates. It is the same on every machine and does not depend on the
// order of the points.
//
// The hull consists of the following:
// - Only extreme points are vertices. No vertex lies inside a face or an edge. Of equal points the one with
//   the lowest index is used.
// - A face with more than three corners is a fan around its least corner by x, then y, then z.
// - Vertices are in ascending order of x, then y, then z. A triangle begins with its least vertex, and
//   triangles are in ascending order of their vertices. They are counter-clockwise seen from outside.
// The positions alone decide the triangles; indices only tell where a position is found.
#pragma once

#include "mesh/mesh.h"
