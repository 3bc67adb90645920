// Cube, oriented boxes: the algorithm of Geng et al. 2018. The root is a cube of which only the centre moves.
// Below it are oriented boxes, fitted to the extreme points of k slabs along the longest extent, with the
// prejudgement before each test. In a step the cube moves first, and the tree moves when cubes have
// overlapped. The paper gives no k. Section 1.5 moves a tree as a whole; Section 1.1 can be read so that
// nodes move one by one on the way down, so `update` is open.
#include "detect/detect.h"

extern const HnDetectClass detect_co;
const HnDetectClass detect_co = {
	.name = "co",
	.about = "root cube, a tree of oriented boxes below, which moves once cubes meet; prejudgement",
	.source = "geng2018",
	.preset_of = "tree",
	.preset = "volume=obb fit=slabs slab_axis=longest weight=none roots=caabb prejudge=true by=place",
	.preset_defaults = "update=layered",
};
