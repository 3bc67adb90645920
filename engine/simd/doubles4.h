// Four doubles at a time: AVX where the file is compiled for it, else two of SSE, else plain C. The same IEEE
// operations in the same order per lane from each. A Mask4 says yes or no of each lane; comparisons with NaN
// say no.
#pragma once

#include "simd/lanes.h"

#if LANES_AVX
typedef __m256d Doubles4;
typedef __m256d Mask4;
#define DOUBLES4_DO(name, a, b) _mm256_##name##_pd(a, b)
LANES_INLINE Doubles4 doubles4_load(const double *p) { return _mm256_loadu_pd(p); }
LANES_INLINE Doubles4 doubles4_one(double x) { return _mm256_set1_pd(x); }
LANES_INLINE Mask4 doubles4_above(Doubles4 a, Doubles4 b) { return _mm256_cmp_pd(a, b, _CMP_GT_OQ); }
LANES_INLINE Mask4 doubles4_equal(Doubles4 a, Doubles4 b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
LANES_INLINE unsigned mask4_bits(Mask4 a) { return (unsigned)_mm256_movemask_pd(a); }
LANES_INLINE void doubles4_store(double *p, Doubles4 a) { _mm256_storeu_pd(p, a); }
LANES_INLINE Doubles4 doubles4_these(double a, double b, double c, double d) {
	return _mm256_setr_pd(a, b, c, d);
}
LANES_INLINE void doubles4_columns(Doubles4 out[4], const Doubles4 rows[4]) {
	Doubles4 a = _mm256_unpacklo_pd(rows[0], rows[1]), b = _mm256_unpackhi_pd(rows[0], rows[1]);
	Doubles4 c = _mm256_unpacklo_pd(rows[2], rows[3]), d = _mm256_unpackhi_pd(rows[2], rows[3]);
	out[0] = _mm256_permute2f128_pd(a, c, 0x20), out[1] = _mm256_permute2f128_pd(b, d, 0x20);
	out[2] = _mm256_permute2f128_pd(a, c, 0x31), out[3] = _mm256_permute2f128_pd(b, d, 0x31);
}
LANES_INLINE Doubles4 doubles4_root(Doubles4 a) { return _mm256_sqrt_pd(a); }
LANES_INLINE Doubles4 doubles4_of(Lanes4 a) { return _mm256_cvtps_pd(a); }
LANES_INLINE Lanes4 doubles4_rounded(Doubles4 a) { return _mm256_cvtpd_ps(a); }
#elif LANES_SSE
typedef struct Doubles4 {
	__m128d lo, hi;
} Doubles4;
typedef Doubles4 Mask4;
#define DOUBLES4_DO(name, a, b)                                                                              \
	(Doubles4) { _mm_##name##_pd((a).lo, (b).lo), _mm_##name##_pd((a).hi, (b).hi) }
LANES_INLINE Doubles4 doubles4_load(const double *p) {
	return (Doubles4){ _mm_loadu_pd(p), _mm_loadu_pd(p + 2) };
}
LANES_INLINE Doubles4 doubles4_one(double x) { return (Doubles4){ _mm_set1_pd(x), _mm_set1_pd(x) }; }
LANES_INLINE Mask4 doubles4_above(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(cmpgt, a, b); }
LANES_INLINE Mask4 doubles4_equal(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(cmpeq, a, b); }
LANES_INLINE unsigned mask4_bits(Mask4 a) {
	return (unsigned)_mm_movemask_pd(a.lo) | (unsigned)_mm_movemask_pd(a.hi) << 2;
}
LANES_INLINE void doubles4_store(double *p, Doubles4 a) {
	_mm_storeu_pd(p, a.lo), _mm_storeu_pd(p + 2, a.hi);
}
LANES_INLINE Doubles4 doubles4_these(double a, double b, double c, double d) {
	return (Doubles4){ _mm_setr_pd(a, b), _mm_setr_pd(c, d) };
}
LANES_INLINE void doubles4_columns(Doubles4 out[4], const Doubles4 rows[4]) {
	Doubles4 a = rows[0], b = rows[1], c = rows[2], d = rows[3];
	out[0] = (Doubles4){ _mm_unpacklo_pd(a.lo, b.lo), _mm_unpacklo_pd(c.lo, d.lo) };
	out[1] = (Doubles4){ _mm_unpackhi_pd(a.lo, b.lo), _mm_unpackhi_pd(c.lo, d.lo) };
	out[2] = (Doubles4){ _mm_unpacklo_pd(a.hi, b.hi), _mm_unpacklo_pd(c.hi, d.hi) };
	out[3] = (Doubles4){ _mm_unpackhi_pd(a.hi, b.hi), _mm_unpackhi_pd(c.hi, d.hi) };
}
LANES_INLINE Doubles4 doubles4_root(Doubles4 a) { return (Doubles4){ _mm_sqrt_pd(a.lo), _mm_sqrt_pd(a.hi) }; }
LANES_INLINE Doubles4 doubles4_of(Lanes4 a) {
	return (Doubles4){ _mm_cvtps_pd(a), _mm_cvtps_pd(_mm_movehl_ps(a, a)) };
}
LANES_INLINE Lanes4 doubles4_rounded(Doubles4 a) {
	return _mm_movelh_ps(_mm_cvtpd_ps(a.lo), _mm_cvtpd_ps(a.hi));
}
#else
typedef struct Doubles4 {
	double v[4];
} Doubles4;
typedef unsigned Mask4; // bits
#define DOUBLES4_EACH(expression)                                                                            \
	Doubles4 out;                                                                                            \
	for (int i = 0; i < 4; ++i) out.v[i] = (expression);                                                     \
	return out
LANES_INLINE Doubles4 doubles4_load(const double *p) { DOUBLES4_EACH(p[i]); }
LANES_INLINE Doubles4 doubles4_one(double x) { DOUBLES4_EACH(x); }
LANES_INLINE Doubles4 doubles4_add(Doubles4 a, Doubles4 b) { DOUBLES4_EACH(a.v[i] + b.v[i]); }
LANES_INLINE Doubles4 doubles4_sub(Doubles4 a, Doubles4 b) { DOUBLES4_EACH(a.v[i] - b.v[i]); }
LANES_INLINE Doubles4 doubles4_mul(Doubles4 a, Doubles4 b) { DOUBLES4_EACH(a.v[i] * b.v[i]); }
LANES_INLINE Doubles4 doubles4_over(Doubles4 a, Doubles4 b) { DOUBLES4_EACH(a.v[i] / b.v[i]); }
LANES_INLINE Doubles4 doubles4_min(Doubles4 a, Doubles4 b) {
	DOUBLES4_EACH(a.v[i] < b.v[i] ? a.v[i] : b.v[i]);
}
LANES_INLINE Doubles4 doubles4_max(Doubles4 a, Doubles4 b) {
	DOUBLES4_EACH(a.v[i] > b.v[i] ? a.v[i] : b.v[i]);
}
LANES_INLINE Doubles4 doubles4_root(Doubles4 a) { DOUBLES4_EACH(sqrt(a.v[i])); }
LANES_INLINE Doubles4 doubles4_of(Lanes4 a) { DOUBLES4_EACH((double)a.v[i]); }
LANES_INLINE Lanes4 doubles4_rounded(Doubles4 a) {
	Lanes4 out;
	for (int i = 0; i < 4; ++i) {
		volatile float rounded = (float)a.v[i]; // or gcc 12 would leave the rounding out (nearest_float)
		out.v[i] = rounded;
	}
	return out;
}
LANES_INLINE void doubles4_store(double *p, Doubles4 a) { memcpy(p, a.v, sizeof a.v); }
LANES_INLINE Doubles4 doubles4_these(double a, double b, double c, double d) {
	return (Doubles4){ { a, b, c, d } };
}
// Lane i of column k is lane k of row i.
LANES_INLINE void doubles4_columns(Doubles4 out[4], const Doubles4 rows[4]) {
	for (int k = 0; k < 4; ++k)
		for (int i = 0; i < 4; ++i) out[k].v[i] = rows[i].v[k];
}
LANES_INLINE Doubles4 doubles4_abs(Doubles4 a) { DOUBLES4_EACH(fabs(a.v[i])); }
// The greatest power of two up to the magnitude, which must be a normal number; 0 of 0.
LANES_INLINE Doubles4 doubles4_power(Doubles4 a) {
	Doubles4 out;
	for (int i = 0; i < 4; ++i) {
		uint64_t bits;
		memcpy(&bits, &a.v[i], sizeof bits);
		bits &= (uint64_t)2047 << 52;
		memcpy(&out.v[i], &bits, sizeof bits);
	}
	return out;
}
// a where the mask says yes, else b.
LANES_INLINE Doubles4 doubles4_select(Mask4 mask, Doubles4 a, Doubles4 b) {
	DOUBLES4_EACH(mask >> i & 1 ? a.v[i] : b.v[i]);
}
// a with the sign changed where that of b is negative.
LANES_INLINE Doubles4 doubles4_turn(Doubles4 a, Doubles4 b) {
	DOUBLES4_EACH(signbit(b.v[i]) ? -a.v[i] : a.v[i]);
}
LANES_INLINE Mask4 doubles4_above(Doubles4 a, Doubles4 b) {
	unsigned bits = 0;
	for (int i = 0; i < 4; ++i) bits |= (unsigned)(a.v[i] > b.v[i]) << i;
	return bits;
}
LANES_INLINE Mask4 doubles4_equal(Doubles4 a, Doubles4 b) {
	unsigned bits = 0;
	for (int i = 0; i < 4; ++i) bits |= (unsigned)(a.v[i] == b.v[i]) << i;
	return bits;
}
LANES_INLINE unsigned mask4_bits(Mask4 a) { return a; }
LANES_INLINE Mask4 mask4_and(Mask4 a, Mask4 b) { return a & b; }
LANES_INLINE Mask4 mask4_or(Mask4 a, Mask4 b) { return a | b; }
LANES_INLINE Mask4 mask4_but(Mask4 a, Mask4 b) { return a & ~b; } // yes of a and no of b
#undef DOUBLES4_EACH
#endif

#if LANES_SSE
LANES_INLINE Doubles4 doubles4_add(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(add, a, b); }
LANES_INLINE Doubles4 doubles4_sub(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(sub, a, b); }
LANES_INLINE Doubles4 doubles4_mul(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(mul, a, b); }
LANES_INLINE Doubles4 doubles4_over(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(div, a, b); }
LANES_INLINE Doubles4 doubles4_min(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(min, a, b); }
LANES_INLINE Doubles4 doubles4_max(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(max, a, b); }
LANES_INLINE Doubles4 doubles4_power(Doubles4 a) {
	Doubles4 exponent = doubles4_one((double)INFINITY); // its bits are those of the exponent
	return DOUBLES4_DO(and, exponent, a);
}
LANES_INLINE Doubles4 doubles4_select(Mask4 mask, Doubles4 a, Doubles4 b) {
	Doubles4 of_a = DOUBLES4_DO(and, mask, a), of_b = DOUBLES4_DO(andnot, mask, b);
	return DOUBLES4_DO(or, of_a, of_b);
}
LANES_INLINE Mask4 mask4_but(Mask4 a, Mask4 b) { return DOUBLES4_DO(andnot, b, a); }
LANES_INLINE Doubles4 doubles4_abs(Doubles4 a) {
	Doubles4 sign = doubles4_one(-0.0);
	return DOUBLES4_DO(andnot, sign, a);
}
LANES_INLINE Doubles4 doubles4_turn(Doubles4 a, Doubles4 b) {
	Doubles4 sign = doubles4_one(-0.0), of_b = DOUBLES4_DO(and, sign, b);
	return DOUBLES4_DO(xor, a, of_b);
}
LANES_INLINE Mask4 mask4_and(Mask4 a, Mask4 b) { return DOUBLES4_DO(and, a, b); }
LANES_INLINE Mask4 mask4_or(Mask4 a, Mask4 b) { return DOUBLES4_DO(or, a, b); }
#undef DOUBLES4_DO
#endif
