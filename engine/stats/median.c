// The median by selection. A bootstrap needs thousands of medians and no other order statistic. This work is
// based on: C. A. R. Hoare. Algorithm 65: Find. Communications of the ACM 4(7), 1961
#include <string.h>

#include "base/sort.h"
#include "stats/stats.h"

enum { PARTITIONS_MAX = 64 }; // a few times log2 n are enough unless the values were chosen to be slow

static double middle_of(double a, double b, double c) {
	if (b < a) {
		double t = a;
		a = b;
		b = t;
	}
	return c < a ? a : c < b ? c : b;
}

// Reorders v so that v[k] is the k-th smallest of n values (from 0) and no larger value is before it.
static void select_at(double *v, int64_t n, int64_t k) {
	int64_t first = 0, last = n - 1;
	for (int32_t partitions = 0; first < last; ++partitions) {
		if (partitions == PARTITIONS_MAX) {
			sort_doubles(v + first, last - first + 1);
			return;
		}
		double pivot = middle_of(v[first], v[first + (last - first) / 2], v[last]);
		int64_t i = first, j = last;
		while (i <= j) {
			while (v[i] < pivot) i += 1;
			while (pivot < v[j]) j -= 1;
			if (i > j) break;
			double t = v[i];
			v[i++] = v[j];
			v[j--] = t;
		}
		if (k > j && k < i) return;
		if (k <= j)
			last = j;
		else
			first = i;
	}
}

double stats_median(const double *values, int64_t n, double *scratch) {
	memcpy(scratch, values, (size_t)n * sizeof *scratch);
	select_at(scratch, n, n / 2);
	double high = scratch[n / 2], low = n % 2 == 1 ? high : scratch[0];
	for (int64_t i = 1; n % 2 == 0 && i < n / 2; ++i)
		if (scratch[i] > low) low = scratch[i];
	return low == high ? low : low / 2 + high / 2; // the sum of two large values could overflow
}
