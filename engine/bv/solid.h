// A volume as a set of points, whatever its kind, in the volume's scaled coordinates. It is used for reports
// (volume, surface area, the intersection with another volume), never for overlap tests. Everything is
// computed in double with + - * / and sqrt only, so the results are the same on every machine. They are not
// rounded outward.
#pragma once

#include <stdint.h>

#include "bv/directions.h"
#include "bv/polytope.h"
#include "math/vec3.h"

typedef enum SolidKind {
	SOLID_UNKNOWN, // neither of the two below: all its figures are unknown, and reports leave its cells empty
	SOLID_SLABS,   // all x with lo <= normal . x <= hi for every slab; the first three span space
	SOLID_SWEPT,   // all within r of c + s e[0] + t e[1], |s|, |t| <= 1: e = 0 for a sphere
} SolidKind;

// Room for the slabs of two volumes, as their intersection needs.
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

// Volume and surface area, by exact formulas apart from rounding. NaN: not known.
typedef struct SolidSize {
	double volume, area;
} SolidSize;
SolidSize solid_size(const Solid *solid, Polytope *scratch);
// The volume of the intersection: by clipping for polytopes, in closed form for spheres. NaN: not known
// (other swept spheres).
double solid_common(const Solid *a, const Solid *b, Polytope *scratch);
// The largest distance between two points of the solid; NaN: not known.
double solid_diameter(const Solid *solid, Polytope *scratch);
// For slabs: the corners of a box that holds the solid. For swept spheres: the corners of the core. Returns
// how many: 8, 4, or 0 if they are not known.
int32_t solid_corners(HnVec3 corners[8], const Solid *solid);
// Converts slabs into a polytope. False: not known.
bool solid_polytope(Polytope *out, const Solid *solid);
