// The homogeneous tree of spheres: turns cost their centres only.
#include "detect/detect.h"

extern const HnDetectClass detect_sphere;
const HnDetectClass detect_sphere = {
	.name = "sphere",
	.about = "tree of spheres",
	.source = "wang2018; Hubbard 1996",
	.preset_of = "tree",
	.preset = "volume=sphere prejudge=false by=place k=14 directions=none "
	          "slab_axis=longest extremes=yz weight=none extent=all roots=none root_obb=true",
};
