// The splits of wide trees for AVX2.
#if defined(__AVX2__)
#define WIDE_SPLIT wide_split_avx2
#include "tree/wide_split.inl"
#else
typedef int WideSplitAvx2Empty; // another machine: ISO C forbids an empty file
#endif
