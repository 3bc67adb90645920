// Template: a k-DOP with a fixed number of slabs, with all its kernels. Slots that a set does not use have
// the direction 0 and an interval around 0, so they always overlap.
// In: BV_NAME, BV_ABOUT, BV (the name of the type to define), BV_OP(op), KDOP_SLABS (3 or more). For a usual
// set also KDOP_K, its k; KDOP_SLABS is then k / 2.
#if !defined(BV) || !defined(BV_OP) || !defined(BV_NAME) || !defined(BV_ABOUT) || !defined(KDOP_SLABS)
#error "kdop.inl needs BV, BV_OP, BV_NAME, BV_ABOUT and KDOP_SLABS"
#endif

typedef struct BV {
	float lo[KDOP_SLABS], hi[KDOP_SLABS];
} BV;
_Static_assert(sizeof(BV) == 2 * KDOP_SLABS * sizeof(float), "read as floats, lo before hi");

#ifdef KDOP_K
_Static_assert(KDOP_K == 2 * KDOP_SLABS, "a slab for two directions");
static inline void BV_OP(project)(double *p, HnVec3 v, const BvSpace *space) {
	(void)space;
	kdop_project_axes(p, v);
	if (KDOP_K == 14 || KDOP_K == 26) kdop_project_corners(p + 3, v);
	if (KDOP_K == 18 || KDOP_K == 26) kdop_project_edges(p + KDOP_SLABS - 6, v);
}
// v: magnitudes, so this is the error of projecting |v| on |d|.
static inline void BV_OP(errors)(double *e, HnVec3 v, const BvSpace *space) {
	(void)space;
	e[0] = e[1] = e[2] = 0;
	if (KDOP_K == 6) return;
	double xy = v.x + v.y;
	if (KDOP_K == 14 || KDOP_K == 26) e[3] = e[4] = e[5] = e[6] = DIRECTIONS_ERROR * (xy + v.z);
	if (KDOP_K == 14) return;
	double *edge = e + KDOP_SLABS - 6;
	edge[0] = edge[3] = DIRECTIONS_ERROR * xy;
	edge[1] = edge[4] = DIRECTIONS_ERROR * (v.x + v.z);
	edge[2] = edge[5] = DIRECTIONS_ERROR * (v.y + v.z);
}
#else
static inline void BV_OP(project)(double *restrict p, HnVec3 v, const BvSpace *space) {
	const Directions *d = space->directions;
	for (int i = 0; i < KDOP_SLABS; ++i) p[i] = (d->x[i] * v.x + d->y[i] * v.y) + d->z[i] * v.z;
}
static inline void BV_OP(errors)(double *restrict e, HnVec3 v, const BvSpace *space) {
	const Directions *d = space->directions;
	for (int i = 0; i < KDOP_SLABS; ++i)
		e[i] = d->error[i] * ((fabs(d->x[i]) * v.x + fabs(d->y[i]) * v.y) + fabs(d->z[i]) * v.z);
}
#endif

static inline __attribute__((always_inline)) void BV_OP(fit_points)(BV *out, const HnVec3 *points,
                                                                    int32_t count, const BvSpace *space) {
	double lo[KDOP_SLABS], hi[KDOP_SLABS], p[KDOP_SLABS];
	HnVec3 v = vec3_scale(points[0], space->scale);
	HnVec3 most = { fabs(v.x), fabs(v.y), fabs(v.z) };
	BV_OP(project)(lo, v, space);
	for (int k = 0; k < KDOP_SLABS; ++k) hi[k] = lo[k];
	for (int32_t i = 1; i < count; ++i) {
		v = vec3_scale(points[i], space->scale);
		most = vec3_max(most, (HnVec3){ fabs(v.x), fabs(v.y), fabs(v.z) });
		BV_OP(project)(p, v, space);
		for (int k = 0; k < KDOP_SLABS; ++k) lo[k] = p[k] < lo[k] ? p[k] : lo[k];
		for (int k = 0; k < KDOP_SLABS; ++k) hi[k] = p[k] > hi[k] ? p[k] : hi[k];
	}
	BV_OP(errors)(p, most, space);
	for (int k = 0; k < KDOP_SLABS; ++k) out->lo[k] = kdop_down(lo[k], p[k]);
	for (int k = 0; k < KDOP_SLABS; ++k) out->hi[k] = kdop_up(hi[k], p[k]);
}

