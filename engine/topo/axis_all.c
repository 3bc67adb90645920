// Tries all three axes, each with its own best split, and takes the split that costs least. So the published
// rules that choose among the planes of all axes (`penalty`, `volume`) are those point rules with this axis
// rule.
#include "topo/topo.h"

extern const TopoAxisRule topo_axis_all;
const TopoAxisRule topo_axis_all = {
	.name = "all",
	.about = "the axis whose split costs least by the point rule; rules without a cost: the evenest halves",
};
