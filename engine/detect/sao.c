// Sphere, box, oriented boxes: what Geng et al. 2018 compare with as SAO. Two roots, of which the box is
// refitted to the vertices; below them a tree of oriented boxes, every node of which moves in every step.
#include "detect/detect.h"

extern const HnDetectClass detect_sao;
const HnDetectClass detect_sao = {
	.name = "sao",
	.about = "roots sphere and box, a tree of oriented boxes below, all updated in each step",
	.source = "geng2018",
	.preset_of = "tree",
	.preset = "volume=obb fit=vertices roots=sphere+aabb prejudge=false update=full by=place",
};
