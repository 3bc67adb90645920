#include "mesh/weld.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"

// The slot of a position: the slot of an equal vertex, or a free one. A builder's coordinates are never -0 or
// NaN, so equal positions have equal bytes.
static int64_t find_slot(const Welder *w, const double *xyz, const double *at) {
	enum { SIZE = 3 * sizeof(double) };
	uint64_t key;
	HnHash hash = hn_hash_bytes(at, SIZE);
	memcpy(&key, hash.bytes, sizeof key);
	int64_t slot = (int64_t)(key & (uint64_t)(w->slot_count - 1));
	while (w->slots[slot] >= 0 && memcmp(xyz + 3 * (int64_t)w->slots[slot], at, SIZE) != 0)
		slot = (slot + 1) & (w->slot_count - 1);
	return slot;
}

// Doubles the number of slots, so that at most half of them are in use.
static int32_t grow(Welder *w, const double *xyz, int64_t vertices) {
	Welder larger = { .slot_count = w->slot_count == 0 ? 64 : 2 * w->slot_count };
	size_t size = mem_array_size(larger.slot_count, sizeof *larger.slots);
	larger.slots = mem_alloc(size);
	if (larger.slots == NULL) return HN_ERR_NO_MEMORY;
	memset(larger.slots, 0xFF, size);
	for (int64_t v = 0; v < vertices; ++v) larger.slots[find_slot(&larger, xyz, xyz + 3 * v)] = (int32_t)v;
	weld_free(w);
	*w = larger;
	return HN_OK;
}

int32_t weld_vertex(Welder *w, MeshBuilder *b, const double xyz[3], int32_t *out) {
	int64_t count = mesh_builder_vertex_count(b);
	int32_t code = 2 * (count + 1) > w->slot_count ? grow(w, b->xyz.data, count) : HN_OK;
	if (code == HN_OK) code = mesh_builder_vertex(b, xyz);
	if (code != HN_OK) return code;
	int64_t slot = find_slot(w, b->xyz.data, b->xyz.data + 3 * count);
	if (w->slots[slot] < 0)
		w->slots[slot] = (int32_t)count;
	else
		b->xyz.count -= 3;
	*out = w->slots[slot];
	return HN_OK;
}

void weld_free(Welder *w) {
	mem_free(w->slots, mem_array_size(w->slot_count, sizeof *w->slots));
	*w = (Welder){ 0 };
}
