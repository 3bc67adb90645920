// Quadrics of simplify.c: weighted sums of squared distances from planes, x' A x + 2 b' x + c.
#pragma once

#include <stdbool.h>

#include "math/vec3.h"

typedef struct Quadric {
	double xx, xy, xz, yy, yz, zz; // A, symmetric; its trace is the sum of the planes' weights
	Vec3 b;
	double c;
} Quadric;

enum { QUADRIC_TARGETS = 4 };

// The plane through `point` with the unit normal n.
Quadric quadric_plane(Vec3 n, Vec3 point, double weight);
Quadric quadric_sum(const Quadric *p, const Quadric *q);
// Where an edge may be collapsed to, best first: the least of the quadric (the next one where there is none),
// then the middle and the ends by their error (ties in this order). Returns the cost of the first.
double quadric_targets(Vec3 out[QUADRIC_TARGETS], const Quadric *q, Vec3 a, Vec3 b);
