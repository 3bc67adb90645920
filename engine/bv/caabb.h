// Axis-aligned cubes that can be turned: what bv/caabb.c fits and moves, with its test for other floors.
#pragma once

#include "bv/ball.h"

// What is not a number overlaps.
static inline bool caabb_overlaps(const Ball *a, const Ball *b) {
	double sides = ((double)a->r + (double)b->r) * BALL_SLACK;
	bool apart = false;
	for (int k = 0; k < 3; ++k) apart |= fabs((double)a->c[k] - (double)b->c[k]) > sides;
	return !apart;
}
