// The OBB tree of RAPID. The axes come from the covariance of the surface, and nodes are split at the mean
// along the longest axis. Nothing is updated: each test composes the pose.
// S. Gottschalk, M. C. Lin, D. Manocha. OBBTree: A Hierarchical Structure for Rapid Interference Detection.
// SIGGRAPH 1996.
#include "detect/detect.h"

extern const HnDetectClass detect_rapid;
const HnDetectClass detect_rapid = {
	.name = "rapid",
	.about = "tree of oriented boxes, the pose composed in each test",
	.source = "gottschalk1996, geng2018",
	.preset_of = "tree",
	.preset = "volume=obb prejudge=false fit=triangles update=full by=sat roots=none root_obb=true",
};