static void BV_OP(fit)(BV *out, const HnVec3 *points, int32_t count, const BvSpace *space) {
	BV_OP(fit_points)(out, points, count, space);
}

// The fit of three points (3 doubles each), with the same bits.
#ifdef KDOP_K
static inline void BV_OP(fit_triangle)(BV *out, const double *p, const double *q, const double *r,
                                       const BvSpace *space) {
	const HnVec3 points[3] = { vec3_load(p), vec3_load(q), vec3_load(r) };
	BV_OP(fit_points)(out, points, 3, space);
}
#else
static inline void BV_OP(fit_triangle)(BV *restrict out, const double *restrict p, const double *restrict q,
                                       const double *restrict r, const BvSpace *restrict space) {
	const Directions *restrict d = space->directions;
	double s = space->scale;
	HnVec3 a = vec3_scale(vec3_load(p), s), b = vec3_scale(vec3_load(q), s), c = vec3_scale(vec3_load(r), s);
	HnVec3 most = { fmax(fmax(fabs(a.x), fabs(b.x)), fabs(c.x)), fmax(fmax(fabs(a.y), fabs(b.y)), fabs(c.y)),
		            fmax(fmax(fabs(a.z), fabs(b.z)), fabs(c.z)) };
	for (int k = 0; k < KDOP_SLABS; ++k) {
		double x = d->x[k], y = d->y[k], z = d->z[k];
		double u = (x * a.x + y * a.y) + z * a.z, v = (x * b.x + y * b.y) + z * b.z;
		double w = (x * c.x + y * c.y) + z * c.z;
		double e = d->error[k] * ((fabs(x) * most.x + fabs(y) * most.y) + fabs(z) * most.z);
		double lo = u < v ? u : v, hi = u > v ? u : v;
		out->lo[k] = kdop_down(lo < w ? lo : w, e);
		out->hi[k] = kdop_up(hi > w ? hi : w, e);
	}
}
#endif

// The loops below are vectorised by hand. gcc does not vectorise them, because input and output may alias and
// the number of slabs is odd. Each lane does the same as the plain loop. A last pack that would reach beyond
// the slabs begins earlier and repeats some of them.
#if defined(__SSE2__) && KDOP_SLABS > 3
#define KDOP_PACKED        1
#define KDOP_PACK(k, size) ((k) + (size) <= KDOP_SLABS ? (k) : KDOP_SLABS - (size))
#endif

static inline void BV_OP(merge)(BV *out, const BV *a, const BV *b) {
#ifdef KDOP_PACKED
	for (int k = 0; k < KDOP_SLABS; k += 4) {
		int at = KDOP_PACK(k, 4);
		__m128 lo = _mm_min_ps(_mm_loadu_ps(a->lo + at), _mm_loadu_ps(b->lo + at));
		__m128 hi = _mm_max_ps(_mm_loadu_ps(a->hi + at), _mm_loadu_ps(b->hi + at));
		_mm_storeu_ps(out->lo + at, lo);
		_mm_storeu_ps(out->hi + at, hi);
	}
#else
	for (int k = 0; k < KDOP_SLABS; ++k) out->lo[k] = a->lo[k] < b->lo[k] ? a->lo[k] : b->lo[k];
	for (int k = 0; k < KDOP_SLABS; ++k) out->hi[k] = a->hi[k] > b->hi[k] ? a->hi[k] : b->hi[k];
#endif
}

