// Triangle meshes; all of it is public.
#pragma once

#include "base/hash.h"

// HN_ERR_BAD_INPUT for a mesh that is NULL, of negative counts, or without the arrays for them.
int32_t mesh_check_arrays(const HnMesh *mesh);
// The same for indices of no vertex, and coordinates that are not finite or beyond 2^200. Changes nothing.
int32_t mesh_check(const HnMesh *mesh);
// A mesh of storage that is there: from mem.h, of exactly these counts. HN_ERR_NO_MEMORY leaves it to the
// caller.
int32_t mesh_adopt(HnMesh **out, double *xyz, int32_t vertex_count, int32_t *triangles,
                   int32_t triangle_count);
