// Figures for the quality of a tree, independent of what is tested with it: its shape, and the volumes of its
// nodes.
#pragma once

#include "tree/tree.h"

typedef struct TreeLevel {
	int64_t nodes, families; // families: how many pairs of siblings
	double volume;           // the sum over the level, in cubic model units
	double overlap;          // the common volume of siblings, summed; NaN: not known for this volume
} TreeLevel;

typedef struct TreeQuality {
	TreeLevel *levels; // height + 1 levels, from the root down; NULL if there is no node
	int32_t height;
	// the least height of a tree with the minimum number of leaves, all as high as possible
	int32_t height_least;
	double root_volume, root_area;
	int64_t held; // triangles, each as often as nodes hold it
} TreeQuality;

// Computes the figures by polytopes and closed forms (bv/solid.h), in double and not rounded outward. Error:
// HN_ERR_NO_MEMORY.
int32_t tree_quality(TreeQuality *out, const Tree *tree, const TreeDef *def);
void tree_quality_free(TreeQuality *quality);

// Fills in the level of every node; the root has level 0. Returns the height; 0 if there are no nodes.
int32_t tree_find_levels(int32_t *levels, const Tree *tree, const TreeDef *def);
