// Axis-aligned boxes.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "bv/space.h"
#include "math/vec3.h"

typedef struct Aabb {
	float lo[3], hi[3];
} Aabb;
_Static_assert(sizeof(Aabb) == 6 * sizeof(float), "read as six floats");

// limit for drifting bounds: far beyond all scaled coordinates, far below float's range
#define AABB_CLAMP 0x1p60f

// round_down(x) <= x, because the nearest float of x - |x| * 2^-24 * (1 + 2^-19) - 2^-120 is at most x.
// Rounding to float adds at most 2^-24 of the value, or 2^-150 if the result is subnormal. Rounding in double
// adds at most 2^-52. The factor exceeds the sum of both by 2^-44. Results near 0 are never subnormal,
// because subnormal numbers are slow on some processors. A coordinate beyond float's range becomes an
// infinity on both sides of a test, so the order is kept.
static inline float round_down(double x) { return (float)(x - (fabs(x) * 0x1.00002p-24 + 0x1p-120)); }
static inline float round_up(double x) { return (float)(x + (fabs(x) * 0x1.00002p-24 + 0x1p-120)); }

static inline void aabb_fit(Aabb *out, const HnVec3 *points, int32_t count, const BvSpace *space) {
	double scale = space->scale;
	HnVec3 lo = points[0], hi = points[0];
	for (int32_t i = 1; i < count; ++i) {
		lo = vec3_min(lo, points[i]);
		hi = vec3_max(hi, points[i]);
	}
	*out = (Aabb){ { round_down(lo.x * scale), round_down(lo.y * scale), round_down(lo.z * scale) },
		           { round_up(hi.x * scale), round_up(hi.y * scale), round_up(hi.z * scale) } };
}

#ifdef __SSE2__
static inline __m128d aabb_margin(__m128d x) {
	__m128d magnitude = _mm_andnot_pd(_mm_set1_pd(-0.0), x);
	return _mm_add_pd(_mm_mul_pd(magnitude, _mm_set1_pd(0x1.00002p-24)), _mm_set1_pd(0x1p-120));
}
#endif

// Gives the same box as aabb_fit, bit for bit. p, q, r: 3 doubles each.
static inline void aabb_fit_triangle(Aabb *out, const double *p, const double *q, const double *r,
                                     const BvSpace *space) {
#ifdef __SSE2__
	__m128d s = _mm_set1_pd(space->scale), turn = _mm_set_pd(0.0, -0.0);
	__m128d a = _mm_loadu_pd(p), b = _mm_loadu_pd(q), c = _mm_loadu_pd(r);
	__m128d az = _mm_xor_pd(_mm_set1_pd(p[2]), turn), bz = _mm_xor_pd(_mm_set1_pd(q[2]), turn),
	        cz = _mm_xor_pd(_mm_set1_pd(r[2]), turn);
	__m128d lo = _mm_mul_pd(_mm_min_pd(_mm_min_pd(a, b), c), s);
	__m128d hi = _mm_mul_pd(_mm_max_pd(_mm_max_pd(a, b), c), s);
	__m128d z = _mm_mul_pd(_mm_max_pd(_mm_max_pd(az, bz), cz), s); // -lo, hi
	__m128 lo_xy = _mm_cvtpd_ps(_mm_sub_pd(lo, aabb_margin(lo)));
	__m128 hi_xy = _mm_cvtpd_ps(_mm_add_pd(hi, aabb_margin(hi)));
	__m128 lo_hi = _mm_cvtpd_ps(_mm_xor_pd(_mm_add_pd(z, aabb_margin(z)), turn));
	float *f = (float *)(void *)out;
	_mm_storel_pi((__m64 *)(void *)f, lo_xy);
	_mm_storel_pi((__m64 *)(void *)(f + 3), hi_xy);
	_mm_store_ss(f + 2, lo_hi);
	_mm_store_ss(f + 5, _mm_shuffle_ps(lo_hi, lo_hi, 1));
#else
	const HnVec3 points[3] = { vec3_load(p), vec3_load(q), vec3_load(r) };
	aabb_fit(out, points, 3, space);
#endif
}

static inline void aabb_merge(Aabb *out, const Aabb *a, const Aabb *b) {
	for (int k = 0; k < 3; ++k) {
		out->lo[k] = a->lo[k] < b->lo[k] ? a->lo[k] : b->lo[k];
		out->hi[k] = a->hi[k] > b->hi[k] ? a->hi[k] : b->hi[k];
	}
}

