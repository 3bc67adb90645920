// The frames of a body that deforms, made from a deformation of its mesh.
#pragma once

#include "mesh/deform.h"
#include "scene/scene.h"

// One frame a step. They own what they point to; the mesh may go. HN_ERR_BAD_INPUT: what deform_init and
// deform_place refuse, and frames of more bytes than a scene takes. HN_ERR_NO_MEMORY. Then *out is all zero.
int32_t frames_create(HnSceneFrames *out, const HnMesh *mesh, const DeformDef *def);
void frames_free(HnSceneFrames *frames);
