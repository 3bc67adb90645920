// The parameters of trees: their table, what they choose, and which of them say nothing beside the others.
#pragma once

#include "base/param.h"
#include "tree/moved.h"

typedef struct TreeParams {
	int32_t volume, leaf, axis, point, storage, update, by, descend, leaf_test, k, fit, centre, prejudge;
	int32_t slab_axis, extremes, weight, extent;
	double lambda;
	ParamVectors directions;
	ParamNames roots;
	int32_t root_obb;
	ParamPart broad;
} TreeParams;

enum { LEAF_EXACT, LEAF_VOLUME, LEAF_TESTS };

enum { TREE_PARAMS = 22 };
extern const Param tree_params[TREE_PARAMS];

// Without directions and room.
MovedDef tree_moved_def(const TreeParams *p, double scale);
// The volume with its directions, where it has some: what they cannot do is an error. directions_free, in any
// case.
int32_t tree_choose_volume(MovedDef *def, Directions *directions, const TreeParams *p);

// Of HnDetectClass.
int32_t tree_check(const void *params);
bool tree_lazy(const void *params);
bool tree_conservative(const void *params);
bool tree_idle(const void *params, const char *name);
bool tree_unsound(const void *params); // boxes of fewer points than are in them
