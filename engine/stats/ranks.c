// Tests by ranks. This work is based on:
// H. B. Mann, D. R. Whitney. On a test of whether one of two random variables is stochastically larger than
// the other. 1947
// H. B. Mann. Nonparametric tests against trend. 1945
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "stats/stats.h"

// The number of values below v; a value equal to v counts one half.
static double below(const double *sorted, int64_t n, double v) {
	int64_t less = 0, upto = 0;
	for (int64_t step = n; step > 0; step /= 2) {
		while (less + step <= n && sorted[less + step - 1] < v) less += step;
		while (upto + step <= n && sorted[upto + step - 1] <= v) upto += step;
	}
	return (double)(less + upto) / 2;
}

// The sum of t^3 - t over groups of t equal values.
static double tie_sum(const double *sorted, int64_t n) {
	double sum = 0;
	for (int64_t i = 0; i < n;) {
		int64_t end = i + 1;
		while (end < n && sorted[end] == sorted[i]) end += 1;
		double t = (double)(end - i);
		sum += t * t * t - t;
		i = end;
	}
	return sum;
}

// The share of all orders of n + m values in which U is at most u. The numbers of orders for each U are the
// coefficients of the Gaussian binomial, the product of (1 - q^(m+i)) / (1 - q^i) for i = 1 .. n. They are
// whole numbers below 2^53.
static double exact_tail(int64_t n, int64_t m, int64_t u, double *count) {
	int64_t top = n * m;
	memset(count, 0, (size_t)(top + 1) * sizeof *count);
	count[0] = 1;
	for (int64_t i = 1; i <= n; ++i) {
		for (int64_t k = top; k >= m + i; --k) count[k] -= count[k - m - i];
		for (int64_t k = i; k <= top; ++k) count[k] += count[k - i];
	}
	double all = 0, tail = 0;
	for (int64_t k = 0; k <= top; ++k) {
		all += count[k];
		if (k <= u) tail += count[k];
	}
	return tail / all;
}

double stats_rank_sum(const double *a, int64_t n, const double *b, int64_t m, double *scratch) {
	double *all = scratch, *sorted = scratch + n + m, u = 0;
	memcpy(sorted, b, (size_t)m * sizeof *b);
	sort_doubles(sorted, m);
	for (int64_t i = 0; i < n; ++i) u += below(sorted, m, a[i]);
	memcpy(all, a, (size_t)n * sizeof *a);
	memcpy(all + n, b, (size_t)m * sizeof *b);
	sort_doubles(all, n + m);
	double ties = tie_sum(all, n + m), pairs = (double)n * (double)m, total = (double)(n + m);
	double least = u < pairs - u ? u : pairs - u;
	if (ties == 0 && n + m <= RANK_SUM_EXACT) {
		double p = 2 * exact_tail(n, m, (int64_t)least, scratch + 2 * (n + m));
		return p < 1 ? p : 1;
	}
	double variance = pairs / 12 * (total + 1 - ties / (total * (total - 1)));
	double distance = pairs / 2 - least - 0.5; // continuity correction, because U takes steps
	if (!(variance > 0) || !(distance > 0)) return 1;
	return erfc(distance / sqrt(2 * variance));
}

double stats_trend(const double *values, int64_t n, double *scratch) {
	int64_t stride = (n + TREND_VALUES_MAX - 1) / TREND_VALUES_MAX, count = 0, score = 0;
	for (int64_t i = 0; i < n; i += stride) scratch[count++] = values[i];
	if (count < 3) return 1;
	for (int64_t i = 0; i < count; ++i)
		for (int64_t k = 0; k < i; ++k) score += (scratch[i] > scratch[k]) - (scratch[i] < scratch[k]);
	sort_doubles(scratch, count);
	double m = (double)count, ties = 0;
	for (int64_t i = 0; i < count;) {
		int64_t end = i + 1;
		while (end < count && scratch[end] == scratch[i]) end += 1;
		double t = (double)(end - i);
		ties += t * (t - 1) * (2 * t + 5);
		i = end;
	}
	double variance = (m * (m - 1) * (2 * m + 5) - ties) / 18, distance = fabs((double)score) - 1;
	if (!(variance > 0) || !(distance > 0)) return 1;
	return erfc(distance / sqrt(2 * variance));
}
