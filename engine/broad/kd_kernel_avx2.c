#if defined(__AVX2__)
#define KD_KERNEL kd_kernel_avx2
#include "broad/kd_kernel.inl"
#else
typedef int nothing; // not for this machine
#endif
