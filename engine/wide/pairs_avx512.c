// The kernels of wide trees for AVX-512.
#if defined(__AVX512F__)
#define WIDE_KERNELS wide_kernels_avx512
#define WIDE_FLAT    flat_four_avx512
#include "wide/pairs.inl"
#else
typedef int WidePairsAvx512Empty; // another machine: ISO C forbids an empty file
#endif
