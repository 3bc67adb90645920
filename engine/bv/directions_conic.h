// Directions as combinations of three directions of a set (Zachmann 1998).
#pragma once

#include "bv/directions.h"

// A direction as a combination of three directions of a set.
typedef struct Cone {
	int32_t slab[3];
	double factor[3]; // signed: a negative factor is a positive factor of the opposite direction
} Cone;

// Finds the combination with the least sum of |factor| * |direction| for each direction of w. Any three
// independent directions give a valid bound, so correctness does not depend on how small the sum is.
void directions_cones(Cone *cones, const Directions *directions, const Turned *w);
