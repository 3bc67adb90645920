// The two-step test of a pair of triangles (yu2018, eq. 9-19). The first step compares the ends of each edge
// with the other triangle's plane, by the sign of their distance. The second step tests whether the point
// where an edge crosses the plane lies inside the triangle. Here both steps are signs of determinants. A sign
// counts only if a proved bound shows that it is certain. The exact test decides the rest, so the answer is
// always exact.
#pragma once

#include <math.h>

#include "exact/tri_tri.h"

// Let u = 2^-53. Consider a sum of three products (component of one difference) x (2x2 minor of two others),
// with each difference rounded. Its error is within (7 + 56 u) u times the same sum of magnitudes (Shewchuk
// 1997: the bound of orient3d's first stage, which has this shape). Each of the six products is at most the
// product of the three differences' largest components. The factor 48 u leaves 6 u for rounding the bound
// itself, which takes three products. No product of three underflows, because coordinates are 0 or at least
// 2^-200.
#define TWO_STEP_BOUND (48 * 0x1p-53)

typedef struct TriPlane {
	HnVec3 a; // a corner
	HnVec3 n; // (b - a) x (c - a), rounded, not normalised
	// The error of n * (point - a) is at most bound times the largest component of that difference.
	double bound;
} TriPlane;

static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double vec3_largest(HnVec3 v) { return larger(larger(fabs(v.x), fabs(v.y)), fabs(v.z)); }

static inline TriPlane tri_plane(const Triangle *t) {
	HnVec3 e = vec3_sub(t->p[1], t->p[0]), f = vec3_sub(t->p[2], t->p[0]);
	return (TriPlane){ t->p[0], vec3_cross(e, f), TWO_STEP_BOUND * vec3_largest(e) * vec3_largest(f) };
}

// The signs of t's corners relative to the plane; 0 if unsure.
static inline void tri_plane_sides(const TriPlane *plane, const Triangle *t, int32_t side[3]) {
	double s[3], far = 0;
	for (int i = 0; i < 3; ++i) {
		HnVec3 d = vec3_sub(t->p[i], plane->a);
		s[i] = vec3_dot(plane->n, d);
		far = larger(far, vec3_largest(d));
	}
	double bound = plane->bound * far;
	for (int i = 0; i < 3; ++i) side[i] = (s[i] > bound) - (s[i] < -bound);
}

// Whether all corners of t are certainly on the same side.
static inline bool tri_plane_separates(const TriPlane *plane, const Triangle *t) {
	HnVec3 d0 = vec3_sub(t->p[0], plane->a), d1 = vec3_sub(t->p[1], plane->a),
	       d2 = vec3_sub(t->p[2], plane->a);
	double far = larger(vec3_largest(d0), larger(vec3_largest(d1), vec3_largest(d2))),
	       bound = plane->bound * far;
	double s0 = vec3_dot(plane->n, d0), s1 = vec3_dot(plane->n, d1), s2 = vec3_dot(plane->n, d2);
	return ((s0 > bound) & (s1 > bound) & (s2 > bound)) | ((s0 < -bound) & (s1 < -bound) & (s2 < -bound));
}

enum { TWO_STEP_APART = 0, TWO_STEP_MEET = 1, TWO_STEP_UNSURE = -1 };

static inline bool sides_equal(const int32_t side[3]) {
	return side[0] != 0 && side[0] == side[1] && side[0] == side[2];
}

static inline bool sides_certain(const int32_t side[3]) { return side[0] * side[1] * side[2] != 0; }

// The corner that is alone on its side. No sign is 0 and not all are equal.
static inline int32_t side_apex(const int32_t side[3]) {
	return side[0] == side[1] ? 2 : side[0] == side[2] ? 1 : 0;
}

// The sign of det(q - p, a - p, b - p); 0 if unsure.
static inline int32_t edges_turn(HnVec3 p, HnVec3 q, HnVec3 a, HnVec3 b) {
	HnVec3 d = vec3_sub(q, p), e = vec3_sub(a, p), f = vec3_sub(b, p);
	double s = vec3_dot(vec3_cross(e, f), d);
	double bound = TWO_STEP_BOUND * vec3_largest(d) * vec3_largest(e) * vec3_largest(f);
	return (s > bound) - (s < -bound);
}

// Each triangle crosses the other's plane with two edges, which meet in its apex. The two crossing points are
// the ends of its interval on the common line. A crossing point of one triangle lies inside the other if the
// two intervals overlap. Two signs decide that (Guigue and Devillers 2003), for apexes p and s that are both
// above the other's plane. If one apex is below, the edges of the other triangle change places.
static inline int32_t crossings_overlap(const Triangle *a, const int32_t side_a[3], const Triangle *b,
                                        const int32_t side_b[3]) {
	static const int8_t after[] = { 1, 2, 0, 1 };
	int32_t ia = side_apex(side_a), ib = side_apex(side_b);
	int32_t turn_a = side_b[ib] < 0, turn_b = side_a[ia] < 0;
	HnVec3 p = a->p[ia], q = a->p[after[ia + turn_a]], r = a->p[after[ia + 1 - turn_a]];
	HnVec3 s = b->p[ib], t = b->p[after[ib + turn_b]], u = b->p[after[ib + 1 - turn_b]];
	int32_t first = edges_turn(p, q, s, t), second = edges_turn(p, r, s, u);
	if (first > 0 || second < 0) return TWO_STEP_APART;
	return first < 0 && second > 0 ? TWO_STEP_MEET : TWO_STEP_UNSURE;
}

static inline int32_t two_step_test(const Triangle *a, const TriPlane *plane_a, const Triangle *b) {
	int32_t side_b[3], side_a[3];
	tri_plane_sides(plane_a, b, side_b);
	if (sides_equal(side_b)) return TWO_STEP_APART;
	TriPlane plane = tri_plane(b);
	tri_plane_sides(&plane, a, side_a);
	if (sides_equal(side_a)) return TWO_STEP_APART;
	if (!sides_certain(side_a) || !sides_certain(side_b)) return TWO_STEP_UNSURE;
	return crossings_overlap(a, side_a, b, side_b);
}
