// The homogeneous tree of k-DOPs of 14 directions, wei2000's FDH14.
#include "detect/detect.h"

extern const HnDetectClass detect_fdh14;
const HnDetectClass detect_fdh14 = {
	.name = "fdh14",
	.about = "tree of k-DOPs of 14 directions",
	.source = "wei2000",
	.preset_of = "tree",
	.preset = "volume=fdh14 roots=none root_obb=true",
};
