// What a volume is as a set of points, whatever its kind: for reports on it (volume, surface, what it has in
// common with another), never for tests of overlap. In the volume's scaled coordinates. Everything is
// computed in double, by + - * / and sqrt alone, so it is the same on every machine; it is not rounded
// outward.
#pragma once

#include <stdint.h>

#include "bv/directions.h"
#include "bv/polytope.h"
#include "math/vec3.h"

typedef enum SolidKind {
	SOLID_UNKNOWN, // neither: every figure of it is unknown, and reports leave its cells empty
	SOLID_SLABS,   // all x with lo <= normal . x <= hi for every slab; the first three span space
	SOLID_SWEPT,   // all within r of c + s e[0] + t e[1], |s|, |t| <= 1: e = 0 for a sphere
} SolidKind;

// Room for the slabs of two volumes, for what they have in common.
enum { SOLID_SLABS_MAX = 2 * DIRECTIONS_MAX };

typedef struct Solid {
	SolidKind kind;
	int32_t slabs;
	HnVec3 normal[SOLID_SLABS_MAX]; // of any length
	double lo[SOLID_SLABS_MAX], hi[SOLID_SLABS_MAX];
	HnVec3 c, e[2];
	double r;
} Solid;

// The box of these bounds.
void solid_box(Solid *out, const float lo[3], const float hi[3]);
// The k-DOP of these bounds.
void solid_slabs(Solid *out, const Directions *directions, const float *lo, const float *hi);
// All c + sum s_i axes_i, |s_i| <= half_i.
void solid_parallelepiped(Solid *out, const float c[3], const float axes[3][3], const float half[3]);

// Volume and surface; exact formulas, but for rounding. NaN where they are not known.
typedef struct SolidSize {
	double volume, area;
} SolidSize;
SolidSize solid_size(const Solid *solid, Polytope *scratch);
// The volume that two have in common: of polytopes by clipping, of spheres in closed form. NaN: not known
// (other swept spheres).
double solid_common(const Solid *a, const Solid *b, Polytope *scratch);
// The largest distance of two of its points; NaN: not known.
double solid_diameter(const Solid *solid, Polytope *scratch);
// Corners of a box that holds it (of slabs), or of its core; how many: 8, 4, or 0 where they are not known.
int32_t solid_corners(HnVec3 corners[8], const Solid *solid);
// The polytope of slabs. False: not known.
bool solid_polytope(Polytope *out, const Solid *solid);
