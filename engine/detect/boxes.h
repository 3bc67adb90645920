// Broad phases measured alone, as algorithms: every class of broad/ on a scene of objects, under
// HN_QUERY_BOXES.
#pragma once

#include "detect/detect.h"

HnDetectClass boxes_class(int32_t index); // the algorithm for broad_at(index)
