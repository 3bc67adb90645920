// Box, oriented boxes: the algorithm that Geng et al. 2018 call AO in their comparison. Like sao, but only
// the box is a root.
#include "detect/detect.h"

extern const HnDetectClass detect_ao;
const HnDetectClass detect_ao = {
	.name = "ao",
	.about = "root box, a tree of oriented boxes below, all updated in each step",
	.source = "geng2018",
	.preset_of = "tree",
	.preset = "volume=obb fit=vertices roots=aabb prejudge=false update=full by=place",
};
