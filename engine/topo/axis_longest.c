// The axis along which the node's box is longest.
#include "topo/topo.h"

extern const TopoAxisRule topo_axis_longest;
const TopoAxisRule topo_axis_longest = {
	.name = "longest",
	.about = "the longest side of the node's box",
	.measure = topo_extents,
};
