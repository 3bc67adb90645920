// The separating axis test of bv/obb.h by SSE2. It handles two axes at a time, and all 15 without a branch,
// because it is unpredictable which axis separates two boxes and a misprediction costs as much as four axes.
// Each lane does the same operations in the same order, and of the separating axes the first is taken, so the
// answer is the same.
#pragma once

#include "bv/obb.h"

#ifdef __SSE2__
#include <emmintrin.h>

// ObbRelative by columns: the columns of axes 0 and 1 of the second box side by side, and that of axis 2
// alone.
typedef struct ObbColumns {
	__m128d c01[3], abs01[3], k01;
	double c2[3], abs2[3], d[3], h[3], k[3], margin;
} ObbColumns;

static inline __m128d obb_abs_pair(__m128d x) { return _mm_andnot_pd(_mm_set1_pd(-0.0), x); }

// Component k of axes 0 and 1 of the second box, as a column.
static inline __m128d obb_axes_pair(const Obb *b, int k) {
	return _mm_set_pd((double)b->axes[1][k], (double)b->axes[0][k]);
}

static inline void obb_columns_begin(ObbColumns *p, const Obb *a, const Obb *b, double margin) {
	for (int i = 0; i < 3; ++i) p->h[i] = (double)a->half[i], p->k[i] = (double)b->half[i];
	p->k01 = _mm_set_pd(p->k[1], p->k[0]);
	p->margin = margin;
}

// The results are bits: bit n is set if axis n separates the boxes.

// As obb_row.
static inline __attribute__((always_inline)) unsigned
obb_columns_row(ObbColumns *p, const double e[3], const __m128d axes[3], const double last[3], int i) {
	__m128d c = _mm_add_pd(_mm_mul_pd(_mm_set1_pd(e[0]), axes[0]), _mm_mul_pd(_mm_set1_pd(e[1]), axes[1]));
	c = _mm_add_pd(c, _mm_mul_pd(_mm_set1_pd(e[2]), axes[2]));
	p->c01[i] = c;
	p->abs01[i] = obb_abs_pair(c);
	p->c2[i] = e[0] * last[0] + e[1] * last[1] + e[2] * last[2];
	p->abs2[i] = fabs(p->c2[i]);
	__m128d of_b = _mm_mul_pd(p->k01, p->abs01[i]);
	double sum = _mm_cvtsd_f64(of_b) + _mm_cvtsd_f64(_mm_unpackhi_pd(of_b, of_b)) + p->k[2] * p->abs2[i];
	return (unsigned)(fabs(p->d[i]) > p->h[i] + sum + p->margin) << i;
}

static inline unsigned obb_lanes_apart(__m128d between, __m128d reach, double margin) {
	return (unsigned)_mm_movemask_pd(
	    _mm_cmpgt_pd(obb_abs_pair(between), _mm_add_pd(reach, _mm_set1_pd(margin))));
}

// As obb_apart_on_second, for all three axes.
static inline unsigned obb_columns_second(const ObbColumns *p) {
	__m128d between = _mm_setzero_pd(), of_a = between;
	for (int i = 0; i < 3; ++i) {
		__m128d along = _mm_mul_pd(_mm_set1_pd(p->d[i]), p->c01[i]);
		__m128d reach = _mm_mul_pd(_mm_set1_pd(p->h[i]), p->abs01[i]);
		between = i == 0 ? along : _mm_add_pd(between, along);
		of_a = i == 0 ? reach : _mm_add_pd(of_a, reach);
	}
	unsigned bits = obb_lanes_apart(between, _mm_add_pd(p->k01, of_a), p->margin);
	double along = fabs(p->d[0] * p->c2[0] + p->d[1] * p->c2[1] + p->d[2] * p->c2[2]);
	double reach = p->k[2] + (p->h[0] * p->abs2[0] + p->h[1] * p->abs2[1] + p->h[2] * p->abs2[2]);
	return (bits | (unsigned)(along > reach + p->margin) << 2) << 3;
}

// As obb_apart_on_cross, for axis i with all three.
static inline __attribute__((always_inline)) unsigned obb_columns_cross(const ObbColumns *p, int i) {
	int u = (i + 1) % 3, v = (i + 2) % 3;
	__m128d m = p->abs01[i], last = _mm_set1_pd(p->abs2[i]), k12 = _mm_set_pd(p->k[2], p->k[1]),
	        k20 = _mm_set_pd(p->k[0], p->k[2]);
	__m128d between =
	    _mm_sub_pd(_mm_mul_pd(_mm_set1_pd(p->d[v]), p->c01[u]), _mm_mul_pd(_mm_set1_pd(p->d[u]), p->c01[v]));
	__m128d of_a = _mm_add_pd(_mm_mul_pd(_mm_set1_pd(p->h[u]), p->abs01[v]),
	                          _mm_mul_pd(_mm_set1_pd(p->h[v]), p->abs01[u]));
	__m128d of_b = _mm_add_pd(_mm_mul_pd(k12, _mm_unpacklo_pd(last, m)),  // |c_i2|, |c_i0|
	                          _mm_mul_pd(k20, _mm_unpackhi_pd(m, last))); // |c_i1|, |c_i2|
	unsigned bits = obb_lanes_apart(between, _mm_add_pd(of_a, of_b), p->margin);
	double along = fabs(p->d[v] * p->c2[u] - p->d[u] * p->c2[v]);
	double m0 = _mm_cvtsd_f64(m), m1 = _mm_cvtsd_f64(_mm_unpackhi_pd(m, m));
	double reach = (p->h[u] * p->abs2[v] + p->h[v] * p->abs2[u]) + (p->k[0] * m1 + p->k[1] * m0);
	return (bits | (unsigned)(along > reach + p->margin) << 2) << (6 + 3 * i);
}

// As obb_apart_turned, or as obb_apart if `turn` is the constant NULL.
static inline __attribute__((always_inline)) int obb_apart_packed(const Obb *a, const Obb *b,
                                                                  const double d[3], const ObbTurn *turn) {
	const __m128d axes[3] = { obb_axes_pair(b, 0), obb_axes_pair(b, 1), obb_axes_pair(b, 2) };
	const double last[3] = { (double)b->axes[2][0], (double)b->axes[2][1], (double)b->axes[2][2] };
	double margin =
	    turn == NULL ? OBB_MARGIN_A * obb_half_sum(a) + OBB_MARGIN_B * obb_half_sum(b)
	                 : turn->margin + (OBB_MARGIN_A * obb_half_sum(a) + turn->margin_of_b * obb_half_sum(b));
	ObbColumns p;
	unsigned bits = 1u << OBB_AXES;
	obb_columns_begin(&p, a, b, margin);
	for (int i = 0; i < 3; ++i) {
		const double axis[3] = { (double)a->axes[i][0], (double)a->axes[i][1], (double)a->axes[i][2] };
		double e[3] = { axis[0], axis[1], axis[2] };
		for (int k = 0; turn != NULL && k < 3; ++k)
			e[k] = axis[0] * turn->r.m[0][k] + axis[1] * turn->r.m[1][k] + axis[2] * turn->r.m[2][k];
		p.d[i] = d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2];
		bits |= obb_columns_row(&p, e, axes, last, i);
	}
	bits |= obb_columns_second(&p);
	for (int i = 0; i < 3; ++i) bits |= obb_columns_cross(&p, i);
	return __builtin_ctz(bits);
}
#endif
