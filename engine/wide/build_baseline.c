// The kernels that build wide trees for the baseline instruction set.
#define WIDE_BUILD wide_build_baseline
#include "wide/build.inl"
