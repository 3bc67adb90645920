// The kernels of wide trees for the baseline instruction set.
#define WIDE_KERNELS wide_kernels_baseline
#define WIDE_FLAT    flat_four_baseline
#include "wide/pairs.inl"
