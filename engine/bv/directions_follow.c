// The effect of a step on k-DOPs of one set: the directions turned back, the combination of old directions
// that replaces each new one, and the margins.
#include <math.h>
#include <stdbool.h>

#include "bv/directions_conic.h"
#include "bv/directions_matrix.h"

#define EPSILON 0x1p-53

// The values that all directions share in one step.
typedef struct Turn {
	const Directions *set;
	const BvStep *step;
	double scale, point;                   // point: the greatest coordinate of a point of the volumes
	double bound[DIRECTIONS_MAX], largest; // the greatest bound of each slab, and of all slabs
	HnMat3 magnitudes;                     // of the elements of R
} Turn;

static Turn turn_make(const BvStep *step, const float *root, int32_t slabs, const BvSpace *space) {
	Turn turn = { .set = space->directions, .step = step, .scale = space->scale };
	for (int32_t i = 0; i < turn.set->count; ++i) {
		double lo = fabs((double)root[i]), hi = fabs((double)root[slabs + i]);
		turn.bound[i] = 2 * (lo > hi ? lo : hi);
		turn.largest = fmax(turn.largest, turn.bound[i]);
	}
	for (int k = 0; k < 9; ++k) turn.magnitudes.m[k / 3][k % 3] = fabs(step->r.m[k / 3][k % 3]);
	double first = fmax(turn.bound[0], fmax(turn.bound[1], turn.bound[2]));
	turn.point = turn.set->reach * first * (1 + 0x1p-40);
	return turn;
}

// The error that all kinds of bounds share: that of the placed points and that of d.t.
static double shift_error(const Turn *turn, HnVec3 d) {
	const double *m = turn->step->margin;
	HnVec3 t = turn->step->t;
	return turn->scale * ((fabs(d.x) * m[0] + fabs(d.y) * m[1] + fabs(d.z) * m[2]) +
	                      16 * EPSILON * (fabs(d.x * t.x) + fabs(d.y * t.y) + fabs(d.z * t.z)));
}

// The remainder of w after the cone's combination is subtracted, with rounding, times the greatest
// coordinate.
static double residual(const Turn *turn, const Cone *cone, HnVec3 w, HnVec3 magnitude) {
	double sum = 0;
	for (int k = 0; k < 3; ++k) {
		double rest = vec3_get(w, k), size = vec3_get(magnitude, k);
		for (int j = 0; j < 3; ++j) {
			double term = cone->factor[j] * vec3_get(directions_at(turn->set, cone->slab[j]), k);
			rest -= term;
			size += fabs(term);
		}
		sum += fabs(rest) + 16 * EPSILON * size;
	}
	return sum * turn->point;
}

// The sum of the magnitudes of the products in each coordinate of R^T d.
static HnVec3 turned_magnitude(const Turn *turn, int32_t i) {
	HnVec3 d = directions_at(turn->set, i);
	return mat3_tmul_vec(&turn->magnitudes, (HnVec3){ fabs(d.x), fabs(d.y), fabs(d.z) });
}

static void follow_by_cone(DirectionsFollow *out, const Turn *turn, int32_t i, int32_t slabs,
                           const Cone *cone) {
	HnVec3 w = { out->turned.x[i], out->turned.y[i], out->turned.z[i] };
	double size = 0;
	for (int j = 0; j < 3; ++j) {
		int32_t lo = cone->slab[j], hi = slabs + cone->slab[j];
		out->factor[j][i] = cone->factor[j];
		out->hi[j][i] = cone->factor[j] < 0 ? lo : hi;
		out->lo[j][i] = cone->factor[j] < 0 ? hi : lo;
		size += fabs(cone->factor[j]) * turn->bound[cone->slab[j]];
	}
	out->conic_margin[i] = (out->translate_margin[i] + residual(turn, cone, w, turned_magnitude(turn, i)) +
	                        16 * EPSILON * size) *
	                       (1 + 0x1p-20);
}

static void follow_by_cones(DirectionsFollow *out, const Turn *turn, int32_t slabs) {
	Cone cones[DIRECTIONS_MAX];
	directions_cones(cones, turn->set, &out->turned);
	for (int32_t i = 0; i < turn->set->count; ++i) follow_by_cone(out, turn, i, slabs, &cones[i]);
}

static void follow_by_hull(DirectionsFollow *out, const Turn *turn, int32_t i) {
	HnVec3 magnitude = turned_magnitude(turn, i);
	double all = magnitude.x + magnitude.y + magnitude.z;
	double error = (directions_hull_error(turn->set) * turn->largest + 32 * EPSILON * turn->point) * all;
	out->hull_margin[i] = (out->translate_margin[i] + error) * (1 + 0x1p-20);
	out->turned.x[i] *= turn->scale, out->turned.y[i] *= turn->scale, out->turned.z[i] *= turn->scale;
}

static void follow_shift(DirectionsFollow *out, const Turn *turn, int32_t i) {
	HnVec3 d = directions_at(turn->set, i), w = mat3_tmul_vec(&turn->step->r, d);
	out->turned.x[i] = w.x, out->turned.y[i] = w.y, out->turned.z[i] = w.z;
	out->shift[i] = vec3_dot(d, vec3_scale(turn->step->t, turn->scale));
	out->translate_margin[i] = (shift_error(turn, d) + 4 * EPSILON * turn->bound[i]) * (1 + 0x1p-20);
}

void directions_follow(DirectionsFollow *out, const BvStep *step, const float *root, int32_t slabs,
                       const BvSpace *space) {
	Turn turn = turn_make(step, root, slabs, space);
	for (int32_t i = 0; i < turn.set->count; ++i) follow_shift(out, &turn, i);
	if (step->translation || turn.set->reach == 0) return;
	if (!step->by_hull) follow_by_cones(out, &turn, slabs);
	for (int32_t i = 0; i < turn.set->count && step->by_hull; ++i) follow_by_hull(out, &turn, i);
}
