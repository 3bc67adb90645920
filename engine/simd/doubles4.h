// Four doubles at a time: AVX where the file is compiled for it, else two twos of SSE, of NEON or of plain C.
// The same IEEE operations in the same order per lane from each. A Mask4 says yes or no of each lane;
// comparisons with NaN say no.
#pragma once

#include "simd/lanes.h"

#if LANES_AVX
typedef __m256d Doubles4;
typedef __m256d Mask4;
LANES_INLINE Doubles4 doubles4_load(const double *p) { return _mm256_loadu_pd(p); }
LANES_INLINE void doubles4_store(double *p, Doubles4 a) { _mm256_storeu_pd(p, a); }
LANES_INLINE Doubles4 doubles4_one(double x) { return _mm256_set1_pd(x); }
LANES_INLINE Doubles4 doubles4_these(double a, double b, double c, double d) {
	return _mm256_setr_pd(a, b, c, d);
}
LANES_INLINE Doubles4 doubles4_add(Doubles4 a, Doubles4 b) { return _mm256_add_pd(a, b); }
LANES_INLINE Doubles4 doubles4_sub(Doubles4 a, Doubles4 b) { return _mm256_sub_pd(a, b); }
LANES_INLINE Doubles4 doubles4_mul(Doubles4 a, Doubles4 b) { return _mm256_mul_pd(a, b); }
LANES_INLINE Doubles4 doubles4_over(Doubles4 a, Doubles4 b) { return _mm256_div_pd(a, b); }
LANES_INLINE Doubles4 doubles4_min(Doubles4 a, Doubles4 b) { return _mm256_min_pd(a, b); }
LANES_INLINE Doubles4 doubles4_max(Doubles4 a, Doubles4 b) { return _mm256_max_pd(a, b); }
LANES_INLINE Doubles4 doubles4_root(Doubles4 a) { return _mm256_sqrt_pd(a); }
LANES_INLINE Doubles4 doubles4_abs(Doubles4 a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a); }
LANES_INLINE Doubles4 doubles4_power(Doubles4 a) {
	return _mm256_and_pd(_mm256_set1_pd((double)INFINITY), a); // its bits are those of the exponent
}
LANES_INLINE Doubles4 doubles4_turn(Doubles4 a, Doubles4 b) {
	return _mm256_xor_pd(a, _mm256_and_pd(_mm256_set1_pd(-0.0), b));
}
LANES_INLINE Mask4 doubles4_above(Doubles4 a, Doubles4 b) { return _mm256_cmp_pd(a, b, _CMP_GT_OQ); }
LANES_INLINE Mask4 doubles4_equal(Doubles4 a, Doubles4 b) { return _mm256_cmp_pd(a, b, _CMP_EQ_OQ); }
LANES_INLINE Doubles4 doubles4_select(Mask4 mask, Doubles4 a, Doubles4 b) {
	return _mm256_or_pd(_mm256_and_pd(mask, a), _mm256_andnot_pd(mask, b));
}
LANES_INLINE unsigned mask4_bits(Mask4 a) { return (unsigned)_mm256_movemask_pd(a); }
LANES_INLINE Mask4 mask4_and(Mask4 a, Mask4 b) { return _mm256_and_pd(a, b); }
LANES_INLINE Mask4 mask4_or(Mask4 a, Mask4 b) { return _mm256_or_pd(a, b); }
LANES_INLINE Mask4 mask4_but(Mask4 a, Mask4 b) { return _mm256_andnot_pd(b, a); }
LANES_INLINE void doubles4_columns(Doubles4 out[4], const Doubles4 rows[4]) {
	Doubles4 a = _mm256_unpacklo_pd(rows[0], rows[1]), b = _mm256_unpackhi_pd(rows[0], rows[1]);
	Doubles4 c = _mm256_unpacklo_pd(rows[2], rows[3]), d = _mm256_unpackhi_pd(rows[2], rows[3]);
	out[0] = _mm256_permute2f128_pd(a, c, 0x20), out[1] = _mm256_permute2f128_pd(b, d, 0x20);
	out[2] = _mm256_permute2f128_pd(a, c, 0x31), out[3] = _mm256_permute2f128_pd(b, d, 0x31);
}
LANES_INLINE Doubles4 doubles4_of(Lanes4 a) { return _mm256_cvtps_pd(a); }
LANES_INLINE Lanes4 doubles4_rounded(Doubles4 a) { return _mm256_cvtpd_ps(a); }
#else

