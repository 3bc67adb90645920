// A set of pairs of ids: a hash table with open addressing and linear probing. Removal shifts later entries
// back (Knuth, The Art of Computer Programming 3, algorithm 6.4R), so no deletion marks are left.
#pragma once

#include "broad/objects.h"

typedef struct PairSet {
	uint64_t *slots;     // a << 32 | b, a < b; PAIR_SET_FREE: none
	int64_t count, size; // size: 0 or a power of two
} PairSet;

void pair_set_clear(PairSet *set);
void pair_set_free(PairSet *set);
bool pair_set_add(PairSet *set, int32_t a, int32_t b);    // a and b in any order; false: no memory
void pair_set_remove(PairSet *set, int32_t a, int32_t b); // does nothing if the pair is not there
// Removes every pair with an id that is not OBJECT_LIVE in states, or not below `end`.
void pair_set_drop(PairSet *set, const uint8_t *states, int32_t end);
bool pair_set_list(const PairSet *set, HnBroadPairs *out); // appends all pairs; false: no memory
