#include "exact/orient.h"
#include "mesh/hull_space.h"

static double project(HnVec3 p, int axis, int side) { return vec3_get(p, (axis + 1 + side) % 3); }

int32_t hull_turn(HnVec3 a, HnVec3 b, HnVec3 c, int axis) {
	double u[2] = { project(a, axis, 0), project(a, axis, 1) };
	double v[2] = { project(b, axis, 0), project(b, axis, 1) };
	double w[2] = { project(c, axis, 0), project(c, axis, 1) };
	return orient2d(u, v, w);
}

bool hull_on_a_line(HnVec3 a, HnVec3 b, HnVec3 c) {
	return hull_turn(a, b, c, 0) == 0 && hull_turn(a, b, c, 1) == 0 && hull_turn(a, b, c, 2) == 0;
}
