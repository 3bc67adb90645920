// The two-step test of a pair of triangles (yu2018, eq. 9-19): first the ends of each edge by the sign of
// their distance to the other's plane, then, for edges that cross it, whether the point lies inside. Here
// both steps are signs of determinants, taken only where a proved bound shows them certain; what is left goes
// to the exact test, so that the answer is always exact.
#pragma once

#include <math.h>

#include "exact/tri_tri.h"

// With u = 2^-53: a sum of three (component of one difference) x (2x2 minor of two others), each difference
// rounded, is within (7 + 56 u) u of the same sum with every product's magnitude (Shewchuk 1997, the bound of
// orient3d's first stage, which has this shape). Each of the six products is at most that of the three
// differences' largest components. 48 u leaves 6 u for the rounding of the bound, which takes three products.
// No product of three underflows, as coordinates are 0 or at least 2^-200.
#define TWO_STEP_BOUND (48 * 0x1p-53)

typedef struct TriPlane {
	Vec3 a;       // a corner
	Vec3 n;       // (b - a) x (c - a), rounded, not normalised
	double bound; // times the largest component of a point's difference from a: what n times it may be off
} TriPlane;

static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double vec3_largest(Vec3 v) { return larger(larger(fabs(v.x), fabs(v.y)), fabs(v.z)); }

static inline TriPlane tri_plane(const Triangle *t) {
	Vec3 e = vec3_sub(t->p[1], t->p[0]), f = vec3_sub(t->p[2], t->p[0]);
	return (TriPlane){ t->p[0], vec3_cross(e, f), TWO_STEP_BOUND * vec3_largest(e) * vec3_largest(f) };
}

// Signs of the corners of t against the plane, 0 where unsure.
static inline void tri_plane_sides(const TriPlane *plane, const Triangle *t, int32_t side[3]) {
	double s[3], far = 0;
	for (int i = 0; i < 3; ++i) {
		Vec3 d = vec3_sub(t->p[i], plane->a);
		s[i] = vec3_dot(plane->n, d);
		far = larger(far, vec3_largest(d));
	}
	double bound = plane->bound * far;
	for (int i = 0; i < 3; ++i) side[i] = (s[i] > bound) - (s[i] < -bound);
}

// On which side of the line p q each edge of t passes, 0 where unsure: the signs of det(q - p, t_i - p,
// t_j - p).
static inline void edge_sides(Vec3 p, Vec3 q, const Triangle *t, int32_t side[3]) {
	Vec3 d = vec3_sub(q, p), e[3];
	double far = 0;
	for (int i = 0; i < 3; ++i) {
		e[i] = vec3_sub(t->p[i], p);
		far = larger(far, vec3_largest(e[i]));
	}
	double bound = TWO_STEP_BOUND * vec3_largest(d) * far * far;
	for (int i = 0; i < 3; ++i) {
		double s = vec3_dot(vec3_cross(e[i], e[i == 2 ? 0 : i + 1]), d);
		side[i] = (s > bound) - (s < -bound);
	}
}

enum { TWO_STEP_APART = 0, TWO_STEP_MEET = 1, TWO_STEP_UNSURE = -1 };

// Do edges of t whose ends lie on both sides of the plane of other pass through other? side: of t's corners.
static inline int32_t edges_pierce(const Triangle *t, const int32_t side[3], const Triangle *other) {
	int32_t answer = TWO_STEP_APART;
	for (int i = 0; i < 3; ++i) {
		int j = i == 2 ? 0 : i + 1;
		if (side[i] == side[j]) continue;
		int32_t s[3];
		edge_sides(t->p[i], t->p[j], other, s);
		if (s[0] * s[1] < 0 || s[0] * s[2] < 0 || s[1] * s[2] < 0) continue;
		if (s[0] * s[1] * s[2] != 0) return TWO_STEP_MEET;
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
static inline int32_t two_step_test(const Triangle *a, const TriPlane *plane_a, const Triangle *b) {
	int32_t side_b[3], side_a[3];
	tri_plane_sides(plane_a, b, side_b);
	if (sides_equal(side_b)) return TWO_STEP_APART;
	TriPlane plane = tri_plane(b);
	tri_plane_sides(&plane, a, side_a);
	if (sides_equal(side_a)) return TWO_STEP_APART;
	if (!sides_certain(side_a) || !sides_certain(side_b)) return TWO_STEP_UNSURE;
	int32_t answer = edges_pierce(a, side_a, b);
	if (answer == TWO_STEP_MEET) return answer;
	int32_t other = edges_pierce(b, side_b, a);
	return other == TWO_STEP_APART ? answer : other;
}
