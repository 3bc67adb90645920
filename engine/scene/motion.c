// Motions. The arithmetic gives the same bits on every machine; angles use math/elementary.h.
#include "scene/motion.h"

#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "math/elementary.h"
#include "math/quaternion.h"

HnMat3 motion_random_rotation(Rng *rng) {
	double u = rng_double(rng), a = 2 * MATH_PI * rng_double(rng), b = 2 * MATH_PI * rng_double(rng);
	double p = sqrt(1 - u), q = sqrt(u);
	return quaternion_matrix(
	    (HnQuaternion){ q * math_cos(b), p * math_sin(a), p * math_cos(a), q * math_sin(b) });
}

HnVec3 motion_random_direction(Rng *rng) {
	double z = rng_range(rng, -1, 1), a = 2 * MATH_PI * rng_double(rng), r = sqrt(1 - z * z);
	return (HnVec3){ r * math_cos(a), r * math_sin(a), z };
}

HnMat3 hn_motion_axis_angle(HnVec3 axis, double angle) {
	return quaternion_matrix(hn_quaternion_axis_angle(axis, angle));
}

// A linear ramp, exactly `begin` at step 0 and exactly `end` at the last step.
static double ramp(double begin, double end, int32_t step, int32_t steps) {
	if (step == 0) return begin;
	return step == steps - 1 ? end : begin + (end - begin) * step / (steps - 1);
}

int32_t hn_motion_line(HnPose *out, int32_t steps, HnVec3 from, HnVec3 to, const HnMat3 *r) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) status = error_if_null(r, "the rotation of a line");
	if (status != HN_OK) return status;
	if (steps < 1) return error_set(HN_ERR_BAD_INPUT, "a line needs at least one step, not %d", steps);
	if (!vec3_is_finite(from) || !vec3_is_finite(to) || !mat3_is_finite(r))
		return error_set(HN_ERR_BAD_INPUT, "a line needs finite ends and a finite rotation");
	for (int32_t i = 0; i < steps; ++i) {
		out[i].r = *r;
		out[i].t = (HnVec3){ ramp(from.x, to.x, i, steps), ramp(from.y, to.y, i, steps),
			                 ramp(from.z, to.z, i, steps) };
	}
	return HN_OK;
}

bool motion_normalize(HnVec3 *v) {
	double largest = fmax(fabs(v->x), fmax(fabs(v->y), fabs(v->z)));
	if (!(largest > 0) || !isfinite(v->x + v->y + v->z)) return false;
	HnVec3 unit = { v->x / largest, v->y / largest, v->z / largest }; // then no square over- or underflows
	*v = vec3_unit(unit);
	return true;
}

int32_t hn_motion_spin(HnPose *out, int32_t steps, HnVec3 axis, HnVec3 centre, double begin, double end,
                       HnVec3 offset) {
	if (out == NULL) return error_if_null(out, "out");
	if (steps < 1) return error_set(HN_ERR_BAD_INPUT, "a spin needs at least one step, not %d", steps);
	if (!motion_normalize(&axis))
		return error_set(HN_ERR_BAD_INPUT, "a spin needs an axis that is finite and not zero");
	if (!isfinite(begin) || !isfinite(end))
		return error_set(HN_ERR_BAD_INPUT, "a spin needs finite angles, not %g and %g", begin, end);
	if (!vec3_is_finite(centre) || !vec3_is_finite(offset))
		return error_set(HN_ERR_BAD_INPUT, "a spin needs a finite centre and a finite offset");
	for (int32_t i = 0; i < steps; ++i) {
		out[i].r = hn_motion_axis_angle(axis, ramp(begin, end, i, steps));
		out[i].t = vec3_add(centre, mat3_mul_vec(&out[i].r, vec3_sub(offset, centre)));
	}
	return HN_OK;
}
