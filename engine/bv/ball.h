// Balls: the sphere, and the cube around it that caabb tests. A motion moves only the centre.
// docs/explanation/exactness.md, section 10, derives the margins.
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "bv/aabb.h"
#include "bv/space.h"
#include "math/nearest_float.h"
#include "math/vec3.h"

typedef struct Ball {
	float c[3], r;
} Ball;
_Static_assert(sizeof(Ball) == 4 * sizeof(float), "four floats");

#define BALL_SLACK (1 + 0x1p-48) // covers the rounding of distances and their sums in double

// The three fits, to count >= 1 points. Each ball holds every point. No fit recurses or allocates.
// centroid: the centre is the mean of the points.
void ball_fit_centroid(Ball *out, const HnVec3 *points, int32_t count, double scale);
// ritter: the ball of two points that are far apart, grown over every point outside (Ritter 1990).
void ball_fit_ritter(Ball *out, const HnVec3 *points, int32_t count, double scale);
// welzl: the smallest ball, apart from rounding (Welzl 1991; the next point is the farthest one: Gaertner
// 1999).
void ball_fit_smallest(Ball *out, const HnVec3 *points, int32_t count, double scale);

// The points over which the mean of a mesh is taken. This is a parameter of every volume that is centred at a
// mean.
typedef enum BallCentre {
	CENTRE_CORNERS,  // every corner of every triangle
	CENTRE_VERTICES, // each vertex once
	CENTRES,
} BallCentre;
typedef struct BallMean {
	int32_t centre;
} BallMean;
extern const Param ball_mean_params[1];
static inline bool ball_mean_once(const void *params) { // params: a BallMean; NULL: the default
	return params != NULL && ((const BallMean *)params)->centre == CENTRE_VERTICES;
}

// A way to fit a sphere: one file and one line in sphere_fits.def.
typedef struct SphereFit {
	BvFit fit;
	void (*ball)(Ball *out, const HnVec3 *points, int32_t count,
	             double scale); // one of the fits above, or a function of the same kind
	// does the fit take each vertex only once? NULL: once for every triangle corner
	bool (*once)(const void *params);
} SphereFit;

static inline double ball_between(const Ball *a, const Ball *b) { // the distance between the centres
	double x = (double)a->c[0] - (double)b->c[0], y = (double)a->c[1] - (double)b->c[1],
	       z = (double)a->c[2] - (double)b->c[2];
	return sqrt((x * x + y * y) + z * z);
}

// NaN counts as overlap.
static inline bool ball_overlaps(const Ball *a, const Ball *b) {
	double x = (double)a->c[0] - (double)b->c[0], y = (double)a->c[1] - (double)b->c[1],
	       z = (double)a->c[2] - (double)b->c[2], r = (double)a->r + (double)b->r;
	return !((x * x + y * y) + z * z > r * r * BALL_SLACK);
}

static inline bool ball_encloses(const Ball *outer, const Ball *inner) {
	return ball_between(outer, inner) * BALL_SLACK + (double)inner->r <= (double)outer->r;
}

static inline bool ball_contains(const Ball *ball, HnVec3 point, const BvSpace *space) {
	double x = point.x * space->scale - (double)ball->c[0], y = point.y * space->scale - (double)ball->c[1],
	       z = point.z * space->scale - (double)ball->c[2];
	return sqrt((x * x + y * y) + z * z) * BALL_SLACK <= (double)ball->r;
}

// The smallest ball that encloses both. If one ball encloses the other, it is the result.
static inline void ball_merge(Ball *out, const Ball *a, const Ball *b) {
	double d = ball_between(a, b), ra = (double)a->r, rb = (double)b->r;
	if (d * BALL_SLACK + rb <= ra) {
		*out = *a;
	} else if (d * BALL_SLACK + ra <= rb) {
		*out = *b;
	} else {
		Ball both;
		double along = ((d + rb) - ra) * 0.5 / d;
		for (int k = 0; k < 3; ++k)
			both.c[k] = nearest_float((double)a->c[k] + along * ((double)b->c[k] - (double)a->c[k]));
		double to_a = ball_between(&both, a) + ra, to_b = ball_between(&both, b) + rb;
		both.r = round_up(to_a > to_b ? to_a : to_b);
		*out = both;
	}
}

typedef struct BallFollow {
	double r[3][3], t[3];
	double grow; // no vector grows by more than this factor
	// added to the radius: `margin` always, `turned` times |x| + |y| + |z| of the centre at rest
	double margin, turned;
} BallFollow;

static inline void ball_follow(BallFollow *out, const BvStep *step, const BvSpace *space) {
	const double t[3] = { step->t.x * space->scale, step->t.y * space->scale, step->t.z * space->scale };
	double rows = 0, columns = 0, margin = 0;
	for (int j = 0; j < 3; ++j) {
		double row = 0, column = 0;
		for (int k = 0; k < 3; ++k) {
			double dot = 0, size = 0;
			for (int i = 0; i < 3; ++i) {
				double product = step->r.m[i][j] * step->r.m[i][k];
				dot += product, size += fabs(product);
			}
			row += fabs(dot) + 0x1p-50 * size;
			column += fabs(step->r.m[k][j]);
			out->r[j][k] = step->r.m[j][k];
		}
		rows = row > rows ? row : rows;
		columns = column > columns ? column : columns;
		out->t[j] = t[j];
		margin += step->margin[j] * space->scale + 0x1p-50 * fabs(t[j]);
	}
	out->grow = sqrt(rows) * BALL_SLACK;
	out->margin = margin;
	out->turned = 0x1p-50 * columns;
}

static inline void ball_place(Ball *out, const Ball *rest, const BallFollow *follow) {
	double x = (double)rest->c[0], y = (double)rest->c[1], z = (double)rest->c[2], size = 0;
	double r =
	    follow->grow * (double)rest->r + follow->margin + follow->turned * ((fabs(x) + fabs(y)) + fabs(z));
	for (int i = 0; i < 3; ++i) {
		const double *row = follow->r[i];
		double to = ((row[0] * x + row[1] * y) + row[2] * z) + follow->t[i];
		out->c[i] = (float)to;
		size += fabs(to);
	}
	r += 0x1.00002p-24 * size;
	out->r = size < 0x1p120 ? round_up(r) : (float)INFINITY; // a centre beyond float's range
}
