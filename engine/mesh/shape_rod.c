// A long thin box at an angle to all axes. Axis-aligned volumes are loosest on this model.
#include "math/elementary.h"
#include "mesh/shape_build.h"

typedef struct RodParams {
	double length, width, angle, tilt;
	int32_t cells;
} RodParams;

static double radians(double degrees) { return degrees * (MATH_PI / 180); }

// Turns a vector from the x axis up towards z, then about z.
static HnVec3 turned(HnVec3 v, const double tilt[2], const double angle[2]) {
	double along = tilt[0] * v.x - tilt[1] * v.z, z = tilt[1] * v.x + tilt[0] * v.z;
	return (HnVec3){ angle[0] * along - angle[1] * v.y, angle[1] * along + angle[0] * v.y, z };
}

static int32_t rod_create(HnMesh **out, const void *params) {
	const RodParams *p = params;
	int32_t code =
	    shape_grid_box(out, (HnVec3){ p->length, p->width, p->width }, (int32_t[3]){ p->cells, 1, 1 });
	if (code != 0) return code;
	double tilt[2] = { math_cos(radians(p->tilt)), math_sin(radians(p->tilt)) };
	double angle[2] = { math_cos(radians(p->angle)), math_sin(radians(p->angle)) };
	for (double *v = (*out)->xyz; v < (*out)->xyz + 3 * (int64_t)(*out)->vertex_count; v += 3)
		vec3_store(v, turned(vec3_load(v), tilt, angle));
	return hn_mesh_validate(*out);
}

static const Param s_params[] = {
	SHAPE_REAL(RodParams, length, 10, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "along the rod"),
	SHAPE_REAL(RodParams, width, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "of its square section"),
	SHAPE_REAL(RodParams, angle, 45, -360, 360, "degrees from the x axis, about z"),
	SHAPE_REAL(RodParams, tilt, 0, -90, 90, "degrees out of the plane of x and y"),
	SHAPE_INT(RodParams, cells, 10, 1, 100000, "cells along the rod"),
};

extern const ShapeClass shape_rod;
const ShapeClass shape_rod = {
	.name = "rod",
	.about = "thin box turned by an angle: 8 cells + 4 triangles",
	.source = "wei2000, lin2008: the rod at 45 degrees",
	.params = SHAPE_PARAMS(s_params, RodParams),
	.create = rod_create,
};
