// The sphere: 16 bytes, and one comparison of squared distances a test. Rotations do not change its radius.
#include "base/error.h"
#include "bv/ball.h"
#include "bv/bv.h"

#define SPHERE_FIT(name) extern const SphereFit sphere_by_##name;
#include "bv/sphere_fits.def"
#undef SPHERE_FIT

static const BvFit *const s_fits[] = {
#define SPHERE_FIT(name) &sphere_by_##name.fit,
#include "bv/sphere_fits.def"
#undef SPHERE_FIT
	NULL,
};

static PartKind fit_kind(int32_t index) { return bv_fit_kind(s_fits, index); }
static const Param s_params[] = { BV_FIT_PARAM(fit_kind, "how a volume is fitted to its points") };

static inline const SphereFit *fit_of(const BvSpace *space) {
	return (const SphereFit *)(const void *)(space->fit != NULL ? space->fit : s_fits[0]);
}

static bool points_once(const BvSpace *space) {
	const SphereFit *fit = fit_of(space);
	return fit->once != NULL && fit->once(space->fit_params);
}

static void sphere_fit(Ball *out, const HnVec3 *points, int32_t count, const BvSpace *space) {
	fit_of(space)->ball(out, points, count, space->scale);
}

static void sphere_fit_triangle(Ball *out, const double *p, const double *q, const double *r,
                                const BvSpace *space) {
	const HnVec3 points[3] = { vec3_load(p), vec3_load(q), vec3_load(r) };
	sphere_fit(out, points, 3, space);
}

static inline double sphere_volume(const Ball *ball) {
	double r = (double)ball->r;
	return 0x1.0c152382d7365p2 * (r * r * r); // 4 pi / 3
}

static void sphere_solid(Solid *out, const Ball *ball, const BvSpace *space) {
	(void)space;
	*out = (Solid){ .kind = SOLID_SWEPT, .r = (double)ball->r };
	out->c = (HnVec3){ (double)ball->c[0], (double)ball->c[1], (double)ball->c[2] };
}

#define BV        Ball
#define BV_OP(op) sphere_##op
#define BV_NAME   "sphere"
#define BV_ABOUT  "sphere: centre and radius"
#define BV_FOLLOW BallFollow
#define BV_RIGID
#define BV_FITTED
#define BV_DEF                BvFitted
#define BV_PARAMS             s_params
#define BV_FITS               s_fits
#define BV_POINTS_ONCE(space) points_once(space)
#define sphere_merge          ball_merge
#define sphere_overlaps       ball_overlaps
#define sphere_encloses       ball_encloses
#define sphere_contains       ball_contains
#define sphere_follow         ball_follow
#define sphere_place          ball_place
#include "kernel/bv_kernels.inl"
