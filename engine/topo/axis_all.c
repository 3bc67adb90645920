// All three axes, each with its own best split: the one whose split costs least is taken. So the papers'
// rules that choose among the planes of all axes (`penalty`, `volume`) are those rules with this axis.
#include "topo/topo.h"

extern const TopoAxisRule topo_axis_all;
const TopoAxisRule topo_axis_all = {
	.name = "all",
	.about = "the axis whose split costs least by the point rule; rules without a cost: the evenest halves",
};
