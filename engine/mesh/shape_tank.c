// A tank: hull, turret, gun with muzzle brake, hatch, two tracks and their road wheels. Each part is closed
// and slightly apart from the others. All round parts have as many sides as the count allows. The remaining
// triangles come from vertices in the largest triangles. wang2018 gives only the volume of its tank's box,
// 6835 to 7319 cubic centimetres. Lengths here are centimetres, and the axis-aligned box has 4545 cubic
// centimetres.
#include "mesh/shape_build.h"

typedef struct TankParams {
	int32_t faces, wheels;
} TankParams;

enum { SIDES_MIN = 6, SIDES_MAX = 2000, PROFILE = 8, WHEELS_MAX = 10, ROUND_PARTS = 6, FACES_MAX = 50000 };

#define GAP 0.05

// A regular polygon of n sides around an axis (0: x, 1: y, 2: z), counter-clockwise seen from the axis's end.
static void circle(HnVec3 *out, int32_t n, HnVec3 centre, int axis, double radius) {
	for (int32_t i = 0; i < n; ++i) {
		double around[2], v[3] = { 0, 0, 0 };
		shape_turn(around, i, n);
		v[(axis + 1) % 3] = radius * around[0];
		v[(axis + 2) % 3] = radius * around[1];
		out[i] = vec3_add(centre, vec3_load(v));
	}
}

static void cylinder(ShapeBuilder *builder, int32_t n, HnVec3 centre, int axis, double radius,
                     double length) {
	HnVec3 polygon[SIDES_MAX];
	double along[3] = { 0, 0, 0 };
	along[axis] = length;
	circle(polygon, n, centre, axis, radius);
	shape_prism(builder, polygon, n, vec3_load(along));
}

// The profile of the hull, seen from the left (from +y, with x to the left).
static void add_hull(ShapeBuilder *builder) {
	static const double s_profile[PROFILE][2] = { { -11, 2.5 }, { -12, 4.5 }, { -11, 6.5 }, { 5, 6.5 },
		                                          { 10, 5.5 },  { 12, 4 },    { 10, 2.5 },  { -1, 2.2 } };
	HnVec3 polygon[PROFILE];
	for (int i = 0; i < PROFILE; ++i) polygon[i] = (HnVec3){ s_profile[i][0], -4, s_profile[i][1] };
	shape_prism(builder, polygon, PROFILE, (HnVec3){ 0, 8, 0 });
}

// The frustum of a cone, longer than wide.
static void add_turret(ShapeBuilder *builder, int32_t n) {
	int32_t ring = (int32_t)builder->vertices.count;
	for (int level = 0; level < 2; ++level)
		for (int32_t i = 0; i < n; ++i) {
			double around[2], size = level == 0 ? 1 : 0.7;
			shape_turn(around, i, n);
			shape_vertex(builder, (HnVec3){ -2 + 5 * size * around[0], 3.8 * size * around[1],
			                                level == 0 ? 6.5 + GAP : 9.5 });
		}
	shape_cap(builder, ring, n, true);
	shape_band(builder, ring, ring + n, n);
	shape_cap(builder, ring + n, n, false);
}

// The outline of a track: two half-circles around the end wheels with at least n / 2 sides each. Seen as the
// hull's profile.
static void add_track(ShapeBuilder *builder, int32_t n, double y) {
	HnVec3 polygon[SIDES_MAX];
	for (int32_t i = 0; i < n; ++i) {
		double around[2];
		int32_t half = n / 2, left = i < half; // the first half of the points goes around one end
		shape_turn(around, left ? i : i - half, 2 * (int64_t)((left ? half : n - half) - 1));
		double sign = left ? 1 : -1; // (cos, sin) from pole to pole, so that x = sin and z = cos
		polygon[i] = (HnVec3){ sign * (10 + 2.2 * around[1]), y, 2.4 + sign * 2.2 * around[0] };
	}
	shape_prism(builder, polygon, n, (HnVec3){ 0, 2.6, 0 });
}

static void add_wheels(ShapeBuilder *builder, int32_t n, int32_t wheels) {
	double radius = 10.0 / wheels < 1.7 ? 10.0 / wheels : 1.7;
	for (int32_t w = 0; w < wheels; ++w)
		for (int side = 0; side < 2; ++side) {
			double x = -10 + 20 * (w + 0.5) / wheels, y = side == 0 ? -7.35 : 6.7 + GAP;
			cylinder(builder, n, (HnVec3){ x, y - (side == 0 ? GAP : 0), 2.4 }, 1, 0.95 * radius, 0.6);
		}
}

static int32_t tank_create(HnMesh **out, const void *params) {
	const TankParams *p = params;
	int32_t code = shape_check_even("tank", p->faces);
	ShapeBuilder builder = { 0 };
	if (code == 0) {
		// a prism of n sides has 4 n - 4 triangles
		int32_t parts = ROUND_PARTS + 2 * p->wheels, n = (p->faces - (4 * PROFILE - 4)) / parts / 4 + 1;
		add_hull(&builder);
		add_turret(&builder, n);
		cylinder(&builder, n, (HnVec3){ 3 + GAP, 0, 8 - 0.3 }, 0, 0.6, 14);
		cylinder(&builder, n, (HnVec3){ 17 + 2 * GAP, 0, 8 - 0.3 }, 0, 0.9, 2);
		cylinder(&builder, n, (HnVec3){ -3, 1, 9.5 + GAP }, 2, 1.2, 0.5);
		add_track(&builder, n, -4 - GAP - 2.6);
		add_track(&builder, n, 4 + GAP);
		add_wheels(&builder, n, p->wheels);
		if (!builder.out_of_memory) shape_split(&builder, (int32_t)(p->faces - shape_triangles(&builder)));
	}
	return shape_finish(out, &builder, code);
}

static const Param s_params[] = {
	SHAPE_INT(TankParams, faces, 2000, 1000, FACES_MAX, "triangles, an even number"),
	SHAPE_INT(TankParams, wheels, 6, 1, WHEELS_MAX, "road wheels on each side"),
};

extern const ShapeClass shape_tank;
const ShapeClass shape_tank = {
	.name = "tank",
	.about = "tank: hull, turret, gun, tracks and wheels, closed parts a little apart",
	.source = "wang2018",
	.params = SHAPE_PARAMS(s_params, TankParams),
	.create = tank_create,
};
