// A ring about the z axis with a rectangular section: a band, a washer, a pipe's end.
#include "base/error.h"
#include "mesh/shape_build.h"

typedef struct RingParams {
	double radius, width, height;
	int32_t segments, radial, axial;
} RingParams;

// Corner i of the section's rim, counter-clockwise in (distance from the axis, z).
static void section_point(double out[2], const RingParams *p, int32_t i) {
	int32_t nr = p->radial, nz = p->axial;
	int32_t r = i < nr ? i : i < nr + nz ? nr : i < 2 * nr + nz ? 2 * nr + nz - i : 0;
	int32_t z = i < nr ? 0 : i < nr + nz ? i - nr : i < 2 * nr + nz ? nz : 2 * (nr + nz) - i;
	out[0] = p->radius - p->width * ((double)(nr - r) / nr);
	out[1] = p->height * ((double)z / nz - 0.5);
}

static int32_t ring_create(HnMesh **out, const void *params) {
	const RingParams *p = params;
	int32_t n = 2 * (p->radial + p->axial);
	if (!(p->width < p->radius))
		return error_set(HN_ERR_BAD_INPUT, "ring: parameter 'width' is %g, must be below 'radius', %g",
		                 p->width, p->radius);
	ShapeBuilder builder = { 0 };
	for (int32_t s = 0; s < p->segments; ++s) {
		double around[2], at[2];
		shape_turn(around, s, p->segments);
		for (int32_t i = 0; i < n; ++i) {
			section_point(at, p, i);
			shape_vertex(&builder, (HnVec3){ at[0] * around[0], at[0] * around[1], at[1] });
		}
	}
	for (int32_t s = 0; s < p->segments; ++s) // a section is clockwise seen from the next one
		shape_band(&builder, (s + 1) % p->segments * n, s * n, n);
	return shape_finish(out, &builder, HN_OK);
}

static const Param s_params[] = {
	SHAPE_REAL(RingParams, radius, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "from the axis to the outside"),
	SHAPE_REAL(RingParams, width, 0.1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "from the inside to the outside"),
	SHAPE_REAL(RingParams, height, 0.4, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "along the axis"),
	SHAPE_INT(RingParams, segments, 250, 3, 10000, "around the axis"),
	SHAPE_INT(RingParams, radial, 1, 1, 100, "cells from the inside to the outside"),
	SHAPE_INT(RingParams, axial, 4, 1, 100, "cells along the axis"),
};

extern const ShapeClass shape_ring;
const ShapeClass shape_ring = {
	.name = "ring",
	.about = "ring of rectangular section about z: 4 segments (radial + axial) triangles",
	.source = "wei2000, model 2: 5000 triangles",
	.params = SHAPE_PARAMS(s_params, RingParams),
	.create = ring_create,
};
