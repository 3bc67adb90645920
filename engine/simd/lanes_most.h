// As many floats at a time as the instruction set has: sixteen with AVX-512, else the eight of lanes.h. The
// names are those of lanes.h without the number. LANES is the number.
#pragma once

#include "simd/lanes.h"

#if LANES_AVX512
enum { LANES = 16 };
typedef __m512 Lanes;
typedef __mmask16 Mask;
LANES_INLINE Lanes lanes_load(const float *p) { return _mm512_loadu_ps(p); }
LANES_INLINE void lanes_store(float *p, Lanes a) { _mm512_storeu_ps(p, a); }
LANES_INLINE Lanes lanes_one(float x) { return _mm512_set1_ps(x); }
LANES_INLINE Lanes lanes_add(Lanes a, Lanes b) { return _mm512_add_ps(a, b); }
LANES_INLINE Lanes lanes_sub(Lanes a, Lanes b) { return _mm512_sub_ps(a, b); }
LANES_INLINE Lanes lanes_mul(Lanes a, Lanes b) { return _mm512_mul_ps(a, b); }
LANES_INLINE Lanes lanes_min(Lanes a, Lanes b) { return _mm512_min_ps(a, b); }
LANES_INLINE Lanes lanes_max(Lanes a, Lanes b) { return _mm512_max_ps(a, b); }
LANES_INLINE Lanes lanes_abs(Lanes a) { return _mm512_abs_ps(a); }
LANES_INLINE Lanes lanes_negate(Lanes a) { return _mm512_xor_ps(a, _mm512_set1_ps(-0.0f)); }
LANES_INLINE Mask lanes_above(Lanes a, Lanes b) { return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ); }
LANES_INLINE Mask mask_and(Mask a, Mask b) { return (Mask)(a & b); }
LANES_INLINE Mask mask_or(Mask a, Mask b) { return (Mask)(a | b); }
LANES_INLINE Mask mask_xor(Mask a, Mask b) { return (Mask)(a ^ b); }
LANES_INLINE unsigned mask_bits(Mask a) { return a; }
LANES_INLINE Lanes lanes_select(Mask mask, Lanes a, Lanes b) { return _mm512_mask_blend_ps(mask, b, a); }
// The lesser, or the greater, of each lane of the first eight and its fellow of the last eight.
LANES_INLINE Lanes8 lanes_least(Lanes a) {
	return lanes8_min(_mm512_castps512_ps256(a), _mm512_extractf32x8_ps(a, 1));
}
LANES_INLINE Lanes8 lanes_greatest(Lanes a) {
	return lanes8_max(_mm512_castps512_ps256(a), _mm512_extractf32x8_ps(a, 1));
}
// Four floats, four times.
LANES_INLINE Lanes lanes_repeated(const float *p) { return _mm512_broadcast_f32x4(_mm_loadu_ps(p)); }
// Of what lanes_repeated loaded: quarter k turned by k lanes.
LANES_INLINE Lanes lanes_turn(Lanes a, int group) {
	(void)group;
	return _mm512_permutevar_ps(a, _mm512_setr_epi32(0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2));
}
// The first four of eight, or the last four, repeated and turned.
LANES_INLINE Lanes lanes_turned_low(Lanes8 a, int group) {
	(void)group;
	return _mm512_permutexvar_ps(_mm512_setr_epi32(0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2),
	                             _mm512_castps256_ps512(a));
}
LANES_INLINE Lanes lanes_turned_high(Lanes8 a, int group) {
	(void)group;
	return _mm512_permutexvar_ps(_mm512_setr_epi32(4, 5, 6, 7, 5, 6, 7, 4, 6, 7, 4, 5, 7, 4, 5, 6),
	                             _mm512_castps256_ps512(a));
}
// Eight here, eight there.
LANES_INLINE Lanes lanes_joined(Lanes8 a, Lanes8 b) {
	return _mm512_insertf32x8(_mm512_castps256_ps512(a), b, 1);
}
#else
enum { LANES = 8 };
typedef Lanes8 Lanes;
typedef Mask8 Mask;
LANES_INLINE Lanes lanes_load(const float *p) { return lanes8_load(p); }
LANES_INLINE void lanes_store(float *p, Lanes a) { lanes8_store(p, a); }
LANES_INLINE Lanes lanes_one(float x) { return lanes8_one(x); }
LANES_INLINE Lanes lanes_add(Lanes a, Lanes b) { return lanes8_add(a, b); }
LANES_INLINE Lanes lanes_sub(Lanes a, Lanes b) { return lanes8_sub(a, b); }
LANES_INLINE Lanes lanes_mul(Lanes a, Lanes b) { return lanes8_mul(a, b); }
LANES_INLINE Lanes lanes_min(Lanes a, Lanes b) { return lanes8_min(a, b); }
LANES_INLINE Lanes lanes_max(Lanes a, Lanes b) { return lanes8_max(a, b); }
LANES_INLINE Lanes lanes_abs(Lanes a) { return lanes8_abs(a); }
LANES_INLINE Lanes lanes_negate(Lanes a) { return lanes8_negate(a); }
LANES_INLINE Mask lanes_above(Lanes a, Lanes b) { return lanes8_above(a, b); }
LANES_INLINE Mask mask_and(Mask a, Mask b) { return mask8_and(a, b); }
LANES_INLINE Mask mask_or(Mask a, Mask b) { return mask8_or(a, b); }
LANES_INLINE Mask mask_xor(Mask a, Mask b) { return mask8_xor(a, b); }
LANES_INLINE unsigned mask_bits(Mask a) { return mask8_bits(a); }
LANES_INLINE Lanes lanes_select(Mask mask, Lanes a, Lanes b) { return lanes8_select(mask, a, b); }
LANES_INLINE Lanes8 lanes_least(Lanes a) { return a; }
LANES_INLINE Lanes8 lanes_greatest(Lanes a) { return a; }
LANES_INLINE Lanes lanes_repeated(const float *p) { return lanes8_twice(p); }
LANES_INLINE Lanes lanes_turn(Lanes a, int group) { return lanes8_turn(a, group); }
LANES_INLINE Lanes lanes_turned_low(Lanes8 a, int group) { return lanes8_turn(lanes8_low(a), group); }
LANES_INLINE Lanes lanes_turned_high(Lanes8 a, int group) { return lanes8_turn(lanes8_high(a), group); }
// There are only eight: the first ones.
LANES_INLINE Lanes lanes_joined(Lanes8 a, Lanes8 b) {
	(void)b;
	return a;
}
#endif

