// How tightly the boxes of parts, and those of their surfaces, enclose the parts.
#pragma once

#include "detect/assembly_boxes.h"

// Group TIGHTNESS at the first step, along the scene's axes. tau is that of the boxes that are compared last
// before triangles: for a part the maximum over its boxes, for all parts the mean. The box volumes and
// surface areas are sums over the same boxes. Levels: the maximum over parts, for the parts' own boxes, and
// if there are surfaces for theirs. Error: HN_ERR_NO_MEMORY.
int32_t assembly_inspect_tightness(Inspection *out, const AssemblyBoxes *boxes);
