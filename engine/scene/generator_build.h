// What the generators of scenes share. Their tables of parameters are written with SHAPE_INT and the like.
#pragma once

#include "mesh/shape_build.h"
#include "scene/generator.h"

// Room for so many meshes, bodies and nodes, all zero. HN_ERR_NO_MEMORY.
int32_t generated_begin(GeneratedScene *out, int32_t meshes, int32_t bodies, int32_t nodes, int32_t steps);
// Of a body: its poses to be filled, 1 or step_count; its presence, 1 at every step. NULL: no memory.
HnPose *generated_poses(GeneratedScene *scene, int32_t body, int32_t count);
uint8_t *generated_presence(GeneratedScene *scene, int32_t body);
