// Points of which tests make k-DOPs, and room for a volume of any kind.
#pragma once

#include "base/rng.h"
#include "math/vec3.h"

enum { POINTS = 9, VOLUME_MAX = 1024 };

typedef struct Volume {
	_Alignas(64) char bytes[VOLUME_MAX];
} Volume;

// POINTS of them. Solid, flat, straight, one point; near the origin and far from it. All coordinates below 1
// times scale.
void points_draw(Rng *rng, HnVec3 *out, int kind, double scale);
double some_scale(int round); // ordinary, small, large, or near an end of the range
double unscale(double scale); // a power of two that brings it near 1
