// Checks and construction of triangle meshes. The type is in api/mesh.h.
#pragma once

#include "base/hash.h"

// A mesh as trees take it: its arrays belong to somebody else, and the vertices may be placed ones.
typedef struct MeshView {
	const double *xyz;
	const int32_t *triangles;
	int32_t vertex_count, triangle_count;
} MeshView;

static inline MeshView mesh_view(const HnMesh *mesh) {
	return (MeshView){ mesh->xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
}

// HN_ERR_BAD_INPUT if the mesh is NULL, a count is negative, or an array is missing.
int32_t mesh_check_arrays(const HnMesh *mesh);
// Also HN_ERR_BAD_INPUT if an index is out of range, or a coordinate is not finite or exceeds 2^200. Changes
// nothing.
int32_t mesh_check(const HnMesh *mesh);
// Also HN_ERR_BAD_INPUT if a coordinate other than 0 is below 2^-200: what is not placed is used as it is.
int32_t mesh_check_valid(const HnMesh *mesh);
// The same of two meshes; the text says which one is wrong.
int32_t mesh_check_two(const HnMesh *still, const HnMesh *moving);
// Makes a mesh that takes over existing arrays. They must come from mem.h and have exactly these counts. On
// HN_ERR_NO_MEMORY the caller still owns the arrays.
int32_t mesh_adopt(HnMesh **out, double *xyz, int32_t vertex_count, int32_t *triangles,
                   int32_t triangle_count);
