// The kernels of wide trees that every machine has.
#define WIDE_KERNELS wide_kernels_baseline
#include "tree/wide_pairs.inl"
