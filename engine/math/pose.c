#include "math/pose.h"

Mat3 mat3_identity(void) { return (Mat3){ { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }; }

Mat3 mat3_mul(const Mat3 *a, const Mat3 *b) {
	Mat3 c;
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
	return c;
}

Mat3 mat3_tmul(const Mat3 *a, const Mat3 *b) {
	Mat3 c;
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			c.m[i][j] = a->m[0][i] * b->m[0][j] + a->m[1][i] * b->m[1][j] + a->m[2][i] * b->m[2][j];
	return c;
}

Pose pose_identity(void) { return (Pose){ mat3_identity(), { 0, 0, 0 } }; }

Pose pose_relative(const Pose *a, const Pose *b) {
	return (Pose){ mat3_tmul(&a->r, &b->r), mat3_tmul_vec(&a->r, vec3_sub(b->t, a->t)) };
}

void pose_place_all(const Pose *p, const double *xyz, int64_t n, double *out) {
	for (int64_t i = 0; i < n; ++i) vec3_store(out + 3 * i, pose_place(p, vec3_load(xyz + 3 * i)));
}
