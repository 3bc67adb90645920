// The effect of a step on k-DOPs of one set: the directions turned back, the combination of old directions
// that replaces each new one, and the margins.
#include <math.h>
#include <stdbool.h>

#include "bv/directions_matrix.h"

#define EPSILON 0x1p-53

// A direction w as a combination of three directions of the set.
typedef struct Cone {
	int32_t slab[3];
	double factor[3]; // signed: a negative factor is a positive factor of the opposite direction
} Cone;

enum { PIVOTS_MAX = 64 };

static double signed_length(const Directions *d, int32_t slab, double factor) {
	return copysign(d->length[slab], factor);
}

static void cone_solve(Cone *cone, const double inverse[3][3], HnVec3 w) {
	// w = sum factor_i D_i, solved by the transpose of the inverse of the matrix with rows D_i
	const double v[3] = { w.x, w.y, w.z };
	for (int i = 0; i < 3; ++i)
		cone->factor[i] = inverse[0][i] * v[0] + inverse[1][i] * v[1] + inverse[2][i] * v[2];
}

// Returns the slab that shortens the sum most, in units of its own length, or -1. *sign is the sign of its
// direction.
static int32_t entering(const Directions *d, const Cone *cone, const double inverse[3][3], double *sign) {
	double y[3];
	for (int i = 0; i < 3; ++i) {
		y[i] = 0;
		for (int j = 0; j < 3; ++j) y[i] += inverse[i][j] * signed_length(d, cone->slab[j], cone->factor[j]);
	}
	int32_t best = -1;
	double most = 1 + 0x1p-40;
	for (int32_t i = 0; i < d->count; ++i) {
		double gain = vec3_dot(directions_at(d, i), (HnVec3){ y[0], y[1], y[2] }) / d->length[i];
		if (fabs(gain) <= most) continue;
		best = i, most = fabs(gain), *sign = copysign(1, gain);
	}
	return best;
}

// Returns which of the three directions `slab` replaces: the first whose factor reaches 0, or -1.
static int32_t leaving(const Directions *d, const Cone *cone, const double inverse[3][3], int32_t slab,
                       double sign) {
	Cone change = *cone;
	cone_solve(&change, inverse, vec3_scale(directions_at(d, slab), sign));
	int32_t out = -1;
	double least = (double)INFINITY;
	for (int i = 0; i < 3; ++i) {
		double rate = change.factor[i] * copysign(1, cone->factor[i]);
		if (rate <= 0x1p-40 || fabs(cone->factor[i]) / rate >= least) continue;
		out = i, least = fabs(cone->factor[i]) / rate;
	}
	return out;
}

// The simplex method, started from the first three slabs, minimises the sum of |factor| * |direction|. Any
// three independent directions give a valid bound, so correctness does not depend on where it stops.
static Cone cone_find(const Directions *d, HnVec3 w) {
	Cone cone = { { 0, 1, 2 }, { 0, 0, 0 } };
	double inverse[3][3];
	for (int i = 0; i < 9; ++i) inverse[i / 3][i % 3] = d->inverse[i / 3][i % 3];
	cone_solve(&cone, (const double(*)[3])inverse, w);
	for (int pivot = 0; pivot < PIVOTS_MAX; ++pivot) {
		double sign = 1, next[3][3];
		int32_t in = entering(d, &cone, (const double(*)[3])inverse, &sign);
		int32_t out = in < 0 ? -1 : leaving(d, &cone, (const double(*)[3])inverse, in, sign);
		if (out < 0) break;
		Cone tried = cone;
		tried.slab[out] = in;
		HnVec3 rows[3];
		for (int i = 0; i < 3; ++i) rows[i] = directions_at(d, tried.slab[i]);
		directions_invert(next, rows[0], rows[1], rows[2]);
		InverseBound bound = directions_inverse_bound((const double(*)[3])next, rows[0], rows[1], rows[2]);
		if (!(bound.error < 0x1p-10)) break;
		cone = tried;
		for (int i = 0; i < 9; ++i) inverse[i / 3][i % 3] = next[i / 3][i % 3];
		cone_solve(&cone, (const double(*)[3])inverse, w);
	}
	return cone;
}

// The values that all directions share in one step.
typedef struct Turn {
	const Directions *set;
	const BvStep *step;
	double scale, point;                   // point: the greatest coordinate of a point of the volumes
	double bound[DIRECTIONS_MAX], largest; // the greatest bound of each slab, and of all slabs
} Turn;

static Turn turn_make(const BvStep *step, const float *root, int32_t slabs, const BvSpace *space) {
	Turn turn = { .set = space->directions, .step = step, .scale = space->scale };
	for (int32_t i = 0; i < turn.set->count; ++i) {
		double lo = fabs((double)root[i]), hi = fabs((double)root[slabs + i]);
		turn.bound[i] = 2 * (lo > hi ? lo : hi);
		turn.largest = fmax(turn.largest, turn.bound[i]);
	}
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

static void motion_cone(DirectionsFollow *out, const Turn *turn, int32_t i, int32_t slabs, HnVec3 magnitude) {
	HnVec3 w = { out->x[i], out->y[i], out->z[i] };
	Cone cone = cone_find(turn->set, w);
	double size = 0;
	for (int j = 0; j < 3; ++j) {
		int32_t lo = cone.slab[j], hi = slabs + cone.slab[j];
		out->factor[j][i] = cone.factor[j];
		out->hi[j][i] = cone.factor[j] < 0 ? lo : hi;
		out->lo[j][i] = cone.factor[j] < 0 ? hi : lo;
		size += fabs(cone.factor[j]) * turn->bound[cone.slab[j]];
	}
	out->conic_margin[i] =
	    (out->translate_margin[i] + residual(turn, &cone, w, magnitude) + 16 * EPSILON * size) *
	    (1 + 0x1p-20);
}

static void motion_one(DirectionsFollow *out, const Turn *turn, int32_t i, int32_t slabs) {
	const Directions *set = turn->set;
	HnVec3 d = directions_at(set, i);
	HnMat3 magnitudes;
	for (int k = 0; k < 9; ++k) magnitudes.m[k / 3][k % 3] = fabs(turn->step->r.m[k / 3][k % 3]);
	HnVec3 w = mat3_tmul_vec(&turn->step->r, d);
	HnVec3 magnitude = mat3_tmul_vec(&magnitudes, (HnVec3){ fabs(d.x), fabs(d.y), fabs(d.z) });
	out->x[i] = w.x, out->y[i] = w.y, out->z[i] = w.z;
	out->shift[i] = vec3_dot(d, vec3_scale(turn->step->t, turn->scale));
	out->translate_margin[i] = (shift_error(turn, d) + 4 * EPSILON * turn->bound[i]) * (1 + 0x1p-20);
	if (turn->step->translation || set->reach == 0) return;
	if (!turn->step->by_hull) motion_cone(out, turn, i, slabs, magnitude);
	double all = magnitude.x + magnitude.y + magnitude.z;
	double error = (directions_hull_error(set) * turn->largest + 32 * EPSILON * turn->point) * all;
	out->hull_margin[i] = (out->translate_margin[i] + error) * (1 + 0x1p-20);
	out->x[i] *= turn->scale, out->y[i] *= turn->scale, out->z[i] *= turn->scale;
}

void directions_follow(DirectionsFollow *out, const BvStep *step, const float *root, int32_t slabs,
                       const BvSpace *space) {
	Turn turn = turn_make(step, root, slabs, space);
	*out = (DirectionsFollow){ 0 };
	for (int32_t i = 0; i < turn.set->count; ++i) motion_one(out, &turn, i, slabs);
}
