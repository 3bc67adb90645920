// Medians, their intervals, paired ratios, and the order in which workers take their turns.
#pragma once

#include <stdint.h>

#include "base/rng.h"

typedef struct Interval {
	double median, lo, hi; // lo and hi: 95 % unless said otherwise; NaN where there are too few samples
} Interval;

// Median of n >= 1 values (mean of the middle two for even n). scratch: n doubles.
double stats_median(const double *values, int64_t n, double *scratch);
// Median with its distribution-free 95 % interval from order statistics (binomial; conservative): needs n >=
// 6, else lo and hi are NaN. scratch: n doubles.
Interval stats_median_interval(const double *values, int64_t n, double *scratch);
// Values of several sessions: begin[i] is where the i-th begins, begin[count] their number.
typedef struct Sessions {
	const double *values;
	const int64_t *begin;
	int64_t count;
} Sessions;

// The same of values of several sessions, whose interval is never the narrower: its ranks are farther out as
// the values of one session lie on one side of the median together (Woodruff 1952), so that it holds what
// differs between processes. Fewer than STATS_SESSIONS_MIN have none. scratch: n doubles, in which
// they are sorted then.
enum { STATS_SESSIONS_MIN = 6 };
Interval stats_sessions_median(const Sessions *from, double *scratch);
// Half the width of that interval over the median; NaN where there is none. Of a median of 0 it is 0 or NaN.
double stats_precision(Interval median);
// When to look whether values are precise enough: after `first`, then after half an octave more each time. A
// fixed schedule: looking after every value would stop at a lucky moment too often.
int64_t stats_next_look(int64_t first, int64_t n); // the first look at n or later

// Ratio of the medians of a and b, paired by round (a[i] and b[i] from the same round), with a 95 %
// percentile interval from `resamples` circular block bootstraps over rounds (block length about n^(1/3)),
// seeded. n >= 2, else NaN bounds. scratch: 4 * n + resamples doubles.
Interval stats_paired_ratio(const double *a, const double *b, int64_t n, int32_t resamples, uint64_t seed,
                            double *scratch);

// The same of values that were taken in several sessions, of processes of their own: begin[i] is where the
// i-th begins, begin[count] their number. Whole sessions are resampled, so that the interval holds what
// differs between processes; expanded percentiles make it hold for few of them. Fewer than STATS_SESSIONS_MIN
// have none.
Interval stats_sessions_ratio(const double *a, const double *b, const int64_t *begin, int64_t count,
                              int32_t resamples, uint64_t seed, double *scratch);

// The share to be cut off at each side of resampled sessions, which begin at these of their values.
double stats_expanded_tail(const int64_t *begin, int64_t count);

// As many values as there are, of whole sessions drawn anew but for the last one; and those of the same
// rounds, where there are such (else NULL).
void stats_resample_sessions(const Sessions *from, Rng *rng, double *out, const double *paired,
                             double *paired_out);

// Neighbouring sessions together, until there are at most SESSION_BATCHES_MAX, of about as many values each,
// in place; returns how many. What changes slowly makes neighbours alike, and more of them than there are of
// it.
enum { SESSION_BATCHES_MAX = 12 };
int64_t stats_batch_sessions(int64_t *begin, int64_t count);

// The same of values that were taken apart, in sessions of their own, each resampled by itself; of the fewer
// sessions are the percentiles. scratch: 2 * the larger number of values + resamples doubles.
Interval stats_sessions_apart(const Sessions *a, const Sessions *b, int32_t resamples, uint64_t seed,
                              double *scratch);
// The probability, were nothing but chance between them, that the logarithms of the medians of their sessions
// differ as much or more on the mean (two-sided test of Welch). NaN for fewer than STATS_SESSIONS_MIN
// sessions of either, and where a median is not above 0. scratch: the sessions of both + the most values of
// one.
double stats_sessions_differ(const Sessions *a, const Sessions *b, double *scratch);
// Welch's test of two sets of values; n, m >= 2.
double stats_welch(const double *a, int64_t n, const double *b, int64_t m);

// The same of values that were taken apart, in rounds of their own: n of a, m of b, each resampled by itself.
// n, m >= 2, else NaN bounds. scratch: 2 * (n + m) + resamples doubles.
Interval stats_ratio(const double *a, int64_t n, const double *b, int64_t m, int32_t resamples, uint64_t seed,
                     double *scratch);
// The probability, were both of one distribution, of rank sums that differ as much as these or more
// (two-sided test of Mann and Whitney). Exact where there are at most RANK_SUM_EXACT values in all and no two
// are equal, else by the normal distribution, corrected for ties. n, m >= 1. scratch: 2 * (n + m) + n * m + 1
// doubles, or 2 * (n + m) where n + m is above RANK_SUM_EXACT.
enum { RANK_SUM_EXACT = 50 };
double stats_rank_sum(const double *a, int64_t n, const double *b, int64_t m, double *scratch);

// The probability, were the values in no order, of a trend as steady as theirs or more so (two-sided test of
// Mann and Kendall, by the normal distribution, corrected for ties). O(n^2); of more than TREND_VALUES_MAX
// values evenly spaced ones are looked at. 1 for n < 3. scratch: n doubles.
enum { TREND_VALUES_MAX = 1000 };
double stats_trend(const double *values, int64_t n, double *scratch);

// Williams design for k workers: rows * k entries, balanced for position and first-order carry-over. rows is
// k for even k and 2k for odd (k = 1: one row). order[row * k + turn] = worker. order holds 2 * k * k
// int32_t.
int32_t stats_williams_order(int32_t *order, int32_t k);
