#include "base/sort_keys.h"

// Narrow digits cost less if there are few keys: their counters are cleared and added up in each pass.
enum { FEW = 48, NARROW = 8, WIDE = 11, MANY = 800, IDS = 32 };

static void sort_few(uint64_t *keys, int64_t n) {
	for (int64_t i = 1; i < n; ++i) {
		uint64_t key = keys[i];
		int64_t at = i;
		for (; at > 0 && keys[at - 1] > key; --at) keys[at] = keys[at - 1];
		keys[at] = key;
	}
}

// The bits in which any two keys differ. The low half is left out if it ascends from key to key: the sort is
// stable, so only the high half needs to be sorted.
static uint64_t bits_to_sort(const uint64_t *keys, int64_t n) {
	uint64_t varying = 0, descends = 0;
	for (int64_t i = 1; i < n; ++i) {
		varying |= keys[i] ^ keys[0];
		descends |= (uint32_t)keys[i] < (uint32_t)keys[i - 1];
	}
	return descends != 0 ? varying : varying >> IDS << IDS;
}

static inline __attribute__((always_inline)) void sort_digit(const uint64_t *from, uint64_t *to, int64_t n,
                                                             int shift, int bits) {
	const uint64_t mask = (UINT64_C(1) << bits) - 1;
	int64_t start[1 << WIDE], sum = 0;
	memset(start, 0, sizeof *start << bits);
	for (int64_t i = 0; i < n; ++i) start[from[i] >> shift & mask] += 1;
	for (int v = 0; v < 1 << bits; ++v) {
		int64_t count = start[v];
		start[v] = sum;
		sum += count;
	}
	for (int64_t i = 0; i < n; ++i) to[start[from[i] >> shift & mask]++] = from[i];
}

static void sort_narrow(const uint64_t *from, uint64_t *to, int64_t n, int shift) {
	sort_digit(from, to, n, shift, NARROW);
}
static void sort_wide(const uint64_t *from, uint64_t *to, int64_t n, int shift) {
	sort_digit(from, to, n, shift, WIDE);
}

// Each digit begins at the lowest bit that is still to be sorted.
void sort_keys(uint64_t *keys, int64_t n, uint64_t *scratch) {
	if (n <= FEW) {
		sort_few(keys, n);
		return;
	}
	uint64_t rest = bits_to_sort(keys, n), *from = keys, *to = scratch;
	while (rest != 0) {
		int shift = __builtin_ctzll(rest), bits = n < MANY ? NARROW : WIDE;
		(n < MANY ? sort_narrow : sort_wide)(from, to, n, shift);
		rest = shift + bits < 64 ? rest >> (shift + bits) << (shift + bits) : 0;
		uint64_t *swap = from;
		from = to;
		to = swap;
	}
	if (from != keys) memcpy(keys, from, (size_t)n * sizeof *keys);
}
