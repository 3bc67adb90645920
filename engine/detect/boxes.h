// Broad phases alone, as algorithms: every class of broad/ on a scene of objects, under HN_QUERY_BOXES.
#pragma once

#include "detect/detect.h"

HnDetectClass boxes_class(int32_t index); // of broad_at(index)
