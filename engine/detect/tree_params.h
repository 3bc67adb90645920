// The parameters of trees: their own table, and the parameters of the volumes, fits and split rules that they
// choose.
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
// composed of them; the params below are of its Def, which begins with TreeParams
extern ParamSet tree_param_set;

// The Defs of the parts of a tree.
typedef struct TreeParts {
	BvParams volume;
	_Alignas(max_align_t) char axis[PART_DEF_MAX];
	_Alignas(max_align_t) char point[PART_DEF_MAX];
} TreeParts;

// Makes a MovedDef without directions and scratch memory; it points into `parts`. HN_ERR_BAD_INPUT: a part
// does not accept its value.
int32_t tree_moved_def(MovedDef *out, TreeParts *parts, const void *params, double scale);
// Chooses the volume, with its directions if it has any. It is an error if the directions do not support the
// motion. directions_free must be called in any case.
int32_t tree_choose_volume(MovedDef *def, Directions *directions);

// For HnDetectClass.
int32_t tree_check(const void *params);
bool tree_lazy(const void *params);
bool tree_coherent(const void *params, HnQuery query);
bool tree_conservative(const void *params);
bool tree_idle(const void *params, const char *name);
bool tree_unsound(const void *params); // boxes are fitted to a subset of their points
