// The planes that separate centroids, one sweep from either end: for each, the boxes of both sides and what
// they cost together. Template for the point rules that differ in the cost alone; n steps, no allocation.
#pragma once

#include "topo/topo.h"

static inline void sweep_grow(TopoBox *box, const TopoRange *range, int32_t item) {
	for (int k = 0; k < 3; ++k) {
		double lo = topo_lo(range, item, k), hi = topo_hi(range, item, k);
		box->lo[k] = lo < box->lo[k] ? lo : box->lo[k];
		box->hi[k] = hi > box->hi[k] ? hi : box->hi[k];
	}
}

static inline TopoBox sweep_box(const TopoRange *range, int32_t item) {
	TopoBox box;
	for (int k = 0; k < 3; ++k) box.lo[k] = topo_lo(range, item, k), box.hi[k] = topo_hi(range, item, k);
	return box;
}

// cost(box, n, leaf) of n triangles in a box. Planes of equal cost: the evenest halves, then the lowest.
static inline __attribute__((always_inline)) bool
sweep_place(TopoSplit *out, const TopoRange *range, int axis,
            double (*cost)(const TopoBox *box, int32_t n, int32_t leaf)) {
	const int32_t *order = range->orders[axis];
	int32_t n = range->count, best_uneven = 0;
	bool found = false;
	if (!(topo_key(range, order[0], axis) < topo_key(range, order[n - 1], axis))) return false;
	double *right = range->scratch; // [i]: items i on, in this order
	TopoBox box = sweep_box(range, order[n - 1]);
	for (int32_t i = n - 1; i > 0; --i) {
		sweep_grow(&box, range, order[i]);
		right[i] = cost(&box, n - i, range->leaf);
	}
	box = sweep_box(range, order[0]);
	double key = topo_key(range, order[0], axis);
	for (int32_t i = 1; i < n; ++i) { // i of them are left of the plane
		sweep_grow(&box, range, order[i - 1]);
		double next = topo_key(range, order[i], axis), here = key;
		key = next;
		if (!(here < next)) continue;
		double sum = cost(&box, i, range->leaf) + right[i];
		int32_t uneven = i > n - i ? i - (n - i) : n - i - i;
		if (found && (sum > out->cost || (sum == out->cost && uneven >= best_uneven))) continue;
		*out = (TopoSplit){ .value = here, .tie = INT32_MAX, .cost = sum };
		best_uneven = uneven;
		found = true;
	}
	return found;
}
