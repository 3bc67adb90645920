// Fitting oriented boxes: first the axes, usually from a covariance, then the intervals of all points along
// them.
#pragma once

#include "bv/fit_scratch.h"
#include "bv/obb.h"

// A way to fit boxes: one file and one line in obb_fits.def.
typedef struct ObbFit {
	BvFit fit;
	// Axes computed only from the positions in scratch->points, which the function may thin out. The axes are
	// unit vectors, for coordinates times scale. False: no memory, and the scratch's status is set. NULL: the
	// axes come from the covariance of the triangles.
	bool (*axes)(HnMat3 *out, FitScratch *scratch, const void *params, double scale);
	bool corners; // true: the covariance of the triangles' corners; false: that of their surface
	// Which points the box holds, out of those that `axes` left in the scratch memory. NULL: all of them.
	const PointList *(*held)(const FitScratch *scratch, const void *params);
} ObbFit;
extern const BvFit *const obb_fit_list[]; // up to NULL

// For fits: the axes from the covariance of points, or from the area integral over their convex hull. If the
// hull has no area, the points are used. Error: HN_ERR_NO_MEMORY.
HnMat3 obb_axes_of(const HnVec3 *points, int64_t count, double scale);
HnMat3 obb_axes_of_points(const PointList *list, double scale);
int32_t obb_axes_of_hull(HnMat3 *out, const PointList *list, double scale);

// Fits a box to triangles by space->fit. It holds all corners, unless the fit is unsound. A single triangle
// gets the box along its longest edge, whatever the fit, as in RAPID.
void obb_fit_triangles(Obb *out, const ObbTriangles *triangles, const BvSpace *space);
// Fits a box to count >= 1 points. Points have no area, so the fit `triangles` uses their covariance, too.
void obb_fit_points(Obb *out, const HnVec3 *points, int32_t count, const BvSpace *space);
// The box that holds both, along the axes of the larger one.
void obb_join(Obb *out, const Obb *a, const Obb *b);
// The box at rest, turned. It holds every x' of BvStep of every point of the box.
void obb_place_turned(Obb *out, const Obb *rest, const ObbTurn *turn);
// Tests whether all corners of `inner` lie in `outer`, with a tolerance of 2^-40 of its size.
bool obb_holds(const Obb *outer, const Obb *inner);
// The distance from the box to the point in model units, rounded; 0 if the box holds the point.
double obb_distance(const Obb *box, HnVec3 point, const BvSpace *space);
bool obb_holds_point(const Obb *box, HnVec3 point, const BvSpace *space);
