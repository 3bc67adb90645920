#define KD_KERNEL kd_kernel_baseline
#include "broad/kd_kernel.inl"
