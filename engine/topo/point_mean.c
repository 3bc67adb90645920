// At the mean of the centroids.
#include "topo/topo.h"

static bool place(TopoSplit *out, const TopoRange *range, int axis) {
	double sum = 0;
	for (int32_t i = 0; i < range->count; ++i) sum += topo_key(range, i, axis);
	*out = (TopoSplit){ .value = sum / range->count, .tie = INT32_MAX };
	return true;
}

extern const TopoPointRule topo_point_mean;
const TopoPointRule topo_point_mean = {
	.name = "mean",
	.about = "at the mean of the centroids",
	.place = place,
};
