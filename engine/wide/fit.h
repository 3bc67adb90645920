// Computes the floats of a wide tree: first the leaves, then the boxes of all nodes, children before parents.
#pragma once

#include "bv/moments.h"
#include "wide/topo.h"

typedef struct WideSpan {
	int32_t leaf_begin, leaf_end;
} WideSpan;

// The parts of the topology that fitting needs, and scratch memory.
typedef struct WideFit {
	WideSpan *spans; // for each node, the leaves below it
	void *sums;      // for each node, its moments or bounds
	int32_t turns;   // as in WideDef
} WideFit;

int32_t wide_fit_create(WideFit **out, const WideTopo *topo, const WideDef *def); // HN_ERR_NO_MEMORY
void wide_fit_free(WideFit *fit, const WideTree *tree);                           // NULL is allowed
size_t wide_fit_bytes(const WideTree *tree);
// Computes everything that depends on the positions of the vertices. Ids, links, parents and tree->far must
// be set.
void wide_fit(WideTree *tree, const WideFit *fit, const MeshView *mesh,
              const struct WideBuildKernels *kernels);
// For kernels (wide/fit.inl): moments of the corners of some leaves, where their triangles have no area.
Moments wide_fit_corners(const WideTree *tree, WideSpan span);
