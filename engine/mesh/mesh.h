// Triangle meshes: indexed, double precision. A mesh is what a reader or generator made and is not changed
// after.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/hash.h"

typedef struct Mesh {
	double *xyz;        // 3 * vertex_count; finite, |x| <= 2^200, 0 where below 2^-200
	int32_t *triangles; // 3 * triangle_count vertex indices
	int32_t vertex_count, triangle_count;
} Mesh;

// Uninitialised storage; ERR_NO_MEMORY. mesh_destroy takes NULL.
int32_t mesh_create(Mesh **out, int32_t vertex_count, int32_t triangle_count);
void mesh_destroy(Mesh *mesh);
// Checks indices and coordinates, and flushes coordinates below 2^-200 to 0; ERR_BAD_INPUT names the index.
// For meshes from outside.
int32_t mesh_validate(Mesh *mesh);
// Hash of counts, coordinates and triangles in little-endian bytes.
Hash mesh_hash(const Mesh *mesh);

typedef struct MeshTopology {
	int32_t shells;               // connected components, by shared vertices
	int32_t boundary_edges;       // edges of one triangle
	int32_t nonmanifold_edges;    // edges of more than two
	int32_t degenerate_triangles; // a repeated index
} MeshTopology;
int32_t mesh_topology(MeshTopology *out, const Mesh *mesh);

// Axis-aligned bounds of the vertices that triangles use; lo, hi: 3 doubles. A mesh without triangles: lo =
// hi = 0.
void mesh_bounds(const Mesh *mesh, double lo[3], double hi[3]);
// The diameter: the largest distance between two vertices that triangles use. Exact up to rounding of the
// distance.
double mesh_diameter(const Mesh *mesh);
