// The floats of a wide tree: leaves, then the boxes of all nodes, children before parents.
#pragma once

#include "tree/wide_topo.h"

typedef struct WideSpan {
	int32_t leaf_begin, leaf_end;
} WideSpan;

// What fitting needs of the shape, and its room.
typedef struct WideFit {
	WideSpan *spans; // of nodes: the leaves below
	void *sums;      // of nodes: moments, or bounds
} WideFit;

int32_t wide_fit_create(WideFit **out, const WideTopo *topo, WideVolume volume); // HN_ERR_NO_MEMORY
void wide_fit_free(WideFit *fit, const WideTree *tree);                          // NULL is allowed
size_t wide_fit_bytes(const WideTree *tree);
// Everything that depends on where the vertices are; ids, links, parents and tree->far are there.
void wide_fit_leaves(WideTree *tree, const WideMesh *mesh);
void wide_fit_obbs(WideTree *tree, const WideFit *fit);
void wide_fit_aabbs(WideTree *tree, const WideFit *fit);
