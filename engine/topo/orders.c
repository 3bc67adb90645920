#include "topo/orders.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/sort.h"

static int32_t order_count(TopoSorted sorted) {
	return sorted == TOPO_BY_ENDS ? 6 : sorted == TOPO_BY_CENTROID ? 3 : 0;
}

static size_t orders_size(int32_t orders, int32_t capacity) {
	return mem_array_size((int64_t)orders * capacity, sizeof(int32_t));
}

int32_t orders_reserve(TopoBuilder *builder, TopoSorted sorted) {
	int32_t wanted = order_count(sorted);
	if (wanted <= builder->order_count) return HN_OK;
	orders_free(builder);
	builder->orders = mem_alloc(orders_size(wanted, builder->capacity));
	if (builder->orders == NULL) return HN_ERR_NO_MEMORY;
	builder->order_count = wanted;
	return HN_OK;
}

void orders_free(TopoBuilder *builder) {
	mem_free(builder->orders, orders_size(builder->order_count, builder->capacity));
	builder->orders = NULL;
	builder->order_count = 0;
}

static int32_t *order_of(const TopoBuilder *builder, int32_t order, int32_t begin) {
	return builder->orders + (int64_t)order * builder->capacity + begin;
}

void orders_view(TopoRange *range, const TopoBuilder *builder, TopoSorted sorted, int32_t begin) {
	for (int32_t k = 0; k < order_count(sorted); ++k)
		range->orders[k] = builder->orders == NULL ? NULL : order_of(builder, k, begin);
}

void orders_sort(const TopoRange *range, TopoBuilder *builder, TopoSorted sorted, int32_t begin) {
	int32_t n = range->count;
	double *keys = range->scratch, *key_room = keys + n;
	int32_t *index_room = (int32_t *)(void *)(key_room + n);
	for (int32_t k = 0; k < order_count(sorted); ++k) {
		int32_t *order = order_of(builder, k, begin);
		for (int32_t i = 0; i < n; ++i) {
			order[i] = i;
			if (sorted == TOPO_BY_CENTROID)
				keys[i] = topo_key(range, i, k);
			else
				keys[i] = k % 2 == 0 ? topo_lo(range, i, k / 2) : topo_hi(range, i, k / 2);
		}
		sort_doubles_indexed(keys, order, n, key_room, index_room);
	}
}

void orders_divide(TopoBuilder *builder, TopoSorted sorted, int32_t begin, int32_t count,
                   const int32_t *moved, int32_t *scratch) {
	for (int32_t k = 0; k < order_count(sorted); ++k) {
		int32_t *order = order_of(builder, k, begin), left = 0, right = 0;
		for (int32_t i = 0; i < count; ++i) {
			int32_t to = moved[order[i]];
			order[left] = to;
			scratch[right] = ~to;
			left += to >= 0;
			right += to < 0;
		}
		memcpy(order + left, scratch, (size_t)right * sizeof *order);
	}
}
