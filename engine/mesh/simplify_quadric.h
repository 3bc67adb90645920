// Quadrics of simplify.c: weighted sums of squared distances from planes, x' A x + 2 b' x + c.
#pragma once

#include <stdbool.h>

#include "math/vec3.h"

typedef struct Quadric {
	double xx, xy, xz, yy, yz, zz; // A, symmetric; its trace is the sum of the planes' weights
	HnVec3 b;
	double c;
} Quadric;

enum { QUADRIC_TARGETS = 4 };

// The plane through `point` with the unit normal n.
Quadric quadric_plane(HnVec3 n, HnVec3 point, double weight);
Quadric quadric_sum(const Quadric *p, const Quadric *q);
// Where an edge may be collapsed to, best first: the least of the quadric (the next one where there is none),
// then the middle and the ends by their error (ties in this order). Returns the cost of the first.
double quadric_targets(HnVec3 out[QUADRIC_TARGETS], const Quadric *q, HnVec3 a, HnVec3 b);
