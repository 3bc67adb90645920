// A pipe of straight legs along x, y, z, x ... with round bends between them. The order of the axes prevents
// it from crossing itself. It begins at the origin.
#include "mesh/shape_build.h"

typedef struct TubeParams {
	double radius, bend, x, y, z;
	int32_t legs, sides, arc;
} TubeParams;

typedef struct Run {
	ShapeBuilder builder;
	const TubeParams *params;
	// The centre of the section, and the two directions that span it.
	double at[3], across[2][3];
	int32_t ring; // the last ring; -1: none
} Run;

static HnVec3 section_point(const Run *run, int32_t i) {
	double around[2], p[3];
	shape_turn(around, i, run->params->sides);
	for (int k = 0; k < 3; ++k)
		p[k] = run->at[k] +
		       run->params->radius * (around[0] * run->across[0][k] + around[1] * run->across[1][k]);
	return vec3_load(p);
}

static void add_ring(Run *run) {
	int32_t ring = (int32_t)run->builder.vertices.count, n = run->params->sides;
	for (int32_t i = 0; i < n; ++i) shape_vertex(&run->builder, section_point(run, i));
	if (run->ring >= 0) shape_band(&run->builder, run->ring, ring, n);
	run->ring = ring;
}

// Adds a bend from axis u to the next axis, v.
static void add_bend(Run *run, int u) {
	Run begin = *run;
	int v = (u + 1) % 3;
	double radius = run->params->bend * run->params->radius;
	for (int32_t i = 1; i <= run->params->arc; ++i) {
		double turn[2];
		shape_turn(turn, i, 4 * (int64_t)run->params->arc);
		run->at[u] = begin.at[u] + radius * turn[1];
		run->at[v] = begin.at[v] + radius * (1 - turn[0]);
		for (int e = 0; e < 2; ++e) {
			const double *from = begin.across[e];
			run->across[e][u] = turn[0] * from[u] - turn[1] * from[v];
			run->across[e][v] = turn[1] * from[u] + turn[0] * from[v];
		}
		add_ring(run);
	}
}

static int32_t tube_create(HnMesh **out, const void *params) {
	const TubeParams *p = params;
	const double length[3] = { p->x, p->y, p->z };
	Run run = { .params = p, .across = { { 0, 1, 0 }, { 0, 0, 1 } }, .ring = -1 };
	add_ring(&run);
	shape_cap(&run.builder, 0, p->sides, true);
	for (int32_t leg = 0; leg < p->legs; ++leg) {
		run.at[leg % 3] += length[leg % 3];
		add_ring(&run);
		if (leg + 1 < p->legs) add_bend(&run, leg % 3);
	}
	shape_cap(&run.builder, run.ring, p->sides, false);
	return shape_finish(out, &run.builder, 0);
}

static const Param s_params[] = {
	SHAPE_REAL(TubeParams, radius, 0.1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "of the pipe"),
	SHAPE_REAL(TubeParams, bend, 3, 1.5, 100, "radius of the bends' middle, in radii of the pipe"),
	SHAPE_REAL(TubeParams, x, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "length of the legs along x"),
	SHAPE_REAL(TubeParams, y, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "along y"),
	SHAPE_REAL(TubeParams, z, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "along z"),
	SHAPE_INT(TubeParams, legs, 4, 1, 200, "along x, y, z, x ..."),
	SHAPE_INT(TubeParams, sides, 12, 3, 500, "around"),
	SHAPE_INT(TubeParams, arc, 4, 1, 200, "cells along a bend"),
};

extern const ShapeClass shape_tube;
const ShapeClass shape_tube = {
	.name = "tube",
	.about = "pipe of straight legs and round bends: 2 sides (legs + (legs - 1) arc + 1) - 4 triangles",
	.params = SHAPE_PARAMS(s_params, TubeParams),
	.create = tube_create,
};
