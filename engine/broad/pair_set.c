#include "broad/pair_set.h"

#include <string.h>

#include "base/error.h"

#define PAIR_SET_FREE UINT64_MAX

static inline uint64_t pair_key(int32_t a, int32_t b) {
	return a < b ? (uint64_t)a << 32 | (uint32_t)b : (uint64_t)b << 32 | (uint32_t)a;
}

// The finaliser of MurmurHash3 (Appleby): every bit of the key affects the low bits.
static inline int64_t home_of(const PairSet *set, uint64_t key) {
	key ^= key >> 33;
	key *= 0xff51afd7ed558ccdU;
	key ^= key >> 33;
	key *= 0xc4ceb9fe1a85ec53U;
	key ^= key >> 33;
	return (int64_t)(key & (uint64_t)(set->size - 1));
}

void pair_set_clear(PairSet *set) {
	if (set->size > 0) memset(set->slots, 0xff, (size_t)set->size * sizeof *set->slots);
	set->count = 0;
}

void pair_set_free(PairSet *set) {
	mem_free(set->slots, (size_t)set->size * sizeof *set->slots);
	*set = (PairSet){ 0 };
}

// Returns the key's slot, or the free slot where it belongs.
static inline int64_t slot_of(const PairSet *set, uint64_t key) {
	int64_t at = home_of(set, key);
	while (set->slots[at] != key && set->slots[at] != PAIR_SET_FREE) at = (at + 1) & (set->size - 1);
	return at;
}

static bool set_grow(PairSet *set) {
	PairSet grown = { .size = set->size == 0 ? 64 : 2 * set->size, .count = set->count };
	grown.slots = mem_alloc(mem_array_size(grown.size, sizeof *grown.slots));
	if (grown.slots == NULL) return false;
	memset(grown.slots, 0xff, (size_t)grown.size * sizeof *grown.slots);
	for (int64_t i = 0; i < set->size; ++i)
		if (set->slots[i] != PAIR_SET_FREE) grown.slots[slot_of(&grown, set->slots[i])] = set->slots[i];
	pair_set_free(set);
	*set = grown;
	return true;
}

bool pair_set_add(PairSet *set, int32_t a, int32_t b) {
	if (3 * set->count >= 2 * set->size && !set_grow(set)) return false;
	uint64_t key = pair_key(a, b);
	int64_t at = slot_of(set, key);
	set->count += set->slots[at] == PAIR_SET_FREE;
	set->slots[at] = key;
	return true;
}

static void slot_clear(PairSet *set, int64_t hole) {
	int64_t mask = set->size - 1;
	for (int64_t at = (hole + 1) & mask; set->slots[at] != PAIR_SET_FREE; at = (at + 1) & mask) {
		int64_t home = home_of(set, set->slots[at]);
		if (((at - home) & mask) < ((at - hole) & mask)) continue; // its home is after the hole, so it stays
		set->slots[hole] = set->slots[at];
		hole = at;
	}
	set->slots[hole] = PAIR_SET_FREE;
	set->count -= 1;
}

void pair_set_remove(PairSet *set, int32_t a, int32_t b) {
	if (set->size == 0) return;
	int64_t at = slot_of(set, pair_key(a, b));
	if (set->slots[at] != PAIR_SET_FREE) slot_clear(set, at);
}

// An entry that a removal shifts into slot i is examined next. An entry that it shifts over the end of the
// array, from its front to its back, was examined before.
void pair_set_drop(PairSet *set, const uint8_t *states, int32_t end) {
	for (int64_t i = 0; i < set->size;) {
		uint64_t key = set->slots[i];
		int64_t a = (int64_t)(key >> 32), b = (int64_t)(key & UINT32_MAX);
		if (key == PAIR_SET_FREE || (b < end && (states[a] & states[b] & OBJECT_LIVE) != 0))
			i += 1;
		else
			slot_clear(set, i);
	}
}

bool pair_set_list(const PairSet *set, HnBroadPairs *out) {
	if (!broad_pairs_reserve(out, set->count)) return false;
	HnBroadPair *to = out->data + out->count;
	for (int64_t i = 0; i < set->size; ++i)
		if (set->slots[i] != PAIR_SET_FREE)
			*to++ = (HnBroadPair){ (int32_t)(set->slots[i] >> 32), (int32_t)(uint32_t)set->slots[i] };
	out->count += set->count;
	return true;
}
