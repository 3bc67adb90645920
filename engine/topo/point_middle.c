// Splits midway between the outermost centroids.
#include "topo/topo.h"

static bool place(TopoSplit *out, const TopoRange *range, int axis) {
	double lo = topo_key(range, 0, axis), hi = lo;
	for (int32_t i = 1; i < range->count; ++i) {
		double key = topo_key(range, i, axis);
		lo = key < lo ? key : lo;
		hi = key > hi ? key : hi;
	}
	if (!(lo < hi)) return false;
	// The middle of two neighbouring doubles may round to the upper one, which would leave one side empty.
	double middle = lo + (hi - lo) / 2;
	*out = (TopoSplit){ .value = middle < hi ? middle : lo, .tie = INT32_MAX };
	return true;
}

extern const TopoPointRule topo_point_middle;
const TopoPointRule topo_point_middle = {
	.name = "middle",
	.about = "midway between the outermost centroids",
	.place = place,
};
