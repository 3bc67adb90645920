// How tightly the boxes of parts, and those of their surfaces, lie about the parts.
#pragma once

#include "detect/assembly_boxes.h"

// Group TIGHTNESS at the first step, along the scene's axes: tau is that of the boxes that are compared last
// before triangles, of a part the most of its boxes, of all parts the mean; so are the box volumes and
// surfaces sums. Levels: the most over parts, of the part's own box; and where there are surfaces, of theirs.
// HN_ERR_NO_MEMORY.
int32_t assembly_inspect_tightness(Inspection *out, const AssemblyBoxes *boxes);
