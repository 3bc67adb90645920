// The parameters of trees: their own table, and what the volumes, fits and split rules that they choose add
// to it.
#pragma once

#include "base/param_set.h"
#include "tree/moved.h"

typedef struct TreeParams {
	int32_t volume, leaf, axis, point, storage, update, by, descend, leaf_test;
	ParamNames roots;
	int32_t root_obb;
	ParamPart broad;
} TreeParams;

enum { LEAF_EXACT, LEAF_VOLUME, LEAF_TESTS };

enum { TREE_PARAMS = 12 };
extern const Param tree_own_params[TREE_PARAMS];
extern ParamSet tree_param_set; // of them; the params below are of its Def, which begins with TreeParams

// The Defs of what a tree is made of.
typedef struct TreeParts {
	BvParams volume;
	_Alignas(max_align_t) char axis[PART_DEF_MAX];
	_Alignas(max_align_t) char point[PART_DEF_MAX];
} TreeParts;

// Without directions and room; it points into the parts. HN_ERR_BAD_INPUT: values that a part does not take.
int32_t tree_moved_def(MovedDef *out, TreeParts *parts, const void *params, double scale);
// The volume with its directions, where it has some: what they cannot do is an error. directions_free, in any
// case.
int32_t tree_choose_volume(MovedDef *def, Directions *directions);

// Of HnDetectClass.
int32_t tree_check(const void *params);
bool tree_lazy(const void *params);
bool tree_conservative(const void *params);
bool tree_idle(const void *params, const char *name);
bool tree_unsound(const void *params); // boxes of fewer points than are in them
