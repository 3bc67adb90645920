// Moments of points and of surfaces, and the principal axes that follow from them.
#pragma once

#include "math/eigen.h"
#include "math/nearest_float.h"
#include "math/vec3.h"

// Sums of w, w x and w x x^T. The origin is near the points, so that the sums do not cancel far from the
// frame's origin.
typedef struct Moments {
	double w, s[3], xx, yy, zz, xy, xz, yz;
} Moments;

static inline void moments_add(Moments *m, double w, HnVec3 p) {
	m->w += w;
	m->s[0] += w * p.x, m->s[1] += w * p.y, m->s[2] += w * p.z;
	m->xx += w * (p.x * p.x), m->yy += w * (p.y * p.y), m->zz += w * (p.z * p.z);
	m->xy += w * (p.x * p.y), m->xz += w * (p.x * p.z), m->yz += w * (p.y * p.z);
}

// The integral of x x^T over a triangle of area w is w / 12 (9 g g^T + p p^T + q q^T + r r^T), with g the
// centroid. So it equals that of the centroid and the corners with weights 3/4, 1/12, 1/12, 1/12. Here w is
// twice the area; the constant factor does not matter.
static inline void moments_add_triangle(Moments *m, HnVec3 p, HnVec3 q, HnVec3 r) {
	HnVec3 n = vec3_cross(vec3_sub(q, p), vec3_sub(r, p));
	HnVec3 sum = vec3_add(vec3_add(p, q), r); // 9 g g^T = sum sum^T
	double w = vec3_length(n), third = w / 3, twelfth = third / 4;
	m->w += w;
	m->s[0] += third * sum.x, m->s[1] += third * sum.y, m->s[2] += third * sum.z;
	m->xx += twelfth * ((sum.x * sum.x + p.x * p.x) + (q.x * q.x + r.x * r.x));
	m->yy += twelfth * ((sum.y * sum.y + p.y * p.y) + (q.y * q.y + r.y * r.y));
	m->zz += twelfth * ((sum.z * sum.z + p.z * p.z) + (q.z * q.z + r.z * r.z));
	m->xy += twelfth * ((sum.x * sum.y + p.x * p.y) + (q.x * q.y + r.x * r.y));
	m->xz += twelfth * ((sum.x * sum.z + p.x * p.z) + (q.x * q.z + r.x * r.z));
	m->yz += twelfth * ((sum.y * sum.z + p.y * p.z) + (q.y * q.z + r.y * r.z));
}

static inline HnMat3 rounded_axes(const HnMat3 *axes) {
	HnMat3 out;
	for (int i = 0; i < 9; ++i) out.m[i / 3][i % 3] = (double)nearest_float(axes->m[i / 3][i % 3]);
	return out;
}

// The axes in the order of their variance, rounded to float. Requires w > 0.
static inline HnMat3 moments_axes(const Moments *m) {
	double x = m->s[0] / m->w, y = m->s[1] / m->w, z = m->s[2] / m->w, values[3];
	HnMat3 c = { { { m->xx / m->w - x * x, m->xy / m->w - x * y, m->xz / m->w - x * z },
		           { 0, m->yy / m->w - y * y, m->yz / m->w - y * z },
		           { 0, 0, m->zz / m->w - z * z } } };
	c.m[1][0] = c.m[0][1], c.m[2][0] = c.m[0][2], c.m[2][1] = c.m[1][2];
	HnMat3 axes;
	mat3_eigen_symmetric(&c, values, &axes);
	return rounded_axes(&axes);
}
