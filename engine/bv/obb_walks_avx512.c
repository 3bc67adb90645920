// The traversals of trees of oriented boxes for AVX-512.
#if defined(__AVX512F__)
#define BV_OP(op)       obb_avx512_##op
#define OBB_WALKS       obb_walks_avx512
#define OBB_AXES_OF_TWO obb_axes_of_two_avx512
#include "bv/obb_walks.inl"
#else
typedef int ObbWalksAvx512Empty; // another machine: ISO C forbids an empty file
#endif
