// bv/corners.h by SSE2, two triangles at a time. Each lane does the same operations in the same order. Sums
// are added up lane by lane, the first triangle before the second. So the bits are the same.
#pragma once

#include "bv/corners.h"

#ifdef __SSE2__
#include <emmintrin.h>
#include <stddef.h>
#include <string.h>

// Two points, one in each lane.
typedef struct PointPair {
	__m128d x, y, z;
} PointPair;

static inline PointPair pair_load(const double *a, const double *b) {
	return (PointPair){ _mm_loadh_pd(_mm_load_sd(a), b), _mm_loadh_pd(_mm_load_sd(a + 1), b + 1),
		                _mm_loadh_pd(_mm_load_sd(a + 2), b + 2) };
}

static inline PointPair pair_add(PointPair a, PointPair b) {
	return (PointPair){ _mm_add_pd(a.x, b.x), _mm_add_pd(a.y, b.y), _mm_add_pd(a.z, b.z) };
}

static inline PointPair pair_sub(PointPair a, PointPair b) {
	return (PointPair){ _mm_sub_pd(a.x, b.x), _mm_sub_pd(a.y, b.y), _mm_sub_pd(a.z, b.z) };
}

static inline __m128d pair_dot(PointPair a, PointPair b) {
	__m128d xy = _mm_add_pd(_mm_mul_pd(a.x, b.x), _mm_mul_pd(a.y, b.y));
	return _mm_add_pd(xy, _mm_mul_pd(a.z, b.z));
}

// a b - c d
static inline __m128d pair_minor(__m128d a, __m128d b, __m128d c, __m128d d) {
	return _mm_sub_pd(_mm_mul_pd(a, b), _mm_mul_pd(c, d));
}

static inline PointPair pair_cross(PointPair a, PointPair b) {
	return (PointPair){ pair_minor(a.y, b.z, a.z, b.y), pair_minor(a.z, b.x, a.x, b.z),
		                pair_minor(a.x, b.y, a.y, b.x) };
}

// The origin that is subtracted from points, and the factor that they are multiplied by.
typedef struct PairFrame {
	PointPair origin;
	__m128d scale;
} PairFrame;

static inline PairFrame pair_frame(const double *origin, double scale) {
	return (PairFrame){ pair_load(origin, origin), _mm_set1_pd(scale) };
}

static inline PointPair pair_relative(const double *a, const double *b, const PairFrame *f) {
	PointPair d = pair_sub(pair_load(a, b), f->origin);
	return (PointPair){ _mm_mul_pd(d.x, f->scale), _mm_mul_pd(d.y, f->scale), _mm_mul_pd(d.z, f->scale) };
}

// Moments, two neighbouring sums in each register.
typedef struct MomentPairs {
	__m128d w_x, y_z, xx_yy, zz_xy, xz_yz;
} MomentPairs;
_Static_assert(sizeof(MomentPairs) == sizeof(Moments) && offsetof(Moments, xx) == 4 * sizeof(double),
               "moments are read as pairs");

// In a and b the first lane belongs to one sum and the second lane to its neighbour; a is of the first
// triangle, b of the second.
static inline void sums_add(__m128d *sums, __m128d a, __m128d b) {
	*sums = _mm_add_pd(*sums, _mm_unpacklo_pd(a, b));
	*sums = _mm_add_pd(*sums, _mm_unpackhi_pd(a, b));
}

// As moments_add with weight 1.
static inline void pairs_add(MomentPairs *m, PointPair p) {
	sums_add(&m->w_x, _mm_set1_pd(1), p.x);
	sums_add(&m->y_z, p.y, p.z);
	sums_add(&m->xx_yy, _mm_mul_pd(p.x, p.x), _mm_mul_pd(p.y, p.y));
	sums_add(&m->zz_xy, _mm_mul_pd(p.z, p.z), _mm_mul_pd(p.x, p.y));
	sums_add(&m->xz_yz, _mm_mul_pd(p.x, p.z), _mm_mul_pd(p.y, p.z));
}

typedef struct PairOfTriangles {
	PointPair p, q, r, sum;
	__m128d twelfth;
} PairOfTriangles;

// One second moment, for the coordinates u and v.
#define PAIR_SECOND(t, u, v)                                                                                 \
	_mm_mul_pd((t)->twelfth,                                                                                 \
	           _mm_add_pd(_mm_add_pd(_mm_mul_pd((t)->sum.u, (t)->sum.v), _mm_mul_pd((t)->p.u, (t)->p.v)),    \
	                      _mm_add_pd(_mm_mul_pd((t)->q.u, (t)->q.v), _mm_mul_pd((t)->r.u, (t)->r.v))))

