#include "broad/kd_spread.h"

#include "base/error.h"

bool spread_begin(KdSpread *spread, int64_t count) {
	spread_end(spread);
	if (!ARRAY_RESERVE(&spread->items, count) || !ARRAY_RESERVE(&spread->blocks, 1)) return false;
	spread->items.count = count;
	spread->blocks.data[spread->blocks.count++] = (KdBlock){ 0, count };
	return true;
}

// Cuts the last block, and puts its slabs in its place, the first one last.
static int32_t block_cut(KdSpread *spread, KdItem *scratch, int32_t tile) {
	KdBlock block = spread->blocks.data[--spread->blocks.count];
	int64_t slab = kd_order_cut(spread->items.data + block.begin, scratch, block.count, tile);
	if (slab == block.count) return HN_OK;
	int64_t slabs = (block.count + slab - 1) / slab;
	if (!ARRAY_RESERVE(&spread->blocks, spread->blocks.count + slabs)) return HN_ERR_NO_MEMORY;
	for (int64_t i = slabs - 1; i >= 0; --i) {
		int64_t rest = block.count - i * slab;
		KdBlock part = { block.begin + i * slab, rest < slab ? rest : slab };
		spread->blocks.data[spread->blocks.count++] = part;
	}
	return HN_OK;
}

// Each item is in about LEVELS blocks that are cut. Those of up to LUMP items are ordered as a whole, in
// about two cuts.
int32_t spread_go_on(KdSpread *spread, KdItem *scratch, int32_t tile, int32_t pieces) {
	enum { LEVELS = 3, LUMP = 256, CUTS = 2 };
	int64_t budget = LEVELS * spread->items.count / pieces + 1;
	for (int32_t status; budget > 0 && spread->blocks.count > 0;) {
		KdBlock block = spread->blocks.data[spread->blocks.count - 1];
		budget -= block.count;
		if (block.count <= LUMP) {
			kd_order(spread->items.data + block.begin, scratch, block.count, tile);
			budget -= (CUTS - 1) * block.count;
			spread->blocks.count -= 1;
		} else if ((status = block_cut(spread, scratch, tile)) != HN_OK)
			return status;
	}
	return HN_OK;
}

void spread_destroy(KdSpread *spread) {
	if (spread == NULL) return;
	ARRAY_FREE(&spread->items);
	ARRAY_FREE(&spread->blocks);
	mem_free(spread, sizeof *spread);
}

size_t spread_bytes(const KdSpread *spread) {
	if (spread == NULL) return 0;
	return sizeof *spread + (size_t)spread->items.capacity * sizeof(KdItem) +
	       (size_t)spread->blocks.capacity * sizeof(KdBlock);
}
