// A bolt: a round shank below z = 0, a hexagonal head above it.
#include "mesh/shape_build.h"

typedef struct BoltParams {
	double radius, length;
	int32_t sixth;
} BoltParams;

static int32_t bolt_create(HnMesh **out, const void *params) {
	const BoltParams *p = params;
	ShapeBuilder builder = { 0 };
	int32_t n = 6 * p->sixth, corner[6];
	int32_t tip = shape_circle(&builder, n, false, p->radius, -p->length);
	int32_t neck = shape_circle(&builder, n, false, p->radius, 0);
	int32_t head = shape_circle(&builder, 6, true, SHAPE_HEXAGON * p->radius, 0);
	int32_t top = shape_circle(&builder, 6, true, SHAPE_HEXAGON * p->radius, 1.2 * p->radius);
	for (int32_t k = 0; k < 6; ++k) corner[k] = head + k;
	shape_cap(&builder, tip, n, true);
	shape_band(&builder, tip, neck, n);
	shape_hole(&builder, corner, 6, neck, p->sixth, true);
	shape_band(&builder, head, top, 6);
	shape_cap(&builder, top, 6, false);
	return shape_finish(out, &builder, 0);
}

static const Param s_params[] = {
	SHAPE_REAL(BoltParams, radius, 0.5, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "of the shank"),
	SHAPE_REAL(BoltParams, length, 4, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "of the shank"),
	SHAPE_INT(BoltParams, sixth, 4, 1, 200, "sides of the shank for each of the head's six"),
};

extern const ShapeClass shape_bolt;
const ShapeClass shape_bolt = {
	.name = "bolt",
	.about = "bolt with a hexagonal head: 24 sixth + 20 triangles",
	.params = SHAPE_PARAMS(s_params, BoltParams),
	.create = bolt_create,
};
