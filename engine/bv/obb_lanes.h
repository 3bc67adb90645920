// The separating axis test of bv/obb.h in lanes of doubles, for AVX2 and AVX-512. Four lanes are one pair of
// boxes: lane k belongs to axis k of a box or to coordinate k, and the fourth lane means nothing. With
// AVX-512 a register holds two pairs. All 15 axes are tested without a branch. Each lane does the operations
// of obb_apart in the same order, so the first axis that separates is the same.
#pragma once

#include <immintrin.h>

#include "bv/obb.h"
#include "simd/doubles_most.h"

#define OBB_INLINE static inline __attribute__((always_inline))

enum { OBB_PAIRS = DOUBLES / 4 };
#if LANES_AVX512
#define OBB_DO(name)   _mm512_##name
#define OBB_MOVE(x, m) _mm512_permutex_pd(x, m)
OBB_INLINE Doubles lanes_low_halves(Doubles a, Doubles b) {
	return _mm512_permutex2var_pd(a, _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), b);
}
OBB_INLINE Doubles lanes_high_halves(Doubles a, Doubles b) {
	return _mm512_permutex2var_pd(a, _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), b);
}
#else
#define OBB_DO(name)   _mm256_##name
#define OBB_MOVE(x, m) _mm256_permute4x64_pd(x, m)
OBB_INLINE Doubles lanes_low_halves(Doubles a, Doubles b) { return _mm256_permute2f128_pd(a, b, 0x20); }
OBB_INLINE Doubles lanes_high_halves(Doubles a, Doubles b) { return _mm256_permute2f128_pd(a, b, 0x31); }
#endif

OBB_INLINE Doubles lanes_dot(const Doubles a[3], const Doubles b[3]) {
	return doubles_add(doubles_add(doubles_mul(a[0], b[0]), doubles_mul(a[1], b[1])),
	                   doubles_mul(a[2], b[2]));
}
// Lane k becomes lane k + 1 or k + 2 (mod 3) of the same pair.
OBB_INLINE Doubles lanes_next(Doubles x) { return OBB_MOVE(x, _MM_SHUFFLE(3, 0, 2, 1)); }
OBB_INLINE Doubles lanes_after(Doubles x) { return OBB_MOVE(x, _MM_SHUFFLE(3, 1, 0, 2)); }
// out[k]: lane k of each pair in all of its lanes.
OBB_INLINE void lanes_spread(Doubles out[3], Doubles x) {
	out[0] = OBB_MOVE(x, 0x00), out[1] = OBB_MOVE(x, 0x55), out[2] = OBB_MOVE(x, 0xaa);
}
// Lane i: the sum of lanes 0, 1 and 2 of x[i], in this order.
OBB_INLINE Doubles lanes_sums(const Doubles x[3]) {
	Doubles low = OBB_DO(unpacklo_pd)(x[0], x[1]), high = OBB_DO(unpackhi_pd)(x[0], x[1]);
	Doubles two = doubles_add(low, high), last = doubles_add(x[2], OBB_DO(unpackhi_pd)(x[2], x[2]));
	return doubles_add(lanes_low_halves(two, last), lanes_high_halves(low, x[2]));
}

// Boxes by lanes: axes[k] is coordinate k of each axis.
typedef struct ObbBoxes {
	Doubles axes[3], center, half;
} ObbBoxes;

// The floats of an Obb by their numbers: the center from 0, the axes from 3, 6 and 9, the half sides from 12.
_Static_assert(offsetof(Obb, axes) == 3 * sizeof(float), "the axes follow the center");
_Static_assert(offsetof(Obb, half) == 12 * sizeof(float), "the half sides follow the axes");
#if LANES_AVX512
// Of each of two boxes the floats i, j and k.
OBB_INLINE Doubles obb_lanes(__m512 first, __m512 second, int i, int j, int k) {
	__m512i at = _mm512_setr_epi32(i, j, k, k, 16 + i, 16 + j, 16 + k, 16 + k, 0, 0, 0, 0, 0, 0, 0, 0);
	return _mm512_cvtps_pd(_mm512_castps512_ps256(_mm512_permutex2var_ps(first, at, second)));
}
OBB_INLINE ObbBoxes obb_boxes(const Obb *const box[OBB_PAIRS]) {
	__m512 first = _mm512_loadu_ps((const void *)box[0]), second = _mm512_loadu_ps((const void *)box[1]);
	return (ObbBoxes){
		.axes = { obb_lanes(first, second, 3, 6, 9), obb_lanes(first, second, 4, 7, 10),
		          obb_lanes(first, second, 5, 8, 11) },
		.center = obb_lanes(first, second, 0, 1, 2),
		.half = obb_lanes(first, second, 12, 13, 14),
	};
}
#else
OBB_INLINE ObbBoxes obb_boxes(const Obb *const box[OBB_PAIRS]) {
	const float *at = (const float *)(const void *)box[0];
	__m128 x = _mm_loadu_ps(at + 3), y = _mm_loadu_ps(at + 6), z = _mm_loadu_ps(at + 9),
	       low = _mm_unpacklo_ps(x, y), high = _mm_unpackhi_ps(x, y);
	return (ObbBoxes){
		.axes = { _mm256_cvtps_pd(_mm_shuffle_ps(low, z, _MM_SHUFFLE(3, 0, 1, 0))),
		          _mm256_cvtps_pd(_mm_shuffle_ps(low, z, _MM_SHUFFLE(3, 1, 3, 2))),
		          _mm256_cvtps_pd(_mm_shuffle_ps(high, z, _MM_SHUFFLE(3, 2, 1, 0))) },
		.center = _mm256_cvtps_pd(_mm_loadu_ps(at)),
		.half = _mm256_cvtps_pd(_mm_loadu_ps(at + 12)),
	};
}
#endif

