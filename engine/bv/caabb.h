// Axis-aligned cubes that can be turned. bv/caabb.c fits and moves them; this is their test, for other
// layers.
#pragma once

#include "bv/ball.h"

// NaN counts as overlap.
static inline bool caabb_overlaps(const Ball *a, const Ball *b) {
	double sides = ((double)a->r + (double)b->r) * BALL_SLACK;
	bool apart = false;
	for (int k = 0; k < 3; ++k) apart |= fabs((double)a->c[k] - (double)b->c[k]) > sides;
	return !apart;
}
