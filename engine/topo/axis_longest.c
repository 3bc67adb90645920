// The axis along which the node's box is longest.
#include "topo/topo.h"

static inline double min(double a, double b) { return a < b ? a : b; }
static inline double max(double a, double b) { return a > b ? a : b; }

static void measure(double out[3], const TopoRange *range) {
	if (range->frame != NULL) {
		for (int k = 0; k < 3; ++k) out[k] = range->frame->extent[k];
		return;
	}
	const TopoItem *item = range->items;
	double lo[3] = { item->lo[0], item->lo[1], item->lo[2] };
	double hi[3] = { item->hi[0], item->hi[1], item->hi[2] };
	for (int32_t i = 1; i < range->count; ++i) {
		item = &range->items[i];
		lo[0] = min(lo[0], item->lo[0]), hi[0] = max(hi[0], item->hi[0]);
		lo[1] = min(lo[1], item->lo[1]), hi[1] = max(hi[1], item->hi[1]);
		lo[2] = min(lo[2], item->lo[2]), hi[2] = max(hi[2], item->hi[2]);
	}
	for (int k = 0; k < 3; ++k) out[k] = hi[k] - lo[k];
}

extern const TopoAxisRule topo_axis_longest;
const TopoAxisRule topo_axis_longest = {
	.name = "longest",
	.about = "the longest side of the node's box",
	.measure = measure,
};
