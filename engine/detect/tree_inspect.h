// Figures about trees of one volume, for the scenario's `inspect`.
#pragma once

#include "detect/inspect.h"
#include "scene/scene.h"
#include "tree/moved.h"

// Computes how far triangles stick out of the volumes that should hold them: BvClass.sticks_out over all
// meshes.
int32_t tree_inspect_extents(double *out, const HnScene *scene, const TreeDef *def);
// Group QUALITY: sums over the trees of all bodies at rest, which are built for this. Error:
// HN_ERR_NO_MEMORY.
int32_t tree_inspect_quality(Inspection *out, const HnScene *scene, const TreeDef *def);
// Group TIGHTNESS: for the last body's tree, with all its nodes placed in the frame of the first body at the
// first step as `def` says. With MOVE_SAT, or with only one body, the tree stays at rest. Error:
// HN_ERR_NO_MEMORY.
int32_t tree_inspect_tightness(Inspection *out, const HnScene *scene, const MovedDef *def);
