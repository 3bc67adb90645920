// Buffers of pairs.
#include "base/array.h"
#include "base/error.h"
#include "base/sort_keys.h"
#include "broad/broad.h"

int32_t hn_broad_pairs_sort(HnBroadPairs *pairs) {
	int32_t status = error_if_null(pairs, "a buffer of pairs");
	if (status == HN_OK) status = array_check(pairs->data, pairs->count, pairs->count, "a buffer of pairs");
	if (status != HN_OK) return status;
	size_t size = mem_array_size(2 * pairs->count, sizeof(uint64_t));
	uint64_t *keys = mem_alloc(size);
	if (keys == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < pairs->count; ++i)
		keys[i] = (uint64_t)pairs->data[i].a << 32 | (uint32_t)pairs->data[i].b;
	sort_keys(keys, pairs->count, keys + pairs->count);
	for (int64_t i = 0; i < pairs->count; ++i)
		pairs->data[i] = (HnBroadPair){ (int32_t)(keys[i] >> 32), (int32_t)(uint32_t)keys[i] };
	mem_free(keys, size);
	return HN_OK;
}

void hn_broad_pairs_free(HnBroadPairs *pairs) {
	if (pairs == NULL) return;
	mem_free(pairs->data, (size_t)pairs->capacity * sizeof *pairs->data);
	*pairs = (HnBroadPairs){ 0 };
}
