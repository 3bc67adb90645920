#define FLAT_KERNEL flat_four_baseline
#include "exact/flat.inl"

FlatKernel flat_four(SimdSet set) {
#if defined(__x86_64__) || defined(__i386__)
	if (set == SIMD_AVX512) return flat_four_avx512;
	if (set == SIMD_AVX2) return flat_four_avx2;
#endif
	(void)set;
	return flat_four_baseline;
}
