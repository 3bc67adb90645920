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

// The quadric of the plane through `point` with the unit normal n.
Quadric quadric_plane(HnVec3 n, HnVec3 point, double weight);
Quadric quadric_sum(const Quadric *p, const Quadric *q);
// The positions to which an edge may be collapsed, best first. The first is the minimum of the quadric, if it
// has one. The middle and the two ends follow in ascending order of error; ties keep this order. Returns the
// cost of the first position.
double quadric_targets(HnVec3 out[QUADRIC_TARGETS], const Quadric *q, HnVec3 a, HnVec3 b);
