#if defined(__AVX512F__)
#define KD_KERNEL kd_kernel_avx512
#include "broad/kd_kernel.inl"
#else
typedef int nothing; // not for this machine
#endif
