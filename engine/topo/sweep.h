// Sweeps over all planes that separate centroids along an axis. One pass from either end gives the boxes of
// both sides of every plane; their costs are added up. This is the template for point rules that differ only
// in the cost. It takes n steps and allocates nothing.
#pragma once

#include "topo/topo.h"

// The item's box in the frame. `framed` must be a constant, so that the loops below do not branch on it.
static inline __attribute__((always_inline)) TopoBox sweep_box(const TopoRange *range, int32_t item,
                                                               bool framed) {
	if (framed) return range->boxes[item];
	TopoBox box;
	for (int k = 0; k < 3; ++k) {
		box.lo[k] = range->items[range->order[item]].lo[k];
		box.hi[k] = range->items[range->order[item]].hi[k];
	}
	return box;
}

static inline __attribute__((always_inline)) TopoBox sweep_merge(TopoBox a, TopoBox b) {
	for (int k = 0; k < 3; ++k) {
		a.lo[k] = b.lo[k] < a.lo[k] ? b.lo[k] : a.lo[k];
		a.hi[k] = b.hi[k] > a.hi[k] ? b.hi[k] : a.hi[k];
	}
	return a;
}

static inline __attribute__((always_inline)) double sweep_key(const TopoRange *range, int32_t item, int axis,
                                                              bool framed) {
	const double *c = range->items[range->order[item]].centroid;
	return framed ? topo_along(range->frame, axis, c) : c[axis];
}

typedef double (*SweepCost)(const TopoBox *box, int32_t n, int32_t leaf); // the cost of n triangles in a box

// Among planes of equal cost the one that makes the most even halves is taken, then the lowest one.
static inline __attribute__((always_inline)) bool sweep(TopoSplit *out, const TopoRange *range, int axis,
                                                        SweepCost cost, bool framed) {
	const int32_t *order = range->orders[axis];
	int32_t n = range->count, best = 0, best_uneven = 0;
	double key = sweep_key(range, order[0], axis, framed), best_cost = 0;
	if (!(key < sweep_key(range, order[n - 1], axis, framed))) return false;
	double *right = range->scratch; // right[i]: the cost of items i and up, in this order
	TopoBox box = sweep_box(range, order[n - 1], framed);
	for (int32_t i = n - 1; i > 0; --i) {
		box = sweep_merge(box, sweep_box(range, order[i], framed));
		right[i] = cost(&box, n - i, range->leaf);
	}
	box = sweep_box(range, order[0], framed);
	for (int32_t i = 1; i < n; ++i) { // i items are left of the plane
		box = sweep_merge(box, sweep_box(range, order[i - 1], framed));
		double here = key;
		key = sweep_key(range, order[i], axis, framed);
		double sum = cost(&box, i, range->leaf) + right[i];
		int32_t uneven = i > n - i ? i - (n - i) : n - i - i;
		bool better = (best == 0) | (sum < best_cost) | ((sum == best_cost) & (uneven < best_uneven));
		if (!(better & (here < key))) continue;
		best = i;
		best_cost = sum;
		best_uneven = uneven;
	}
	*out = (TopoSplit){ .value = sweep_key(range, order[best - 1], axis, framed),
		                .tie = INT32_MAX,
		                .cost = best_cost };
	return true;
}

static inline __attribute__((always_inline)) bool sweep_place(TopoSplit *out, const TopoRange *range,
                                                              int axis, SweepCost cost) {
	return range->frame == NULL ? sweep(out, range, axis, cost, false) : sweep(out, range, axis, cost, true);
}