// Two
// -----------------------------------------------------------------------------------------------------------

#if LANES_SSE
typedef __m128d Doubles2;
typedef __m128d Mask2;
LANES_INLINE Doubles2 doubles2_load(const double *p) { return _mm_loadu_pd(p); }
LANES_INLINE void doubles2_store(double *p, Doubles2 a) { _mm_storeu_pd(p, a); }
LANES_INLINE Doubles2 doubles2_these(double a, double b) { return _mm_setr_pd(a, b); }
LANES_INLINE Doubles2 doubles2_add(Doubles2 a, Doubles2 b) { return _mm_add_pd(a, b); }
LANES_INLINE Doubles2 doubles2_sub(Doubles2 a, Doubles2 b) { return _mm_sub_pd(a, b); }
LANES_INLINE Doubles2 doubles2_mul(Doubles2 a, Doubles2 b) { return _mm_mul_pd(a, b); }
LANES_INLINE Doubles2 doubles2_over(Doubles2 a, Doubles2 b) { return _mm_div_pd(a, b); }
LANES_INLINE Doubles2 doubles2_min(Doubles2 a, Doubles2 b) { return _mm_min_pd(a, b); }
LANES_INLINE Doubles2 doubles2_max(Doubles2 a, Doubles2 b) { return _mm_max_pd(a, b); }
LANES_INLINE Doubles2 doubles2_root(Doubles2 a) { return _mm_sqrt_pd(a); }
LANES_INLINE Doubles2 doubles2_abs(Doubles2 a) { return _mm_andnot_pd(_mm_set1_pd(-0.0), a); }
LANES_INLINE Doubles2 doubles2_power(Doubles2 a) { return _mm_and_pd(_mm_set1_pd((double)INFINITY), a); }
LANES_INLINE Doubles2 doubles2_turn(Doubles2 a, Doubles2 b) {
	return _mm_xor_pd(a, _mm_and_pd(_mm_set1_pd(-0.0), b));
}
LANES_INLINE Mask2 doubles2_above(Doubles2 a, Doubles2 b) { return _mm_cmpgt_pd(a, b); }
LANES_INLINE Mask2 doubles2_equal(Doubles2 a, Doubles2 b) { return _mm_cmpeq_pd(a, b); }
LANES_INLINE Doubles2 doubles2_select(Mask2 mask, Doubles2 a, Doubles2 b) {
	return _mm_or_pd(_mm_and_pd(mask, a), _mm_andnot_pd(mask, b));
}
LANES_INLINE unsigned mask2_bits(Mask2 a) { return (unsigned)_mm_movemask_pd(a); }
LANES_INLINE Mask2 mask2_and(Mask2 a, Mask2 b) { return _mm_and_pd(a, b); }
LANES_INLINE Mask2 mask2_or(Mask2 a, Mask2 b) { return _mm_or_pd(a, b); }
LANES_INLINE Mask2 mask2_but(Mask2 a, Mask2 b) { return _mm_andnot_pd(b, a); }
LANES_INLINE Doubles2 doubles2_firsts(Doubles2 a, Doubles2 b) { return _mm_unpacklo_pd(a, b); }
LANES_INLINE Doubles2 doubles2_lasts(Doubles2 a, Doubles2 b) { return _mm_unpackhi_pd(a, b); }
LANES_INLINE Doubles2 doubles2_of_low(Lanes4 a) { return _mm_cvtps_pd(a); }
LANES_INLINE Doubles2 doubles2_of_high(Lanes4 a) { return _mm_cvtps_pd(_mm_movehl_ps(a, a)); }
LANES_INLINE Lanes4 doubles2_rounded(Doubles2 lo, Doubles2 hi) {
	return _mm_movelh_ps(_mm_cvtpd_ps(lo), _mm_cvtpd_ps(hi));
}
#elif LANES_NEON
typedef float64x2_t Doubles2;
typedef uint64x2_t Mask2;
LANES_INLINE Doubles2 doubles2_load(const double *p) { return vld1q_f64(p); }
LANES_INLINE void doubles2_store(double *p, Doubles2 a) { vst1q_f64(p, a); }
LANES_INLINE Doubles2 doubles2_these(double a, double b) { return (Doubles2){ a, b }; }
LANES_INLINE Doubles2 doubles2_add(Doubles2 a, Doubles2 b) { return vaddq_f64(a, b); }
LANES_INLINE Doubles2 doubles2_sub(Doubles2 a, Doubles2 b) { return vsubq_f64(a, b); }
LANES_INLINE Doubles2 doubles2_mul(Doubles2 a, Doubles2 b) { return vmulq_f64(a, b); }
LANES_INLINE Doubles2 doubles2_over(Doubles2 a, Doubles2 b) { return vdivq_f64(a, b); }
LANES_INLINE Doubles2 doubles2_min(Doubles2 a, Doubles2 b) { return vbslq_f64(vcltq_f64(a, b), a, b); }
LANES_INLINE Doubles2 doubles2_max(Doubles2 a, Doubles2 b) { return vbslq_f64(vcgtq_f64(a, b), a, b); }
LANES_INLINE Doubles2 doubles2_root(Doubles2 a) { return vsqrtq_f64(a); }
LANES_INLINE Doubles2 doubles2_abs(Doubles2 a) { return vabsq_f64(a); }
LANES_INLINE Doubles2 doubles2_power(Doubles2 a) {
	return vbslq_f64(vdupq_n_u64((uint64_t)2047 << 52), a, vdupq_n_f64(0));
}
LANES_INLINE Doubles2 doubles2_turn(Doubles2 a, Doubles2 b) {
	uint64x2_t sign = vandq_u64(vdupq_n_u64((uint64_t)1 << 63), vreinterpretq_u64_f64(b));
	return vreinterpretq_f64_u64(veorq_u64(sign, vreinterpretq_u64_f64(a)));
}
LANES_INLINE Mask2 doubles2_above(Doubles2 a, Doubles2 b) { return vcgtq_f64(a, b); }
LANES_INLINE Mask2 doubles2_equal(Doubles2 a, Doubles2 b) { return vceqq_f64(a, b); }
LANES_INLINE Doubles2 doubles2_select(Mask2 mask, Doubles2 a, Doubles2 b) { return vbslq_f64(mask, a, b); }
LANES_INLINE unsigned mask2_bits(Mask2 a) { return (unsigned)vaddvq_u64(vandq_u64(a, (Mask2){ 1, 2 })); }
LANES_INLINE Mask2 mask2_and(Mask2 a, Mask2 b) { return vandq_u64(a, b); }
LANES_INLINE Mask2 mask2_or(Mask2 a, Mask2 b) { return vorrq_u64(a, b); }
LANES_INLINE Mask2 mask2_but(Mask2 a, Mask2 b) { return vbicq_u64(a, b); }
LANES_INLINE Doubles2 doubles2_firsts(Doubles2 a, Doubles2 b) { return vzip1q_f64(a, b); }
LANES_INLINE Doubles2 doubles2_lasts(Doubles2 a, Doubles2 b) { return vzip2q_f64(a, b); }
LANES_INLINE Doubles2 doubles2_of_low(Lanes4 a) { return vcvt_f64_f32(vget_low_f32(a)); }
LANES_INLINE Doubles2 doubles2_of_high(Lanes4 a) { return vcvt_high_f64_f32(a); }
LANES_INLINE Lanes4 doubles2_rounded(Doubles2 lo, Doubles2 hi) {
	return vcvt_high_f32_f64(vcvt_f32_f64(lo), hi);
}
#else
typedef struct Doubles2 {
	double v[2];
} Doubles2;
typedef unsigned Mask2; // bits
#define DOUBLES2(expression_of_i)                                                                            \
	Doubles2 out;                                                                                            \
	for (int i = 0; i < 2; ++i) out.v[i] = (expression_of_i);                                                \
	return out
