// Oriented bounding boxes: the set { c + sum s_i a_i, |s_i| <= half_i }, where the axes a_i are exactly the
// stored floats. They are an orthonormal basis rounded to float, so they are orthonormal only approximately.
// The margins cover the difference (docs/explanation/exactness.md, section 11). Everything is computed in
// double. The overlap test is the separating axis test. This work is based on:
// S. Gottschalk, M. C. Lin, D. Manocha. OBBTree: A Hierarchical Structure for Rapid Interference Detection.
// SIGGRAPH 1996
#pragma once

#include <math.h>
#include <stdbool.h>

#include "bv/space.h"
#include "kernel/pairs.h"
#include "math/vec3.h"

typedef struct Obb {
	float center[3], axes[3][3], half[3]; // the axes are rows
	float radius;                         // no point of the box is farther from the center
} Obb;
_Static_assert(sizeof(Obb) == 64, "a tree takes at most 160 bytes a triangle");

enum { OBB_AXES = 15 };

// What the test needs of the motion of the second box, computed once a step.
typedef struct ObbTurn {
	HnMat3 r;
	HnVec3 t; // scaled
	double margin, margin_of_b, stretch;
	double columns[4][4]; // the columns of r, then t, each with a 0 behind it
} ObbTurn;

#define OBB_MARGIN_A 0x1p-22   // times the sum of the half sides of the first box
#define OBB_MARGIN_B 0x1.4p-20 // times the sum of the half sides of the second box, if nothing is turned

static inline double obb_dot(const double a[3], const float b[3]) {
	return a[0] * (double)b[0] + a[1] * (double)b[1] + a[2] * (double)b[2];
}
static inline double obb_dot_floats(const float a[3], const float b[3]) {
	return (double)a[0] * (double)b[0] + (double)a[1] * (double)b[1] + (double)a[2] * (double)b[2];
}
static inline double obb_half_sum(const Obb *box) {
	return (double)box->half[0] + (double)box->half[1] + (double)box->half[2];
}

// The second box in the axes of the first: the matrix c, its magnitudes, and the vector d between the
// centers.
typedef struct ObbRelative {
	double c[3][3], abs_c[3][3], d[3];
	double h[3], k[3]; // half sides of the first box and of the second
} ObbRelative;

static inline bool obb_apart_on_second(const ObbRelative *p, double margin, int j) {
	double between = fabs(p->d[0] * p->c[0][j] + p->d[1] * p->c[1][j] + p->d[2] * p->c[2][j]);
	double reach = p->k[j] + (p->h[0] * p->abs_c[0][j] + p->h[1] * p->abs_c[1][j] + p->h[2] * p->abs_c[2][j]);
	return between > reach + margin;
}

// Tests the cross product of axis i of the first box and axis j of the second.
static inline bool obb_apart_on_cross(const ObbRelative *p, double margin, int i, int j) {
	int u = (i + 1) % 3, v = (i + 2) % 3, q = (j + 1) % 3, w = (j + 2) % 3;
	double between = fabs(p->d[v] * p->c[u][j] - p->d[u] * p->c[v][j]);
	double reach = (p->h[u] * p->abs_c[v][j] + p->h[v] * p->abs_c[u][j]) +
	               (p->k[q] * p->abs_c[i][w] + p->k[w] * p->abs_c[i][q]);
	return between > reach + margin;
}

// Tests the axes after the first three, in a fixed order: those of the second box, then the cross products.
static inline __attribute__((always_inline)) int obb_apart_behind(const ObbRelative *p, double margin) {
	for (int j = 0; j < 3; ++j)
		if (obb_apart_on_second(p, margin, j)) return 3 + j;
	for (int i = 0; i < 3; ++i)
		for (int j = 0; j < 3; ++j)
			if (obb_apart_on_cross(p, margin, i, j)) return 6 + 3 * i + j;
	return OBB_AXES;
}

// Computes row i of the matrix, and tests the first box's axis i as the separating axis. e: that axis, turned
// back into the second box's frame.
static inline __attribute__((always_inline)) bool obb_row(ObbRelative *p, const double e[3], const Obb *b,
                                                          double margin, int i) {
	double reach = p->h[i];
	for (int j = 0; j < 3; ++j) {
		p->c[i][j] = obb_dot(e, b->axes[j]);
		p->abs_c[i][j] = fabs(p->c[i][j]);
	}
	reach += p->k[0] * p->abs_c[i][0] + p->k[1] * p->abs_c[i][1] + p->k[2] * p->abs_c[i][2];
	return fabs(p->d[i]) > reach + margin;
}

static inline void obb_halves(ObbRelative *p, const Obb *a, const Obb *b) {
	for (int k = 0; k < 3; ++k) p->h[k] = (double)a->half[k], p->k[k] = (double)b->half[k];
}

