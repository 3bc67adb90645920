#if defined(__AVX2__)
#define BOXES_MOVE boxes_move_avx2
#include "broad/boxes_move.inl"
#else
typedef int nothing; // not for this machine
#endif
