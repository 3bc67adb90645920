// The points that fit `slabs` takes for the object's hull. This work is based on:
// Geng et al. 2018, 1.3.2 (slabs along the longest axis); Wang et al. 2018, 1.2, steps 2 to 4 (along x)
#pragma once

#include "bv/fit_room.h"
#include "bv/space.h"

// room->chosen: of the points of room, those that are extreme in their slab. The extent of the points along
// the slab axis is cut into slabs->count parts, of which number i begins at lo + (hi - lo) i / count, rounded
// so; a point is in the last one that begins no farther than it. Extreme are those that have the least or the
// largest coordinate of the slab along one of the two other axes, or also along the slab axis (xyz): all that
// tie. False: no memory.
bool obb_slabs_choose(FitRoom *room, const BvSlabs *slabs);
