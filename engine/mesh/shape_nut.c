// A hexagonal nut about the z axis, with its hole.
#include "mesh/shape_build.h"

typedef struct NutParams {
	double radius, height;
	int32_t sixth;
} NutParams;

static int32_t nut_create(HnMesh **out, const void *params) {
	const NutParams *p = params;
	ShapeBuilder builder = { 0 };
	int32_t n = 6 * p->sixth, hole[2], rim[2], corner[6];
	for (int end = 0; end < 2; ++end) {
		double z = (end - 0.5) * p->height;
		hole[end] = shape_circle(&builder, n, false, p->radius, z);
		rim[end] = shape_circle(&builder, 6, true, SHAPE_HEXAGON * p->radius, z);
		for (int32_t k = 0; k < 6; ++k) corner[k] = rim[end] + k;
		shape_hole(&builder, corner, 6, hole[end], p->sixth, end == 0);
	}
	shape_band(&builder, rim[0], rim[1], 6);
	shape_band(&builder, hole[1], hole[0], n);
	return shape_finish(out, &builder, 0);
}

static const Param s_params[] = {
	SHAPE_REAL(NutParams, radius, 0.5, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "of the hole"),
	SHAPE_REAL(NutParams, height, 0.8, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "along z"),
	SHAPE_INT(NutParams, sixth, 4, 1, 200, "sides of the hole for each of the six outside"),
};

extern const ShapeClass shape_nut;
const ShapeClass shape_nut = {
	.name = "nut",
	.about = "hexagonal nut: 24 sixth + 24 triangles",
	.params = SHAPE_PARAMS(s_params, NutParams),
	.create = nut_create,
};