// Returns the number of the first axis that separates the boxes, 0 to 14, or OBB_AXES if none does. d: from
// a's center to b's.
static inline int obb_apart(const Obb *a, const Obb *b, const double d[3]) {
	ObbRelative p;
	obb_halves(&p, a, b);
	double margin = OBB_MARGIN_A * obb_half_sum(a) + OBB_MARGIN_B * obb_half_sum(b);
	for (int i = 0; i < 3; ++i) {
		const double e[3] = { (double)a->axes[i][0], (double)a->axes[i][1], (double)a->axes[i][2] };
		p.d[i] = obb_dot(d, a->axes[i]);
		if (obb_row(&p, e, b, margin, i)) return i;
	}
	return obb_apart_behind(&p, margin);
}

static inline void obb_between(double d[3], const Obb *a, const Obb *b) {
	for (int k = 0; k < 3; ++k) d[k] = (double)b->center[k] - (double)a->center[k];
}

// The same for a turned box: the frame of b is brought into that of a.
static inline int obb_apart_turned(const Obb *a, const Obb *b, const double d[3], const ObbTurn *turn) {
	ObbRelative p;
	obb_halves(&p, a, b);
	double margin = turn->margin + (OBB_MARGIN_A * obb_half_sum(a) + turn->margin_of_b * obb_half_sum(b));
	for (int i = 0; i < 3; ++i) {
		double e[3];
		for (int k = 0; k < 3; ++k)
			e[k] = (double)a->axes[i][0] * turn->r.m[0][k] + (double)a->axes[i][1] * turn->r.m[1][k] +
			       (double)a->axes[i][2] * turn->r.m[2][k];
		p.d[i] = obb_dot(d, a->axes[i]);
		if (obb_row(&p, e, b, margin, i)) return i;
	}
	return obb_apart_behind(&p, margin);
}

static inline void obb_between_turned(double d[3], const Obb *a, const Obb *b, const ObbTurn *turn) {
	const double t[3] = { turn->t.x, turn->t.y, turn->t.z };
	for (int i = 0; i < 3; ++i) d[i] = obb_dot(turn->r.m[i], b->center) + t[i] - (double)a->center[i];
}

// docs/explanation/exactness.md, section 11, derives the margins. If the matrix is far from a rotation, the
// margin is infinite and no axis separates.
static inline void obb_turn(ObbTurn *out, const BvStep *step, const BvSpace *space) {
	double most = 0, margin = 0;
	for (int i = 0; i < 3; ++i) {
		double row = 0;
		for (int j = 0; j < 3; ++j) {
			double dot = 0;
			for (int k = 0; k < 3; ++k) dot += step->r.m[k][i] * step->r.m[k][j];
			row += fabs(dot - (i == j ? 1 : 0));
		}
		most = row > most ? row : most;
		margin += step->margin[i] * space->scale;
	}
	*out = (ObbTurn){ .r = step->r, .t = vec3_scale(step->t, space->scale) };
	out->stretch = 1 + most;
	out->margin = most < 0x1p-8 ? 4 * margin + 0x1p-43 : (double)INFINITY;
	out->margin_of_b = OBB_MARGIN_B + 3 * most;
	const double t[3] = { out->t.x, out->t.y, out->t.z };
	for (int i = 0; i < 3; ++i) {
		for (int k = 0; k < 3; ++k) out->columns[k][i] = step->r.m[i][k];
		out->columns[3][i] = t[i];
	}
}

// The prejudgement of Geng et al. 2018, 1.4.2, compares the spheres around both boxes and the spheres inside
// them. OBB_MEETS only makes the traversal go on, so it needs no margin. OBB_APART is certain.
typedef enum ObbJudgement { OBB_UNSURE, OBB_MEETS, OBB_APART } ObbJudgement;

static inline double obb_least_half(const Obb *box) {
	float xy = box->half[0] < box->half[1] ? box->half[0] : box->half[1];
	return (double)(xy < box->half[2] ? xy : box->half[2]);
}

// stretch: the factor by which the matrix may lengthen the second box.
static inline ObbJudgement obb_prejudge(const Obb *a, const Obb *b, const double d[3], double stretch,
                                        double margin) {
	double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
	double most = ((double)a->radius + (double)b->radius * stretch) * (1 + 0x1p-40) + margin;
	if (square > most * most) return OBB_APART;
	double least = obb_least_half(a) + obb_least_half(b);
	return square < least * least ? OBB_MEETS : OBB_UNSURE;
}

static inline bool obb_overlaps(const Obb *a, const Obb *b) {
	double d[3];
	obb_between(d, a, b);
	return obb_apart(a, b, d) == OBB_AXES;
}

static inline float obb_volume(const Obb *box) { return 8 * box->half[0] * box->half[1] * box->half[2]; }
#define OBB_LENGTH(box) ((box)->half[0]) // for DESCEND_LONGER
