// The kernel of exact/flat.h for AVX2.
#if defined(__AVX2__)
#define FLAT_KERNEL flat_four_avx2
#include "exact/flat.inl"
#else
typedef int FlatAvx2Empty; // another machine: ISO C forbids an empty file
#endif
