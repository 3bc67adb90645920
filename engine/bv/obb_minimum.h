// Axes of a box of nearly the least volume: a tight reference for the other fits, at many times their cost.
#pragma once

#include "bv/fit_scratch.h"
#include "bv/space.h"

// Of room->points, of which there is one at least, each position once, for coordinates times scale; unit
// vectors. Deterministic; near the least, and no box is known to be: there is no bound on how near.
// HN_ERR_NO_MEMORY.
int32_t obb_minimum_axes(HnMat3 *out, FitScratch *scratch, double scale);
