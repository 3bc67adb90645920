// Families of boxes that are chosen to hurt broad phases.
#pragma once

#include "base/rng.h"
#include "bv/aabb.h"

typedef enum Family {
	FAMILY_UNIFORM,
	FAMILY_GRID,      // whole numbers: touching, equal and flat boxes
	FAMILY_CLUSTERED, // around few places, sizes over three decades
	FAMILY_ONE_PLACE, // all meet
	FAMILY_NESTED,    // about one centre
	FAMILY_HUGE,      // one holds all
	FAMILY_FAR,       // far from the origin, and one object farther still
	FAMILY_LINE,      // along one axis
	FAMILY_POINTS,    // no size; few places
	FAMILY_SPREAD,    // sizes and places over all magnitudes
	FAMILY_PLATES,    // long and flat
	FAMILIES,
} Family;

void box_draw(Rng *rng, Family family, Aabb *out);
