#include "base/sort.h"

#include <stdbool.h>
#include <string.h>

enum { BYTES = 256, QUADS_FEW = 40 };

// One counting pass over the byte at bit `shift` of field `field`. Returns 0 if all keys share that byte.
static int sort_quads_pass(const int32_t *from, int32_t *to, int64_t n, int field, int shift) {
	int64_t start[BYTES + 1] = { 0 };
	for (int64_t i = 0; i < n; ++i) start[(((uint32_t)from[4 * i + field] >> shift) & 255) + 1] += 1;
	if (start[(((uint32_t)from[field] >> shift) & 255) + 1] == n) return 0;
	for (int b = 0; b < BYTES; ++b) start[b + 1] += start[b];
	for (int64_t i = 0; i < n; ++i) {
		int64_t at = start[((uint32_t)from[4 * i + field] >> shift) & 255]++;
		memcpy(to + 4 * at, from + 4 * i, 4 * sizeof(int32_t));
	}
	return 1;
}

static bool quad_before(const int32_t *a, const int32_t *b) {
	for (int field = 0; field < 4; ++field)
		if (a[field] != b[field]) return (uint32_t)a[field] < (uint32_t)b[field];
	return false;
}

// Insertion sort. It is faster than counting bytes for few keys.
static void insert_quads(int32_t *quads, int64_t n) {
	for (int64_t i = 1; i < n; ++i) {
		int32_t quad[4];
		int64_t at = i;
		memcpy(quad, quads + 4 * i, sizeof quad);
		for (; at > 0 && quad_before(quad, quads + 4 * (at - 1)); --at)
			memcpy(quads + 4 * at, quads + 4 * (at - 1), sizeof quad);
		memcpy(quads + 4 * at, quad, sizeof quad);
	}
}

void sort_quads(int32_t *quads, int64_t n, int32_t *scratch) {
	if (n <= QUADS_FEW) {
		insert_quads(quads, n);
		return;
	}
	int32_t *from = quads, *to = scratch;
	for (int field = 3; field >= 0; --field)
		for (int shift = 0; shift < 32; shift += 8)
			if (sort_quads_pass(from, to, n, field, shift)) {
				int32_t *swap = from;
				from = to;
				to = swap;
			}
	if (from != quads) memcpy(quads, from, (size_t)n * 4 * sizeof(int32_t));
}

// Keys and their indices. A pass reads one pair of arrays and writes the other.
typedef struct Indexed {
	double *keys;
	int32_t *index;
} Indexed;

static void indexed_swap(Indexed *a, Indexed *b) {
	Indexed swap = *a;
	*a = *b;
	*b = swap;
}

// The result is in *from. Used for few keys only: it makes n log n unpredictable branches.
static void merge_sort(Indexed *from, Indexed *to, int64_t n) {
	for (int64_t width = 1; width < n; width *= 2) {
		for (int64_t lo = 0; lo < n; lo += 2 * width) {
			int64_t mid = lo + width < n ? lo + width : n, hi = lo + 2 * width < n ? lo + 2 * width : n;
			for (int64_t a = lo, b = mid, o = lo; o < hi; ++o) {
				int64_t take = (b >= hi || (a < mid && !(from->keys[b] < from->keys[a]))) ? a++ : b++;
				to->keys[o] = from->keys[take];
				to->index[o] = from->index[take];
			}
		}
		indexed_swap(from, to);
	}
}

// The bits of a key, in an order equal to the order of doubles. Both zeros have the same bits.
static inline uint64_t ordered_bits(double key) {
	uint64_t bits, sign = (uint64_t)1 << 63;
	key += 0; // -0 becomes 0
	memcpy(&bits, &key, sizeof bits);
	return (bits & sign) != 0 ? ~bits : bits | sign;
}

// The result is in *from. Sorts by bytes, the lowest first, and skips bytes that all keys share.
static void radix_sort(Indexed *from, Indexed *to, int64_t n) {
	int64_t start[8][BYTES] = { { 0 } };
	for (int64_t i = 0; i < n; ++i) {
		uint64_t bits = ordered_bits(from->keys[i]);
		for (int digit = 0; digit < 8; ++digit) start[digit][(bits >> 8 * digit) & 255] += 1;
	}
	for (int digit = 0; digit < 8; ++digit) {
		int64_t *at = start[digit], sum = 0;
		if (at[(ordered_bits(from->keys[0]) >> 8 * digit) & 255] == n) continue;
		for (int b = 0; b < BYTES; ++b) {
			int64_t count = at[b];
			at[b] = sum;
			sum += count;
		}
		for (int64_t i = 0; i < n; ++i) {
			int64_t o = at[(ordered_bits(from->keys[i]) >> 8 * digit) & 255]++;
			to->keys[o] = from->keys[i];
			to->index[o] = from->index[i];
		}
		indexed_swap(from, to);
	}
}

void sort_doubles_indexed(double *keys, int32_t *index, int64_t n, double *key_scratch,
                          int32_t *index_scratch) {
	Indexed from = { keys, index }, to = { key_scratch, index_scratch };
	if (n < 2) return;
	if (n < 512)
		merge_sort(&from, &to, n);
	else
		radix_sort(&from, &to, n);
	if (from.keys == keys) return;
	memcpy(keys, from.keys, (size_t)n * sizeof *keys);
	memcpy(index, from.index, (size_t)n * sizeof *index);
}

static void sift_down(double *v, int64_t root, int64_t n) {
	double value = v[root];
	for (int64_t child; (child = 2 * root + 1) < n; root = child) {
		if (child + 1 < n && v[child] < v[child + 1]) child += 1;
		if (!(value < v[child])) break;
		v[root] = v[child];
	}
	v[root] = value;
}

void sort_doubles(double *values, int64_t n) {
	for (int64_t i = n / 2 - 1; i >= 0; --i) sift_down(values, i, n);
	for (int64_t end = n - 1; end > 0; --end) {
		double top = values[0];
		values[0] = values[end];
		values[end] = top;
		sift_down(values, 0, end);
	}
}
