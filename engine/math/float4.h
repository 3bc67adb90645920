// Four floats at once. The results are the same with and without SSE.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
typedef __m128 Float4;

static inline Float4 float4_set(float x, float y, float z) { return _mm_setr_ps(x, y, z, 0); }
// ((x, y, z) - from) * scale, clamped to [-1, 2] and rounded to float. from and scale are aligned arrays of
// four.
static inline Float4 float4_units(double x, double y, double z, const double *from, const double *scale) {
	const __m128d low = _mm_set1_pd(-1), high = _mm_set1_pd(2);
	__m128d a = _mm_mul_pd(_mm_sub_pd(_mm_setr_pd(x, y), _mm_load_pd(from)), _mm_load_pd(scale));
	__m128d b = _mm_mul_pd(_mm_sub_pd(_mm_setr_pd(z, 0), _mm_load_pd(from + 2)), _mm_load_pd(scale + 2));
	a = _mm_min_pd(_mm_max_pd(a, low), high);
	b = _mm_min_pd(_mm_max_pd(b, low), high);
	return _mm_movelh_ps(_mm_cvtpd_ps(a), _mm_cvtpd_ps(b));
}
static inline Float4 float4_min(Float4 a, Float4 b) { return _mm_min_ps(a, b); }
static inline Float4 float4_max(Float4 a, Float4 b) { return _mm_max_ps(a, b); }
static inline Float4 float4_mul(Float4 a, Float4 b) { return _mm_mul_ps(a, b); }
// Whether each element of a is at most that of b, and each element of c at most that of d.
static inline bool float4_below(Float4 a, Float4 b, Float4 c, Float4 d) {
	return _mm_movemask_ps(_mm_and_ps(_mm_cmple_ps(a, b), _mm_cmple_ps(c, d))) == 15;
}
static inline void float4_truncate(int32_t out[4], Float4 a) {
	_mm_storeu_si128((__m128i *)(void *)out, _mm_cvttps_epi32(a));
}
#else
typedef struct Float4 {
	_Alignas(16) float v[4]; // aligned as with SSE, so that structs that contain it have the same layout
} Float4;

static inline Float4 float4_set(float x, float y, float z) { return (Float4){ { x, y, z, 0 } }; }
static inline Float4 float4_units(double x, double y, double z, const double *from, const double *scale) {
	const double v[4] = { x, y, z, 0 };
	Float4 out;
	for (int i = 0; i < 4; ++i) {
		double u = (v[i] - from[i]) * scale[i];
		u = u > -1 ? u : -1;
		out.v[i] = (float)(u < 2 ? u : 2);
	}
	return out;
}
static inline Float4 float4_min(Float4 a, Float4 b) {
	for (int i = 0; i < 4; ++i) a.v[i] = a.v[i] < b.v[i] ? a.v[i] : b.v[i];
	return a;
}
static inline Float4 float4_max(Float4 a, Float4 b) {
	for (int i = 0; i < 4; ++i) a.v[i] = a.v[i] > b.v[i] ? a.v[i] : b.v[i];
	return a;
}
static inline Float4 float4_mul(Float4 a, Float4 b) {
	for (int i = 0; i < 4; ++i) a.v[i] *= b.v[i];
	return a;
}
static inline bool float4_below(Float4 a, Float4 b, Float4 c, Float4 d) {
	int below = 1;
	for (int i = 0; i < 4; ++i) below &= (a.v[i] <= b.v[i]) & (c.v[i] <= d.v[i]);
	return below;
}
static inline void float4_truncate(int32_t out[4], Float4 a) {
	for (int i = 0; i < 4; ++i) out[i] = (int32_t)a.v[i];
}
#endif
_Static_assert(_Alignof(Float4) == 16, "bytes of what holds it are counted");
