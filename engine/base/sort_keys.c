#include "base/sort_keys.h"

enum { DIGITS = 6, DIGIT_BITS = 11, DIGIT_VALUES = 1 << DIGIT_BITS, FEW = 48 };

static inline uint32_t digit_of(uint64_t key, int digit) {
	return (uint32_t)(key >> DIGIT_BITS * digit) & (DIGIT_VALUES - 1);
}

static void sort_few(uint64_t *keys, int64_t n) {
	for (int64_t i = 1; i < n; ++i) {
		uint64_t key = keys[i];
		int64_t at = i;
		for (; at > 0 && keys[at - 1] > key; --at) keys[at] = keys[at - 1];
		keys[at] = key;
	}
}

// The bits in which any two keys differ.
static uint64_t varying_bits(const uint64_t *keys, int64_t n) {
	uint64_t varying = 0;
	for (int64_t i = 1; i < n; ++i) varying |= keys[i] ^ keys[0];
	return varying;
}

static void sort_digit(const uint64_t *from, uint64_t *to, int64_t n, int digit) {
	int64_t start[DIGIT_VALUES] = { 0 }, sum = 0;
	for (int64_t i = 0; i < n; ++i) start[digit_of(from[i], digit)] += 1;
	for (int v = 0; v < DIGIT_VALUES; ++v) {
		int64_t count = start[v];
		start[v] = sum;
		sum += count;
	}
	for (int64_t i = 0; i < n; ++i) to[start[digit_of(from[i], digit)]++] = from[i];
}

void sort_keys(uint64_t *keys, int64_t n, uint64_t *scratch) {
	if (n <= FEW) {
		sort_few(keys, n);
		return;
	}
	uint64_t varying = varying_bits(keys, n), *from = keys, *to = scratch;
	for (int digit = 0; digit < DIGITS; ++digit) {
		if (digit_of(varying, digit) == 0) continue;
		sort_digit(from, to, n, digit);
		uint64_t *swap = from;
		from = to;
		to = swap;
	}
	if (from != keys) memcpy(keys, from, (size_t)n * sizeof *keys);
}
