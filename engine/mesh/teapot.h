// The Utah teapot (Newell 1975): 32 bicubic Bezier patches, 4 open shells at every tessellation.
#pragma once

#include "mesh/mesh.h"

enum { TEAPOT_MIN_FACES = 100, TEAPOT_MAX_FACES = 1000000 };

// Each patch in n x n cells of two triangles (pole rows: one vertex). n >= 1.
int32_t teapot_tessellate(Mesh **out, int32_t n);
// Exactly `faces` triangles, TEAPOT_MIN_FACES .. TEAPOT_MAX_FACES: a tessellation simplified by
// mesh_simplify.
int32_t teapot_create(Mesh **out, int32_t faces);
