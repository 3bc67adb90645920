// Finds the triangle of a mesh that is nearest to a point, by a tree of boxes. Distances are those of
// point_triangle.h.
#pragma once

#include "exact/point_triangle.h"
#include "tree/tree.h"

typedef struct Nearest {
	Tree boxes;
	TreeDef def;
	MeshView mesh;
} Nearest;

// Builds the tree over a mesh, which is borrowed. The mesh has triangles, and its coordinates are at most
// about 1 in magnitude. Error: HN_ERR_NO_MEMORY.
int32_t nearest_create(Nearest *out, const MeshView *mesh);
void nearest_free(Nearest *nearest);
Triangle nearest_triangle(const Nearest *nearest, int32_t triangle);
// The distance from p to the mesh. *triangle: on input a guess, on output the nearest triangle.
double nearest_distance(const Nearest *nearest, HnVec3 p, int32_t *triangle);
