// The homogeneous tree of spheres. A rotation changes only their centres.
#include "detect/detect.h"

extern const HnDetectClass detect_sphere;
const HnDetectClass detect_sphere = {
	.name = "sphere",
	.about = "tree of spheres",
	.source = "wang2018; Hubbard 1996",
	.preset_of = "tree",
	.preset = "volume=sphere by=place roots=none root_obb=true",
};
