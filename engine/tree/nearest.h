// The triangle of a mesh that is nearest to a point, by a tree of boxes. Distances as point_triangle.h has
// them.
#pragma once

#include "exact/point_triangle.h"
#include "tree/tree.h"

typedef struct Nearest {
	Tree boxes;
	TreeDef def;
	TreeMesh mesh;
} Nearest;

// Of a mesh with triangles whose coordinates are near 1 at most; it is borrowed. HN_ERR_NO_MEMORY.
int32_t nearest_create(Nearest *out, const TreeMesh *mesh);
void nearest_free(Nearest *nearest);
Triangle nearest_triangle(const Nearest *nearest, int32_t triangle);
// The distance to the mesh. *triangle: in a guess, out the nearest one.
double nearest_distance(const Nearest *nearest, HnVec3 p, int32_t *triangle);