// The axes in rows of three: those of the first box, those of the second, and the cross products of axis 0, 1
// and 2 of the first box with each of the second. An axis separates if the centers are farther apart on it
// than both boxes reach.
enum { OBB_ROWS = OBB_AXES / 3 };
typedef struct ObbRows {
	Doubles between[OBB_ROWS], reach[OBB_ROWS];
} ObbRows;

// As in ObbRelative: c has rows, p is d in the axes of the first box, h and k have one half side each.
typedef struct ObbFrames {
	Doubles c[3], size[3], along, p[3], h[3], margin;
} ObbFrames;

OBB_INLINE Doubles rows_margin(const Doubles h[3], Doubles half_b, const ObbTurn *turn) {
	Doubles sums[3], sum_a = doubles_add(doubles_add(h[0], h[1]), h[2]);
	lanes_spread(sums, doubles_add(doubles_add(half_b, lanes_next(half_b)), lanes_after(half_b)));
	Doubles of_b = doubles_one(turn == NULL ? OBB_MARGIN_B : turn->margin_of_b);
	Doubles both = doubles_add(doubles_mul(doubles_one(OBB_MARGIN_A), sum_a), doubles_mul(of_b, sums[0]));
	return turn == NULL ? both : doubles_add(doubles_one(turn->margin), both);
}

// e: the axes of the first box turned back into the second box's frame. Returns the vector between the
// centers.
OBB_INLINE Doubles boxes_turn(Doubles e[3], const ObbBoxes *a, const ObbBoxes *b, const ObbTurn *turn) {
	Doubles at[3], columns[3];
	lanes_spread(at, b->center);
	for (int k = 0; k < 3; ++k) {
		const Doubles column[3] = { doubles_one(turn->r.m[0][k]), doubles_one(turn->r.m[1][k]),
			                        doubles_one(turn->r.m[2][k]) };
		e[k] = lanes_dot(a->axes, column);
		columns[k] = doubles_repeated(turn->columns[k]);
	}
	return doubles_sub(doubles_add(lanes_dot(columns, at), doubles_repeated(turn->columns[3])), a->center);
}

OBB_INLINE ObbFrames obb_frames(const ObbBoxes *a, const ObbBoxes *b, const ObbTurn *turn) {
	ObbFrames f;
	Doubles e[3] = { a->axes[0], a->axes[1], a->axes[2] }, d[3], spread[3][3];
	lanes_spread(f.h, a->half);
	f.margin = rows_margin(f.h, b->half, turn);
	lanes_spread(d, turn == NULL ? doubles_sub(b->center, a->center) : boxes_turn(e, a, b, turn));
	f.along = lanes_dot(d, a->axes);
	lanes_spread(f.p, f.along);
	for (int k = 0; k < 3; ++k) lanes_spread(spread[k], e[k]);
	for (int i = 0; i < 3; ++i) {
		const Doubles axis[3] = { spread[0][i], spread[1][i], spread[2][i] };
		f.c[i] = lanes_dot(axis, b->axes);
		f.size[i] = doubles_abs(f.c[i]);
	}
	return f;
}

// turn: NULL if nothing is turned.
OBB_INLINE ObbRows obb_rows(const Obb *const boxes_a[OBB_PAIRS], const Obb *const boxes_b[OBB_PAIRS],
                            const ObbTurn *turn) {
	ObbBoxes a = obb_boxes(boxes_a), b = obb_boxes(boxes_b);
	ObbFrames f = obb_frames(&a, &b, turn);
	Doubles next = lanes_next(b.half), after = lanes_after(b.half), of_b[3];
	for (int i = 0; i < 3; ++i) of_b[i] = doubles_mul(b.half, f.size[i]);
	ObbRows rows;
	rows.between[0] = doubles_abs(f.along);
	rows.reach[0] = doubles_add(a.half, lanes_sums(of_b));
	rows.between[1] = doubles_abs(lanes_dot(f.p, f.c));
	rows.reach[1] = doubles_add(b.half, lanes_dot(f.h, f.size));
	for (int i = 0; i < 3; ++i) {
		int u = (i + 1) % 3, v = (i + 2) % 3;
		rows.between[2 + i] =
		    doubles_abs(doubles_sub(doubles_mul(f.p[v], f.c[u]), doubles_mul(f.p[u], f.c[v])));
		rows.reach[2 + i] =
		    doubles_add(doubles_add(doubles_mul(f.h[u], f.size[v]), doubles_mul(f.h[v], f.size[u])),
		                doubles_add(doubles_mul(next, lanes_after(f.size[i])),
		                            doubles_mul(after, lanes_next(f.size[i]))));
	}
	for (int i = 0; i < OBB_ROWS; ++i) rows.reach[i] = doubles_add(rows.reach[i], f.margin);
	return rows;
}

// Of one pair: the number of the first axis that separates, or OBB_AXES.
OBB_INLINE int rows_axis(const ObbRows *rows, int pair) {
	unsigned bits = 1u << OBB_AXES;
	for (int i = 0; i < OBB_ROWS; ++i)
		bits |= (doubles_above(rows->between[i], rows->reach[i]) >> 4 * pair & 7) << 3 * i;
	return __builtin_ctz(bits);
}
// Pair k is apart if any of the bits 4 k to 4 k + 2 is set.
OBB_INLINE unsigned rows_apart(const ObbRows *rows) {
	unsigned bits = 0;
	for (int i = 0; i < OBB_ROWS; ++i) bits |= doubles_above(rows->between[i], rows->reach[i]);
	return bits;
}
