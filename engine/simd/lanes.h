// Eight floats at a time, and four: AVX where the file is compiled for it, else two fours of SSE, of NEON or
// of plain C. The same IEEE operations in the same order per lane from each; min and max are a < b ? a : b
// and a > b ? a : b, zeros and NaN included. Comparisons with NaN are false.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

// LANES_PLAIN: plain C whatever the machine has, for tests.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__) && !defined(LANES_PLAIN)
#define LANES_AVX512 1
#else
#define LANES_AVX512 0
#endif
#if defined(__AVX2__) && !defined(LANES_PLAIN)
#include <immintrin.h>
#define LANES_AVX 1
#else
#define LANES_AVX 0
#endif
#if defined(__SSE2__) && !defined(LANES_PLAIN)
#include <emmintrin.h>
#define LANES_SSE 1
#else
#define LANES_SSE 0
#endif
// That of 32-bit ARM knows no denormal numbers.
#if defined(__aarch64__) && defined(__ARM_NEON) && !defined(LANES_PLAIN)
#include <arm_neon.h>
#define LANES_NEON 1
#else
#define LANES_NEON 0
#endif

// Tests with sanitizers would take minutes to compile all of the plain kernels as one function.
#ifdef LANES_PLAIN
#define LANES_INLINE static __attribute__((noinline, unused))
#else
#define LANES_INLINE static inline __attribute__((always_inline))
#endif

// Four
// ------------------------------------------------------------------------------------------------------

