// Do two triangles share at least one point? The answer is exact for every input: touching triangles,
// coplanar ones, shared vertices or edges, slivers. A degenerate triangle counts as the segment or point that
// it is.
//
// Most pairs of nearby triangles are separated by the plane of one of them, and floating point tells that
// with certainty. That part is inline. This work is based on:
// Philippe Guigue, Olivier Devillers. Fast and Robust Triangle-Triangle Overlap Test Using Orientation
// Predicates. 2003
#pragma once

#include <stdbool.h>

#include "exact/orient.h"
#include "math/vec3.h"

typedef struct Triangle {
	HnVec3 p[3];
} Triangle;

static inline Triangle triangle_load(const double *xyz, const int32_t *vertices) {
	return (Triangle){ { vec3_load(xyz + 3 * (int64_t)vertices[0]), vec3_load(xyz + 3 * (int64_t)vertices[1]),
		                 vec3_load(xyz + 3 * (int64_t)vertices[2]) } };
}
static inline OrientPlane triangle_plane(const Triangle *t) {
	return orient_plane(t->p[0], t->p[1], t->p[2]);
}

// True if all of b is strictly on one side of a's plane, whatever the rounding errors.
static inline bool triangle_plane_separates(const Triangle *a, const OrientPlane *plane, const Triangle *b) {
	HnVec3 w0 = vec3_sub(b->p[0], a->p[0]), w1 = vec3_sub(b->p[1], a->p[0]), w2 = vec3_sub(b->p[2], a->p[0]);
	double s0 = orient_plane_value(plane, w0), e0 = orient_plane_error(plane, w0);
	double s1 = orient_plane_value(plane, w1), e1 = orient_plane_error(plane, w1);
	double s2 = orient_plane_value(plane, w2), e2 = orient_plane_error(plane, w2);
	return ((s0 > e0) & (s1 > e1) & (s2 > e2)) | ((s0 < -e0) & (s1 < -e1) & (s2 < -e2));
}

// The rest of the test, if the plane of a does not separate; plane is triangle_plane(a).
bool tri_tri_meet_near(const Triangle *a, const OrientPlane *plane, const Triangle *b);

// The test for one triangle against many; plane is triangle_plane(a), computed once.
static inline bool tri_tri_meet_plane(const Triangle *a, const OrientPlane *plane, const Triangle *b) {
	return !triangle_plane_separates(a, plane, b) && tri_tri_meet_near(a, plane, b);
}

// Whether two triangles share at least one point.
static inline bool tri_tri_meet(const Triangle *a, const Triangle *b) {
	OrientPlane plane = triangle_plane(a);
	return tri_tri_meet_plane(a, &plane, b);
}

// The same test without any floating-point filter: every predicate uses exact expansions. For tests.
bool tri_tri_meet_exact(const Triangle *a, const Triangle *b);
