// The driver of algorithms of pairs (pair_class.h), and the parameters that it adds to each of them.
#pragma once

#include "detect/detect.h"

// Fills in the functions that the driver supplies to an algorithm of pairs, and adds the driver's parameters
// to the algorithm's own, unless these have them already. params: room for all.
void pairs_resolve(HnDetectClass *class, Param params[DETECT_PARAMS_MAX]);
// For HnDetectClass: the parameter check (HN_ERR_BAD_INPUT), and whether there is a broad phase.
int32_t pairs_check(const HnDetectClass *class, const void *params);
bool pairs_fronted(const HnDetectClass *class, const void *params);
// true if neither a broad phase nor roots leave any pair out
bool pairs_all(const HnDetectClass *class, const void *params);
