// Template: the kernels that build wide trees. In: WIDE_BUILD (the name of the constant).
#if !defined(WIDE_BUILD)
#error "wide/build.inl needs WIDE_BUILD"
#endif

#include "wide/build.h"

#include "wide/split.inl"

#include "wide/fit.inl"

const WideBuildKernels WIDE_BUILD = { split_all, fit_leaves, fit_obbs };
