// What trees of one volume are like, for the scenario's `inspect`.
#pragma once

#include "detect/inspect.h"
#include "scene/scene.h"
#include "tree/tree.h"

// Group QUALITY: of the trees of all bodies at rest, built for this; sums over them. ERR_NO_MEMORY.
int32_t tree_inspect_quality(Inspection *out, const Scene *scene, const TreeDef *def);
