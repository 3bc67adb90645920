// Sorting of whole keys of 64 bits, and floats as such keys.
#pragma once

#include <stdint.h>
#include <string.h>

// Ascending. scratch: as many as keys. LSD radix sort by 11 bits; digits that all share are passed over.
void sort_keys(uint64_t *keys, int64_t n, uint64_t *scratch);

// Ordered as the floats are, which are no NaN; -0 comes before 0.
static inline uint32_t ordered_float(float x) {
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

static inline float float_of_ordered(uint32_t bits) {
	float x;
	bits = (bits & 0x80000000u) != 0 ? bits & 0x7fffffffu : ~bits;
	memcpy(&x, &bits, sizeof x);
	return x;
}
