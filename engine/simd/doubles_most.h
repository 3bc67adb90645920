// As many doubles at a time as the instruction set has: eight with AVX-512, else the four of doubles4.h. The
// names are those of doubles4.h without the number. DOUBLES is the number.
#pragma once

#include "simd/doubles4.h"

#if LANES_AVX512
enum { DOUBLES = 8 };
typedef __m512d Doubles;
LANES_INLINE Doubles doubles_one(double x) { return _mm512_set1_pd(x); }
LANES_INLINE Doubles doubles_add(Doubles a, Doubles b) { return _mm512_add_pd(a, b); }
LANES_INLINE Doubles doubles_sub(Doubles a, Doubles b) { return _mm512_sub_pd(a, b); }
LANES_INLINE Doubles doubles_mul(Doubles a, Doubles b) { return _mm512_mul_pd(a, b); }
LANES_INLINE Doubles doubles_min(Doubles a, Doubles b) { return _mm512_min_pd(a, b); }
LANES_INLINE Doubles doubles_max(Doubles a, Doubles b) { return _mm512_max_pd(a, b); }
LANES_INLINE Doubles doubles_abs(Doubles a) { return _mm512_abs_pd(a); }
LANES_INLINE Doubles doubles_turn(Doubles a, Doubles b) {
	return _mm512_xor_pd(a, _mm512_and_pd(b, _mm512_set1_pd(-0.0)));
}
// The bits of the lanes in which a > b.
LANES_INLINE unsigned doubles_above(Doubles a, Doubles b) { return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ); }
LANES_INLINE unsigned doubles_equal(Doubles a, Doubles b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
// Of four numbers: all of them in each four lanes.
LANES_INLINE Doubles doubles_repeated(const double *p) { return _mm512_broadcast_f64x4(_mm256_loadu_pd(p)); }
// Of four numbers, stored twice: those of each four lanes turned by one more.
LANES_INLINE Doubles doubles_turned(const double *p, int group) {
	p += 2 * group;
	return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(p)), _mm256_loadu_pd(p + 1), 1);
}
#else
enum { DOUBLES = 4 };
typedef Doubles4 Doubles;
LANES_INLINE Doubles doubles_one(double x) { return doubles4_one(x); }
LANES_INLINE Doubles doubles_add(Doubles a, Doubles b) { return doubles4_add(a, b); }
LANES_INLINE Doubles doubles_sub(Doubles a, Doubles b) { return doubles4_sub(a, b); }
LANES_INLINE Doubles doubles_mul(Doubles a, Doubles b) { return doubles4_mul(a, b); }
LANES_INLINE Doubles doubles_min(Doubles a, Doubles b) { return doubles4_min(a, b); }
LANES_INLINE Doubles doubles_max(Doubles a, Doubles b) { return doubles4_max(a, b); }
LANES_INLINE Doubles doubles_abs(Doubles a) { return doubles4_abs(a); }
LANES_INLINE Doubles doubles_turn(Doubles a, Doubles b) { return doubles4_turn(a, b); }
LANES_INLINE unsigned doubles_above(Doubles a, Doubles b) { return mask4_bits(doubles4_above(a, b)); }
LANES_INLINE unsigned doubles_equal(Doubles a, Doubles b) { return mask4_bits(doubles4_equal(a, b)); }
LANES_INLINE Doubles doubles_repeated(const double *p) { return doubles4_load(p); }
LANES_INLINE Doubles doubles_turned(const double *p, int group) { return doubles4_load(p + group); }
#endif
