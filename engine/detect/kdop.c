// The homogeneous tree of k-DOPs of any set of directions.
#include "detect/detect.h"

extern const HnDetectClass detect_kdop;
const HnDetectClass detect_kdop = {
	.name = "kdop",
	.about = "tree of k-DOPs: of a usual set or of any directions",
	.source = "wei2000, Klosowski et al. 1998",
	.preset_of = "tree",
	.preset = "volume=kdop roots=none root_obb=true",
};
