// Convex polytopes stored by their corners and cut by one half space after another. The side of each corner
// is decided once for each plane, and everything else is combinatorial. So the surface stays closed in spite
// of rounding, and the error of the volume comes only from the errors of the corners. Every corner has three
// faces.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "math/vec3.h"

// A simple polytope of 64 slabs has 252 corners and 756 entries in faces; there is room for twice as many.
enum { POLYTOPE_CORNERS = 512, POLYTOPE_FACES = 512, POLYTOPE_PLACES = 4 * POLYTOPE_CORNERS };

typedef struct PolytopeFace {
	int32_t first, count; // entries of Polytope.places
} PolytopeFace;

// Large, so it should be allocated once and reused.
typedef struct Polytope {
	HnVec3 corners[POLYTOPE_CORNERS];
	PolytopeFace faces[POLYTOPE_FACES];
	int32_t places[POLYTOPE_PLACES]; // for each face the corners around it, all in the same sense
	int32_t corner_count, face_count, place_count;
} Polytope;

// c + s_0 e[0] + s_1 e[1] + s_2 e[2], |s_i| <= 1.
void polytope_box(Polytope *out, HnVec3 c, const HnVec3 e[3]);
// Cuts off everything outside normal . x <= bound. False: there is no room, and *polytope is unusable.
bool polytope_cut(Polytope *polytope, HnVec3 normal, double bound);
double polytope_volume(const Polytope *polytope); // 0 if nothing is left
double polytope_area(const Polytope *polytope);
