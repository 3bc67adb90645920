// A path through key poses.
#include <math.h>

#include "base/error.h"
#include "scene/motion.h"

#define LENGTH_TOLERANCE 1e-9 // for the square of a quaternion's length

static HnPose pose_of(HnQuaternion rotation, HnVec3 position) {
	return (HnPose){ quaternion_matrix(rotation), position };
}

static double between(double a, double b, double s) { return a + (b - a) * s; }

// Fills the steps from `begin` (key a) to `end` (key b). Both ends are set exactly.
static void fill_segment(HnPose *out, const HnKeyPose *a, const HnKeyPose *b, int32_t begin, int32_t end) {
	out[begin] = pose_of(a->rotation, a->position);
	out[end] = pose_of(b->rotation, b->position);
	for (int32_t i = begin + 1; i < end; ++i) {
		double s = (double)(i - begin) / (end - begin);
		HnVec3 p = { between(a->position.x, b->position.x, s), between(a->position.y, b->position.y, s),
			         between(a->position.z, b->position.z, s) };
		out[i] = pose_of(quaternion_slerp(a->rotation, b->rotation, s), p);
	}
}

static int32_t key_step(const HnKeyPose *keys, int32_t key_count, int32_t key, int32_t steps) {
	double first = keys[0].at, last = keys[key_count - 1].at;
	return (int32_t)floor((keys[key].at - first) / (last - first) * (steps - 1) + 0.5);
}

static int32_t check_poses(const HnKeyPose *keys, int32_t key_count) {
	for (int32_t k = 0; k < key_count; ++k) {
		HnQuaternion q = keys[k].rotation;
		double off = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1;
		if (!vec3_is_finite(keys[k].position) || !(fabs(off) <= LENGTH_TOLERANCE))
			return error_set(HN_ERR_BAD_INPUT, "a path: pose %d: %s", k + 1,
			                 fabs(off) <= LENGTH_TOLERANCE ? "its position is not finite"
			                                               : "its quaternion is not of length 1 (to 1e-9)");
	}
	return HN_OK;
}

static int32_t check_times(const HnKeyPose *keys, int32_t key_count) {
	for (int32_t k = 0; k < key_count; ++k) {
		if (!isfinite(keys[k].at))
			return error_set(HN_ERR_BAD_INPUT, "a path: the time of pose %d is not finite", k + 1);
		if (k > 0 && !(keys[k].at > keys[k - 1].at))
			return error_set(HN_ERR_BAD_INPUT,
			                 "a path: times must increase: pose %d is at %.17g, pose %d at %.17g", k,
			                 keys[k - 1].at, k + 1, keys[k].at);
	}
	if (!isfinite(keys[key_count - 1].at - keys[0].at))
		return error_set(HN_ERR_BAD_INPUT, "a path: its times are too far apart");
	return HN_OK;
}

int32_t hn_motion_path(HnPose *out, int32_t steps, const HnKeyPose *keys, int32_t key_count) {
	int32_t status = error_if_null(out, "out");
	if (status == HN_OK) status = error_if_null(keys, "the poses of a path");
	if (status != HN_OK) return status;
	if (key_count < 2)
		return error_set(HN_ERR_BAD_INPUT, "a path needs two poses or more, not %d", key_count);
	if (steps < key_count)
		return error_set(HN_ERR_BAD_INPUT, "a path through %d poses needs as many steps, not %d", key_count,
		                 steps);
	status = check_times(keys, key_count);
	if (status == HN_OK) status = check_poses(keys, key_count);
	if (status != HN_OK) return status;
	int32_t begin = 0;
	for (int32_t k = 1; k < key_count; ++k) {
		int32_t end = key_step(keys, key_count, k, steps);
		if (end == begin)
			return error_set(HN_ERR_BAD_INPUT,
			                 "a path: poses %d and %d both fall on step %d of %d: more steps are needed", k,
			                 k + 1, begin + 1, steps);
		fill_segment(out, &keys[k - 1], &keys[k], begin, end);
		begin = end;
	}
	return HN_OK;
}
