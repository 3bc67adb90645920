// Convex polytopes by their corners, cut by half spaces one after another. Which side a corner is on is
// decided once for each corner and plane, and all the rest is combinatorial: the surface stays closed
// whatever rounding does, so its volume is off by no more than its corners are. Every corner has three faces.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "math/vec3.h"

// Of 64 slabs a simple polytope has 252 corners and 756 places in faces; twice that to spare.
enum { POLYTOPE_CORNERS = 512, POLYTOPE_FACES = 512, POLYTOPE_PLACES = 4 * POLYTOPE_CORNERS };

typedef struct PolytopeFace {
	int32_t first, count; // places
} PolytopeFace;

// Large: made once and used again.
typedef struct Polytope {
	HnVec3 corners[POLYTOPE_CORNERS];
	PolytopeFace faces[POLYTOPE_FACES];
	int32_t places[POLYTOPE_PLACES]; // corners around each face, all in the same sense
	int32_t corner_count, face_count, place_count;
} Polytope;

// c + s_0 e[0] + s_1 e[1] + s_2 e[2], |s_i| <= 1.
void polytope_box(Polytope *out, HnVec3 c, const HnVec3 e[3]);
// Keeps what is in normal . x <= bound. False: there is no room; *polytope is then of no use.
bool polytope_cut(Polytope *polytope, HnVec3 normal, double bound);
double polytope_volume(const Polytope *polytope); // 0 where nothing is left
double polytope_area(const Polytope *polytope);
