// The axis-aligned cube that can be turned (geng2018, 1.3.1). It is centred at the mean of its points, and
// half its side is the distance to the farthest point. So it holds a ball that holds the points, and it still
// does so when the points turn about its centre; only the centre moves. It is tested as a box. At rest it is
// looser than a box and than the ball.
#include "bv/caabb.h"

#include "base/error.h"
#include "bv/bv.h"

static void caabb_fit(Ball *out, const HnVec3 *points, int32_t count, const BvSpace *space) {
	ball_fit_centroid(out, points, count, space->scale);
}

static void caabb_fit_triangle(Ball *out, const double *p, const double *q, const double *r,
                               const BvSpace *space) {
	const HnVec3 points[3] = { vec3_load(p), vec3_load(q), vec3_load(r) };
	ball_fit_centroid(out, points, 3, space->scale);
}

static inline bool caabb_encloses(const Ball *outer, const Ball *inner) {
	bool encloses = true;
	for (int k = 0; k < 3; ++k) {
		double between = fabs((double)outer->c[k] - (double)inner->c[k]);
		encloses &= between * BALL_SLACK + (double)inner->r <= (double)outer->r;
	}
	return encloses;
}

static inline bool caabb_contains(const Ball *cube, HnVec3 point, const BvSpace *space) {
	bool contains = true;
	for (int k = 0; k < 3; ++k) {
		double from = fabs(vec3_get(point, k) * space->scale - (double)cube->c[k]);
		contains &= from * BALL_SLACK <= (double)cube->r;
	}
	return contains;
}

static inline double caabb_volume(const Ball *cube) {
	double r = (double)cube->r;
	return 8 * (r * r * r);
}

static void caabb_solid(Solid *out, const Ball *cube, const BvSpace *space) {
	static const float s_axes[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
	const float half[3] = { cube->r, cube->r, cube->r };
	(void)space;
	solid_parallelepiped(out, cube->c, s_axes, half);
}

#define BV        Ball
#define BV_OP(op) caabb_##op
#define BV_NAME   "caabb"
#define BV_ABOUT  "axis-aligned cube about a mean, as wide as its farthest point: centre and half a side"
#define BV_FOLLOW BallFollow
#define BV_RIGID
#define BV_FITTED
#define BV_DEF                BallMean
#define BV_PARAMS             ball_mean_params
#define BV_POINTS_ONCE(space) ball_mean_once((space)->params)
#define caabb_merge           ball_merge // merges the balls, because merged volumes may be turned, too
#define caabb_follow          ball_follow
#define caabb_place           ball_place
#include "kernel/bv_kernels.inl"
