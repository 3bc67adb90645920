// The time of fitting one volume to a whole body, for the scenario's `inspect`.
#pragma once

#include "detect/inspect.h"
#include "scene/scene.h"
#include "tree/tree.h"

// Group BOX: one volume about the last body at rest, fitted again and again without a tree: to its triangles,
// and to a list of its vertices, each once. Nanoseconds, the median of two milliseconds of fits; a
// run asks for several, and has the interval from them. The caches are warm. Error: HN_ERR_NO_MEMORY.
int32_t tree_inspect_box(Inspection *out, const HnScene *scene, const TreeDef *def);
