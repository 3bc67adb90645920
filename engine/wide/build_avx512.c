// The kernels that build wide trees for AVX-512.
#if defined(__AVX512F__)
#define WIDE_BUILD wide_build_avx512
#include "wide/build.inl"
#else
typedef int WideBuildAvx512Empty; // another machine: ISO C forbids an empty file
#endif
