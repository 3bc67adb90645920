// A sphere cut by a box: the points that are in both, so it is never looser than either. 40 bytes. Two
// volumes are apart where their boxes are, or where their spheres are.
#include "base/error.h"
#include "bv/ball.h"
#include "bv/bv.h"

typedef struct CutSphere {
	Aabb box;
	Ball ball;
} CutSphere;

// The volume's parameter. `harness list`, scenarios and result files know it by this table alone.
typedef enum About { ABOUT_MIDDLE, ABOUT_MEAN } About;
typedef struct CutSphereDef {
	int32_t about;
} CutSphereDef;

static const char *about_name(int32_t index) {
	static const char *const s_names[] = { "middle", "mean" };
	return index >= 0 && index < 2 ? s_names[index] : NULL;
}

static const Param s_params[] = {
	{ .name = "about",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(CutSphereDef, about),
	  .fallback = ABOUT_MIDDLE,
	  .choice = about_name,
	  .about = "what the sphere is about: the middle of the box, or the mean of the points" },
};

// Without parameters of its own (space->params NULL) a volume is fitted by the defaults.
static About about_of(const BvSpace *space) {
	return space->params != NULL ? (About)((const CutSphereDef *)space->params)->about : ABOUT_MIDDLE;
}

// The centre is rounded to float first, and the radius is measured from the rounded centre. round_up adds
// more than the distance is off by in double, so no point is outside.
static void ball_about_middle(Ball *out, const Aabb *box, const HnVec3 *points, int32_t count, double scale) {
	double c[3], farthest = 0;
	for (int k = 0; k < 3; ++k) {
		out->c[k] = nearest_float(((double)box->lo[k] + (double)box->hi[k]) * 0.5);
		c[k] = (double)out->c[k];
	}
	for (int32_t i = 0; i < count; ++i) {
		double x = points[i].x * scale - c[0], y = points[i].y * scale - c[1], z = points[i].z * scale - c[2];
		double distance2 = (x * x + y * y) + z * z;
		farthest = distance2 > farthest ? distance2 : farthest;
	}
	out->r = round_up(sqrt(farthest));
}

static void cut_sphere_fit(CutSphere *out, const HnVec3 *points, int32_t count, const BvSpace *space) {
	aabb_fit(&out->box, points, count, space);
	if (about_of(space) == ABOUT_MEAN)
		ball_fit_centroid(&out->ball, points, count, space->scale);
	else
		ball_about_middle(&out->ball, &out->box, points, count, space->scale);
}

static void cut_sphere_fit_triangle(CutSphere *out, const double *p, const double *q, const double *r,
                                    const BvSpace *space) {
	const HnVec3 points[3] = { vec3_load(p), vec3_load(q), vec3_load(r) };
	cut_sphere_fit(out, points, 3, space);
}

static inline void cut_sphere_merge(CutSphere *out, const CutSphere *a, const CutSphere *b) {
	aabb_merge(&out->box, &a->box, &b->box);
	ball_merge(&out->ball, &a->ball, &b->ball);
}

// Without a branch: which of the two tells them apart cannot be predicted.
static inline bool cut_sphere_overlaps(const CutSphere *a, const CutSphere *b) {
	bool boxes = aabb_overlaps(&a->box, &b->box), balls = ball_overlaps(&a->ball, &b->ball);
	return boxes & balls;
}

// Sufficient, not necessary: a cut sphere may enclose another without its box or its sphere doing so.
static inline bool cut_sphere_encloses(const CutSphere *outer, const CutSphere *inner) {
	return aabb_encloses(&outer->box, &inner->box) && ball_encloses(&outer->ball, &inner->ball);
}

static inline bool cut_sphere_contains(const CutSphere *cut, HnVec3 point, const BvSpace *space) {
	return aabb_contains(&cut->box, point, space) && ball_contains(&cut->ball, point, space);
}

// A bound, not the volume itself: it only decides which of two nodes is descended first.
static inline double cut_sphere_volume(const CutSphere *cut) {
	double r = (double)cut->ball.r, ball = 0x1.0c152382d7365p2 * (r * r * r); // 4 pi / 3
	double box = (double)aabb_volume(&cut->box);
	return ball < box ? ball : box;
}

#define BV          CutSphere
#define BV_OP(op)   cut_sphere_##op
#define BV_NAME     "cut_sphere"
#define BV_ABOUT    "sphere cut by a box: the points in both"
#define BV_FITTED   // every node is fitted to its own triangles, not to its children
#define BV_NO_SOLID // reports leave its volume and surface empty
#define BV_DEF      CutSphereDef
#define BV_PARAMS   s_params
#include "kernel/bv_kernels.inl"
