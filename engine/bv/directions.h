// Sets of directions of k-DOPs. A direction d stands for the slab lo <= d.x <= hi, and so for -d too: k is
// twice the number of slabs. This work is based on:
// T. L. Kay, J. T. Kajiya. Ray Tracing Complex Scenes. 1986 (slabs)
// Y. Wei et al. Research on Fixed Direction Hull Bounding Volume in Collision Detection. 2001 (wei2000)
// G. Zachmann. Rapid Collision Detection by Dynamically Aligned DOP-Trees. 1998 (conic combinations)
#pragma once

#include <stdint.h>

#include "bv/space.h"

enum { DIRECTIONS_MAX = 64, HULL_SLABS_MAX = 16 };

// 4 * 2^-53: of a sum of three rounded products in units of the sum of their magnitudes (3, and a little for
// the rounding of that sum).
#define DIRECTIONS_ERROR 0x1p-51

// Three slabs whose planes meet in points: inverse * (the three bounds) is such a point.
typedef struct DirectionTriple {
	int32_t slab[3];
	double inverse[3][3];
	double error, slack; // of the point, and of other slabs' bounds there; in units of max |bounds|
} DirectionTriple;

// The first three slabs are independent: the axes as far as the set has them, in their order, then others of
// large angles with them. All the rest follow in the order in which they were given.
struct Directions {
	int32_t count;            // slabs
	double x[DIRECTIONS_MAX]; // components, exactly the given direction times a positive number, the largest
	double y[DIRECTIONS_MAX]; // magnitude in [1, 2); an axis has 1 or -1; 0 from count on
	double z[DIRECTIONS_MAX];
	double length[DIRECTIONS_MAX]; // rounded
	double error[DIRECTIONS_MAX];  // of a projection, in units of |x px| + |y py| + |z pz|: 0 for axes
	int32_t given[DIRECTIONS_MAX]; // which vector it was, from 0
	double inverse[3][3];          // of the matrix of the first three, rounded
	double reach;                  // |p| <= reach * max |bounds of the first three| in each coordinate; 0: so
	                               // nearly in a plane that no bound was found, and nothing may be turned
	// For hulls, once directions_hull_init was called:
	DirectionTriple *triples;
	int32_t triple_count;
	double corner_error; // the most of any triple
	double corner_slack; // by which all bounds give way for triples left out
};

// Checks and normalises. HN_ERR_BAD_INPUT names by number (from 1) and value: a vector that is zero, not
// finite, or whose components differ in magnitude by more than 2^100; a duplicate (exactly parallel; the
// opposite of an earlier one is the same slab and no fault, once); fewer than 3 slabs, more than 64, or a set
// that does not span space, which is decided exactly.
int32_t directions_init(Directions *out, const double (*vectors)[3], int32_t count);
// The usual sets: k = 6 axes, 14 with the diagonals of the cube, 18 with those of its faces, 26 with both.
void directions_init_usual(Directions *out, int32_t k);
// HN_ERR_BAD_INPUT where volumes cannot be turned: by conic combinations where all directions lie too nearly
// in a plane.
int32_t directions_check_turn(const Directions *directions);
// Finds the triples for hulls; HN_ERR_NO_MEMORY, or HN_ERR_BAD_INPUT for more than HULL_SLABS_MAX slabs and
// where three directions lie so nearly in a plane that their point is not known well enough, which it names.
int32_t directions_hull_init(Directions *directions);
void directions_free(Directions *directions);
// Is a scaled point within all slabs? Exact but for 2^-100 of the point.
bool directions_contain(const Directions *directions, const float *lo, const float *hi, HnVec3 point);

// Everything of one step. Volumes are `slabs` floats lo, then as many hi; slabs >= count.
typedef struct DirectionsFollow {
	double x[DIRECTIONS_MAX], y[DIRECTIONS_MAX], z[DIRECTIONS_MAX]; // R^T d times scale: for unscaled points
	double shift[DIRECTIONS_MAX];                                   // d.t
	double translate_margin[DIRECTIONS_MAX], conic_margin[DIRECTIONS_MAX], hull_margin[DIRECTIONS_MAX];
	double factor[3][DIRECTIONS_MAX];                     // of the conic combination, signed
	int32_t hi[3][DIRECTIONS_MAX], lo[3][DIRECTIONS_MAX]; // the floats that they multiply
} DirectionsFollow;

// root: the bounds of a volume such that all that are placed lie in its double. docs/exactness.md, section 9,
// derives the margins.
void directions_follow(DirectionsFollow *out, const BvStep *step, const float *root, int32_t slabs,
                       const BvSpace *space);

// Most points of a hull: a simple polytope of f faces has 2 f - 4 corners; some to spare.
static inline int32_t directions_points_max(const Directions *directions) { return 4 * directions->count; }
// Points (3 doubles each, unscaled) such that every point of the volume is within the error, which
// hull_margin covers, of their hull. Returns their number. For sets that directions_hull_init took.
int32_t directions_hull_points(const float *volume, int32_t slabs, const BvSpace *space, double *xyz);
