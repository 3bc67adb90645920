// Fitting oriented boxes: axes from a covariance, then the intervals of all points along them.
#pragma once

#include "bv/fit_scratch.h"
#include "bv/obb.h"

// A way to fit boxes: one file and one line in obb_fits.def.
typedef struct ObbFit {
	BvFit fit;
	// Axes that go by positions alone, of room->points, which it may thin out: unit vectors, for coordinates
	// times scale. False, and the room's status: no memory. NULL: by the covariance of triangles.
	bool (*axes)(HnMat3 *out, FitScratch *scratch, const void *params, double scale);
	bool corners; // that of their corners; else of their surface
	// The points that the box holds, of what axes left in the room. NULL: all.
	const PointList *(*held)(const FitScratch *scratch, const void *params);
} ObbFit;
extern const BvFit *const obb_fit_list[]; // up to NULL

// For fits: of the covariance of points, or the area integral over their convex hull, or where it has no area
// over them. HN_ERR_NO_MEMORY.
HnMat3 obb_axes_of_points(const PointList *list, double scale);
int32_t obb_axes_of_hull(HnMat3 *out, const PointList *list, double scale);

// By space->fit; holds all corners, unless the fit is unsound. One triangle, whatever the fit: the box along
// its longest edge, as RAPID has it.
void obb_fit_triangles(Obb *out, const ObbTriangles *triangles, const BvSpace *space);
// Points have no area: `triangles` is by their covariance, too. count >= 1
void obb_fit_points(Obb *out, const HnVec3 *points, int32_t count, const BvSpace *space);
// The box along the axes of the larger one that holds both.
void obb_join(Obb *out, const Obb *a, const Obb *b);
// The box at rest, turned: holds every x' of BvStep of every point of it.
void obb_place_turned(Obb *out, const Obb *rest, const ObbTurn *turn);
// Do all corners of `inner` lie in `outer`, but for 2^-40 of its size?
bool obb_holds(const Obb *outer, const Obb *inner);
// How far the point is from the box, in model units; 0 where it is held. Rounded.
double obb_distance(const Obb *box, HnVec3 point, const BvSpace *space);
bool obb_holds_point(const Obb *box, HnVec3 point, const BvSpace *space);
