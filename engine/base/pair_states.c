#include "base/pair_states.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"

static const StateKey *key_at(const PairStates *states, int64_t index) {
	return pair_states_at(states, index);
}

static size_t slots_size(int64_t count) { return mem_array_size(count, sizeof(int32_t)); }

// The slot of the pair, or the free slot where it would go. The search ends: either a slot is free, or every
// possible pair has a state.
static int32_t *slot_find(const PairStates *s, int32_t a, int32_t b) {
	uint64_t key = (uint64_t)a << 32 | (uint32_t)b;
	for (uint64_t at = key * 0x9e3779b97f4a7c15U >> 32;; ++at) {
		int32_t *slot = &s->slots[at & (uint64_t)(s->slot_count - 1)];
		if (*slot < 0 || (key_at(s, *slot)->a == a && key_at(s, *slot)->b == b)) return slot;
	}
}

// Makes room for one more state. There are twice as many slots as states, but not more than the number of
// possible pairs needs.
static bool slots_grow(PairStates *s) {
	int64_t most = s->pairs_most, count = 1;
	while (count < most && count < 64) count *= 2;
	while (count < most && count < 2 * (s->count + 1)) count *= 2;
	if (count <= s->slot_count) return true;
	int32_t *slots = mem_alloc(slots_size(count));
	if (slots == NULL) return false;
	mem_free(s->slots, slots_size(s->slot_count));
	s->slots = slots;
	s->slot_count = count;
	for (int64_t i = 0; i < count; ++i) slots[i] = -1;
	for (int32_t i = 0; i < s->count; ++i) *slot_find(s, key_at(s, i)->a, key_at(s, i)->b) = i;
	return true;
}

int32_t pair_states_find(const PairStates *s, int32_t a, int32_t b) {
	return s->count > 0 ? *slot_find(s, a, b) : -1;
}

int32_t pair_states_make(PairStates *s, int32_t a, int32_t b) {
	if (!slots_grow(s) || !array_reserve((void **)&s->data, &s->capacity, s->count + 1, s->class_.size))
		return HN_ERR_NO_MEMORY;
	memset(pair_states_at(s, s->count), 0, s->class_.size);
	*(StateKey *)pair_states_at(s, s->count) = (StateKey){ a, b };
	return *slot_find(s, a, b) = (int32_t)s->count++;
}

void pair_states_forget(PairStates *s) {
	for (int64_t i = 0; i < s->count; ++i) s->class_.forget(pair_states_at(s, i));
}

size_t pair_states_bytes(const PairStates *s) {
	size_t bytes = slots_size(s->slot_count) + (size_t)s->capacity * s->class_.size;
	for (int64_t i = 0; s->class_.bytes != NULL && i < s->count; ++i)
		bytes += s->class_.bytes(pair_states_at(s, i));
	return bytes;
}

void pair_states_free(PairStates *s) {
	for (int64_t i = 0; s->class_.free != NULL && i < s->count; ++i) s->class_.free(pair_states_at(s, i));
	mem_free(s->slots, slots_size(s->slot_count));
	mem_free(s->data, (size_t)s->capacity * s->class_.size);
	*s = (PairStates){ 0 };
}
