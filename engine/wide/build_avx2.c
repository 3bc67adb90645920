// The kernels that build wide trees for AVX2.
#if defined(__AVX2__)
#define WIDE_BUILD wide_build_avx2
#include "wide/build.inl"
#else
typedef int WideBuildAvx2Empty; // another machine: ISO C forbids an empty file
#endif