// As moments_add_triangle.
static inline void pairs_add_triangles(MomentPairs *m, PairOfTriangles *t) {
	PointPair n = pair_cross(pair_sub(t->q, t->p), pair_sub(t->r, t->p));
	t->sum = pair_add(pair_add(t->p, t->q), t->r);
	__m128d w = _mm_sqrt_pd(pair_dot(n, n)), third = _mm_div_pd(w, _mm_set1_pd(3));
	t->twelfth = _mm_mul_pd(third, _mm_set1_pd(0.25));
	sums_add(&m->w_x, w, _mm_mul_pd(third, t->sum.x));
	sums_add(&m->y_z, _mm_mul_pd(third, t->sum.y), _mm_mul_pd(third, t->sum.z));
	sums_add(&m->xx_yy, PAIR_SECOND(t, x, x), PAIR_SECOND(t, y, y));
	sums_add(&m->zz_xy, PAIR_SECOND(t, z, z), PAIR_SECOND(t, x, y));
	sums_add(&m->xz_yz, PAIR_SECOND(t, x, z), PAIR_SECOND(t, y, z));
}
#undef PAIR_SECOND

static inline void moments_of_corners_packed(Moments *m, const ObbTriangles *t, double scale) {
	const double *origin = corners_of(t, 0).p;
	PairFrame frame = pair_frame(origin, scale);
	MomentPairs sums;
	memset(&sums, 0, sizeof sums);
	for (int32_t i = 0; i + 1 < t->count; i += 2) {
		Corners c = corners_of(t, i), d = corners_of(t, i + 1);
		pairs_add(&sums, pair_relative(c.p, c.q, &frame));
		pairs_add(&sums, pair_relative(c.r, d.p, &frame));
		pairs_add(&sums, pair_relative(d.q, d.r, &frame));
	}
	memcpy(m, &sums, sizeof sums);
	if (t->count % 2 == 0) return;
	Corners last = corners_of(t, t->count - 1);
	moments_add_corners(m, &last, vec3_load(origin), scale);
}

static inline void moments_of_surface_packed(Moments *m, const ObbTriangles *t, double scale) {
	const double *origin = corners_of(t, 0).p;
	PairFrame frame = pair_frame(origin, scale);
	MomentPairs sums;
	memset(&sums, 0, sizeof sums);
	for (int32_t i = 0; i + 1 < t->count; i += 2) {
		Corners c = corners_of(t, i), d = corners_of(t, i + 1);
		PairOfTriangles pair = { .p = pair_relative(c.p, d.p, &frame),
			                     .q = pair_relative(c.q, d.q, &frame),
			                     .r = pair_relative(c.r, d.r, &frame) };
		pairs_add_triangles(&sums, &pair);
	}
	memcpy(m, &sums, sizeof sums);
	if (t->count % 2 == 0) return;
	Corners last = corners_of(t, t->count - 1);
	moments_add_surface(m, &last, vec3_load(origin), scale);
}

typedef struct ExtentPairs {
	__m128d axes[3][3], lo[3], hi[3];
} ExtentPairs;

static inline __attribute__((always_inline)) void pairs_reach(ExtentPairs *e, const double *a,
                                                              const double *b) {
	PointPair p = pair_load(a, b);
	for (int i = 0; i < 3; ++i) {
		__m128d at = _mm_add_pd(_mm_mul_pd(e->axes[i][0], p.x), _mm_mul_pd(e->axes[i][1], p.y));
		at = _mm_add_pd(at, _mm_mul_pd(e->axes[i][2], p.z));
		e->lo[i] = _mm_min_pd(at, e->lo[i]);
		e->hi[i] = _mm_max_pd(at, e->hi[i]);
	}
}

// The order of the comparisons affects only the sign of a bound that is 0, which has no effect.
static inline void extent_of_corners_packed(Extent *out, const ObbTriangles *t, const HnMat3 *axes) {
	ExtentPairs e;
	int32_t last = t->count - 1;
	for (int i = 0; i < 3; ++i) {
		for (int k = 0; k < 3; ++k) e.axes[i][k] = _mm_set1_pd(axes->m[i][k]);
		e.lo[i] = _mm_set1_pd((double)INFINITY), e.hi[i] = _mm_set1_pd(-(double)INFINITY);
	}
	for (int32_t i = 0; i < last; i += 2) {
		Corners c = corners_of(t, i), d = corners_of(t, i + 1);
		pairs_reach(&e, c.p, c.q);
		pairs_reach(&e, c.r, d.p);
		pairs_reach(&e, d.q, d.r);
	}
	Corners c = corners_of(t, last);
	if (last % 2 == 0) {
		pairs_reach(&e, c.p, c.q);
		pairs_reach(&e, c.r, c.r);
	}
	for (int i = 0; i < 3; ++i) {
		out->lo[i] = _mm_cvtsd_f64(_mm_min_sd(e.lo[i], _mm_unpackhi_pd(e.lo[i], e.lo[i])));
		out->hi[i] = _mm_cvtsd_f64(_mm_max_sd(e.hi[i], _mm_unpackhi_pd(e.hi[i], e.hi[i])));
	}
}
#endif
