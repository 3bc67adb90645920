// Axis-aligned boxes.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "math/vec3.h"

typedef struct Aabb {
	float lo[3], hi[3];
} Aabb;
_Static_assert(sizeof(Aabb) == 6 * sizeof(float), "read as six floats");

// The nearest float of x - |x| * 2^-24 * (1 + 2^-19) - 2^-120 is not over x: rounding to float adds at most
// 2^-24 of its value, or 2^-150 where the result is subnormal; rounding in double at most 2^-52; the factor
// exceeds the sum of both by 2^-44. Results near 0 are never subnormal, which some processors take long for.
// A coordinate beyond float's range becomes an infinity, on both sides of a test alike: order is kept.
static inline float round_down(double x) { return (float)(x - (fabs(x) * 0x1.00002p-24 + 0x1p-120)); }
static inline float round_up(double x) { return (float)(x + (fabs(x) * 0x1.00002p-24 + 0x1p-120)); }

static inline void aabb_fit(Aabb *out, const Vec3 *points, int32_t count, double scale) {
	Vec3 lo = points[0], hi = points[0];
	for (int32_t i = 1; i < count; ++i) {
		lo = vec3_min(lo, points[i]);
		hi = vec3_max(hi, points[i]);
	}
	*out = (Aabb){ { round_down(lo.x * scale), round_down(lo.y * scale), round_down(lo.z * scale) },
		           { round_up(hi.x * scale), round_up(hi.y * scale), round_up(hi.z * scale) } };
}

static inline void aabb_merge(Aabb *out, const Aabb *a, const Aabb *b) {
	for (int k = 0; k < 3; ++k) {
		out->lo[k] = a->lo[k] < b->lo[k] ? a->lo[k] : b->lo[k];
		out->hi[k] = a->hi[k] > b->hi[k] ? a->hi[k] : b->hi[k];
	}
}

// Without branches: which of the six comparisons fails is not predictable. The same comparisons with and
// without SSE.
static inline bool aabb_overlaps(const Aabb *a, const Aabb *b) {
#ifdef __SSE2__
	// lo[0] lo[1] lo[2] and one over; one over and hi[0] hi[1] hi[2], turned round
	const float *pa = (const float *)(const void *)a, *pb = (const float *)(const void *)b;
	__m128 a_lo = _mm_loadu_ps(pa), a_hi = _mm_loadu_ps(pa + 2);
	__m128 b_lo = _mm_loadu_ps(pb), b_hi = _mm_loadu_ps(pb + 2);
	a_hi = _mm_shuffle_ps(a_hi, a_hi, _MM_SHUFFLE(0, 3, 2, 1));
	b_hi = _mm_shuffle_ps(b_hi, b_hi, _MM_SHUFFLE(0, 3, 2, 1));
	__m128 both = _mm_and_ps(_mm_cmple_ps(a_lo, b_hi), _mm_cmple_ps(b_lo, a_hi));
	return (_mm_movemask_ps(both) & 7) == 7;
#else
	return (a->lo[0] <= b->hi[0]) & (b->lo[0] <= a->hi[0]) & (a->lo[1] <= b->hi[1]) & (b->lo[1] <= a->hi[1]) &
	       (a->lo[2] <= b->hi[2]) & (b->lo[2] <= a->hi[2]);
#endif
}

static inline bool aabb_encloses(const Aabb *outer, const Aabb *inner) {
	bool encloses = true;
	for (int k = 0; k < 3; ++k)
		encloses = encloses && outer->lo[k] <= inner->lo[k] && inner->hi[k] <= outer->hi[k];
	return encloses;
}

static inline bool aabb_contains(const Aabb *box, Vec3 point, double scale) {
	bool contains = true;
	for (int k = 0; k < 3; ++k) {
		double x = vec3_get(point, k) * scale;
		contains = contains && (double)box->lo[k] <= x && x <= (double)box->hi[k];
	}
	return contains;
}

static inline float aabb_volume(const Aabb *box) {
	return (box->hi[0] - box->lo[0]) * (box->hi[1] - box->lo[1]) * (box->hi[2] - box->lo[2]);
}
