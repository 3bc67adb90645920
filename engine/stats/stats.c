// Medians, intervals and orders of turns. This work is based on:
// E. J. Williams. Experimental designs balanced for the estimation of residual effects of treatments. 1949
// D. N. Politis, J. P. Romano. A circular block-resampling procedure for stationary data. 1992
#include "stats/stats.h"

#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "base/sort.h"

static double sorted_median(const double *v, int64_t n) {
	double low = v[(n - 1) / 2], high = v[n / 2];
	return low == high ? low : low / 2 + high / 2; // the sum of two large values could overflow
}

static void sorted_copy(const double *values, int64_t n, double *scratch) {
	memcpy(scratch, values, (size_t)n * sizeof *scratch);
	sort_doubles(scratch, n);
}

// The largest k such that n fair coins show fewer than k heads with a probability of at most 2.5 %. The
// median then lies between the k-th smallest and the k-th largest of n values with a probability of at least
// 95 %. 0 if n is too small. The code compares 40 * (sum of C(n, i) over i < k) with 2^n, both scaled by
// 2^-scale. Rounding changes the 2.5 % by at most 10^-15 n.
static int64_t interval_rank(int64_t n) {
	double term = 1, sum = 1; // C(n, 0)
	int64_t scale = 0;
	for (int64_t k = 0; k <= n / 2; ++k) { // here sum = C(n, 0) + ... + C(n, k)
		int64_t exponent = n - scale;
		if (exponent < 1000 && 40 * sum > ldexp(1, exponent < -1000 ? -1000 : (int)exponent)) return k;
		term = term * (double)(n - k) / (double)(k + 1);
		sum += term;
		if (sum > 0x1p500) {
			term *= 0x1p-400;
			sum *= 0x1p-400;
			scale += 400;
		}
	}
	return n / 2; // not reached: half of all outcomes are more than 2.5 %
}

Interval stats_median_interval(const double *values, int64_t n, double *scratch) {
	sorted_copy(values, n, scratch);
	Interval out = { .median = sorted_median(scratch, n), .lo = (double)NAN, .hi = (double)NAN };
	int64_t k = interval_rank(n);
	if (k >= 1) {
		out.lo = scratch[k - 1];
		out.hi = scratch[n - k];
	}
	return out;
}

// The probability that of n values fewer than k lie below the first quartile.
static double fewer_below_quartile(int64_t n, int64_t k) {
	double term = pow(0.75, (double)n), sum = 0; // C(n, i) 0.25^i 0.75^(n - i)
	for (int64_t i = 0; i < k; ++i) {
		sum += term;
		term *= (double)(n - i) / (double)(3 * (i + 1));
	}
	return sum;
}

Interval stats_quartile_interval(const double *values, int64_t n, double *scratch) {
	sorted_copy(values, n, scratch);
	const double place = 0.25 * (double)(n - 1);
	const int64_t at = (int64_t)place, next = at + 1 < n ? at + 1 : at;
	Interval out = { .median = scratch[at] + (place - (double)at) * (scratch[next] - scratch[at]),
		             .lo = (double)NAN,
		             .hi = (double)NAN };
	int64_t lo = 0, hi = n;
	while (lo < n && fewer_below_quartile(n, lo + 1) <= STATS_ERROR / 2) ++lo;
	while (hi > 1 && 1 - fewer_below_quartile(n, hi - 1) <= STATS_ERROR / 2) --hi;
	if (lo >= 1) out.lo = scratch[lo - 1], out.hi = scratch[hi - 1];
	return out;
}

double stats_precision(Interval median) {
	if (median.lo == median.hi) return 0;
	return (median.hi - median.lo) / 2 / median.median;
}

int64_t stats_next_look(int64_t first, int64_t n) {
	int64_t look = first;
	while (look < n) look += look / 2 > 0 ? (look * 29 + 69) / 70 : 1; // 29/70 is sqrt 2 - 1 to within 1e-4
	return look;
}

