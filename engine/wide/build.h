// The kernels that build wide trees, one set for each instruction set (wide/split.inl, wide/fit.inl). All
// give the same trees to the last bit.
#pragma once

#include "simd/simd.h"
#include "wide/fit.h"
#include "wide/split.h"

typedef struct WideBuildKernels {
	bool (*split)(WideSplit *split); // false: no memory
	void (*fit_leaves)(WideTree *tree, const MeshView *mesh);
	void (*fit_obbs)(WideTree *tree, const WideFit *fit, const MeshView *mesh); // of the leaves and the nodes
} WideBuildKernels;
extern const WideBuildKernels wide_build_baseline, wide_build_avx2, wide_build_avx512;
const WideBuildKernels *wide_build_kernels(SimdSet set);