// Tests four slabs at a time. The last four may include slabs that were already tested.
static inline bool BV_OP(overlaps)(const BV *a, const BV *b) {
#if KDOP_SLABS == 3
	return box_overlaps((const float *)(const void *)a, (const float *)(const void *)b);
#elif defined(__SSE2__)
	__m128 both = _mm_castsi128_ps(_mm_set1_epi32(-1));
	for (int k = 0; k < KDOP_SLABS; k += 4) {
		int at = k + 4 <= KDOP_SLABS ? k : KDOP_SLABS - 4;
		if (k > 0 && k % KDOP_LOOK == 0 && _mm_movemask_ps(both) != 15) return false;
		both = _mm_and_ps(both, _mm_cmple_ps(_mm_loadu_ps(a->lo + at), _mm_loadu_ps(b->hi + at)));
		both = _mm_and_ps(both, _mm_cmple_ps(_mm_loadu_ps(b->lo + at), _mm_loadu_ps(a->hi + at)));
	}
	return _mm_movemask_ps(both) == 15;
#else
	bool both = true;
	for (int k = 0; k < KDOP_SLABS; ++k) both &= (a->lo[k] <= b->hi[k]) & (b->lo[k] <= a->hi[k]);
	return both;
#endif
}

static inline bool BV_OP(encloses)(const BV *outer, const BV *inner) {
	bool encloses = true;
	for (int k = 0; k < KDOP_SLABS; ++k)
		encloses = encloses && outer->lo[k] <= inner->lo[k] && inner->hi[k] <= outer->hi[k];
	return encloses;
}

static bool BV_OP(contains)(const BV *v, HnVec3 point, const BvSpace *space) {
	return directions_contain(space->directions, v->lo, v->hi, vec3_scale(point, space->scale));
}

// A substitute for the volume, which takes long to compute: the volume of the first three slabs, up to a
// factor that all volumes of a set share. The first three are the axes if the set has them. The value never
// shrinks when the volume grows.
static inline float BV_OP(volume)(const BV *v) {
	return (v->hi[0] - v->lo[0]) * (v->hi[1] - v->lo[1]) * (v->hi[2] - v->lo[2]);
}

static void BV_OP(solid)(Solid *out, const BV *v, const BvSpace *space) {
	solid_slabs(out, space->directions, v->lo, v->hi);
}

static inline void BV_OP(follow)(DirectionsFollow *out, const BvStep *step, const BV *root,
                                 const BvSpace *space) {
	directions_follow(out, step, root->lo, KDOP_SLABS, space);
}

static inline void BV_OP(round)(BV *out, const double *lo, const double *hi) {
#ifdef KDOP_PACKED
	for (int k = 0; k < KDOP_SLABS; k += 2) {
		int at = KDOP_PACK(k, 2);
		kdop_store_pair(out->lo + at, out->hi + at, _mm_loadu_pd(lo + at), _mm_loadu_pd(hi + at));
	}
#else
	for (int k = 0; k < KDOP_SLABS; ++k) {
		out->lo[k] = kdop_down(lo[k] > -KDOP_CLAMP ? lo[k] : -KDOP_CLAMP, 0);
		out->hi[k] = kdop_up(hi[k] < KDOP_CLAMP ? hi[k] : KDOP_CLAMP, 0);
	}
#endif
}

static inline void BV_OP(translate)(BV *out, const BV *rest, const DirectionsFollow *follow) {
#ifdef KDOP_PACKED
	for (int k = 0; k < KDOP_SLABS; k += 2) { // out is not rest
		int at = KDOP_PACK(k, 2);
		__m128d shift = _mm_loadu_pd(follow->shift + at),
		        margin = _mm_loadu_pd(follow->translate_margin + at);
		__m128d lo = _mm_sub_pd(_mm_add_pd(kdop_load_pair(rest->lo + at), shift), margin);
		__m128d hi = _mm_add_pd(_mm_add_pd(kdop_load_pair(rest->hi + at), shift), margin);
		kdop_store_pair(out->lo + at, out->hi + at, lo, hi);
	}
#else
	double lo[KDOP_SLABS], hi[KDOP_SLABS];
	for (int k = 0; k < KDOP_SLABS; ++k) {
		lo[k] = ((double)rest->lo[k] + follow->shift[k]) - follow->translate_margin[k];
		hi[k] = ((double)rest->hi[k] + follow->shift[k]) + follow->translate_margin[k];
	}
	BV_OP(round)(out, lo, hi);
#endif
}

