// The traversals of trees of oriented boxes for AVX2.
#if defined(__AVX2__)
#define BV_OP(op)       obb_avx2_##op
#define OBB_WALKS       obb_walks_avx2
#define OBB_AXES_OF_TWO obb_axes_of_two_avx2
#include "bv/obb_walks.inl"
#else
typedef int ObbWalksAvx2Empty; // another machine: ISO C forbids an empty file
#endif
