// Triangle meshes; all of it is public.
#pragma once

#include "base/hash.h"

// A mesh of storage that is there: from mem.h, of exactly these counts. HN_ERR_NO_MEMORY leaves it to the
// caller.
int32_t mesh_adopt(HnMesh **out, double *xyz, int32_t vertex_count, int32_t *triangles,
                   int32_t triangle_count);
