// Scenes of objects made of scenes of bodies: what broad phases alone are measured on.
//
// Each body becomes an object: a volume that holds it where it is, in one frame, the world's. It holds as
// much beside the body as docs/exactness.md, section 14, asks for, so objects of bodies that touch always
// meet. Coordinates are multiplied by one power of two, which brings a bound on all of them into [1, 2).
#pragma once

#include "scene/scene.h"

// Objects of def's bodies, of a kind of volume that hn_broad_volume_name knows, to be freed. Where a body is
// not there, or has no triangles, no object is, and its volume is all zero. HN_ERR_NOT_FOUND,
// HN_ERR_NO_MEMORY, HN_ERR_BAD_INPUT: it names body and step.
int32_t objects_bake(HnSceneObjects *out, const HnSceneDef *def, const char *volume);
void objects_bake_free(HnSceneObjects *objects, int32_t step_count); // all zero is allowed
