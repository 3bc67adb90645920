// A k-d order that is made in pieces, a piece a step, so that no step takes much longer than others. The
// boxes move on meanwhile; they are ordered as they lay when the order was begun.
#pragma once

#include "base/array.h"
#include "broad/kd_order.h"

typedef struct KdBlock {
	int64_t begin, count;
} KdBlock;

typedef struct KdSpread {
	ARRAY(KdItem) items;   // empty: no order is being made
	ARRAY(KdBlock) blocks; // still to be ordered, the next one last
} KdSpread;

// Begins with `count` items, which the caller stores in items.data. False: out of memory.
bool spread_begin(KdSpread *spread, int64_t count);
// Orders a piece, one of about `pieces`; at least one block. scratch must hold as many items as there are.
// HN_ERR_NO_MEMORY.
int32_t spread_go_on(KdSpread *spread, KdItem *scratch, int32_t tile, int32_t pieces);
static inline bool spread_is_on(const KdSpread *spread) { return spread->items.count > 0; }
static inline bool spread_is_done(const KdSpread *spread) { return spread->blocks.count == 0; }
// The order is not wanted any more. NULL is allowed, as below.
static inline void spread_end(KdSpread *spread) {
	if (spread != NULL) spread->items.count = spread->blocks.count = 0;
}
void spread_destroy(KdSpread *spread);
size_t spread_bytes(const KdSpread *spread);
