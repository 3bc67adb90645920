// A torus about the z axis.
#include "base/error.h"
#include "mesh/shape_build.h"

typedef struct TorusParams {
	double radius, tube;
	int32_t segments, sides;
} TorusParams;

static int32_t torus_create(HnMesh **out, const void *params) {
	const TorusParams *p = params;
	if (!(p->tube < p->radius))
		return error_set(HN_ERR_BAD_INPUT, "torus: parameter 'tube' is %g, must be below 'radius', %g",
		                 p->tube, p->radius);
	ShapeBuilder builder = { 0 };
	for (int32_t i = 0; i < p->segments; ++i) {
		double around[2], section[2];
		shape_turn(around, i, p->segments);
		for (int32_t j = 0; j < p->sides; ++j) {
			shape_turn(section, j, p->sides);
			double r = p->radius + p->tube * section[0];
			shape_vertex(&builder, (HnVec3){ r * around[0], r * around[1], p->tube * section[1] });
		}
	}
	for (int32_t i = 0; i < p->segments; ++i) // a section is clockwise seen from the next one
		shape_band(&builder, (i + 1) % p->segments * p->sides, i * p->sides, p->sides);
	return shape_finish(out, &builder, HN_OK);
}

static const Param s_params[] = {
	SHAPE_REAL(TorusParams, radius, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX,
	           "from the axis to the tube's centre"),
	SHAPE_REAL(TorusParams, tube, 0.25, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "radius of the tube"),
	SHAPE_INT(TorusParams, segments, 48, 3, 2000, "around the axis"),
	SHAPE_INT(TorusParams, sides, 24, 3, 2000, "around the tube"),
};

extern const ShapeClass shape_torus;
const ShapeClass shape_torus = {
	.name = "torus",
	.about = "torus about z: 2 segments sides triangles",
	.params = SHAPE_PARAMS(s_params, TorusParams),
	.create = torus_create,
};
