#include "broad/kd_order.h"

#include "base/error.h"
#include "base/sort_keys.h"

void kd_item(KdItem *out, const Aabb *box, int32_t id) {
	for (int k = 0; k < 3; ++k)
		out->key[k] = ordered_float((float)(((double)box->lo[k] + (double)box->hi[k]) * 0.5));
	out->id = id;
}

// Total: no two items are alike.
static inline uint64_t rank_of(const KdItem *item, int axis) {
	return (uint64_t)item->key[axis] << 32 | (uint32_t)item->id;
}

static inline void swap(KdItem *a, KdItem *b) {
	KdItem item = *a;
	*a = *b;
	*b = item;
}

// Moves the `first` lowest to the front (Hoare's selection). Pivots are drawn, so that no order of the items
// is a bad one; where they lie afterwards within a half depends on that and on nothing else.
static void select_lowest(KdItem *items, int64_t count, int64_t first, int axis) {
	int64_t lo = 0, hi = count - 1;
	uint64_t drawn = 0x9e3779b97f4a7c15U;
	while (lo < hi) {
		drawn ^= drawn << 13, drawn ^= drawn >> 7, drawn ^= drawn << 17; // xorshift (Marsaglia 2003)
		uint64_t pivot = rank_of(&items[lo + (int64_t)(drawn % (uint64_t)(hi - lo + 1))], axis);
		int64_t i = lo, j = hi;
		while (i <= j) {
			while (rank_of(&items[i], axis) < pivot) ++i;
			while (rank_of(&items[j], axis) > pivot) --j;
			if (i <= j) swap(&items[i++], &items[j--]);
		}
		if (first <= j)
			hi = j;
		else if (first >= i)
			lo = i;
		else
			return;
	}
}

static int longest_axis(const KdItem *items, int64_t count) {
	int longest = 0;
	float most = -1;
	for (int k = 0; k < 3; ++k) {
		uint32_t lo = items[0].key[k], hi = lo;
		for (int64_t i = 1; i < count; ++i) {
			lo = items[i].key[k] < lo ? items[i].key[k] : lo;
			hi = items[i].key[k] > hi ? items[i].key[k] : hi;
		}
		float extent = float_of_ordered(hi) - float_of_ordered(lo);
		if (extent > most) most = extent, longest = k;
	}
	return longest;
}

void kd_order(KdItem *items, int64_t count, int32_t tile) {
	while (count > tile) {
		int64_t tiles = (count + tile - 1) / tile, first = (tiles + 1) / 2 * tile;
		select_lowest(items, count, first, longest_axis(items, count));
		kd_order(items, first, tile);
		items += first, count -= first;
	}
}
