// Splits at the mean of the centroids.
#include "topo/topo.h"

static bool place(TopoSplit *out, const TopoRange *range, int axis) {
	int32_t n = range->count;
	const double mean[3] = { range->sum[0] / n, range->sum[1] / n, range->sum[2] / n };
	double value = range->frame == NULL ? mean[axis] : topo_along(range->frame, axis, mean);
	*out = (TopoSplit){ .value = value, .tie = INT32_MAX };
	return true;
}

extern const TopoPointRule topo_point_mean;
const TopoPointRule topo_point_mean = {
	.name = "mean",
	.about = "at the mean of the centroids",
	.place = place,
};
