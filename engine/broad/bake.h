// Converts scenes of bodies into scenes of objects, on which broad phases are measured alone.
//
// Each body becomes an object: a volume that holds the placed body, in the world frame. The volume has the
// margin of docs/explanation/exactness.md, section 14, so the objects of bodies that touch always overlap.
// Coordinates are multiplied by one power of two, which brings a bound on all of them into [1, 2).
#pragma once

#include "scene/scene.h"

// Makes the objects of def's bodies, with a kind of volume that hn_broad_volume_name knows. The caller frees
// them. If a body is absent or has no triangles, its object is absent and its volume is all zero. Errors:
// HN_ERR_NOT_FOUND, HN_ERR_NO_MEMORY, HN_ERR_BAD_INPUT; the message names body and step.
int32_t objects_bake(HnSceneObjects *out, const HnSceneDef *def, const char *volume);
void objects_bake_free(HnSceneObjects *objects, int32_t step_count); // all zero is allowed
