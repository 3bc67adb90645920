// Octree, sphere, oriented boxes: the algorithm of Wang et al. 2018. Its octree chooses the pairs of bodies;
// with two bodies there is only one pair, and no octree runs. A pair tests its root spheres first, then the
// oriented boxes that are the roots of the trees. The boxes are fitted to the extreme points of k slabs along
// x, weighted by area, and split by the penalty along all their axes. Leaves are not stored as nodes. The
// paper gives no k and no lambda. It does not say when boxes move, so `update` is open.
#include "detect/detect.h"

extern const HnDetectClass detect_so;
const HnDetectClass detect_so = {
	.name = "so",
	.about = "octree, root sphere, a tree of oriented boxes below, split by penalty, without nodes of leaves",
	.source = "wang2018",
	.preset_of = "tree",
	.preset = "volume=obb fit=slabs slab_axis=x weight=area axis=all point=penalty storage=parent "
	          "roots=sphere prejudge=false by=place",
	.preset_defaults = "broad=octree",
};
