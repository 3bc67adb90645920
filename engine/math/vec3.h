// Vectors and 3x3 matrices of doubles. Every operation has a fixed order and no contraction, so the bits are
// the same on every machine.
#pragma once

#include <math.h>

#include "api/engine.h"

// The lesser and the greater of two numbers; a if they are equal. fmin and fmax may return either of 0 and
// -0, and differ between machines.
static inline double lesser(double a, double b) { return b < a ? b : a; }
static inline double greater(double a, double b) { return b > a ? b : a; }

static inline HnVec3 vec3_add(HnVec3 a, HnVec3 b) { return (HnVec3){ a.x + b.x, a.y + b.y, a.z + b.z }; }
static inline HnVec3 vec3_sub(HnVec3 a, HnVec3 b) { return (HnVec3){ a.x - b.x, a.y - b.y, a.z - b.z }; }
static inline HnVec3 vec3_scale(HnVec3 a, double s) { return (HnVec3){ a.x * s, a.y * s, a.z * s }; }
static inline HnVec3 vec3_min(HnVec3 a, HnVec3 b) {
	return (HnVec3){ a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z };
}
static inline HnVec3 vec3_max(HnVec3 a, HnVec3 b) {
	return (HnVec3){ a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z };
}
static inline double vec3_dot(HnVec3 a, HnVec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double vec3_length(HnVec3 v) { return sqrt(vec3_dot(v, v)); }
// v must not be 0.
static inline HnVec3 vec3_unit(HnVec3 v) {
	double length = vec3_length(v);
	return (HnVec3){ v.x / length, v.y / length, v.z / length };
}
static inline HnVec3 vec3_cross(HnVec3 a, HnVec3 b) {
	return (HnVec3){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}
static inline HnVec3 vec3_load(const double *p) { return (HnVec3){ p[0], p[1], p[2] }; }
static inline void vec3_store(double *p, HnVec3 a) { p[0] = a.x, p[1] = a.y, p[2] = a.z; }
static inline double vec3_get(HnVec3 a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }

static inline bool vec3_is_finite(HnVec3 v) { return isfinite(v.x) && isfinite(v.y) && isfinite(v.z); }
static inline bool mat3_is_finite(const HnMat3 *a) {
	return vec3_is_finite(vec3_load(a->m[0])) && vec3_is_finite(vec3_load(a->m[1])) &&
	       vec3_is_finite(vec3_load(a->m[2]));
}

static inline HnVec3 mat3_mul_vec(const HnMat3 *a, HnVec3 v) {
	return (HnVec3){ a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
		             a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
		             a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z };
}
// transpose(a) * v
static inline HnVec3 mat3_tmul_vec(const HnMat3 *a, HnVec3 v) {
	return (HnVec3){ a->m[0][0] * v.x + a->m[1][0] * v.y + a->m[2][0] * v.z,
		             a->m[0][1] * v.x + a->m[1][1] * v.y + a->m[2][1] * v.z,
		             a->m[0][2] * v.x + a->m[1][2] * v.y + a->m[2][2] * v.z };
}
HnMat3 mat3_identity(void);
HnMat3 mat3_mul(const HnMat3 *a, const HnMat3 *b);
HnMat3 mat3_tmul(const HnMat3 *a, const HnMat3 *b); // transpose(a) * b
