// Template: the kernels that build wide trees. In: WIDE_BUILD (the name of the constant).
#if !defined(WIDE_BUILD)
#error "wide_build.inl needs WIDE_BUILD"
#endif

#include "tree/wide_build.h"

#include "tree/wide_split.inl"

#include "tree/wide_fit.inl"

const WideBuildKernels WIDE_BUILD = { split_all, fit_leaves, fit_obbs };
