// Medians and their intervals, ratios of medians, tests, and the order in which workers take turns.
#pragma once

#include <stdint.h>

#include "base/rng.h"

typedef struct Interval {
	// lo and hi are a 95 % interval unless a comment says otherwise; NaN if there are too few samples
	double median, lo, hi;
} Interval;

// The median of n >= 1 values (the mean of the middle two for even n). scratch: n doubles.
double stats_median(const double *values, int64_t n, double *scratch);
// The median with a distribution-free 95 % interval from order statistics (binomial, conservative). lo and hi
// are NaN for n < 6. scratch: n doubles.
Interval stats_median_interval(const double *values, int64_t n, double *scratch);
// The first quartile in place of the median, of n <= 2000 values: of times that others only make longer, as
// long as not half of them were. lo and hi are NaN for n < 13.
Interval stats_quartile_interval(const double *values, int64_t n, double *scratch);
// Values of several sessions. Session i begins at begin[i]; begin[count] is the number of values.
typedef struct Sessions {
	const double *values;
	const int64_t *begin;
	int64_t count;
} Sessions;

// The median of values of several sessions. The interval is never narrower than that of
// stats_median_interval. Its ranks are further out if the values of a session tend to lie on the same side of
// the median (Woodruff 1952). The interval therefore covers the differences between processes. lo and hi are
// NaN for fewer than STATS_SESSIONS_MIN sessions. scratch: n doubles, which hold the sorted values
// afterwards.
enum { STATS_SESSIONS_MIN = 6 };
Interval stats_sessions_median(const Sessions *from, double *scratch);
#define STATS_ERROR 0.05 // of an interval, unless a comment says otherwise
// The t for which Student's distribution has this share, of (0, 1), beyond +-t. freedom: at least 1.
double stats_student(double freedom, double error);
// The share of a binomial of which `found` of n were found, n > 0, either not whole too, and its exact
// interval with this error (Clopper and Pearson 1934).
Interval stats_binomial(double found, double n, double error);
// Half the width of the interval divided by the median; NaN if there is no interval. For a median of 0 it is
// 0, NaN or infinite.
double stats_precision(Interval median);
// The number of values after which to check the precision: `first`, then half an octave more each time. The
// schedule is fixed because a check after every value would too often stop at a lucky moment.
int64_t stats_next_look(int64_t first, int64_t n); // the first check at n values or later

// The ratio of the medians of a and b, paired by round: a[i] and b[i] are from the same round. The 95 %
// percentile interval comes from `resamples` circular block bootstraps over rounds, with blocks of about
// n^(1/3) rounds; `seed` decides the draws. lo and hi are NaN for n < 2. scratch: 4 * n + resamples doubles.
Interval stats_paired_ratio(const double *a, const double *b, int64_t n, int32_t resamples, uint64_t seed,
                            double *scratch);

// The paired ratio of values from several sessions, each in its own process. Session i begins at begin[i];
// begin[count] is the number of values. The bootstrap resamples whole sessions, so that the interval covers
// the differences between processes. Expanded percentiles correct for a small number of sessions. lo and hi
// are NaN for fewer than STATS_SESSIONS_MIN sessions. scratch: 4 * begin[count] + resamples doubles.
Interval stats_sessions_ratio(const double *a, const double *b, const int64_t *begin, int64_t count,
                              int32_t resamples, uint64_t seed, double *scratch);

// The share to cut off at each end of a bootstrap over sessions, of which session i begins at begin[i].
double stats_expanded_tail(const int64_t *begin, int64_t count);

// Fills out with as many values as `from` has. The values are those of randomly drawn whole sessions; the
// last one may be cut. If paired is not NULL, paired_out receives its values of the same rounds.
void stats_resample_sessions(const Sessions *from, Rng *rng, double *out, const double *paired,
                             double *paired_out);

// Merges neighbouring sessions in place, until at most SESSION_BATCHES_MAX batches of about equal size are
// left. Returns their number. A slow drift makes neighbouring sessions alike, so that separate sessions would
// count as more independent samples than they are.
enum { SESSION_BATCHES_MAX = 12 };
int64_t stats_batch_sessions(int64_t *begin, int64_t count);

// The ratio of the medians of values that were measured apart, in separate sessions. a and b are resampled
// independently. The percentiles are those of the set with fewer sessions. scratch: 2 * the larger number of
// values + resamples doubles.
Interval stats_sessions_apart(const Sessions *a, const Sessions *b, int32_t resamples, uint64_t seed,
                              double *scratch);
// Compares the logarithms of the sessions' medians in a and b. Returns the probability that pure chance makes
// their means differ at least as much (two-sided Welch test). NaN if either has fewer than STATS_SESSIONS_MIN
// sessions or a median is not positive. scratch: one double for each session of both, and as many doubles as
// the longest session has values.
double stats_sessions_differ(const Sessions *a, const Sessions *b, double *scratch);
// The p value of Welch's test of two sets of values; n, m >= 2.
double stats_welch(const double *a, int64_t n, const double *b, int64_t m);

// The ratio of the medians of values that were measured apart, n of a and m of b. a and b are resampled
// independently. lo and hi are NaN unless n, m >= 2. scratch: 2 * (n + m) + resamples doubles.
Interval stats_ratio(const double *a, int64_t n, const double *b, int64_t m, int32_t resamples, uint64_t seed,
                     double *scratch);
// The probability that two samples of one distribution have rank sums that differ at least as much (two-sided
// Mann-Whitney test). Exact if there are at most RANK_SUM_EXACT values in total and no two are equal.
// Otherwise it uses the normal distribution with a correction for ties. n, m >= 1. scratch: 2 * (n + m)
// doubles, and n * m + 1 more if n + m is at most RANK_SUM_EXACT.
enum { RANK_SUM_EXACT = 50 };
double stats_rank_sum(const double *a, int64_t n, const double *b, int64_t m, double *scratch);

// The probability that values in random order show a trend at least as steady (two-sided Mann-Kendall test,
// by the normal distribution with a correction for ties). Takes O(n^2) time. Of more than TREND_VALUES_MAX
// values it uses evenly spaced ones. 1 for n < 3. scratch: n doubles.
enum { TREND_VALUES_MAX = 1000 };
double stats_trend(const double *values, int64_t n, double *scratch);

// A Williams design for k workers, balanced for position and first-order carry-over. It has k rows for even
// k, 2k rows for odd k and one row for k = 1; the number of rows is returned. order[row * k + turn] is a
// worker. order must have room for 2 * k * k entries.
int32_t stats_williams_order(int32_t *order, int32_t k);
