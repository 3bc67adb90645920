// The corners of a node's triangles: their moments, and their extent along three axes. This file handles one
// triangle after another; bv/corners_packed.h handles two at a time.
#pragma once

#include <math.h>

#include "bv/fit_scratch.h"
#include "bv/moments.h"

typedef struct Extent {
	double lo[3], hi[3]; // along the axes
} Extent;

static inline void extent_begin(Extent *e) {
	for (int i = 0; i < 3; ++i) e->lo[i] = (double)INFINITY, e->hi[i] = -(double)INFINITY;
}

static inline void extent_add(Extent *e, const HnMat3 *axes, const double *p) {
	for (int i = 0; i < 3; ++i) {
		double at = axes->m[i][0] * p[0] + axes->m[i][1] * p[1] + axes->m[i][2] * p[2];
		e->lo[i] = at < e->lo[i] ? at : e->lo[i];
		e->hi[i] = at > e->hi[i] ? at : e->hi[i];
	}
}

typedef struct Corners {
	const double *p, *q, *r;
} Corners;

static inline Corners corners_of(const ObbTriangles *t, int32_t i) {
	const int32_t *v = t->triangles + 3 * (int64_t)t->order[i];
	return (Corners){ t->xyz + 3 * (int64_t)v[0], t->xyz + 3 * (int64_t)v[1], t->xyz + 3 * (int64_t)v[2] };
}

static inline HnVec3 corner_relative(const double *p, HnVec3 origin, double scale) {
	return vec3_scale(vec3_sub(vec3_load(p), origin), scale);
}

static inline void moments_add_corners(Moments *m, const Corners *c, HnVec3 origin, double scale) {
	moments_add(m, 1, corner_relative(c->p, origin, scale));
	moments_add(m, 1, corner_relative(c->q, origin, scale));
	moments_add(m, 1, corner_relative(c->r, origin, scale));
}

static inline void moments_add_surface(Moments *m, const Corners *c, HnVec3 origin, double scale) {
	moments_add_triangle(m, corner_relative(c->p, origin, scale), corner_relative(c->q, origin, scale),
	                     corner_relative(c->r, origin, scale));
}

// The moments about the first corner. Every corner of every triangle counts once.
static inline void moments_of_corners(Moments *m, const ObbTriangles *t, double scale) {
	HnVec3 origin = vec3_load(corners_of(t, 0).p);
	*m = (Moments){ 0 };
	for (int32_t i = 0; i < t->count; ++i) {
		Corners c = corners_of(t, i);
		moments_add_corners(m, &c, origin, scale);
	}
}

// The moments of the surface about the first corner; w is 0 if there is no area.
static inline void moments_of_surface(Moments *m, const ObbTriangles *t, double scale) {
	HnVec3 origin = vec3_load(corners_of(t, 0).p);
	*m = (Moments){ 0 };
	for (int32_t i = 0; i < t->count; ++i) {
		Corners c = corners_of(t, i);
		moments_add_surface(m, &c, origin, scale);
	}
}

static inline void extent_of_corners(Extent *e, const ObbTriangles *t, const HnMat3 *axes) {
	extent_begin(e);
	for (int32_t i = 0; i < t->count; ++i) {
		Corners c = corners_of(t, i);
		extent_add(e, axes, c.p);
		extent_add(e, axes, c.q);
		extent_add(e, axes, c.r);
	}
}
