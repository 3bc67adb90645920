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
LANES_INLINE Doubles4 doubles4_abs(Doubles4 a) { DOUBLES4_EACH(fabs(a.v[i])); }
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
#undef DOUBLES4_EACH
#endif

#if LANES_SSE
LANES_INLINE Doubles4 doubles4_add(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(add, a, b); }
LANES_INLINE Doubles4 doubles4_sub(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(sub, a, b); }
LANES_INLINE Doubles4 doubles4_mul(Doubles4 a, Doubles4 b) { return DOUBLES4_DO(mul, a, b); }
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
