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

enum { HULL_POINTS_MAX = 1 << 29 };

// dimension 0: all points are equal; one vertex, no triangles.
// dimension 1: all on a line; two vertices, its ends, no triangles.
// dimension 2: all on a plane; the polygon as two opposed fans of vertex_count - 2 triangles each around the
//   least vertex. Closed in the sense that every directed edge has its opposite; a diagonal has four
//   triangles.
// dimension 3: 2 * vertex_count - 4 triangles, closed, manifold, oriented outwards.
typedef struct Hull {
	int32_t dimension;
	int32_t vertex_count, triangle_count;
	int32_t *vertices;  // indices of the points
	int32_t *triangles; // 3 * triangle_count indices of the points
} Hull;

// Of n points, 3 doubles each; coordinates below 2^-200 count as 0. ERR_BAD_INPUT: no point, more than
// HULL_POINTS_MAX, or a coordinate over 2^200 or not finite; the text names the index. ERR_NO_MEMORY.
// O(n log n) expected, over the order in which points are inserted (own seed), for every input whose first
// tetrahedron has a double well inside it; memory O(n). No recursion.
int32_t hull_create(Hull **out, const double *xyz, int32_t n);
void hull_destroy(Hull *hull); // NULL is allowed

// The hull as a mesh of its vertices alone, in their order; xyz as hull_create was given.
// ERR_BAD_INPUT where there are no triangles (dimension below 2).
int32_t hull_mesh(Mesh **out, const Hull *hull, const double *xyz);
