// A pressure vessel about the z axis: a cylinder with a hemisphere at each end.
#include "mesh/shape_build.h"

typedef struct VesselParams {
	double radius, length;
	int32_t sides, arc;
} VesselParams;

static int32_t vessel_create(HnMesh **out, const void *params) {
	const VesselParams *p = params;
	ShapeBuilder builder = { 0 };
	int32_t n = p->sides, rings = 2 * p->arc, first = 0;
	int32_t south = shape_vertex(&builder, (HnVec3){ 0, 0, -p->length / 2 - p->radius });
	for (int32_t r = 0; r < rings; ++r) {
		double up[2], end = r < p->arc ? -1 : 1; // up is measured from the pole of this end
		shape_turn(up, r < p->arc ? r + 1 : rings - r, 4 * (int64_t)p->arc);
		int32_t ring =
		    shape_circle(&builder, n, false, p->radius * up[1], end * (p->length / 2 + p->radius * up[0]));
		if (r == 0) first = ring;
		if (r > 0) shape_band(&builder, ring - n, ring, n);
	}
	int32_t north = shape_vertex(&builder, (HnVec3){ 0, 0, p->length / 2 + p->radius });
	for (int32_t i = 0, last = north - n; i < n; ++i) {
		int32_t next = i + 1 < n ? i + 1 : 0;
		shape_triangle(&builder, south, first + next, first + i);
		shape_triangle(&builder, north, last + i, last + next);
	}
	return shape_finish(out, &builder, 0);
}

static const Param s_params[] = {
	SHAPE_REAL(VesselParams, radius, 0.5, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "of the barrel and its ends"),
	SHAPE_REAL(VesselParams, length, 2, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "of the barrel"),
	SHAPE_INT(VesselParams, sides, 24, 3, 1000, "around the axis"),
	SHAPE_INT(VesselParams, arc, 6, 1, 500, "cells from the barrel to a pole"),
};

extern const ShapeClass shape_vessel;
const ShapeClass shape_vessel = {
	.name = "vessel",
	.about = "pressure vessel with round ends: 4 sides arc triangles",
	.params = SHAPE_PARAMS(s_params, VesselParams),
	.create = vessel_create,
};
