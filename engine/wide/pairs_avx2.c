// The kernels of wide trees for AVX2.
#if defined(__AVX2__)
#define WIDE_KERNELS wide_kernels_avx2
#define WIDE_FLAT    flat_four_avx2
#include "wide/pairs.inl"
#else
typedef int WidePairsAvx2Empty; // another machine: ISO C forbids an empty file
#endif
