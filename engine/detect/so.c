// Octree, sphere, oriented boxes: the algorithm of Wang et al. 2018. Its octree chooses pairs of bodies (of
// two bodies there is one pair, and none runs); in a cube a pair's root spheres come first, then the oriented
// boxes that are the roots of their trees. These are fitted to what is extreme in k slabs along x, weighted
// by area, split by the penalty along all their axes, without nodes of leaves. The paper gives no k and no
// lambda and does not say when boxes move: `update` is open.
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
