// Which instances of a population a round times.
#pragma once

#include <stdint.h>

enum { BLOCK_REPEATS = 3 }; // passes of a sample, for medians without rare slow times

// The instances, from 0, of a round's block (round from 0): `size` of `count`, in no order, the same for each
// worker. Each is a random sample. Rounds that follow each other time other instances, as long as there are
// some that none has timed; then all are shuffled anew. HN_ERR_NO_MEMORY.
int32_t block_draw(int32_t *out, int32_t size, int32_t count, uint64_t seed, int32_t round);
