// Sets of directions for k-DOPs. A direction d stands for the slab lo <= d.x <= hi, and so for -d too. k is
// therefore twice the number of slabs. This work is based on:
// T. L. Kay, J. T. Kajiya. Ray Tracing Complex Scenes. 1986 (slabs)
// Y. Wei et al. Research on Fixed Direction Hull Bounding Volume in Collision Detection. 2001 (wei2000)
// G. Zachmann. Rapid Collision Detection by Dynamically Aligned DOP-Trees. 1998 (conic combinations)
#pragma once

#include <stdint.h>

#include "bv/space.h"

enum { DIRECTIONS_MAX = 64, HULL_SLABS_MAX = 16 };

// The error bound of a sum of three rounded products, in units of the sum of their magnitudes: 3 * 2^-53, and
// some more for the rounding of that sum.
#define DIRECTIONS_ERROR 0x1p-51

// Three slabs whose planes meet in points: inverse * (the three bounds) is such a point.
typedef struct DirectionTriple {
	int32_t slab[3];
	double inverse[3][3];
	// error: of the point; slack: of other slabs' bounds at the point; in units of max |bounds|
	double error, slack;
} DirectionTriple;

// Where a slab cuts a line in which the planes of two others meet: its middle is at
// (middle - by[0] * bound 0 - by[1] * bound 1) * per_slope, and its half width is half * |per_slope|.
typedef struct DirectionCut {
	double by[2], per_slope;
	int32_t slab;
} DirectionCut;

// The four lines of two slabs.
typedef struct DirectionLines {
	int32_t slab[2], crossing, parallel; // its cuts: from the front those by slabs that
	                                     // cross the lines, from the end those by parallel ones
} DirectionLines;

// As many directions as a set has, turned back by a step.
typedef struct Turned {
	double x[DIRECTIONS_MAX], y[DIRECTIONS_MAX], z[DIRECTIONS_MAX];
} Turned;

enum { CELLS_MAX = 2 * DIRECTIONS_MAX - 2 };

// A facet of the convex hull of the unit vectors and their opposites, and three of its corners. A facet and
// its opposite are one.
typedef struct DirectionCell {
	int32_t slab[3];
	double normal[3]; // 1 along each corner
	double inverse[3][3];
} DirectionCell;

// The first three slabs are linearly independent. They are the axes that the set contains, in their order,
// then directions at large angles to those. All other slabs follow in the order in which they were given.
struct Directions {
	int32_t count;            // slabs
	double x[DIRECTIONS_MAX]; // components, exactly the given direction times a positive number, the largest
	double y[DIRECTIONS_MAX]; // magnitude in [1, 2); an axis has 1 or -1; 0 from count on
	double z[DIRECTIONS_MAX];
	double length[DIRECTIONS_MAX]; // rounded
	// the error of a projection, in units of |x px| + |y py| + |z pz|; 0 for axes
	double error[DIRECTIONS_MAX];
	int32_t given[DIRECTIONS_MAX]; // the index of the given vector, from 0
	double inverse[3][3];          // of the matrix of the first three directions, rounded
	// |p| <= reach * max |bounds of the first three| in each coordinate. 0: the directions are so nearly
	// coplanar that no such bound was found, and nothing may be turned.
	double reach;
	// For conic combinations, set by directions_conic_init:
	DirectionCell cells[CELLS_MAX];
	int32_t cell_count;
	// For hulls, set by directions_hull_init:
	DirectionTriple *triples;
	int32_t triple_count;
	DirectionLines *lines; // of slabs i < j, in this order
	DirectionCut *cuts;    // count - 2 for each of these
	double line_slack;     // how much bounds give way before a line is left out, in units of max |bounds|
	double corner_error;   // the largest error of any triple
	double corner_slack;   // how much all bounds must give way for the triples that were left out
};

// Checks and normalises the vectors. HN_ERR_BAD_INPUT names the bad vector by number (from 1) and value. A
// vector is bad if it is zero or not finite, if its components differ in magnitude by more than 2^100, or if
// it is exactly parallel to an earlier one and has the same sense. One exact opposite of an earlier vector is
// allowed: it stands for the same slab. Other errors are fewer than 3 slabs, more than 64 slabs, and a set
// that does not span space, which is decided exactly.
int32_t directions_init(Directions *out, const double (*vectors)[3], int32_t count);
// The usual sets: k = 6 has the axes, 14 adds the diagonals of the cube, 18 adds those of its faces, 26 adds
// both.
void directions_init_usual(Directions *out, int32_t k);
// HN_ERR_BAD_INPUT if volumes cannot be turned. Conic combinations fail if all directions are too nearly
// coplanar.
int32_t directions_check_turn(const Directions *directions);
// Finds the facets from which a step chooses its conic combinations. They save time only.
void directions_conic_init(Directions *directions);
// Finds the triples and lines for hulls. Errors: HN_ERR_NO_MEMORY; HN_ERR_BAD_INPUT if there are more than
// HULL_SLABS_MAX slabs, or if three directions are so nearly coplanar that their common point is not known
// well enough (the message names them).
int32_t directions_hull_init(Directions *directions);
void directions_free(Directions *directions);
// Tests whether a scaled point is within all slabs. Exact apart from 2^-100 of the point.
bool directions_contain(const Directions *directions, const float *lo, const float *hi, HnVec3 point);

// Everything that depends only on the step. A volume is `slabs` floats lo, then as many floats hi; slabs >=
// count. It is zero before the first step, and stays zero beyond count.
typedef struct DirectionsFollow {
	Turned turned;                // R^T d; by hull times the scale, for unscaled points; 0 from count on
	double shift[DIRECTIONS_MAX]; // d.t
	double translate_margin[DIRECTIONS_MAX], conic_margin[DIRECTIONS_MAX], hull_margin[DIRECTIONS_MAX];
	double factor[3][DIRECTIONS_MAX];                     // the factors of the conic combination, signed
	int32_t hi[3][DIRECTIONS_MAX], lo[3][DIRECTIONS_MAX]; // the indices of the floats that they multiply
} DirectionsFollow;

// Sets what this kind of step needs: shift and translate_margin; if it turns, by_hull decides between
// hull_margin and the factors with conic_margin. root: the bounds of a volume whose double holds every volume
// that is placed. docs/explanation/exactness.md, section 9, derives the margins.
void directions_follow(DirectionsFollow *out, const BvStep *step, const float *root, int32_t slabs,
                       const BvSpace *space);

// The maximum number of hull points. A simple polytope of f faces has 2 f - 4 corners; the rest is spare.
static inline int32_t directions_points_max(const Directions *directions) { return 4 * directions->count; }
// Computes points (3 doubles each, unscaled) whose hull comes within an error of every point of the volume;
// hull_margin covers that error. Returns their number. Only for sets that directions_hull_init accepted.
int32_t directions_hull_points(const float *volume, int32_t slabs, const BvSpace *space, double *xyz);