// Tests two boxes given as lo[3], hi[3]. There is no branch, because it is unpredictable which of the six
// comparisons fails. The comparisons are the same with and without SSE.
static inline bool box_overlaps(const float *a, const float *b) {
#ifdef __SSE2__
	// a_lo: lo[0] lo[1] lo[2] and a fourth float that is ignored. a_hi: an ignored float and hi[0] hi[1]
	// hi[2], rotated so that the ignored one is last.
	__m128 a_lo = _mm_loadu_ps(a), a_hi = _mm_loadu_ps(a + 2);
	__m128 b_lo = _mm_loadu_ps(b), b_hi = _mm_loadu_ps(b + 2);
	a_hi = _mm_shuffle_ps(a_hi, a_hi, _MM_SHUFFLE(0, 3, 2, 1));
	b_hi = _mm_shuffle_ps(b_hi, b_hi, _MM_SHUFFLE(0, 3, 2, 1));
	__m128 both = _mm_and_ps(_mm_cmple_ps(a_lo, b_hi), _mm_cmple_ps(b_lo, a_hi));
	return (_mm_movemask_ps(both) & 7) == 7;
#else
	return (a[0] <= b[3]) & (b[0] <= a[3]) & (a[1] <= b[4]) & (b[1] <= a[4]) & (a[2] <= b[5]) &
	       (b[2] <= a[5]);
#endif
}

static inline bool aabb_overlaps(const Aabb *a, const Aabb *b) {
	return box_overlaps((const float *)(const void *)a, (const float *)(const void *)b);
}

static inline bool aabb_encloses(const Aabb *outer, const Aabb *inner) {
	bool encloses = true;
	for (int k = 0; k < 3; ++k)
		encloses = encloses && outer->lo[k] <= inner->lo[k] && inner->hi[k] <= outer->hi[k];
	return encloses;
}

static inline bool aabb_contains(const Aabb *box, HnVec3 point, const BvSpace *space) {
	bool contains = true;
	for (int k = 0; k < 3; ++k) {
		double x = vec3_get(point, k) * space->scale;
		contains = contains && (double)box->lo[k] <= x && x <= (double)box->hi[k];
	}
	return contains;
}

static inline float aabb_volume(const Aabb *box) {
	return (box->hi[0] - box->lo[0]) * (box->hi[1] - box->lo[1]) * (box->hi[2] - box->lo[2]);
}

// A step's matrix with its entries separated by sign. So the bounds are sums without any selection: hi' =
// shift + sum pos hi + neg (-lo). -lo' is the same sum with hi and -lo exchanged.
typedef struct AabbMotion {
	double pos[3][3], neg[3][3];
	double shift_lo[3], shift_hi[3]; // added to -lo and hi: the translation and the margin
} AabbMotion;

// The margin is derived in docs/explanation/exactness.md, section 8.
static inline void aabb_follow(AabbMotion *out, const BvStep *step, const Aabb *root, const BvSpace *space) {
	const double t[3] = { step->t.x * space->scale, step->t.y * space->scale, step->t.z * space->scale };
	for (int i = 0; i < 3; ++i) {
		double reach = fabs(t[i]);
		for (int j = 0; j < 3; ++j) {
			double r = step->r.m[i][j], lo = fabs((double)root->lo[j]), hi = fabs((double)root->hi[j]);
			out->pos[i][j] = r > 0 ? r : 0;
			out->neg[i][j] = r > 0 ? 0 : -r;
			reach += fabs(r) * 2 * (lo > hi ? lo : hi);
		}
		double margin = step->margin[i] * space->scale + 0x1p-49 * reach;
		out->shift_lo[i] = margin - t[i];
		out->shift_hi[i] = margin + t[i];
	}
}

static inline void aabb_place_conic(Aabb *out, const Aabb *rest, const AabbMotion *follow) {
	double n[3], h[3];
	for (int j = 0; j < 3; ++j) n[j] = -(double)rest->lo[j], h[j] = (double)rest->hi[j];
	for (int i = 0; i < 3; ++i) {
		const double *p = follow->pos[i], *q = follow->neg[i];
		double lo = ((follow->shift_lo[i] + (p[0] * n[0] + q[0] * h[0])) + (p[1] * n[1] + q[1] * h[1])) +
		            (p[2] * n[2] + q[2] * h[2]);
		double hi = ((follow->shift_hi[i] + (p[0] * h[0] + q[0] * n[0])) + (p[1] * h[1] + q[1] * n[1])) +
		            (p[2] * h[2] + q[2] * n[2]);
		out->lo[i] = round_down(-lo);
		out->hi[i] = round_up(hi);
	}
}

static inline void aabb_translate(Aabb *out, const Aabb *rest, const AabbMotion *follow) {
	for (int i = 0; i < 3; ++i) {
		out->lo[i] = round_down((double)rest->lo[i] - follow->shift_lo[i]);
		out->hi[i] = round_up((double)rest->hi[i] + follow->shift_hi[i]);
	}
}

// The box around a turned box follows from its bounds, so no hull points are needed.
static inline int32_t aabb_hull_points(const Aabb *rest, const BvSpace *space, double *xyz) {
	(void)rest, (void)space, (void)xyz;
	return 0;
}
// Drifting bounds are clamped below infinity, because an infinity times a zero of a matrix would be NaN.
static inline void aabb_place_hull(Aabb *out, const Aabb *rest, const double *xyz, int32_t count,
                                   const AabbMotion *follow) {
	(void)xyz, (void)count;
	aabb_place_conic(out, rest, follow);
	for (int i = 0; i < 3; ++i) {
		out->lo[i] = out->lo[i] > -AABB_CLAMP ? out->lo[i] : -AABB_CLAMP;
		out->hi[i] = out->hi[i] < AABB_CLAMP ? out->hi[i] : AABB_CLAMP;
	}
}

