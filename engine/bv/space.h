// What all volumes of a tree have in common, and how what they were fitted to moves.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "math/pose.h"

typedef struct Directions Directions; // of k-DOPs: bv/directions.h

// How a volume is fitted to points, where it can be in several ways: each volume has its own of these.
typedef enum BvFit {
	FIT_USUAL, // the volume's first
	FIT_CENTROID,
	FIT_RITTER,
	FIT_WELZL,
	FIT_VERTICES,  // obb: covariance of the corners of triangles, each as often as triangles have it
	FIT_TRIANGLES, // obb: of the surface, by area
	FIT_HULL,      // obb: of the surface of the convex hull
	FIT_SLABS,     // obb: of the points that are extreme in slabs
	FIT_MINIMUM,   // obb: nearly the least volume
	FITS,
} BvFit;
const char *bv_fit_name(int32_t index); // as Param.choice wants it

// What a mean is taken over, of the corners of triangles.
typedef enum BvCentre {
	CENTRE_CORNERS,  // every corner of every triangle
	CENTRE_VERTICES, // each vertex once
	CENTRES,
} BvCentre;
const char *bv_centre_name(int32_t index); // as Param.choice wants it

// Of fit `slabs`: see bv/obb_slabs.h.
enum { SLABS_MAX = 256 };
typedef enum BvSlabAxis { SLABS_ALONG_LONGEST, SLABS_ALONG_X, SLAB_AXES } BvSlabAxis;
typedef enum BvExtremes { EXTREMES_YZ, EXTREMES_XYZ, EXTREMES } BvExtremes;
typedef enum BvWeight {
	WEIGHT_NONE, // each chosen point counts once
	WEIGHT_AREA, // the area integral over their convex hull
	WEIGHTS,
} BvWeight;
typedef enum BvExtentOf {
	EXTENT_ALL,    // the box holds every point
	EXTENT_SUBSET, // only those that were chosen: others may stick out
	EXTENTS,
} BvExtentOf;
typedef struct BvSlabs {
	int32_t count; // 1 .. SLABS_MAX; 0: one
	BvSlabAxis axis;
	BvExtremes extremes;
	BvWeight weight;
	BvExtentOf extent;
} BvSlabs;
const char *bv_slab_axis_name(int32_t index); // as Param.choice wants them
const char *bv_extremes_name(int32_t index);
const char *bv_weight_name(int32_t index);
const char *bv_extent_name(int32_t index);

typedef struct BvSpace {
	double scale;                 // volumes are float, in coordinates times this: a power of two
	const Directions *directions; // NULL for volumes that have none; borrowed
	BvFit fit;
	BvCentre centre;
	BvSlabs slabs;
	struct FitRoom *room; // of bv/fit_room.h, borrowed; NULL: fits that need one take it anew each time, and
	                      // nobody hears of a lack of memory
} BvSpace;

// How what is in the volumes of a tree moves in one step: every point y of them (unscaled, in the frame of
// the volumes) comes to some x', |x' - (r y + t)| <= margin in each coordinate. r need not be orthonormal.
// The margin covers how x' was rounded when it was placed; what a volume's own arithmetic adds is its own.
typedef struct BvStep {
	HnMat3 r;
	HnVec3 t;
	double margin[3];
	bool translation; // r is exactly the identity
	bool by_hull;     // conic combinations are not asked for
} BvStep;
