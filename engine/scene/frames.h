// Makes the frames of a deforming body from a deformation of its mesh.
#pragma once

#include "mesh/deform.h"
#include "scene/scene.h"

// Makes one frame for each step. The frames own their memory and do not refer to the mesh. HN_ERR_BAD_INPUT
// for what deform_init and deform_place refuse, and if the frames have more bytes than a scene accepts.
// HN_ERR_NO_MEMORY. On failure *out is all zero.
int32_t frames_create(HnSceneFrames *out, const HnMesh *mesh, const DeformDef *def);
void frames_free(HnSceneFrames *frames);
