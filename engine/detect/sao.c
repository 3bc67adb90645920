// Sphere, box, oriented boxes: the algorithm that Geng et al. 2018 call SAO in their comparison. It has two
// roots, a sphere and a box; the box is refitted to the vertices. Below them is a tree of oriented boxes, all
// of whose nodes move in every step.
#include "detect/detect.h"

extern const HnDetectClass detect_sao;
const HnDetectClass detect_sao = {
	.name = "sao",
	.about = "roots sphere and box, a tree of oriented boxes below, all updated in each step",
	.source = "geng2018",
	.preset_of = "tree",
	.preset = "volume=obb fit=vertices roots=sphere+aabb prejudge=false update=full by=place",
};
