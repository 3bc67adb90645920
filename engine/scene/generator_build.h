// Common parts of the scene generators. Their parameter tables use SHAPE_INT and the like.
#pragma once

#include "mesh/shape_build.h"
#include "scene/generator.h"

// Allocates the meshes, bodies and nodes, all zero. HN_ERR_NO_MEMORY.
int32_t generated_begin(GeneratedScene *out, int32_t meshes, int32_t bodies, int32_t nodes, int32_t steps);
// The poses of a body, 1 or step_count, to be filled; and its presence, 1 at every step. NULL if memory is
// out.
HnPose *generated_poses(GeneratedScene *scene, int32_t body, int32_t count);
uint8_t *generated_presence(GeneratedScene *scene, int32_t body);
bool same_mesh(const HnMesh *a, const HnMesh *b); // the same vertices and triangles
