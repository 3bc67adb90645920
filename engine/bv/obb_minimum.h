// The axes of a box of nearly the least volume. This is a tight reference for the other fits, at many times
// their cost.
#pragma once

#include "bv/fit_scratch.h"
#include "bv/space.h"

// Computes the axes for scratch->points, which has at least one point and each position once, for coordinates
// times scale. The axes are unit vectors. The result is deterministic and near the least volume. There is no
// bound on how near. Error: HN_ERR_NO_MEMORY.
int32_t obb_minimum_axes(HnMat3 *out, FitScratch *scratch, double scale);
