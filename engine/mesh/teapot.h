// The Utah teapot (Newell 1975): 32 bicubic Bezier patches, 4 open shells at every tessellation.
#pragma once

#include "mesh/mesh.h"

enum {
	TEAPOT_MIN_FACES = 100,
	TEAPOT_MAX_FACES = 1000000,
	TEAPOT_MIN_CELLS = 2, // with 1, handle and spout, two patches around, would be flat and closed
};

// Each patch in n x n cells of two triangles (one at a pole): 64 n^2 - 8 n triangles. The shells: body with
// bottom, lid, handle, spout; each manifold and open, triangles counter-clockwise seen from outside.
int32_t teapot_tessellate(Mesh **out, int32_t n);
// Exactly `faces` triangles, TEAPOT_MIN_FACES .. TEAPOT_MAX_FACES, odd counts too: the coarsest tessellation
// with at least 1.5 * faces triangles (and at least 8 cells a side), brought to the count by mesh_simplify.
int32_t teapot_create(Mesh **out, int32_t faces);
