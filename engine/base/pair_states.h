// What an algorithm keeps of single pairs of bodies, found by the pair: over steps, until a pass begins.
#pragma once

#include "base/array.h"

// The key of a state, its first member.
typedef struct StateKey {
	int32_t a, b;
} StateKey;

// size bytes each, which begin with a StateKey; a new one is all zero but for it.
typedef struct StateClass {
	size_t size;
	void (*forget)(void *state); // a pass begins
	void (*free)(void *state);
	size_t (*bytes)(const void *state); // without the state itself
} StateClass;

typedef struct PairStates {
	StateClass class_;
	int64_t pairs_most; // that there can be
	int32_t *slots;     // where pairs hash to: a state's index, or -1
	int64_t slot_count; // a power of two
	unsigned char *data;
	int64_t count, capacity;
} PairStates;

void pair_states_free(PairStates *states); // all zero is allowed
void pair_states_forget(PairStates *states);
size_t pair_states_bytes(const PairStates *states);
// The index of the pair's state; -1: it has none.
int32_t pair_states_find(const PairStates *states, int32_t a, int32_t b);
// The same of a pair that has none: a new one. HN_ERR_NO_MEMORY.
int32_t pair_states_make(PairStates *states, int32_t a, int32_t b);
// Until the next state is made.
static inline void *pair_states_at(const PairStates *states, int64_t index) {
	return states->data + (size_t)index * states->class_.size;
}
