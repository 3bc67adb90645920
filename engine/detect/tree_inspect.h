// What trees of one volume are like, for the scenario's `inspect`.
#pragma once

#include "detect/inspect.h"
#include "scene/scene.h"
#include "tree/moved.h"

// How far triangles stick out of the volumes that should hold them: BvClass.sticks_out over all meshes.
int32_t tree_inspect_extents(double *out, const HnScene *scene, const TreeDef *def);
// Group QUALITY: of the trees of all bodies at rest, built for this; sums over them. HN_ERR_NO_MEMORY.
int32_t tree_inspect_quality(Inspection *out, const HnScene *scene, const TreeDef *def);
// Group TIGHTNESS: of the last body's tree, brought to the frame of the first body at the first step in the
// way that `def` names, all nodes of it; at rest by MOVE_SAT, and where there is one body. HN_ERR_NO_MEMORY.
int32_t tree_inspect_tightness(Inspection *out, const HnScene *scene, const MovedDef *def);
