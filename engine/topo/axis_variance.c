// The axis along which the centroids have the largest variance. It is computed in two passes, because the
// one-pass formula cancels far from the origin.
#include "topo/topo.h"

static void measure(double out[3], const TopoRange *range) {
	for (int axis = 0; axis < 3; ++axis) {
		double sum = 0;
		for (int32_t i = 0; i < range->count; ++i) sum += topo_key(range, i, axis);
		double mean = sum / range->count, squares = 0;
		for (int32_t i = 0; i < range->count; ++i) {
			double d = topo_key(range, i, axis) - mean;
			squares += d * d;
		}
		out[axis] = squares;
	}
}

extern const TopoAxisRule topo_axis_variance;
const TopoAxisRule topo_axis_variance = {
	.name = "variance",
	.about = "the largest variance of the centroids",
	.measure = measure,
};
