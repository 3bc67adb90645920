// The points that fit `slabs` takes for the object's hull. This work is based on:
// Geng et al. 2018, 1.3.2 (slabs along the longest axis); Wang et al. 2018, 1.2, steps 2 to 4 (along x)
#pragma once

#include "bv/obb_fit.h"

enum { SLABS_MAX = 256 };
typedef enum SlabAxis { SLABS_ALONG_LONGEST, SLABS_ALONG_X, SLAB_AXES } SlabAxis;
typedef enum Extremes { EXTREMES_YZ, EXTREMES_XYZ, EXTREMES } Extremes;
typedef enum SlabWeight {
	WEIGHT_NONE, // each chosen point counts once
	WEIGHT_AREA, // the area integral over their convex hull
	WEIGHTS,
} SlabWeight;
typedef enum SlabExtent {
	EXTENT_ALL,    // the box holds every point
	EXTENT_SUBSET, // only those that were chosen: others may stick out
	EXTENTS,
} SlabExtent;
// The parameters of fit `slabs`.
typedef struct SlabsDef {
	int32_t k; // how many: 1 .. SLABS_MAX
	int32_t slab_axis, extremes, weight, extent;
} SlabsDef;
extern const ObbFit obb_by_slabs;

// room->chosen: of the points of room, those that are extreme in their slab. The extent of the points along
// the slab axis is cut into def->k parts, of which number i begins at lo + (hi - lo) i / count, rounded
// so; a point is in the last one that begins no farther than it. Extreme are those that have the least or the
// largest coordinate of the slab along one of the two other axes, or also along the slab axis (xyz): all that
// tie. False: no memory.
bool obb_slabs_choose(FitScratch *scratch, const SlabsDef *def);
