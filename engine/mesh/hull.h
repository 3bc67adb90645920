// The convex hull of points, by exact predicates: the same on every machine, and the same whatever order the
// points come in.
//
// The rule of what it consists of:
// - Only extreme points are vertices: none that lies inside a face or an edge. Of equal points the one with
//   the lowest index stands for all.
// - A face with more than three corners is a fan around its corner that is least by x, then y, then z.
// - Vertices stand in ascending order of x, then y, then z; a triangle begins with its least vertex, and
//   triangles stand in ascending order of their vertices. Counter-clockwise seen from outside.
// So positions alone decide the triangles; indices only say where a position is found.
#pragma once

#include "mesh/mesh.h"