// Four floats of three kinds: a register of AVX-512, of which four lanes are of no use, else eight and four.
#if LANES_AVX512
typedef __m512 Lanes12;
LANES_INLINE Lanes12 lanes12_one(float x) { return _mm512_set1_ps(x); }
LANES_INLINE Lanes12 lanes12_kinds(float a, float b, float c) {
	return lanes_joined(lanes8_halves(a, b), lanes8_one(c));
}
LANES_INLINE Lanes12 lanes12_repeated(const float *p) { return lanes_repeated(p); }
LANES_INLINE Lanes12 lanes12_add(Lanes12 a, Lanes12 b) { return lanes_add(a, b); }
LANES_INLINE Lanes12 lanes12_mul(Lanes12 a, Lanes12 b) { return lanes_mul(a, b); }
LANES_INLINE Lanes12 lanes12_min(Lanes12 a, Lanes12 b) { return lanes_min(a, b); }
LANES_INLINE Lanes12 lanes12_max(Lanes12 a, Lanes12 b) { return lanes_max(a, b); }
LANES_INLINE Lanes8 lanes12_first(Lanes12 a) { return _mm512_castps512_ps256(a); }
LANES_INLINE Lanes4 lanes12_last(Lanes12 a) { return _mm512_extractf32x4_ps(a, 2); }
#else
typedef struct Lanes12 {
	Lanes8 first;
	Lanes4 last;
} Lanes12;
#define LANES12_DO(name, a, b)                                                                               \
	(Lanes12) { lanes8_##name((a).first, (b).first), lanes4_##name((a).last, (b).last) }
LANES_INLINE Lanes12 lanes12_one(float x) { return (Lanes12){ lanes8_one(x), lanes4_one(x) }; }
LANES_INLINE Lanes12 lanes12_kinds(float a, float b, float c) {
	return (Lanes12){ lanes8_halves(a, b), lanes4_one(c) };
}
LANES_INLINE Lanes12 lanes12_repeated(const float *p) { return (Lanes12){ lanes8_twice(p), lanes4_load(p) }; }
LANES_INLINE Lanes12 lanes12_add(Lanes12 a, Lanes12 b) { return LANES12_DO(add, a, b); }
LANES_INLINE Lanes12 lanes12_mul(Lanes12 a, Lanes12 b) { return LANES12_DO(mul, a, b); }
LANES_INLINE Lanes12 lanes12_min(Lanes12 a, Lanes12 b) { return LANES12_DO(min, a, b); }
LANES_INLINE Lanes12 lanes12_max(Lanes12 a, Lanes12 b) { return LANES12_DO(max, a, b); }
LANES_INLINE Lanes8 lanes12_first(Lanes12 a) { return a.first; }
LANES_INLINE Lanes4 lanes12_last(Lanes12 a) { return a.last; }
#undef LANES12_DO
#endif