// The test of a turned box at rest against a box of the other frame. It is the separating axis test of an
// oriented box against an axis-aligned one (Gottschalk 1996, van den Bergen 1997). The axes are those of the
// other frame, the columns of the matrix as given, and their cross products. These need not be unit vectors
// or orthogonal, because both boxes are projected on each axis as it is. This struct is what the test needs
// of the matrix, computed once a step.
typedef struct AabbTurn {
	double r[3][3], abs_r[3][3]; // columns are the turned axes
	double t[3];
	double along[3][3];    // |r_j . r_k|
	double cross[3][3][3]; // |(e_i x r_j) . r_k|
	double margin;
} AabbTurn;

// docs/explanation/exactness.md, section 8, derives the margin. Every coordinate of either frame is below 2
// in magnitude, apart from rounding.
static inline void aabb_turn(AabbTurn *out, const BvStep *step, const BvSpace *space) {
	const double t[3] = { step->t.x, step->t.y, step->t.z };
	double margin = 0;
	for (int i = 0; i < 3; ++i) {
		out->t[i] = t[i] * space->scale;
		margin += step->margin[i] * space->scale;
		for (int j = 0; j < 3; ++j) {
			out->r[i][j] = step->r.m[i][j];
			out->abs_r[i][j] = fabs(step->r.m[i][j]);
		}
	}
	for (int j = 0; j < 3; ++j)
		for (int k = 0; k < 3; ++k) {
			const double p[3] = { out->r[0][j], out->r[1][j], out->r[2][j] };
			const double q[3] = { out->r[0][k], out->r[1][k], out->r[2][k] };
			out->along[j][k] = fabs(p[0] * q[0] + p[1] * q[1] + p[2] * q[2]);
			for (int i = 0; i < 3; ++i) {
				int u = (i + 1) % 3, v = (i + 2) % 3;
				out->cross[i][j][k] = fabs(p[u] * q[v] - p[v] * q[u]);
			}
		}
	out->margin = 4 * margin + 0x1p-43;
}

// d: the vector between the centres; a, b: half sides. The axes come in a fixed order: 3 of the frame, 3
// columns, 9 cross products.
static inline bool aabb_turned_apart(const double d[3], const double a[3], const double b[3],
                                     const AabbTurn *turn) {
	double margin = turn->margin;
	for (int i = 0; i < 3; ++i) {
		const double *r = turn->abs_r[i];
		if (fabs(d[i]) > a[i] + (r[0] * b[0] + r[1] * b[1] + r[2] * b[2]) + margin) return true;
	}
	for (int j = 0; j < 3; ++j) {
		double between = fabs(d[0] * turn->r[0][j] + d[1] * turn->r[1][j] + d[2] * turn->r[2][j]);
		double of_a = a[0] * turn->abs_r[0][j] + a[1] * turn->abs_r[1][j] + a[2] * turn->abs_r[2][j];
		const double *along = turn->along[j];
		if (between > of_a + (along[0] * b[0] + along[1] * b[1] + along[2] * b[2]) + margin) return true;
	}
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j) {
			int u = (i + 1) % 3, v = (i + 2) % 3; // e_i x r_j = r_uj e_v - r_vj e_u
			double between = fabs(turn->r[u][j] * d[v] - turn->r[v][j] * d[u]);
			double of_a = turn->abs_r[u][j] * a[v] + turn->abs_r[v][j] * a[u];
			const double *cross = turn->cross[i][j];
			if (between > of_a + (cross[0] * b[0] + cross[1] * b[1] + cross[2] * b[2]) + margin) return true;
		}
	return false;
}

static inline bool aabb_overlaps_turned(const Aabb *a, const Aabb *b, const AabbTurn *turn) {
	double half_a[3], half_b[3], mid_a[3], mid_b[3], d[3];
	for (int k = 0; k < 3; ++k) {
		mid_a[k] = ((double)a->hi[k] + (double)a->lo[k]) * 0.5;
		half_a[k] = ((double)a->hi[k] - (double)a->lo[k]) * 0.5;
		mid_b[k] = ((double)b->hi[k] + (double)b->lo[k]) * 0.5;
		half_b[k] = ((double)b->hi[k] - (double)b->lo[k]) * 0.5;
	}
	for (int i = 0; i < 3; ++i) {
		const double *r = turn->r[i];
		d[i] = (r[0] * mid_b[0] + r[1] * mid_b[1] + r[2] * mid_b[2]) + turn->t[i] - mid_a[i];
	}
	return !aabb_turned_apart(d, half_a, half_b, turn);
}
