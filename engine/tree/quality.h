// How good a tree is, whatever is tested with it: its shape, and how much room its volumes take.
#pragma once

#include "tree/tree.h"

typedef struct TreeLevel {
	int64_t nodes, families; // families: pairs of siblings
	double volume;           // of all of them together, in cubic model units
	double overlap;          // what siblings have in common; NaN: not known for this volume
} TreeLevel;

typedef struct TreeQuality {
	TreeLevel *levels; // height + 1, from the root down; NULL where there is no node
	int32_t height;
	int32_t height_least; // of a tree with as few leaves as can be, all as high as they can be
	double root_volume, root_area;
} TreeQuality;

// HN_ERR_NO_MEMORY. By polytopes and closed forms (bv/solid.h), in double: not rounded outward.
int32_t tree_quality(TreeQuality *out, const Tree *tree, const TreeDef *def);
void tree_quality_free(TreeQuality *quality);

// How far below the root each node is, one a node, parents first; returns the height, 0 for no node.
int32_t tree_find_levels(int32_t *levels, const Tree *tree, const TreeDef *def);
