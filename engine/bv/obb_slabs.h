// The points that fit `slabs` takes in place of the object's convex hull. This work is based on:
// Geng et al. 2018, 1.3.2 (slabs along the longest axis); Wang et al. 2018, 1.2, steps 2 to 4 (along x)
#pragma once

#include "bv/obb_fit.h"

enum { SLABS_MAX = 256 };
typedef enum SlabAxis { SLABS_ALONG_LONGEST, SLABS_ALONG_X, SLAB_AXES } SlabAxis;
typedef enum SlabTies {
	TIES_ALL, // every point that ties
	TIES_ONE, // the first of them, in the order of the node's corners
	SLAB_TIES,
} SlabTies;
typedef enum Extremes { EXTREMES_YZ, EXTREMES_XYZ, EXTREMES } Extremes;
typedef enum SlabWeight {
	WEIGHT_NONE, // each chosen point counts once
	WEIGHT_AREA, // the area integral over their convex hull
	WEIGHTS,
} SlabWeight;
typedef enum SlabExtent {
	EXTENT_ALL,    // the box holds every point
	EXTENT_SUBSET, // the box holds only the chosen points; others may stick out
	EXTENTS,
} SlabExtent;
// The parameters of fit `slabs`.
typedef struct SlabsDef {
	int32_t k; // how many slabs: 1 .. SLABS_MAX
	int32_t slab_axis, extremes, ties, weight, extent;
} SlabsDef;
extern const ObbFit obb_by_slabs;

// Fills scratch->chosen with those of scratch->points that are extreme in their slab. The extent of the
// points along the slab axis is cut into def->k slabs. Slab i begins at lo + (hi - lo) i / k, as rounded; a
// point belongs to the last slab that begins at or before it. A point is extreme if it has the least or the
// largest coordinate of its slab along one of the two other axes, or (xyz) also along the slab axis. Of
// points that tie all are chosen, or one (def->ties); that may be a point already chosen for another axis.
// False: no memory.
bool obb_slabs_choose(FitScratch *scratch, const SlabsDef *def);
