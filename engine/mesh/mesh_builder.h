// A mesh that is being read. Vertices and triangles are added one by one, and memory grows with them. Error
// texts contain no place in the file; the reader puts it in front.
#pragma once

#include "base/array.h"
#include "mesh/mesh.h"

typedef struct MeshBuilder {
	double scale; // multiplies every coordinate
	ARRAY(double) xyz;
	ARRAY(int32_t) triangles;
} MeshBuilder;

// A polygon 0 1 2 3 4 ... becomes the triangles 0 1 2, 0 2 3, 0 3 4, ...
typedef struct Fan {
	int32_t first, last;
	int64_t count; // vertices added so far
} Fan;

// Begins a mesh. HN_ERR_BAD_INPUT, naming the file, if the scale is not a positive number. Call
// mesh_builder_free in any case.
int32_t mesh_builder_begin(MeshBuilder *b, const char *name, double scale);
void mesh_builder_free(MeshBuilder *b);
// Reserves memory for exactly these counts. Use it only if the file is large enough to contain them.
int32_t mesh_builder_reserve(MeshBuilder *b, int64_t vertices, int64_t triangles);
// Adds a vertex, scaled. Coordinates below 2^-200 in magnitude become 0. HN_ERR_BAD_INPUT above 2^200 and for
// NaN.
int32_t mesh_builder_vertex(MeshBuilder *b, const double xyz[3]);
int64_t mesh_builder_vertex_count(const MeshBuilder *b);
// Adds one more corner to the polygon. The caller has checked that the vertex exists or will exist.
int32_t mesh_builder_fan(MeshBuilder *b, Fan *fan, int32_t vertex);
// Makes the mesh. HN_ERR_BAD_INPUT, naming the file, if there is no triangle.
int32_t mesh_builder_finish(MeshBuilder *b, HnMesh **out, const char *name);
