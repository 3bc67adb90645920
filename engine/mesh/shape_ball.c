// The convex hull of random points on a sphere.
#include "base/error.h"
#include "base/mem.h"
#include "mesh/shape_build.h"

typedef struct BallParams {
	int32_t points;
	double radius;
	int32_t seed;
} BallParams;

static int32_t ball_create(HnMesh **out, const void *params) {
	const BallParams *p = params;
	size_t size = mem_array_size(p->points, 3 * sizeof(double));
	double *xyz = mem_alloc(size);
	if (xyz == NULL) return HN_ERR_NO_MEMORY;
	Rng rng = rng_of((uint64_t)p->seed, 0);
	for (int64_t i = 0; i < p->points; ++i)
		vec3_store(xyz + 3 * i, vec3_scale(shape_direction(&rng), p->radius));
	int32_t code = shape_convex(out, "ball", xyz, p->points);
	mem_free(xyz, size);
	return code;
}

static const Param s_params[] = {
	SHAPE_INT(BallParams, points, 60, 4, 500000, "random points on the sphere"),
	SHAPE_REAL(BallParams, radius, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "of the sphere"),
	SHAPE_SEED(BallParams),
};

extern const ShapeClass shape_ball;
const ShapeClass shape_ball = {
	.name = "ball",
	.about = "convex hull of random points on a sphere: 2 points - 4 triangles",
	.source = "wei2000, model 1: 116 triangles",
	.params = SHAPE_PARAMS(s_params, BallParams),
	.create = ball_create,
};
