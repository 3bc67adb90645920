// Do two triangles share at least one point? Exact for every input: touching, coplanar, shared vertices or
// edges, slivers, and degenerate triangles as the segment or point that they are.
//
// Cost: most pairs that are near each other are apart by the plane of one of them, which floating point tells
// with certainty; that part is inline. This work is based on:
// Philippe Guigue, Olivier Devillers. Fast and Robust Triangle-Triangle Overlap Test Using Orientation
// Predicates. 2003
#pragma once

#include <stdbool.h>

#include "exact/orient.h"
#include "math/vec3.h"

typedef struct Triangle {
	HnVec3 p[3];
} Triangle;

static inline OrientPlane triangle_plane(const Triangle *t) {
	return orient_plane(t->p[0], t->p[1], t->p[2]);
}

// True where rounding errors cannot hide that all of b is strictly on one side of a's plane.
static inline bool triangle_plane_separates(const Triangle *a, const OrientPlane *plane, const Triangle *b) {
	HnVec3 w0 = vec3_sub(b->p[0], a->p[0]), w1 = vec3_sub(b->p[1], a->p[0]), w2 = vec3_sub(b->p[2], a->p[0]);
	double s0 = orient_plane_value(plane, w0), e0 = orient_plane_error(plane, w0);
	double s1 = orient_plane_value(plane, w1), e1 = orient_plane_error(plane, w1);
	double s2 = orient_plane_value(plane, w2), e2 = orient_plane_error(plane, w2);
	return ((s0 > e0) & (s1 > e1) & (s2 > e2)) | ((s0 < -e0) & (s1 < -e1) & (s2 < -e2));
}

// What follows when the plane of a does not separate; plane is triangle_plane(a).
bool tri_tri_meet_near(const Triangle *a, const OrientPlane *plane, const Triangle *b);

// For one triangle against many, with its plane made once.
static inline bool tri_tri_meet_plane(const Triangle *a, const OrientPlane *plane, const Triangle *b) {
	return !triangle_plane_separates(a, plane, b) && tri_tri_meet_near(a, plane, b);
}

static inline bool tri_tri_meet(const Triangle *a, const Triangle *b) {
	OrientPlane plane = triangle_plane(a);
	return tri_tri_meet_plane(a, &plane, b);
}

// The same without any floating-point filter: every predicate by exact expansions. For tests.
bool tri_tri_meet_exact(const Triangle *a, const Triangle *b);
