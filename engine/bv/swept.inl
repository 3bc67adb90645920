// Template: a swept sphere whose core has SWEPT_EDGES edges, with all its kernels.
// In: BV_NAME, BV_ABOUT, BV (the name of the type to define), BV_OP(op), SWEPT_EDGES (1 or 2),
// BV_OP(volume)(v), which must be defined before.
#if !defined(BV) || !defined(BV_OP) || !defined(BV_NAME) || !defined(BV_ABOUT) || !defined(SWEPT_EDGES)
#error "swept.inl needs BV, BV_OP, BV_NAME, BV_ABOUT and SWEPT_EDGES"
#endif

// The parameters of the core's point nearest, or nearly nearest, to a point whose difference from the core's
// centre is d. Any point of the core is correct, because the distance to it is an upper bound. One sweep over
// the edges would be exact if they were orthogonal; rounding makes them slightly oblique.
static inline HnVec3 BV_OP(nearest)(const BV *v, HnVec3 d, int sweeps) {
	HnVec3 part[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
	for (int i = 0; i < SWEPT_EDGES * sweeps; ++i) {
		int k = i % SWEPT_EDGES;
		HnVec3 e = swept_vec(v->e[k]), left = vec3_sub(d, part[1 - k]);
		double length2 = vec3_dot(e, e);
		if (length2 > 0) part[k] = vec3_scale(e, swept_clamp(vec3_dot(left, e) / length2));
	}
	return vec3_add(part[0], part[1]);
}

// The sum of the magnitudes of the edges' coordinates.
static inline double BV_OP(size)(const BV *v) {
	double size = 0;
	for (int k = 0; k < SWEPT_EDGES; ++k) size += swept_size(swept_vec(v->e[k]));
	return size;
}

// An upper bound on the distance of a point from the core; d is its difference from the centre. slack:
// SWEPT_LOOK or SWEPT_MADE.
static inline double BV_OP(distance)(const BV *v, HnVec3 d, double slack) {
	HnVec3 rest = vec3_sub(d, BV_OP(nearest)(v, d, SWEPT_EDGES == 1 ? 1 : 3));
	return vec3_length(rest) * (1 + slack) + slack * (swept_size(d) + BV_OP(size)(v));
}

static inline HnVec3 BV_OP(from_centre)(const BV *v, HnVec3 point, double scale) {
	return vec3_sub(vec3_scale(point, scale), swept_vec(v->c));
}

enum { BV_OP(CORNERS) = 1 << SWEPT_EDGES };

// Corner i of the core, relative to its centre.
static inline HnVec3 BV_OP(corner)(const BV *v, int i) {
	HnVec3 at = { 0, 0, 0 };
	for (int k = 0; k < SWEPT_EDGES; ++k)
		at = vec3_add(at, vec3_scale(swept_vec(v->e[k]), (i >> k & 1) != 0 ? 1 : -1));
	return at;
}

// An upper bound on the distance of the points of `inner` from the core of `outer`.
static inline double BV_OP(farthest)(const BV *outer, const BV *inner, double slack) {
	HnVec3 between = vec3_sub(swept_vec(inner->c), swept_vec(outer->c));
	double most = 0;
	for (int i = 0; i < BV_OP(CORNERS); ++i) {
		double d = BV_OP(distance)(outer, vec3_add(between, BV_OP(corner)(inner, i)), slack);
		most = d > most ? d : most;
	}
	return (most + (double)inner->r) * (1 + slack) + slack * (swept_size(between) + BV_OP(size)(inner));
}

static inline void BV_OP(core)(BV *out, const HnVec3 *points, int32_t count, double scale) {
	SweptFit fit = swept_fit(points, count, SWEPT_EDGES, scale);
	swept_round(out->c, fit.centre);
	for (int k = 0; k < SWEPT_EDGES; ++k) swept_round(out->e[k], fit.edge[k]);
}

static void BV_OP(fit)(BV *out, const HnVec3 *points, int32_t count, const BvSpace *space) {
	double r = 0;
	BV_OP(core)(out, points, count, space->scale);
	for (int32_t i = 0; i < count; ++i) {
		double d = BV_OP(distance)(out, BV_OP(from_centre)(out, points[i], space->scale), SWEPT_MADE);
		r = d <= r ? r : d; // NaN is kept
		if (isnan(r)) break;
	}
	out->r = isnan(r) ? (float)INFINITY : round_up(r);
}

static void BV_OP(fit_triangle)(BV *out, const double *p, const double *q, const double *r,
                                const BvSpace *space) {
	const HnVec3 points[3] = { vec3_load(p), vec3_load(q), vec3_load(r) };
	BV_OP(fit)(out, points, 3, space);
}

static inline bool BV_OP(encloses)(const BV *outer, const BV *inner) {
	return memcmp(outer, inner, sizeof *outer) == 0 ||
	       BV_OP(farthest)(outer, inner, SWEPT_LOOK) <= (double)outer->r;
}

static inline bool BV_OP(contains)(const BV *v, HnVec3 point, const BvSpace *space) {
	return BV_OP(distance)(v, BV_OP(from_centre)(v, point, space->scale), SWEPT_LOOK) <= (double)v->r;
}

// Fits a core to the corners of both cores as points, then the radius to both volumes.
static void BV_OP(merge)(BV *out, const BV *a, const BV *b) {
	HnVec3 corners[2 * BV_OP(CORNERS)];
	BV both;
	if (BV_OP(encloses)(a, b)) {
		*out = *a;
	} else if (BV_OP(encloses)(b, a)) {
		*out = *b;
	} else {
		for (int i = 0; i < BV_OP(CORNERS); ++i) {
			corners[i] = vec3_add(swept_vec(a->c), BV_OP(corner)(a, i));
			corners[BV_OP(CORNERS) + i] = vec3_add(swept_vec(b->c), BV_OP(corner)(b, i));
		}
		BV_OP(core)(&both, corners, 2 * BV_OP(CORNERS), 1);
		double of_a = BV_OP(farthest)(&both, a, SWEPT_MADE), of_b = BV_OP(farthest)(&both, b, SWEPT_MADE);
		both.r = isnan(of_a + of_b) ? (float)INFINITY : round_up(of_a > of_b ? of_a : of_b);
		*out = both;
	}
}

// True if the volumes are certainly on different sides of a slab with this normal, by more than their radii.
// The answer `true` is proved for any normal.
static inline bool BV_OP(parted)(const BV *a, const BV *b, HnVec3 d, HnVec3 normal, double slack) {
	double gap = fabs(vec3_dot(normal, d)), length = vec3_length(normal);
	for (int k = 0; k < SWEPT_EDGES; ++k) {
		gap -= fabs(vec3_dot(normal, swept_vec(a->e[k])));
		gap -= fabs(vec3_dot(normal, swept_vec(b->e[k])));
	}
	return gap > length * (((double)a->r + (double)b->r) + slack) * (1 + SWEPT_LOOK);
}

// Alternates between the cores: each point is the nearest one to the previous point of the other core (Cheney
// and Goldstein 1959). When the points are nearest to each other, their difference is the normal that
// separates the cores most. The volumes are apart if one of the normals on the way proves it; the first is
// that of the centres. They count as overlapping if two points are as near as the radii, or if these
// alternations are not enough.
enum { BV_OP(TURNS) = SWEPT_EDGES == 1 ? 8 : 6 };

static inline bool BV_OP(overlaps)(const BV *a, const BV *b) {
	HnVec3 d = vec3_sub(swept_vec(b->c), swept_vec(a->c)), q = d;
	double r = (double)a->r + (double)b->r;
	double slack = SWEPT_LOOK * (swept_size(d) + BV_OP(size)(a) + BV_OP(size)(b));
	if (BV_OP(parted)(a, b, d, d, slack)) return false;
	for (int turn = 0; turn < BV_OP(TURNS); ++turn) {
		HnVec3 p = BV_OP(nearest)(a, q, 1);
		q = vec3_add(d, BV_OP(nearest)(b, vec3_sub(p, d), 1));
		HnVec3 normal = vec3_sub(q, p);
		if (vec3_dot(normal, normal) <= r * r) return true;
		if (BV_OP(parted)(a, b, d, normal, slack)) return false;
	}
	return true;
}

static void BV_OP(solid)(Solid *out, const BV *v, const BvSpace *space) {
	(void)space;
	*out = (Solid){ .kind = SOLID_SWEPT, .c = swept_vec(v->c), .r = (double)v->r };
	for (int k = 0; k < SWEPT_EDGES; ++k) out->e[k] = swept_vec(v->e[k]);
}

static inline void BV_OP(follow)(BallFollow *out, const BvStep *step, const BvSpace *space) {
	ball_follow(out, step, space);
}

static inline HnVec3 BV_OP(turned)(const BallFollow *m, HnVec3 v) {
	return (HnVec3){ (m->r[0][0] * v.x + m->r[0][1] * v.y) + m->r[0][2] * v.z,
		             (m->r[1][0] * v.x + m->r[1][1] * v.y) + m->r[1][2] * v.z,
		             (m->r[2][0] * v.x + m->r[2][1] * v.y) + m->r[2][2] * v.z };
}

static inline void BV_OP(place)(BV *out, const BV *rest, const BallFollow *follow) {
	HnVec3 c = swept_vec(rest->c), to = vec3_add(BV_OP(turned)(follow, c), vec3_load(follow->t));
	double from = swept_size(c) + BV_OP(size)(rest), size = swept_size(to);
	double r = follow->grow * (double)rest->r + follow->margin + follow->turned * from;
	for (int k = 0; k < SWEPT_EDGES; ++k) {
		HnVec3 e = BV_OP(turned)(follow, swept_vec(rest->e[k]));
		size += swept_size(e);
		out->e[k][0] = (float)e.x, out->e[k][1] = (float)e.y, out->e[k][2] = (float)e.z;
	}
	out->c[0] = (float)to.x, out->c[1] = (float)to.y, out->c[2] = (float)to.z;
	r += 0x1.00002p-24 * size;
	out->r = size < 0x1p120 ? round_up(r) : (float)INFINITY; // a centre beyond float's range
}

#define BV_FOLLOW BallFollow
#define BV_RIGID
#define BV_FITTED
#include "kernel/bv_kernels.inl"
#undef SWEPT_EDGES
