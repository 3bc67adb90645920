// The kernel of exact/flat.h for AVX-512.
#if defined(__AVX512F__)
#define FLAT_KERNEL flat_four_avx512
#include "exact/flat.inl"
#else
typedef int FlatAvx512Empty; // another machine: ISO C forbids an empty file
#endif
