#include "broad/rows.h"

#include "base/error.h"

// The size of a block in units of 4 bytes. Ids and bounds have the same size.
static int64_t block_floats(int64_t capacity) { return 7 * (capacity + ROWS_PAD); }

static void rows_empty_box(BoxRows *rows, int64_t i) {
	for (int k = 0; k < 3; ++k) rows->lo[k][i] = (float)INFINITY, rows->hi[k][i] = -(float)INFINITY;
	rows->ids[i] = 0;
}

int32_t rows_resize(BoxRows *rows, int64_t count) {
	if (count > rows->capacity || rows->ids == NULL) {
		int64_t capacity = count + count / 4;
		rows_free(rows);
		float *block = mem_alloc(mem_array_size(block_floats(capacity), sizeof(float)));
		if (block == NULL) return HN_ERR_NO_MEMORY;
		rows->capacity = capacity;
		for (int k = 0; k < 3; ++k) {
			rows->lo[k] = block + (2 * k) * (capacity + ROWS_PAD);
			rows->hi[k] = block + (2 * k + 1) * (capacity + ROWS_PAD);
		}
		rows->ids = (int32_t *)(void *)(block + 6 * (capacity + ROWS_PAD));
	}
	rows->count = count;
	for (int64_t i = count; i < count + ROWS_PAD; ++i) rows_empty_box(rows, i);
	return HN_OK;
}

void rows_free(BoxRows *rows) {
	mem_free(rows->lo[0], rows_bytes(rows));
	*rows = (BoxRows){ 0 };
}

size_t rows_bytes(const BoxRows *rows) {
	return rows->ids == NULL ? 0 : mem_array_size(block_floats(rows->capacity), sizeof(float));
}

int32_t rows_gather(BoxRows *rows, const BroadObjects *objects) {
	int32_t status = rows_resize(rows, objects->count);
	if (status != HN_OK) return status;
	int64_t at = 0;
	for (int32_t id = 0; id < objects->end; ++id)
		if (object_is_live(objects, id)) rows_set(rows, at++, &objects->keys[id], id);
	return HN_OK;
}