// Mask4f says yes or no of each of four lanes.
#if LANES_SSE
typedef __m128 Lanes4;
typedef __m128 Mask4f;
LANES_INLINE Lanes4 lanes4_load(const float *p) { return _mm_loadu_ps(p); }
LANES_INLINE void lanes4_store(float *p, Lanes4 a) { _mm_storeu_ps(p, a); }
LANES_INLINE Lanes4 lanes4_one(float x) { return _mm_set1_ps(x); }
LANES_INLINE Lanes4 lanes4_add(Lanes4 a, Lanes4 b) { return _mm_add_ps(a, b); }
LANES_INLINE Lanes4 lanes4_sub(Lanes4 a, Lanes4 b) { return _mm_sub_ps(a, b); }
LANES_INLINE Lanes4 lanes4_mul(Lanes4 a, Lanes4 b) { return _mm_mul_ps(a, b); }
LANES_INLINE Lanes4 lanes4_over(Lanes4 a, Lanes4 b) { return _mm_div_ps(a, b); }
LANES_INLINE Lanes4 lanes4_min(Lanes4 a, Lanes4 b) { return _mm_min_ps(a, b); }
LANES_INLINE Lanes4 lanes4_max(Lanes4 a, Lanes4 b) { return _mm_max_ps(a, b); }
LANES_INLINE Lanes4 lanes4_abs(Lanes4 a) { return _mm_andnot_ps(_mm_set1_ps(-0.0f), a); }
LANES_INLINE Lanes4 lanes4_negate(Lanes4 a) { return _mm_xor_ps(_mm_set1_ps(-0.0f), a); }
LANES_INLINE Mask4f lanes4_above(Lanes4 a, Lanes4 b) { return _mm_cmpgt_ps(a, b); }
LANES_INLINE Mask4f lanes4_equal(Lanes4 a, Lanes4 b) { return _mm_cmpeq_ps(a, b); }
LANES_INLINE Mask4f mask4f_and(Mask4f a, Mask4f b) { return _mm_and_ps(a, b); }
LANES_INLINE Mask4f mask4f_or(Mask4f a, Mask4f b) { return _mm_or_ps(a, b); }
LANES_INLINE Mask4f mask4f_xor(Mask4f a, Mask4f b) { return _mm_xor_ps(a, b); }
LANES_INLINE unsigned mask4f_bits(Mask4f a) { return (unsigned)_mm_movemask_ps(a); }
LANES_INLINE Lanes4 lanes4_select(Mask4f mask, Lanes4 a, Lanes4 b) {
	return _mm_or_ps(_mm_and_ps(mask, a), _mm_andnot_ps(mask, b));
}
LANES_INLINE Lanes4 lanes4_where(Mask4f mask, Lanes4 x) { return _mm_and_ps(mask, x); }
LANES_INLINE Lanes4 lanes4_turn(Lanes4 a, int lanes) {
	if (lanes == 0) return a;
	return lanes == 1   ? _mm_shuffle_ps(a, a, _MM_SHUFFLE(0, 3, 2, 1))
	       : lanes == 2 ? _mm_shuffle_ps(a, a, _MM_SHUFFLE(1, 0, 3, 2))
	                    : _mm_shuffle_ps(a, a, _MM_SHUFFLE(2, 1, 0, 3));
}
LANES_INLINE void lanes4_columns(Lanes4 out[4], const float *p) {
	Lanes4 a = _mm_loadu_ps(p), b = _mm_loadu_ps(p + 8), c = _mm_loadu_ps(p + 16), d = _mm_loadu_ps(p + 24);
	Lanes4 ab = _mm_unpacklo_ps(a, b), cd = _mm_unpacklo_ps(c, d);
	out[0] = _mm_movelh_ps(ab, cd), out[1] = _mm_movehl_ps(cd, ab);
	ab = _mm_unpackhi_ps(a, b), cd = _mm_unpackhi_ps(c, d);
	out[2] = _mm_movelh_ps(ab, cd), out[3] = _mm_movehl_ps(cd, ab);
}
LANES_INLINE uint32_t lanes4_bytes(Lanes4 a) {
	__m128i words = _mm_cvttps_epi32(a);
	words = _mm_packs_epi32(words, words);
	return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(words, words));
}
LANES_INLINE Lanes4 lanes4_fourths(const int32_t *p) {
	__m128i ints = _mm_add_epi32(_mm_loadu_si128((const __m128i *)(const void *)p), _mm_set1_epi32(3));
	return _mm_cvtepi32_ps(_mm_srai_epi32(ints, 2));
}
LANES_INLINE unsigned lanes4_top_bits(const void *p, int bit) {
	__m128i ints = _mm_loadu_si128((const __m128i *)p);
	return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_slli_epi32(ints, bit)));
}
typedef __m128i Bytes16;
LANES_INLINE Bytes16 bytes16_load(const uint8_t *p) {
	return _mm_loadu_si128((const __m128i *)(const void *)p);
}
LANES_INLINE void bytes16_store(uint8_t *p, Bytes16 a) { _mm_storeu_si128((__m128i *)(void *)p, a); }
LANES_INLINE Bytes16 bytes16_zero(void) { return _mm_setzero_si128(); }
LANES_INLINE Bytes16 bytes16_add(Bytes16 a, Bytes16 b) { return _mm_add_epi8(a, b); }
#elif LANES_NEON
typedef float32x4_t Lanes4;
typedef uint32x4_t Mask4f;
LANES_INLINE Lanes4 lanes4_load(const float *p) { return vld1q_f32(p); }
LANES_INLINE void lanes4_store(float *p, Lanes4 a) { vst1q_f32(p, a); }
LANES_INLINE Lanes4 lanes4_one(float x) { return vdupq_n_f32(x); }
LANES_INLINE Lanes4 lanes4_add(Lanes4 a, Lanes4 b) { return vaddq_f32(a, b); }
LANES_INLINE Lanes4 lanes4_sub(Lanes4 a, Lanes4 b) { return vsubq_f32(a, b); }
LANES_INLINE Lanes4 lanes4_mul(Lanes4 a, Lanes4 b) { return vmulq_f32(a, b); }
LANES_INLINE Lanes4 lanes4_over(Lanes4 a, Lanes4 b) { return vdivq_f32(a, b); }
// vminq and vmaxq give NaN if either is NaN, and the lesser of two zeros.
LANES_INLINE Lanes4 lanes4_min(Lanes4 a, Lanes4 b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
LANES_INLINE Lanes4 lanes4_max(Lanes4 a, Lanes4 b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
LANES_INLINE Lanes4 lanes4_abs(Lanes4 a) { return vabsq_f32(a); }
LANES_INLINE Lanes4 lanes4_negate(Lanes4 a) { return vnegq_f32(a); }
LANES_INLINE Mask4f lanes4_above(Lanes4 a, Lanes4 b) { return vcgtq_f32(a, b); }
LANES_INLINE Mask4f lanes4_equal(Lanes4 a, Lanes4 b) { return vceqq_f32(a, b); }
LANES_INLINE Mask4f mask4f_and(Mask4f a, Mask4f b) { return vandq_u32(a, b); }
LANES_INLINE Mask4f mask4f_or(Mask4f a, Mask4f b) { return vorrq_u32(a, b); }
LANES_INLINE Mask4f mask4f_xor(Mask4f a, Mask4f b) { return veorq_u32(a, b); }
LANES_INLINE unsigned mask4f_bits(Mask4f a) { return vaddvq_u32(vandq_u32(a, (uint32x4_t){ 1, 2, 4, 8 })); }
LANES_INLINE Lanes4 lanes4_select(Mask4f mask, Lanes4 a, Lanes4 b) { return vbslq_f32(mask, a, b); }
LANES_INLINE Lanes4 lanes4_where(Mask4f mask, Lanes4 x) { return vbslq_f32(mask, x, vdupq_n_f32(0)); }
LANES_INLINE Lanes4 lanes4_turn(Lanes4 a, int lanes) {
	if (lanes == 0) return a;
	return lanes == 1 ? vextq_f32(a, a, 1) : lanes == 2 ? vextq_f32(a, a, 2) : vextq_f32(a, a, 3);
}
LANES_INLINE void lanes4_columns(Lanes4 out[4], const float *p) {
	float32x4x2_t ac = vzipq_f32(vld1q_f32(p), vld1q_f32(p + 16));
	float32x4x2_t bd = vzipq_f32(vld1q_f32(p + 8), vld1q_f32(p + 24));
	out[0] = vzip1q_f32(ac.val[0], bd.val[0]), out[1] = vzip2q_f32(ac.val[0], bd.val[0]);
	out[2] = vzip1q_f32(ac.val[1], bd.val[1]), out[3] = vzip2q_f32(ac.val[1], bd.val[1]);
}
LANES_INLINE uint32_t lanes4_bytes(Lanes4 a) {
	uint16x4_t words = vmovn_u32(vcvtq_u32_f32(a));
	return vget_lane_u32(vreinterpret_u32_u8(vmovn_u16(vcombine_u16(words, words))), 0);
}
LANES_INLINE Lanes4 lanes4_fourths(const int32_t *p) {
	return vcvtq_f32_s32(vshrq_n_s32(vaddq_s32(vld1q_s32(p), vdupq_n_s32(3)), 2));
}
LANES_INLINE unsigned lanes4_top_bits(const void *p, int bit) {
	uint32x4_t ints = vshlq_u32(vld1q_u32(p), vdupq_n_s32(bit));
	return vaddvq_u32(vshlq_u32(vshrq_n_u32(ints, 31), (int32x4_t){ 0, 1, 2, 3 }));
}
typedef uint8x16_t Bytes16;
LANES_INLINE Bytes16 bytes16_load(const uint8_t *p) { return vld1q_u8(p); }
LANES_INLINE void bytes16_store(uint8_t *p, Bytes16 a) { vst1q_u8(p, a); }
LANES_INLINE Bytes16 bytes16_zero(void) { return vdupq_n_u8(0); }
LANES_INLINE Bytes16 bytes16_add(Bytes16 a, Bytes16 b) { return vaddq_u8(a, b); }
#else
typedef struct Lanes4 {
	float v[4];
} Lanes4;
typedef unsigned Mask4f; // bits
#define LANES4_EACH(expression)                                                                              \
	Lanes4 out;                                                                                              \
	for (int i = 0; i < 4; ++i) out.v[i] = (expression);                                                     \
	return out
#define MASK4F_EACH(expression)                                                                              \
	Mask4f out = 0;                                                                                          \
	for (int i = 0; i < 4; ++i) out |= (Mask4f)(expression) << i;                                            \
	return out
LANES_INLINE Lanes4 lanes4_load(const float *p) { LANES4_EACH(p[i]); }
LANES_INLINE void lanes4_store(float *p, Lanes4 a) { memcpy(p, a.v, sizeof a.v); }
LANES_INLINE Lanes4 lanes4_one(float x) { LANES4_EACH(x); }
LANES_INLINE Lanes4 lanes4_add(Lanes4 a, Lanes4 b) { LANES4_EACH(a.v[i] + b.v[i]); }
LANES_INLINE Lanes4 lanes4_sub(Lanes4 a, Lanes4 b) { LANES4_EACH(a.v[i] - b.v[i]); }
LANES_INLINE Lanes4 lanes4_mul(Lanes4 a, Lanes4 b) { LANES4_EACH(a.v[i] * b.v[i]); }
LANES_INLINE Lanes4 lanes4_over(Lanes4 a, Lanes4 b) { LANES4_EACH(a.v[i] / b.v[i]); }
LANES_INLINE Lanes4 lanes4_min(Lanes4 a, Lanes4 b) { LANES4_EACH(a.v[i] < b.v[i] ? a.v[i] : b.v[i]); }
LANES_INLINE Lanes4 lanes4_max(Lanes4 a, Lanes4 b) { LANES4_EACH(a.v[i] > b.v[i] ? a.v[i] : b.v[i]); }
LANES_INLINE Lanes4 lanes4_abs(Lanes4 a) { LANES4_EACH(fabsf(a.v[i])); }
LANES_INLINE Lanes4 lanes4_negate(Lanes4 a) { LANES4_EACH(-a.v[i]); }
LANES_INLINE Mask4f lanes4_above(Lanes4 a, Lanes4 b) { MASK4F_EACH(a.v[i] > b.v[i]); }
LANES_INLINE Mask4f lanes4_equal(Lanes4 a, Lanes4 b) { MASK4F_EACH(a.v[i] == b.v[i]); }
LANES_INLINE Mask4f mask4f_and(Mask4f a, Mask4f b) { return a & b; }
LANES_INLINE Mask4f mask4f_or(Mask4f a, Mask4f b) { return a | b; }
LANES_INLINE Mask4f mask4f_xor(Mask4f a, Mask4f b) { return a ^ b; }
LANES_INLINE unsigned mask4f_bits(Mask4f a) { return a; }
// a where the mask says yes, else b; x where it says yes, else 0.
LANES_INLINE Lanes4 lanes4_select(Mask4f mask, Lanes4 a, Lanes4 b) {
	LANES4_EACH(mask >> i & 1 ? a.v[i] : b.v[i]);
}
LANES_INLINE Lanes4 lanes4_where(Mask4f mask, Lanes4 x) { LANES4_EACH(mask >> i & 1 ? x.v[i] : 0); }
// Turned by 0 to 3 lanes: the first lane gets that of this number.
LANES_INLINE Lanes4 lanes4_turn(Lanes4 a, int lanes) { LANES4_EACH(a.v[(i + lanes) & 3]); }
// Of four rows of four floats, eight apart: lane i of column k is the k-th float of row i.
LANES_INLINE void lanes4_columns(Lanes4 out[4], const float *p) {
	for (int k = 0; k < 4; ++k)
		for (int i = 0; i < 4; ++i) out[k].v[i] = p[8 * i + k];
}
// Towards zero, from 0 to 255; the first lane is the lowest byte.
LANES_INLINE uint32_t lanes4_bytes(Lanes4 a) {
	uint32_t out = 0;
	for (int i = 0; i < 4; ++i) out |= (uint32_t)a.v[i] << 8 * i;
	return out;
}
// p[i] / 4 rounded up; p[i] is from 0 to 2^31 - 4.
LANES_INLINE Lanes4 lanes4_fourths(const int32_t *p) { LANES4_EACH((float)((p[i] + 3) >> 2)); }
// Of four integers of 32 bits at p: the bit that is `bit` below the highest.
LANES_INLINE unsigned lanes4_top_bits(const void *p, int bit) {
	uint32_t ints[4];
	memcpy(ints, p, sizeof ints);
	MASK4F_EACH(ints[i] << bit >> 31);
}
typedef struct Bytes16 {
	uint8_t v[16];
} Bytes16;
LANES_INLINE Bytes16 bytes16_load(const uint8_t *p) {
	Bytes16 out;
	memcpy(out.v, p, sizeof out.v);
	return out;
}
LANES_INLINE void bytes16_store(uint8_t *p, Bytes16 a) { memcpy(p, a.v, sizeof a.v); }
LANES_INLINE Bytes16 bytes16_zero(void) { return (Bytes16){ { 0 } }; }
LANES_INLINE Bytes16 bytes16_add(Bytes16 a, Bytes16 b) {
	for (int i = 0; i < 16; ++i) a.v[i] = (uint8_t)(a.v[i] + b.v[i]);
	return a;
}
#undef LANES4_EACH
#undef MASK4F_EACH
#endif

// Eight
// -----------------------------------------------------------------------------------------------------

// A Mask8 says yes or no of each lane.
#if LANES_AVX
typedef __m256 Lanes8;
typedef __m256 Mask8;
LANES_INLINE Lanes8 lanes8_load(const float *p) { return _mm256_loadu_ps(p); }
LANES_INLINE void lanes8_store(float *p, Lanes8 a) { _mm256_storeu_ps(p, a); }
LANES_INLINE Lanes8 lanes8_one(float x) { return _mm256_set1_ps(x); }
// Four floats, twice.
LANES_INLINE Lanes8 lanes8_twice(const float *p) {
	return _mm256_broadcast_ps((const __m128 *)(const void *)p);
}
// Four here, four there.
LANES_INLINE Lanes8 lanes8_pair(const float *p, const float *q) {
	return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p)), _mm_loadu_ps(q), 1);
}
LANES_INLINE Lanes8 lanes8_halves(float p, float q) {
	return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_set1_ps(p)), _mm_set1_ps(q), 1);
}
LANES_INLINE Lanes8 lanes8_add(Lanes8 a, Lanes8 b) { return _mm256_add_ps(a, b); }
LANES_INLINE Lanes8 lanes8_sub(Lanes8 a, Lanes8 b) { return _mm256_sub_ps(a, b); }
LANES_INLINE Lanes8 lanes8_mul(Lanes8 a, Lanes8 b) { return _mm256_mul_ps(a, b); }
LANES_INLINE Lanes8 lanes8_min(Lanes8 a, Lanes8 b) { return _mm256_min_ps(a, b); }
LANES_INLINE Lanes8 lanes8_max(Lanes8 a, Lanes8 b) { return _mm256_max_ps(a, b); }
LANES_INLINE Lanes8 lanes8_abs(Lanes8 a) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a); }
LANES_INLINE Lanes8 lanes8_negate(Lanes8 a) { return _mm256_xor_ps(_mm256_set1_ps(-0.0f), a); }
LANES_INLINE Mask8 lanes8_above(Lanes8 a, Lanes8 b) { return _mm256_cmp_ps(a, b, _CMP_GT_OQ); }
LANES_INLINE Mask8 mask8_and(Mask8 a, Mask8 b) { return _mm256_and_ps(a, b); }
LANES_INLINE Mask8 mask8_or(Mask8 a, Mask8 b) { return _mm256_or_ps(a, b); }
LANES_INLINE Mask8 mask8_xor(Mask8 a, Mask8 b) { return _mm256_xor_ps(a, b); }
LANES_INLINE unsigned mask8_bits(Mask8 a) { return (unsigned)_mm256_movemask_ps(a); }
// a where the mask says yes, else b.
LANES_INLINE Lanes8 lanes8_select(Mask8 mask, Lanes8 a, Lanes8 b) { return _mm256_blendv_ps(b, a, mask); }
// Of what lanes8_twice loaded: the first half turned by 2 * group lanes, the second by one more.
LANES_INLINE Lanes8 lanes8_turn(Lanes8 a, int group) {
	return group == 0 ? _mm256_permutevar_ps(a, _mm256_setr_epi32(0, 1, 2, 3, 1, 2, 3, 0))
	                  : _mm256_permutevar_ps(a, _mm256_setr_epi32(2, 3, 0, 1, 3, 0, 1, 2));
}
// The first four, twice; the last four, twice; two times four side by side.
LANES_INLINE Lanes8 lanes8_low(Lanes8 a) { return _mm256_permute2f128_ps(a, a, 0x00); }
LANES_INLINE Lanes8 lanes8_high(Lanes8 a) { return _mm256_permute2f128_ps(a, a, 0x11); }
LANES_INLINE Lanes8 lanes8_beside(Lanes4 a, Lanes4 b) {
	return _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1);
}
LANES_INLINE Lanes4 lanes8_first(Lanes8 a) { return _mm256_castps256_ps128(a); }
LANES_INLINE Lanes4 lanes8_last(Lanes8 a) { return _mm256_extractf128_ps(a, 1); }
// Of four rows of twice four floats: lane i of column k is the k-th float of row i mod 4, of its first four
// or of its last four.
LANES_INLINE void lanes8_columns(Lanes8 out[4], const float *p) {
	Lanes8 a = _mm256_loadu_ps(p), b = _mm256_loadu_ps(p + 8);
	Lanes8 c = _mm256_loadu_ps(p + 16), d = _mm256_loadu_ps(p + 24);
	Lanes8 ab = _mm256_unpacklo_ps(a, b), cd = _mm256_unpacklo_ps(c, d);
	out[0] = _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(1, 0, 1, 0));
	out[1] = _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 2, 3, 2));
	ab = _mm256_unpackhi_ps(a, b), cd = _mm256_unpackhi_ps(c, d);
	out[2] = _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(1, 0, 1, 0));
	out[3] = _mm256_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 2, 3, 2));
}
#else
typedef struct Lanes8 {
	Lanes4 lo, hi;
} Lanes8;
typedef struct Mask8 {
	Mask4f lo, hi;
} Mask8;
#define LANES8_DO(name, a, b)                                                                                \
	(Lanes8) { lanes4_##name((a).lo, (b).lo), lanes4_##name((a).hi, (b).hi) }
LANES_INLINE Lanes8 lanes8_pair(const float *p, const float *q) {
	return (Lanes8){ lanes4_load(p), lanes4_load(q) };
}
LANES_INLINE Lanes8 lanes8_load(const float *p) { return lanes8_pair(p, p + 4); }
LANES_INLINE Lanes8 lanes8_twice(const float *p) { return lanes8_pair(p, p); }
LANES_INLINE void lanes8_store(float *p, Lanes8 a) { lanes4_store(p, a.lo), lanes4_store(p + 4, a.hi); }
LANES_INLINE Lanes8 lanes8_halves(float p, float q) { return (Lanes8){ lanes4_one(p), lanes4_one(q) }; }
LANES_INLINE Lanes8 lanes8_one(float x) { return lanes8_halves(x, x); }
LANES_INLINE Lanes8 lanes8_add(Lanes8 a, Lanes8 b) { return LANES8_DO(add, a, b); }
LANES_INLINE Lanes8 lanes8_sub(Lanes8 a, Lanes8 b) { return LANES8_DO(sub, a, b); }
LANES_INLINE Lanes8 lanes8_mul(Lanes8 a, Lanes8 b) { return LANES8_DO(mul, a, b); }
LANES_INLINE Lanes8 lanes8_min(Lanes8 a, Lanes8 b) { return LANES8_DO(min, a, b); }
LANES_INLINE Lanes8 lanes8_max(Lanes8 a, Lanes8 b) { return LANES8_DO(max, a, b); }
LANES_INLINE Lanes8 lanes8_abs(Lanes8 a) { return (Lanes8){ lanes4_abs(a.lo), lanes4_abs(a.hi) }; }
LANES_INLINE Lanes8 lanes8_negate(Lanes8 a) { return (Lanes8){ lanes4_negate(a.lo), lanes4_negate(a.hi) }; }
LANES_INLINE Mask8 lanes8_above(Lanes8 a, Lanes8 b) {
	return (Mask8){ lanes4_above(a.lo, b.lo), lanes4_above(a.hi, b.hi) };
}
LANES_INLINE Mask8 mask8_and(Mask8 a, Mask8 b) {
	return (Mask8){ mask4f_and(a.lo, b.lo), mask4f_and(a.hi, b.hi) };
}
LANES_INLINE Mask8 mask8_or(Mask8 a, Mask8 b) {
	return (Mask8){ mask4f_or(a.lo, b.lo), mask4f_or(a.hi, b.hi) };
}
LANES_INLINE Mask8 mask8_xor(Mask8 a, Mask8 b) {
	return (Mask8){ mask4f_xor(a.lo, b.lo), mask4f_xor(a.hi, b.hi) };
}
LANES_INLINE unsigned mask8_bits(Mask8 a) { return mask4f_bits(a.lo) | mask4f_bits(a.hi) << 4; }
LANES_INLINE Lanes8 lanes8_select(Mask8 mask, Lanes8 a, Lanes8 b) {
	return (Lanes8){ lanes4_select(mask.lo, a.lo, b.lo), lanes4_select(mask.hi, a.hi, b.hi) };
}
LANES_INLINE Lanes8 lanes8_turn(Lanes8 a, int group) {
	return (Lanes8){ lanes4_turn(a.lo, 2 * group), lanes4_turn(a.lo, 2 * group + 1) };
}
LANES_INLINE Lanes8 lanes8_low(Lanes8 a) { return (Lanes8){ a.lo, a.lo }; }
LANES_INLINE Lanes8 lanes8_high(Lanes8 a) { return (Lanes8){ a.hi, a.hi }; }
LANES_INLINE Lanes8 lanes8_beside(Lanes4 a, Lanes4 b) { return (Lanes8){ a, b }; }
LANES_INLINE Lanes4 lanes8_first(Lanes8 a) { return a.lo; }
LANES_INLINE Lanes4 lanes8_last(Lanes8 a) { return a.hi; }
LANES_INLINE void lanes8_columns(Lanes8 out[4], const float *p) {
	Lanes4 first[4], last[4];
	lanes4_columns(first, p), lanes4_columns(last, p + 4);
	for (int k = 0; k < 4; ++k) out[k] = (Lanes8){ first[k], last[k] };
}
#undef LANES8_DO
#endif
