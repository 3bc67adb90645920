// A box that is compared with many others. With SSE each bound is repeated four times.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "bv/aabb.h"

#ifdef __SSE2__
typedef struct WideBox {
	__m128 lo[3], hi[3];
} WideBox;

static inline WideBox wide_box(const Aabb *box) {
	WideBox wide;
	for (int k = 0; k < 3; ++k) wide.lo[k] = _mm_set1_ps(box->lo[k]), wide.hi[k] = _mm_set1_ps(box->hi[k]);
	return wide;
}
#else
typedef Aabb WideBox;

static inline WideBox wide_box(const Aabb *box) { return *box; }
#endif