static inline void BV_OP(place_conic)(BV *out, const BV *rest, const DirectionsFollow *follow) {
	const float *from = rest->lo; // rest->hi follows it in memory
#ifdef KDOP_PACKED
	double wide[2 * KDOP_SLABS];
	for (int k = 0; k < 2 * KDOP_SLABS; k += 2) _mm_storeu_pd(wide + k, kdop_load_pair(from + k));
	for (int k = 0; k < KDOP_SLABS; k += 2) { // out is not rest
		int at = KDOP_PACK(k, 2);
		__m128d l = _mm_loadu_pd(follow->shift + at), h = l;
		for (int j = 0; j < 3; ++j) {
			const int32_t *of_lo = follow->lo[j] + at, *of_hi = follow->hi[j] + at;
			__m128d factor = _mm_loadu_pd(follow->factor[j] + at);
			l = _mm_add_pd(l, _mm_mul_pd(factor, _mm_set_pd(wide[of_lo[1]], wide[of_lo[0]])));
			h = _mm_add_pd(h, _mm_mul_pd(factor, _mm_set_pd(wide[of_hi[1]], wide[of_hi[0]])));
		}
		__m128d margin = _mm_loadu_pd(follow->conic_margin + at);
		kdop_store_pair(out->lo + at, out->hi + at, _mm_sub_pd(l, margin), _mm_add_pd(h, margin));
	}
#else
	double lo[KDOP_SLABS], hi[KDOP_SLABS];
	for (int k = 0; k < KDOP_SLABS; ++k) {
		double l = follow->shift[k], h = follow->shift[k];
		for (int j = 0; j < 3; ++j) {
			l += follow->factor[j][k] * (double)from[follow->lo[j][k]];
			h += follow->factor[j][k] * (double)from[follow->hi[j][k]];
		}
		lo[k] = l - follow->conic_margin[k];
		hi[k] = h + follow->conic_margin[k];
	}
	BV_OP(round)(out, lo, hi);
#endif
}

static inline int32_t BV_OP(hull_points)(const BV *rest, const BvSpace *space, double *xyz) {
	return directions_hull_points(rest->lo, KDOP_SLABS, space, xyz);
}

// Works in groups of four slots. Slots beyond the slabs have direction 0.
static inline void BV_OP(place_hull)(BV *out, const BV *rest, const double *restrict xyz, int32_t count,
                                     const DirectionsFollow *restrict follow) {
	(void)rest;
	enum { SLOTS = (KDOP_SLABS + 3) / 4 * 4 };
	double lo[SLOTS], hi[SLOTS];
#ifdef KDOP_PACKED
	for (int k = 0; k < SLOTS; k += 4) kdop_hull_pack(lo + k, hi + k, xyz, count, follow, k);
#else
	for (int k = 0; k < SLOTS; ++k)
		hi[k] = lo[k] =
		    (follow->turned.x[k] * xyz[0] + follow->turned.y[k] * xyz[1]) + follow->turned.z[k] * xyz[2];
	for (int32_t i = 1; i < count; ++i) {
		double x = xyz[3 * i], y = xyz[3 * i + 1], z = xyz[3 * i + 2];
		for (int k = 0; k < SLOTS; ++k) {
			double p = (follow->turned.x[k] * x + follow->turned.y[k] * y) + follow->turned.z[k] * z;
			lo[k] = p < lo[k] ? p : lo[k];
			hi[k] = p > hi[k] ? p : hi[k];
		}
	}
#endif
	for (int k = 0; k < SLOTS; ++k) {
		lo[k] = (lo[k] + follow->shift[k]) - follow->hull_margin[k];
		hi[k] = (hi[k] + follow->shift[k]) + follow->hull_margin[k];
	}
	BV_OP(round)(out, lo, hi);
}

#define BV_FOLLOW                 DirectionsFollow
#define BV_HULL_POINTS_MAX(space) directions_points_max((space)->directions)
#ifdef KDOP_K
#define BV_DIRECTIONS KDOP_K
#else
#define BV_DIRECTIONS BV_DIRECTIONS_GIVEN
#endif
#include "kernel/bv_kernels.inl"
#undef KDOP_PACKED
#undef KDOP_PACK
#undef KDOP_SLABS
#undef KDOP_K
