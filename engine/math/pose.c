#include "math/pose.h"

HnMat3 mat3_identity(void) { return (HnMat3){ { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } }; }

HnMat3 mat3_mul(const HnMat3 *a, const HnMat3 *b) {
	HnMat3 c;
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
	return c;
}

HnMat3 mat3_tmul(const HnMat3 *a, const HnMat3 *b) {
	HnMat3 c;
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			c.m[i][j] = a->m[0][i] * b->m[0][j] + a->m[1][i] * b->m[1][j] + a->m[2][i] * b->m[2][j];
	return c;
}

HnPose hn_pose_identity(void) { return (HnPose){ mat3_identity(), { 0, 0, 0 } }; }

HnPose pose_relative(const HnPose *a, const HnPose *b) {
	return (HnPose){ mat3_tmul(&a->r, &b->r), mat3_tmul_vec(&a->r, vec3_sub(b->t, a->t)) };
}

HnPose hn_pose_relative(const HnPose *a, const HnPose *b) {
	return a != NULL && b != NULL ? pose_relative(a, b) : hn_pose_identity();
}

void hn_pose_place_all(const HnPose *p, const double *xyz, int64_t n, double *out) {
	if (p == NULL || xyz == NULL || out == NULL) return;
	for (int64_t i = 0; i < n; ++i) vec3_store(out + 3 * i, pose_place(p, vec3_load(xyz + 3 * i)));
}
