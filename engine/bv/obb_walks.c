#include "bv/obb_walks.h"

const BvWalks *obb_walks(SimdSet set) {
#if defined(__x86_64__) || defined(__i386__)
	if (set == SIMD_AVX512) return &obb_walks_avx512;
	if (set == SIMD_AVX2) return &obb_walks_avx2;
#endif
	(void)set;
	return NULL;
}

ObbAxesOfTwo obb_axes_of_two(SimdSet set) {
#if defined(__x86_64__) || defined(__i386__)
	if (set == SIMD_AVX512) return obb_axes_of_two_avx512;
	if (set == SIMD_AVX2) return obb_axes_of_two_avx2;
#endif
	(void)set;
	return NULL;
}