// The least L with L^3 >= n.
static int64_t block_length(int64_t n) {
	int64_t length = 1;
	while (length * length * length < n) length += 1;
	return length;
}

// Resamples n values of a and of b in the same blocks of neighbours; a, ra and b, rb may be the same. A block
// that reaches the end goes on at the beginning.
static void resample(const double *a, const double *b, int64_t n, int64_t block, Rng *rng, double *ra,
                     double *rb) {
	for (int64_t i = 0; i < n;) {
		int64_t at = (int64_t)rng_below(rng, (uint64_t)n);
		for (int64_t end = i + block; i < n && i < end; ++i) {
			ra[i] = a[at];
			rb[i] = b[at];
			at = at + 1 < n ? at + 1 : 0;
		}
	}
}

static void percentiles(Interval *out, double *ratios, int32_t resamples) {
	int32_t tail = resamples / 40; // 2.5 % on each side
	sort_doubles(ratios, resamples);
	out->lo = ratios[tail];
	out->hi = ratios[resamples - 1 - tail];
}

Interval stats_paired_ratio(const double *a, const double *b, int64_t n, int32_t resamples, uint64_t seed,
                            double *scratch) {
	double *ra = scratch, *rb = scratch + n, *sorted = scratch + 2 * n, *ratios = scratch + 4 * n;
	Interval out = { .lo = (double)NAN, .hi = (double)NAN };
	out.median = stats_median(a, n, sorted) / stats_median(b, n, sorted);
	if (n < 2 || resamples < 1) return out;
	Rng rng = rng_of(seed, 0);
	int64_t block = block_length(n);
	for (int32_t i = 0; i < resamples; ++i) {
		resample(a, b, n, block, &rng, ra, rb);
		ratios[i] = stats_median(ra, n, sorted) / stats_median(rb, n, sorted);
		if (!isfinite(ratios[i])) return out; // a median is 0: the ratio has no interval
	}
	percentiles(&out, ratios, resamples);
	return out;
}

Interval stats_ratio(const double *a, int64_t n, const double *b, int64_t m, int32_t resamples, uint64_t seed,
                     double *scratch) {
	double *sample = scratch, *sorted = scratch + n + m, *ratios = scratch + 2 * (n + m);
	Interval out = { .lo = (double)NAN, .hi = (double)NAN };
	out.median = stats_median(a, n, sorted) / stats_median(b, m, sorted);
	if (n < 2 || m < 2 || resamples < 1) return out;
	Rng rng = rng_of(seed, 0);
	for (int32_t i = 0; i < resamples; ++i) {
		resample(a, a, n, block_length(n), &rng, sample, sample);
		double above = stats_median(sample, n, sorted);
		resample(b, b, m, block_length(m), &rng, sample, sample);
		ratios[i] = above / stats_median(sample, m, sorted);
		if (!isfinite(ratios[i])) return out;
	}
	percentiles(&out, ratios, resamples);
	return out;
}

// The first row is 0, 1, k - 1, 2, k - 2, ... All differences between neighbours are distinct. Adding 1 to
// every entry k times therefore makes each ordered pair neighbours exactly once. For odd k each difference
// occurs twice in one direction only; the reversed rows bring the other direction.
int32_t stats_williams_order(int32_t *order, int32_t k) {
	if (k < 1) return 0;
	int32_t rows = k % 2 == 0 || k == 1 ? k : 2 * k;
	for (int32_t row = 0; row < k; ++row)
		for (int32_t turn = 0; turn < k; ++turn) {
			int32_t first = turn % 2 == 1 ? (turn + 1) / 2 : (k - turn / 2) % k;
			order[row * k + turn] = (first + row) % k;
		}
	for (int32_t row = k; row < rows; ++row)
		for (int32_t turn = 0; turn < k; ++turn)
			order[row * k + turn] = order[(row - k) * k + (k - 1 - turn)];
	return rows;
}
