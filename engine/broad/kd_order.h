// Orders objects like the leaves of a k-d tree. Each aligned run of `tile` items, or of `tile` times a power
// of two, lies close together in space.
#pragma once

#include "broad/objects.h"

typedef struct KdItem {
	float center[3];
	int32_t id;
} KdItem;

static inline void kd_item(KdItem *out, const Aabb *box, int32_t id) {
	for (int k = 0; k < 3; ++k) out->center[k] = box->lo[k] * 0.5F + box->hi[k] * 0.5F;
	out->id = id;
}
// scratch must hold `count` items. Items with equal centres keep their order, and so may some items that are
// near each other. The recursion is at most 128 deep.
void kd_order(KdItem *items, KdItem *scratch, int64_t count, int32_t tile);
// Cuts a block into slabs, as kd_order does first. Returns the number of items in a slab (the last one may
// have fewer), or `count` if there is nothing to cut.
int64_t kd_order_cut(KdItem *items, KdItem *scratch, int64_t count, int32_t tile);
