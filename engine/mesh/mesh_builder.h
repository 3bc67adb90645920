// A mesh that is being read: vertices and triangles one by one, memory as they come. Errors have no place in
// them; the reader puts it in front.
#pragma once

#include "base/array.h"
#include "mesh/mesh.h"

typedef struct MeshBuilder {
	double scale; // multiplies every coordinate
	ARRAY(double) xyz;
	ARRAY(int32_t) triangles;
} MeshBuilder;

// A polygon becomes the triangles 0 1 2, 0 2 3, 0 3 4 ...
typedef struct Fan {
	int32_t first, last;
	int64_t count; // vertices so far
} Fan;

// HN_ERR_BAD_INPUT naming the file where the scale is not a positive number. mesh_builder_free in any case.
int32_t mesh_builder_begin(MeshBuilder *b, const char *name, double scale);
void mesh_builder_free(MeshBuilder *b);
// Room for exactly so many, where the file has been seen to be large enough for them.
int32_t mesh_builder_reserve(MeshBuilder *b, int64_t vertices, int64_t triangles);
// Scales, flushes what is below 2^-200 to 0; HN_ERR_BAD_INPUT above 2^200 and for NaN.
int32_t mesh_builder_vertex(MeshBuilder *b, const double xyz[3]);
int64_t mesh_builder_vertex_count(const MeshBuilder *b);
// One more corner. The caller has seen that the vertex is there, or will be.
int32_t mesh_builder_fan(MeshBuilder *b, Fan *fan, int32_t vertex);
// What was gathered, as a mesh; HN_ERR_BAD_INPUT naming the file where there is no triangle.
int32_t mesh_builder_finish(MeshBuilder *b, HnMesh **out, const char *name);
