// A random walk inside a ball or a box.
#include <math.h>

#include "base/error.h"
#include "scene/motion.h"

#define LENGTH_MAX 0x1p200 // as for the coordinates of scenes

// The point of [0, width] to which x comes by reflection at both ends, as often as needed.
static double fold(double x, double width) {
	if (!(width > 0)) return 0;
	double in = fmod(fabs(x), 2 * width); // exact on every machine
	return in <= width ? in : 2 * width - in;
}

double motion_reflect(double x, double lo, double hi) {
	double in = lo + fold(x - lo, hi - lo);
	return in < lo ? lo : in > hi ? hi : in;
}

static HnVec3 reflect_box(const HnRandomWalkDef *def, HnVec3 p) {
	return (HnVec3){ motion_reflect(p.x, def->lo.x, def->hi.x), motion_reflect(p.y, def->lo.y, def->hi.y),
		             motion_reflect(p.z, def->lo.z, def->hi.z) };
}

static HnVec3 reflect_ball(const HnRandomWalkDef *def, HnVec3 p) {
	HnVec3 d = vec3_sub(p, def->from);
	double distance = vec3_length(d);
	if (distance <= def->radius) return p;
	return vec3_add(def->from, vec3_scale(d, fold(distance, def->radius) / distance));
}

static bool is_length(double x) { return x >= 0 && x <= LENGTH_MAX; }
static bool is_place(HnVec3 p) {
	return is_length(fabs(p.x)) && is_length(fabs(p.y)) && is_length(fabs(p.z));
}

static int32_t check_bounds(const HnRandomWalkDef *def) {
	if (!is_length(def->radius) || !is_place(def->from) || !is_place(def->lo) || !is_place(def->hi))
		return error_set(HN_ERR_BAD_INPUT, "a random walk: bounds must be finite and below 2^200");
	if (def->radius > 0) return HN_OK;
	for (int axis = 0; axis < 3; ++axis) {
		double lo = vec3_get(def->lo, axis), hi = vec3_get(def->hi, axis), from = vec3_get(def->from, axis);
		if (lo > hi)
			return error_set(HN_ERR_BAD_INPUT, "a random walk: the box is empty: %c from %g to %g",
			                 'x' + axis, lo, hi);
		if (from < lo || from > hi)
			return error_set(HN_ERR_BAD_INPUT,
			                 "a random walk begins outside of its box: %c is %g, not %g to %g", 'x' + axis,
			                 from, lo, hi);
	}
	return HN_OK;
}

int32_t motion_walk(HnPose *out, const HnRandomWalkDef *def, Rng *rng) {
	if (def->steps < 1)
		return error_set(HN_ERR_BAD_INPUT, "a random walk needs at least one step, not %d", def->steps);
	if (!is_length(def->step))
		return error_set(HN_ERR_BAD_INPUT, "a random walk: step must be from 0 to 2^200, not %g", def->step);
	if (!isfinite(def->turn)) return error_set(HN_ERR_BAD_INPUT, "a random walk needs a finite angle");
	int32_t status = check_bounds(def);
	if (status != HN_OK) return status;
	HnVec3 place = def->from;
	HnQuaternion rotation = { 1, 0, 0, 0 };
	out[0] = (HnPose){ quaternion_matrix(rotation), place };
	for (int32_t i = 1; i < def->steps; ++i) {
		// Both are drawn at every step, so that the places do not depend on whether it turns.
		HnVec3 direction = motion_random_direction(rng), axis = motion_random_direction(rng);
		place = vec3_add(place, vec3_scale(direction, def->step));
		place = def->radius > 0 ? reflect_ball(def, place) : reflect_box(def, place);
		rotation = quaternion_mul(hn_quaternion_axis_angle(axis, def->turn), rotation);
		hn_quaternion_normalize(&rotation); // prevents rounding from adding up
		out[i] = (HnPose){ quaternion_matrix(rotation), place };
	}
	return HN_OK;
}

int32_t hn_motion_random_walk(HnPose *out, const HnRandomWalkDef *def) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) status = error_if_null(def, "the definition of a random walk");
	if (status != HN_OK) return status;
	Rng rng = rng_of(def->seed, 0);
	return motion_walk(out, def, &rng);
}
