// Medians, and ratios of medians, of values that were measured in several sessions. This work is based on:
// R. S. Woodruff. Confidence intervals for medians and other position measures. Journal of the American
// Statistical Association 47(260), 1952 (ranks that depend on how much the clusters of a sample differ);
// T. C. Hesterberg. What teachers should know about the bootstrap: resampling in the undergraduate statistics
// curriculum. The American Statistician 69(4), 2015 (the expanded percentile interval)
#include <math.h>
#include <string.h>

#include "base/sort.h"
#include "stats/stats.h"

// The effective number of sessions: so many sessions of equal size would give an equally precise mean. It is
// below count if sizes differ, because longer sessions weigh more.
static double effective_count(const int64_t *begin, int64_t count) {
	double squares = 0, all = (double)begin[count];
	for (int64_t i = 0; i < count; ++i) {
		double size = (double)(begin[i + 1] - begin[i]);
		squares += size * size;
	}
	return all * all / squares;
}

// The design effect, at least 1: the variance of the share of values below the median, divided by its
// variance for independent values. It is large if whole sessions lie on one side of the median.
static double design_effect(const Sessions *from, double median) {
	double squares = 0, sessions = effective_count(from->begin, from->count);
	for (int64_t s = 0; s < from->count; ++s) {
		double above = 0;
		for (int64_t i = from->begin[s]; i < from->begin[s + 1]; ++i)
			above += from->values[i] > median ? 0.5 : from->values[i] < median ? -0.5 : 0;
		squares += above * above;
	}
	double effect = squares * sessions / (sessions - 1) / (0.25 * (double)from->begin[from->count]);
	return effect > 1 ? effect : 1;
}

Interval stats_sessions_median(const Sessions *from, double *scratch) {
	const int64_t n = from->begin[from->count];
	Interval out = stats_median_interval(from->values, n, scratch); // this also sorts scratch
	double effect = from->count < STATS_SESSIONS_MIN ? (double)NAN : design_effect(from, out.median);
	if (effect > 1) {
		double sure = stats_student(effective_count(from->begin, from->count) - 1, STATS_ERROR);
		int64_t rank = (int64_t)fmax(0.5 * (double)n - sure * sqrt(0.25 * (double)n * effect), 1);
		if (scratch[rank - 1] < out.lo) out.lo = scratch[rank - 1];
		if (scratch[n - rank] > out.hi) out.hi = scratch[n - rank];
	} else if (isnan(effect)) {
		out.lo = out.hi = (double)NAN;
	}
	return out;
}

// The bootstrap of a few sessions understates their variance by the factor (count - 1) / count, and the
// estimate of that variance is itself uncertain. Percentiles further out correct both.
double stats_expanded_tail(const int64_t *begin, int64_t count) {
	double n = effective_count(begin, count);
	return erfc(sqrt(n / (n - 1)) * stats_student(n - 1, STATS_ERROR) * sqrt(0.5)) / 2;
}

void stats_resample_sessions(const Sessions *from, Rng *rng, double *out, const double *paired,
                             double *paired_out) {
	const int64_t n = from->begin[from->count];
	for (int64_t i = 0; i < n;) {
		int64_t session = (int64_t)rng_below(rng, (uint64_t)from->count), at = from->begin[session];
		int64_t size = from->begin[session + 1] - at;
		if (size > n - i) size = n - i;
		memcpy(out + i, from->values + at, (size_t)size * sizeof *out);
		if (paired != NULL) memcpy(paired_out + i, paired + at, (size_t)size * sizeof *paired_out);
		i += size;
	}
}

Interval stats_sessions_ratio(const double *a, const double *b, const int64_t *begin, int64_t count,
                              int32_t resamples, uint64_t seed, double *scratch) {
	const int64_t n = begin[count];
	const Sessions of_a = { a, begin, count };
	double *ra = scratch, *rb = scratch + n, *sorted = scratch + 2 * n, *ratios = scratch + 4 * n;
	Interval out = { .lo = (double)NAN, .hi = (double)NAN };
	out.median = stats_median(a, n, sorted) / stats_median(b, n, sorted);
	if (count < STATS_SESSIONS_MIN || resamples < 1) return out;
	Rng rng = rng_of(seed, 0);
	for (int32_t i = 0; i < resamples; ++i) {
		stats_resample_sessions(&of_a, &rng, ra, b, rb);
		ratios[i] = stats_median(ra, n, sorted) / stats_median(rb, n, sorted);
		if (!isfinite(ratios[i])) return out;
	}
	int32_t tail = (int32_t)(stats_expanded_tail(begin, count) * resamples);
	sort_doubles(ratios, resamples);
	out.lo = ratios[tail];
	out.hi = ratios[resamples - 1 - tail];
	return out;
}
