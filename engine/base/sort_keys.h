// Sorting of 64-bit keys, and the conversion of floats to such keys.
#pragma once

#include <stdint.h>
#include <string.h>

// Sorts n keys in ascending order. scratch has n elements. The method is an LSD radix sort that skips bits
// that all keys share, and the low 32 bits if they ascend already, as ids in order do.
void sort_keys(uint64_t *keys, int64_t n, uint64_t *scratch);

// Bits in the same order as the floats. NaN is not allowed; -0 comes before 0.
static inline uint32_t ordered_float(float x) {
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}
