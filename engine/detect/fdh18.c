// The homogeneous tree of k-DOPs of 18 directions, wei2000's FDH18.
#include "detect/detect.h"

extern const HnDetectClass detect_fdh18;
const HnDetectClass detect_fdh18 = {
	.name = "fdh18",
	.about = "tree of k-DOPs of 18 directions",
	.source = "wei2000",
	.preset_of = "tree",
	.preset = "volume=fdh18 roots=none root_obb=true",
};
