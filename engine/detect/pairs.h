// The driver of algorithms of pairs (pair_class.h), and the parameters that it gives each of them.
#pragma once

#include "detect/detect.h"

// Fills in what the driver does for an algorithm of pairs, and adds its parameters to the algorithm's own,
// unless these have them already; params: room for all.
void pairs_resolve(HnDetectClass *class, Param params[DETECT_PARAMS_MAX]);
// Of HnDetectClass, for an algorithm of pairs: HN_ERR_BAD_INPUT; is there a broad phase?
int32_t pairs_check(const HnDetectClass *class, const void *params);
bool pairs_fronted(const HnDetectClass *class, const void *params);
bool pairs_all(const HnDetectClass *class, const void *params); // neither that nor roots leave any out
