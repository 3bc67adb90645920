// The two-step test of a pair of triangles (yu2018, eq. 9-19): first the ends of each edge by the sign of
// their distance to the other's plane, then, for edges that cross it, whether the point lies inside. Here
// both steps are signs of determinants, taken only where a proved bound shows them certain; what is left goes
// to the exact test, so that the answer is always exact.
#pragma once

#include <math.h>

#include "exact/tri_tri.h"

// With u = 2^-53: a sum of three (component of one difference) x (2x2 minor of two others), each difference
// rounded, is within (7 + 56u) u of the same sum with every product's magnitude (Shewchuk 1997, the bound of
// orient3d's first stage, which has this shape). 8 u leaves one u for the rounding of the bound and of the
// maximum below. No product of three underflows, as coordinates are 0 or at least 2^-200.
#define TWO_STEP_BOUND 0x1p-50

typedef struct TriPlane {
	Vec3 a;         // a corner
	Vec3 n;         // (b - a) x (c - a), rounded, not normalised
	Vec3 magnitude; // the same with magnitudes and plus signs
} TriPlane;

static inline Vec3 vec3_abs(Vec3 v) { return (Vec3){ fabs(v.x), fabs(v.y), fabs(v.z) }; }

static inline TriPlane tri_plane(const Triangle *t) {
	Vec3 e = vec3_sub(t->p[1], t->p[0]), f = vec3_sub(t->p[2], t->p[0]);
	return (TriPlane){ t->p[0],
		               vec3_cross(e, f),
		               { fabs(e.y * f.z) + fabs(e.z * f.y), fabs(e.z * f.x) + fabs(e.x * f.z),
		                 fabs(e.x * f.y) + fabs(e.y * f.x) } };
}

// Signs of the corners of t against the plane, 0 where unsure.
static inline void tri_plane_sides(const TriPlane *plane, const Triangle *t, int32_t side[3]) {
	Vec3 d[3];
	for (int i = 0; i < 3; ++i) d[i] = vec3_sub(t->p[i], plane->a);
	Vec3 far = vec3_max(vec3_abs(d[0]), vec3_max(vec3_abs(d[1]), vec3_abs(d[2])));
	double bound = TWO_STEP_BOUND * vec3_dot(plane->magnitude, far);
	for (int i = 0; i < 3; ++i) {
		double s = vec3_dot(plane->n, d[i]);
		side[i] = (s > bound) - (s < -bound);
	}
}

// Sign of det(q - p, a - p, b - p), 0 where unsure: on which side of the line p q the edge a b passes.
static inline int32_t edge_side(Vec3 p, Vec3 q, Vec3 a, Vec3 b) {
	Vec3 d = vec3_sub(q, p), e = vec3_sub(a, p), f = vec3_sub(b, p);
	Vec3 magnitude = { fabs(e.y * f.z) + fabs(e.z * f.y), fabs(e.z * f.x) + fabs(e.x * f.z),
		               fabs(e.x * f.y) + fabs(e.y * f.x) };
	double s = vec3_dot(vec3_cross(e, f), d), bound = TWO_STEP_BOUND * vec3_dot(magnitude, vec3_abs(d));
	return (s > bound) - (s < -bound);
}

enum { TWO_STEP_APART = 0, TWO_STEP_MEET = 1, TWO_STEP_UNSURE = -1 };

// Do edges of t whose ends lie on both sides of the plane of other pass through other? side: of t's corners.
static inline int32_t edges_pierce(const Triangle *t, const int32_t side[3], const Triangle *other) {
	int32_t answer = TWO_STEP_APART;
	for (int i = 0; i < 3; ++i) {
		int j = i == 2 ? 0 : i + 1;
		if (side[i] == side[j]) continue;
		Vec3 p = t->p[i], q = t->p[j];
		int32_t s = edge_side(p, q, other->p[0], other->p[1]);
		int32_t r = edge_side(p, q, other->p[1], other->p[2]);
		if (s * r < 0) continue;
		int32_t w = edge_side(p, q, other->p[2], other->p[0]);
		if (s * w < 0 || r * w < 0) continue;
		if (s * r * w != 0) return TWO_STEP_MEET;
		answer = TWO_STEP_UNSURE;
	}
	return answer;
}

static inline bool sides_equal(const int32_t side[3]) {
	return side[0] != 0 && side[0] == side[1] && side[0] == side[2];
}

static inline bool sides_certain(const int32_t side[3]) { return side[0] * side[1] * side[2] != 0; }

// Two triangles with no corner in the other's plane meet where, and only where, an edge of one passes through
// the other.
static inline int32_t two_step_test(const Triangle *a, const Triangle *b) {
	int32_t side_b[3], side_a[3];
	TriPlane plane = tri_plane(a);
	tri_plane_sides(&plane, b, side_b);
	if (sides_equal(side_b)) return TWO_STEP_APART;
	plane = tri_plane(b);
	tri_plane_sides(&plane, a, side_a);
	if (sides_equal(side_a)) return TWO_STEP_APART;
	if (!sides_certain(side_a) || !sides_certain(side_b)) return TWO_STEP_UNSURE;
	int32_t answer = edges_pierce(a, side_a, b);
	if (answer == TWO_STEP_MEET) return answer;
	int32_t other = edges_pierce(b, side_b, a);
	return other == TWO_STEP_APART ? answer : other;
}
