// The states that an algorithm keeps for pairs of bodies. A state lasts over the steps of a pass. States are
// found through a hash table of pairs.
#pragma once

#include "base/array.h"

// The key of a state. It is the first member of every state.
typedef struct StateKey {
	int32_t a, b;
} StateKey;

// The operations on states. A state has `size` bytes and begins with a StateKey; the rest of a new state is
// zero.
typedef struct StateClass {
	size_t size;
	void (*forget)(void *state);        // called when a pass begins
	void (*free)(void *state);          // NULL: the state owns nothing
	size_t (*bytes)(const void *state); // that the state owns, without the state itself; NULL: nothing
} StateClass;

typedef struct PairStates {
	StateClass class_;
	int64_t pairs_most; // number of possible pairs
	int32_t *slots;     // hash table: the index of a state, or -1
	int64_t slot_count; // a power of two
	unsigned char *data;
	int64_t count, capacity;
} PairStates;

void pair_states_free(PairStates *states); // a PairStates that is all zero is allowed
void pair_states_forget(PairStates *states);
size_t pair_states_bytes(const PairStates *states);
// The index of the pair's state, or -1 if it has none.
int32_t pair_states_find(const PairStates *states, int32_t a, int32_t b);
// Makes a state for a pair that has none and returns its index, or HN_ERR_NO_MEMORY.
int32_t pair_states_make(PairStates *states, int32_t a, int32_t b);
// The pointer is valid until the next state is made.
static inline void *pair_states_at(const PairStates *states, int64_t index) {
	return states->data + (size_t)index * states->class_.size;
}
