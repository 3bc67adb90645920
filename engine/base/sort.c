#include "base/sort.h"

#include <string.h>

enum { BYTES = 256 };

// One counting pass over byte `shift` of field `field`; false where all keys share that byte.
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

void sort_quads(int32_t *quads, int64_t n, int32_t *scratch) {
	if (n < 2) return;
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

void sort_doubles_indexed(double *keys, int32_t *index, int64_t n, double *key_scratch,
                          int32_t *index_scratch) {
	double *k = keys, *to_k = key_scratch;
	int32_t *x = index, *to_x = index_scratch;
	for (int64_t width = 1; width < n; width *= 2) {
		for (int64_t lo = 0; lo < n; lo += 2 * width) {
			int64_t mid = lo + width < n ? lo + width : n, hi = lo + 2 * width < n ? lo + 2 * width : n;
			for (int64_t a = lo, b = mid, o = lo; o < hi; ++o) {
				int64_t take = (b >= hi || (a < mid && !(k[b] < k[a]))) ? a++ : b++;
				to_k[o] = k[take];
				to_x[o] = x[take];
			}
		}
		double *swap_k = k;
		int32_t *swap_x = x;
		k = to_k, to_k = swap_k;
		x = to_x, to_x = swap_x;
	}
	if (k == keys || n < 1) return;
	memcpy(keys, k, (size_t)n * sizeof *keys);
	memcpy(index, x, (size_t)n * sizeof *index);
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