LANES_INLINE Doubles2 doubles2_these(double a, double b) { return (Doubles2){ { a, b } }; }
LANES_INLINE Doubles2 doubles2_load(const double *p) { return doubles2_these(p[0], p[1]); }
LANES_INLINE void doubles2_store(double *p, Doubles2 a) { memcpy(p, a.v, sizeof a.v); }
LANES_INLINE Doubles2 doubles2_add(Doubles2 a, Doubles2 b) { DOUBLES2(a.v[i] + b.v[i]); }
LANES_INLINE Doubles2 doubles2_sub(Doubles2 a, Doubles2 b) { DOUBLES2(a.v[i] - b.v[i]); }
LANES_INLINE Doubles2 doubles2_mul(Doubles2 a, Doubles2 b) { DOUBLES2(a.v[i] * b.v[i]); }
LANES_INLINE Doubles2 doubles2_over(Doubles2 a, Doubles2 b) { DOUBLES2(a.v[i] / b.v[i]); }
LANES_INLINE Doubles2 doubles2_min(Doubles2 a, Doubles2 b) { DOUBLES2(a.v[i] < b.v[i] ? a.v[i] : b.v[i]); }
LANES_INLINE Doubles2 doubles2_max(Doubles2 a, Doubles2 b) { DOUBLES2(a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
LANES_INLINE Doubles2 doubles2_root(Doubles2 a) { DOUBLES2(sqrt(a.v[i])); }
LANES_INLINE Doubles2 doubles2_abs(Doubles2 a) { DOUBLES2(fabs(a.v[i])); }
LANES_INLINE Doubles2 doubles2_power(Doubles2 a) {
	uint64_t bits[2];
	memcpy(bits, a.v, sizeof bits);
	for (int i = 0; i < 2; ++i) bits[i] &= (uint64_t)2047 << 52;
	memcpy(a.v, bits, sizeof bits);
	return a;
}
LANES_INLINE Doubles2 doubles2_turn(Doubles2 a, Doubles2 b) { DOUBLES2(signbit(b.v[i]) ? -a.v[i] : a.v[i]); }
LANES_INLINE Mask2 doubles2_above(Doubles2 a, Doubles2 b) {
	return (Mask2)(a.v[0] > b.v[0]) | (Mask2)(a.v[1] > b.v[1]) << 1;
}
LANES_INLINE Mask2 doubles2_equal(Doubles2 a, Doubles2 b) {
	return (Mask2)(a.v[0] == b.v[0]) | (Mask2)(a.v[1] == b.v[1]) << 1;
}
LANES_INLINE Doubles2 doubles2_select(Mask2 mask, Doubles2 a, Doubles2 b) {
	DOUBLES2(mask >> i & 1 ? a.v[i] : b.v[i]);
}
LANES_INLINE unsigned mask2_bits(Mask2 a) { return a; }
LANES_INLINE Mask2 mask2_and(Mask2 a, Mask2 b) { return a & b; }
LANES_INLINE Mask2 mask2_or(Mask2 a, Mask2 b) { return a | b; }
LANES_INLINE Mask2 mask2_but(Mask2 a, Mask2 b) { return a & ~b; }
LANES_INLINE Doubles2 doubles2_firsts(Doubles2 a, Doubles2 b) { return doubles2_these(a.v[0], b.v[0]); }
LANES_INLINE Doubles2 doubles2_lasts(Doubles2 a, Doubles2 b) { return doubles2_these(a.v[1], b.v[1]); }
LANES_INLINE Doubles2 doubles2_of_low(Lanes4 a) { DOUBLES2((double)a.v[i]); }
LANES_INLINE Doubles2 doubles2_of_high(Lanes4 a) { DOUBLES2((double)a.v[2 + i]); }
LANES_INLINE Lanes4 doubles2_rounded(Doubles2 lo, Doubles2 hi) {
	Lanes4 out;
	for (int i = 0; i < 4; ++i) {
		volatile float rounded = (float)(i < 2 ? lo.v[i] : hi.v[i - 2]); // or gcc 12 would leave the
		out.v[i] = rounded;                                              // rounding out (nearest_float)
	}
	return out;
}
#undef DOUBLES2
#endif

// Four
// ------------------------------------------------------------------------------------------------------

typedef struct Doubles4 {
	Doubles2 lo, hi;
} Doubles4;
typedef struct Mask4 {
	Mask2 lo, hi;
} Mask4;
#define DOUBLES4_DO(name, a, b)                                                                              \
	{ doubles2_##name((a).lo, (b).lo), doubles2_##name((a).hi, (b).hi) }
#define MASK4_DO(name, a, b)                                                                                 \
	{ mask2_##name((a).lo, (b).lo), mask2_##name((a).hi, (b).hi) }
LANES_INLINE Doubles4 doubles4_load(const double *p) {
	return (Doubles4){ doubles2_load(p), doubles2_load(p + 2) };
}
LANES_INLINE void doubles4_store(double *p, Doubles4 a) {
	doubles2_store(p, a.lo), doubles2_store(p + 2, a.hi);
}
LANES_INLINE Doubles4 doubles4_these(double a, double b, double c, double d) {
	return (Doubles4){ doubles2_these(a, b), doubles2_these(c, d) };
}
LANES_INLINE Doubles4 doubles4_one(double x) { return doubles4_these(x, x, x, x); }
LANES_INLINE Doubles4 doubles4_add(Doubles4 a, Doubles4 b) { return (Doubles4)DOUBLES4_DO(add, a, b); }
LANES_INLINE Doubles4 doubles4_sub(Doubles4 a, Doubles4 b) { return (Doubles4)DOUBLES4_DO(sub, a, b); }
LANES_INLINE Doubles4 doubles4_mul(Doubles4 a, Doubles4 b) { return (Doubles4)DOUBLES4_DO(mul, a, b); }
LANES_INLINE Doubles4 doubles4_over(Doubles4 a, Doubles4 b) { return (Doubles4)DOUBLES4_DO(over, a, b); }
LANES_INLINE Doubles4 doubles4_min(Doubles4 a, Doubles4 b) { return (Doubles4)DOUBLES4_DO(min, a, b); }
LANES_INLINE Doubles4 doubles4_max(Doubles4 a, Doubles4 b) { return (Doubles4)DOUBLES4_DO(max, a, b); }
LANES_INLINE Doubles4 doubles4_root(Doubles4 a) {
	return (Doubles4){ doubles2_root(a.lo), doubles2_root(a.hi) };
}
LANES_INLINE Doubles4 doubles4_abs(Doubles4 a) {
	return (Doubles4){ doubles2_abs(a.lo), doubles2_abs(a.hi) };
}
// The greatest power of two up to the magnitude, which must be a normal number; 0 of 0.
LANES_INLINE Doubles4 doubles4_power(Doubles4 a) {
	return (Doubles4){ doubles2_power(a.lo), doubles2_power(a.hi) };
}
// a with the sign changed where that of b is negative.
LANES_INLINE Doubles4 doubles4_turn(Doubles4 a, Doubles4 b) { return (Doubles4)DOUBLES4_DO(turn, a, b); }
LANES_INLINE Mask4 doubles4_above(Doubles4 a, Doubles4 b) { return (Mask4)DOUBLES4_DO(above, a, b); }
LANES_INLINE Mask4 doubles4_equal(Doubles4 a, Doubles4 b) { return (Mask4)DOUBLES4_DO(equal, a, b); }
// a where the mask says yes, else b.
LANES_INLINE Doubles4 doubles4_select(Mask4 mask, Doubles4 a, Doubles4 b) {
	return (Doubles4){ doubles2_select(mask.lo, a.lo, b.lo), doubles2_select(mask.hi, a.hi, b.hi) };
}
LANES_INLINE unsigned mask4_bits(Mask4 a) { return mask2_bits(a.lo) | mask2_bits(a.hi) << 2; }
LANES_INLINE Mask4 mask4_and(Mask4 a, Mask4 b) { return (Mask4)MASK4_DO(and, a, b); }
LANES_INLINE Mask4 mask4_or(Mask4 a, Mask4 b) { return (Mask4)MASK4_DO(or, a, b); }
LANES_INLINE Mask4 mask4_but(Mask4 a, Mask4 b) { return (Mask4)MASK4_DO(but, a, b); } // yes of a and no of b
// Lane i of column k is lane k of row i.
LANES_INLINE void doubles4_columns(Doubles4 out[4], const Doubles4 rows[4]) {
	Doubles4 a = rows[0], b = rows[1], c = rows[2], d = rows[3];
	out[0] = (Doubles4){ doubles2_firsts(a.lo, b.lo), doubles2_firsts(c.lo, d.lo) };
	out[1] = (Doubles4){ doubles2_lasts(a.lo, b.lo), doubles2_lasts(c.lo, d.lo) };
	out[2] = (Doubles4){ doubles2_firsts(a.hi, b.hi), doubles2_firsts(c.hi, d.hi) };
	out[3] = (Doubles4){ doubles2_lasts(a.hi, b.hi), doubles2_lasts(c.hi, d.hi) };
}
LANES_INLINE Doubles4 doubles4_of(Lanes4 a) { return (Doubles4){ doubles2_of_low(a), doubles2_of_high(a) }; }
LANES_INLINE Lanes4 doubles4_rounded(Doubles4 a) { return doubles2_rounded(a.lo, a.hi); }
#undef DOUBLES4_DO
#undef MASK4_DO
#endif
