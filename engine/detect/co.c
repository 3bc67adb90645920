// Cube, oriented boxes: the algorithm of Geng et al. 2018. A root cube of which only the centre moves; below
// it oriented boxes fitted to what is extreme in k slabs along the longest extent, tested by the prejudgement
// first. In a step the cube moves, and the tree once cubes have met. The paper gives no k.
#include "detect/detect.h"

extern const HnDetectClass detect_co;
const HnDetectClass detect_co = {
	.name = "co",
	.about = "root cube, a tree of oriented boxes below, which moves once cubes meet; prejudgement",
	.source = "geng2018",
	.preset_of = "tree",
	.preset = "volume=obb fit=slabs slab_axis=longest weight=none roots=caabb prejudge=true update=layered "
	          "by=place",
};
