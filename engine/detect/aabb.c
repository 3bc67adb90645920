// The homogeneous tree of axis-aligned boxes, yu2018's baseline: in each step the moving model's tree is
// refitted completely, in the frame of the still model.
#include "detect/detect.h"

extern const HnDetectClass detect_aabb;
const HnDetectClass detect_aabb = {
	.name = "aabb",
	.about = "tree of axis-aligned boxes",
	.source = "yu2018",
	.preset_of = "tree",
	.preset = "volume=aabb roots=none root_obb=true",
};
