// The object volumes of a broad phase (api/broad.h) as triangles: boxes and cubes exactly, spheres by a
// cube's grid that is blown up.
#pragma once

#include <stdint.h>

#include "math/vec3.h"

enum {
	SOLID_BALL_CELLS = 3, // along each side of the cube
	SOLID_VERTICES_MOST = 6 * (SOLID_BALL_CELLS + 1) * (SOLID_BALL_CELLS + 1),
	SOLID_TRIANGLES_MOST = 12 * SOLID_BALL_CELLS * SOLID_BALL_CELLS,
};

typedef struct DrawSolid {
	HnVec3 vertices[SOLID_VERTICES_MOST];
	int32_t triangles[3 * SOLID_TRIANGLES_MOST];
	int32_t vertex_count, triangle_count;
} DrawSolid;

int32_t solid_triangles(const char *volume); // of every volume of this kind
// floats: one volume of the kind, as hn_broad_volume_floats has it.
void solid_make(DrawSolid *out, const char *volume, const void *floats);
