// A cone about the z axis: its base in the plane of x and y, its tip above.
#include "mesh/shape_build.h"

typedef struct ConeParams {
	double radius, height;
	int32_t sides;
} ConeParams;

// Triangles are counter-clockwise seen from outside. The ring is so seen from above, so seen from below,
// where the base is looked at, it is reversed.
static int32_t cone_create(HnMesh **out, const void *params) {
	const ConeParams *p = params;
	ShapeBuilder builder = { 0 };
	int32_t n = p->sides;
	int32_t ring = shape_circle(&builder, n, false, p->radius, 0);
	int32_t tip = shape_vertex(&builder, (HnVec3){ 0, 0, p->height });
	for (int32_t i = 0; i < n; ++i) shape_triangle(&builder, ring + i, ring + (i + 1) % n, tip);
	shape_cap(&builder, ring, n, true);
	return shape_finish(out, &builder, 0);
}

static const Param s_params[] = {
	SHAPE_REAL(ConeParams, radius, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "of the base"),
	SHAPE_REAL(ConeParams, height, 2, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "from the base to the tip"),
	SHAPE_INT(ConeParams, sides, 24, 3, 1000, "around the axis"),
};

extern const ShapeClass shape_cone;
const ShapeClass shape_cone = {
	.name = "cone",
	.about = "cone with a flat base: 2 sides - 2 triangles",
	.params = SHAPE_PARAMS(s_params, ConeParams),
	.create = cone_create,
};
