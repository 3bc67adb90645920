// A perforated plate with a round hole in each of nx * ny cells. It is flat, or bent along x to an angle or a
// channel: brackets, shelves, cable trays.
#include "math/elementary.h"
#include "mesh/shape_build.h"

typedef struct PlateParams {
	double x, y, hole, thickness, angle;
	int32_t nx, ny, quarter, folds;
} PlateParams;

// The line between two rows of cells: its place in the section (y, z), and the directions along and across
// the plate there.
typedef struct Section {
	double at[2], along[2], up[2];
} Section;

typedef struct Plate {
	ShapeBuilder builder;
	const PlateParams *params;
	double dx, dy, radius, half; // size of a cell; radius of a hole; half the thickness
} Plate;

// The angle of row j in radians. Both sides of a channel rise.
static double row_angle(const PlateParams *p, int32_t j) {
	double angle = p->angle * (MATH_PI / 180);
	if (p->folds == 1) return j < p->ny / 2 ? 0 : angle;
	if (p->folds == 2) return j == 0 ? -angle : j == p->ny - 1 ? angle : 0;
	return 0;
}

static void go_along(double at[2], double angle, double distance) {
	at[0] += distance * math_cos(angle);
	at[1] += distance * math_sin(angle);
}

// The place of the line before row j. The floor of a channel begins after its first row.
static void line_place(double at[2], const Plate *plate, int32_t j) {
	int32_t from = plate->params->folds == 2 ? 1 : 0;
	at[0] = plate->dy * (from - 0.5 * plate->params->ny);
	at[1] = 0;
	for (int32_t k = from; k < j; ++k) go_along(at, row_angle(plate->params, k), plate->dy);
	if (j < from) go_along(at, row_angle(plate->params, 0), -plate->dy);
}

static Section section_at(const Plate *plate, int32_t j, double angle, double stretch) {
	Section s;
	double c = math_cos(angle), z = math_sin(angle);
	line_place(s.at, plate, j);
	s.along[0] = c, s.along[1] = z;
	s.up[0] = -z * stretch, s.up[1] = c * stretch;
	return s;
}

// The section of a line. If two rows meet at an angle, the plate's faces meet on the bisector.
static Section line_section(const Plate *plate, int32_t j) {
	int32_t ny = plate->params->ny;
	double before = row_angle(plate->params, j > 0 ? j - 1 : 0);
	double after = row_angle(plate->params, j < ny ? j : ny - 1);
	return section_at(plate, j, (before + after) / 2, 1 / math_cos((after - before) / 2));
}

static int32_t add_point(Plate *plate, const Section *s, double x, double along, int side) {
	double p[3] = { x, 0, 0 }, up = side == 0 ? -plate->half : plate->half;
	for (int k = 0; k < 2; ++k) p[k + 1] = s->at[k] + along * s->along[k] + up * s->up[k];
	return shape_vertex(&plate->builder, vec3_load(p));
}

static double line_x(const Plate *plate, int32_t i) { return plate->dx * (i - 0.5 * plate->params->nx); }

// Vertex i of line j, below (side 0) or above (side 1).
static int32_t line_vertex(const Plate *plate, int32_t i, int32_t j, int side) {
	return 2 * (j * (plate->params->nx + 1) + i) + side;
}

static void add_cell(Plate *plate, const Section *row, int32_t i, int32_t j) {
	int32_t n = 4 * plate->params->quarter, ring[2];
	for (int side = 0; side < 2; ++side) {
		ring[side] = (int32_t)plate->builder.vertices.count;
		for (int32_t k = 0; k < n; ++k) {
			double around[2];
			shape_turn(around, k, n);
			add_point(plate, row, line_x(plate, i) + plate->dx / 2 + plate->radius * around[0],
			          plate->dy / 2 + plate->radius * around[1], side);
		}
		const int32_t corner[4] = { line_vertex(plate, i + 1, j + 1, side),
			                        line_vertex(plate, i, j + 1, side), line_vertex(plate, i, j, side),
			                        line_vertex(plate, i + 1, j, side) };
		shape_hole(&plate->builder, corner, 4, ring[side], plate->params->quarter, side == 0);
	}
	shape_band(&plate->builder, ring[1], ring[0], n);
}

// Adds the plate's edge between two neighbouring vertices of its lower face, counter-clockwise seen from
// above.
static void add_edge(Plate *plate, int32_t from, int32_t to) {
	shape_quad(&plate->builder, from, to, to + 1, from + 1);
}

static void add_rim(Plate *plate) {
	int32_t nx = plate->params->nx, ny = plate->params->ny;
	for (int32_t i = 0; i < nx; ++i) {
		add_edge(plate, line_vertex(plate, i, 0, 0), line_vertex(plate, i + 1, 0, 0));
		add_edge(plate, line_vertex(plate, i + 1, ny, 0), line_vertex(plate, i, ny, 0));
	}
	for (int32_t j = 0; j < ny; ++j) {
		add_edge(plate, line_vertex(plate, nx, j, 0), line_vertex(plate, nx, j + 1, 0));
		add_edge(plate, line_vertex(plate, 0, j + 1, 0), line_vertex(plate, 0, j, 0));
	}
}

static int32_t plate_create(HnMesh **out, const void *params) {
	const PlateParams *p = params;
	Plate plate = { .params = p, .dx = p->x / p->nx, .dy = p->y / p->ny };
	double side = lesser(plate.dx, plate.dy);
	plate.radius = p->hole * side;
	plate.half = p->thickness * side / 2;
	for (int32_t j = 0; j <= p->ny; ++j) {
		Section line = line_section(&plate, j);
		for (int32_t i = 0; i <= p->nx; ++i)
			for (int face = 0; face < 2; ++face) add_point(&plate, &line, line_x(&plate, i), 0, face);
	}
	for (int32_t j = 0; j < p->ny; ++j) {
		Section row = section_at(&plate, j, row_angle(p, j), 1);
		for (int32_t i = 0; i < p->nx; ++i) add_cell(&plate, &row, i, j);
	}
	add_rim(&plate);
	return shape_finish(out, &plate.builder, 0);
}

static const Param s_params[] = {
	SHAPE_REAL(PlateParams, x, 2, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "length along x"),
	SHAPE_REAL(PlateParams, y, 1, SHAPE_LENGTH_MIN, SHAPE_LENGTH_MAX, "along y, before it is bent"),
	SHAPE_INT(PlateParams, nx, 8, 1, 200, "cells, each with a hole, along x"),
	SHAPE_INT(PlateParams, ny, 4, 3, 200, "along y"),
	SHAPE_REAL(PlateParams, hole, 0.3, 0.05, 0.35, "radius of a hole, in the smaller sides of a cell"),
	SHAPE_REAL(PlateParams, thickness, 0.1, 0.01, 0.2, "in the same"),
	SHAPE_INT(PlateParams, quarter, 3, 1, 50, "sides of a quarter of a hole"),
	SHAPE_INT(PlateParams, folds, 0, 0, 2, "0: flat, 1: bent up in the middle, 2: the first and last row"),
	SHAPE_REAL(PlateParams, angle, 90, 0, 90, "degrees of a fold"),
};

extern const ShapeClass shape_plate;
const ShapeClass shape_plate = {
	.name = "plate",
	.about = "perforated plate or profile: nx ny (16 quarter + 8) + 4 (nx + ny) triangles",
	.params = SHAPE_PARAMS(s_params, PlateParams),
	.create = plate_create,
};
