// The includes and helpers that bv/kdop.inl needs.
#pragma once

#include <math.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/error.h"
#include "bv/aabb.h"
#include "bv/kdop.h"

// The overlap test checks after every 16 slabs whether it is decided. Checking more often costs more in
// mispredicted branches than it saves (measured from 7 to 64 slabs).
#define KDOP_LOOK 16

#ifdef __SSE2__
static inline __m128d kdop_load_pair(const float *from) {
	return _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)from)));
}

// Stores the clamped bounds of two slabs: kdop_down and kdop_up with error 0, lane by lane.
static inline void kdop_store_pair(float *out_lo, float *out_hi, __m128d lo, __m128d hi) {
	const __m128d sign = _mm_set1_pd(-0.0), part = _mm_set1_pd(0x1.00002p-24), least = _mm_set1_pd(0x1p-120);
	lo = _mm_max_pd(lo, _mm_set1_pd(-KDOP_CLAMP));
	hi = _mm_min_pd(hi, _mm_set1_pd(KDOP_CLAMP));
	lo = _mm_sub_pd(lo, _mm_add_pd(_mm_mul_pd(_mm_andnot_pd(sign, lo), part), least));
	hi = _mm_add_pd(hi, _mm_add_pd(_mm_mul_pd(_mm_andnot_pd(sign, hi), part), least));
	_mm_storel_pi((__m64 *)(void *)out_lo, _mm_cvtpd_ps(lo));
	_mm_storel_pi((__m64 *)(void *)out_hi, _mm_cvtpd_ps(hi));
}

static inline __m128d kdop_along(const double *x, const double *y, const double *z, __m128d px, __m128d py,
                                 __m128d pz) {
	__m128d sum = _mm_add_pd(_mm_mul_pd(_mm_loadu_pd(x), px), _mm_mul_pd(_mm_loadu_pd(y), py));
	return _mm_add_pd(sum, _mm_mul_pd(_mm_loadu_pd(z), pz));
}

// The bounds of points along four directions of a motion, from the k-th on.
static inline void kdop_hull_pack(double *lo, double *hi, const double *xyz, int32_t count,
                                  const DirectionsFollow *follow, int k) {
	const double *x = follow->turned.x + k, *y = follow->turned.y + k, *z = follow->turned.z + k;
	__m128d px = _mm_set1_pd(xyz[0]), py = _mm_set1_pd(xyz[1]), pz = _mm_set1_pd(xyz[2]);
	__m128d lo0 = kdop_along(x, y, z, px, py, pz), hi0 = lo0;
	__m128d lo1 = kdop_along(x + 2, y + 2, z + 2, px, py, pz), hi1 = lo1;
	for (int32_t i = 1; i < count; ++i) {
		px = _mm_set1_pd(xyz[3 * i]), py = _mm_set1_pd(xyz[3 * i + 1]), pz = _mm_set1_pd(xyz[3 * i + 2]);
		__m128d p0 = kdop_along(x, y, z, px, py, pz), p1 = kdop_along(x + 2, y + 2, z + 2, px, py, pz);
		lo0 = _mm_min_pd(p0, lo0), hi0 = _mm_max_pd(p0, hi0);
		lo1 = _mm_min_pd(p1, lo1), hi1 = _mm_max_pd(p1, hi1);
	}
	_mm_storeu_pd(lo, lo0), _mm_storeu_pd(lo + 2, lo1);
	_mm_storeu_pd(hi, hi0), _mm_storeu_pd(hi + 2, hi1);
}
#endif
