// Comparison of two sets of values that were measured apart, each in several sessions: the ratio of their
// medians, and whether their sessions differ. This work is based on:
// B. L. Welch. The generalization of "Student's" problem when several different population variances are
// involved. Biometrika 34, 1947
// W. J. Lentz. Generating Bessel functions in Mie scattering calculations using continued fractions. Applied
// Optics 15(3), 1976
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/sort.h"
#include "stats/stats.h"

int64_t stats_batch_sessions(int64_t *begin, int64_t count) {
	const int64_t n = begin[count];
	int64_t kept = 0;
	if (count <= SESSION_BATCHES_MAX) return count;
	for (int64_t i = 1; i < count; ++i)
		if (begin[i] >= (kept + 1) * n / SESSION_BATCHES_MAX) begin[++kept] = begin[i];
	begin[++kept] = n;
	return kept;
}

Interval stats_sessions_apart(const Sessions *a, const Sessions *b, int32_t resamples, uint64_t seed,
                              double *scratch) {
	const int64_t n = a->begin[a->count], m = b->begin[b->count], most = n > m ? n : m;
	const int64_t fewest = a->count < b->count ? a->count : b->count;
	double *sample = scratch, *sorted = scratch + most, *ratios = scratch + 2 * most;
	Interval out = { .lo = (double)NAN, .hi = (double)NAN };
	out.median = stats_median(a->values, n, sorted) / stats_median(b->values, m, sorted);
	if (fewest < STATS_SESSIONS_MIN || resamples < 1) return out;
	Rng rng = rng_of(seed, 0);
	for (int32_t i = 0; i < resamples; ++i) {
		stats_resample_sessions(a, &rng, sample, NULL, NULL);
		double above = stats_median(sample, n, sorted);
		stats_resample_sessions(b, &rng, sample, NULL, NULL);
		ratios[i] = above / stats_median(sample, m, sorted);
		if (!isfinite(ratios[i])) return out;
	}
	double tail_a = stats_expanded_tail(a->begin, a->count), tail_b = stats_expanded_tail(b->begin, b->count);
	int32_t tail = (int32_t)(fmin(tail_a, tail_b) * resamples);
	sort_doubles(ratios, resamples);
	out.lo = ratios[tail];
	out.hi = ratios[resamples - 1 - tail];
	return out;
}

// ---- Welch's test ----

// The continued fraction of the incomplete beta function, by Lentz's method. It converges fast if x < (a + 1)
// / (a + b + 2).
static double beta_fraction(double a, double b, double x) {
	enum { TERMS_MAX = 500 };
	double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), value = d;
	for (int i = 1; i <= TERMS_MAX; ++i) {
		double even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
		double odd = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));
		d = 1 / (1 + even * d), c = 1 + even / c, value *= c * d;
		d = 1 / (1 + odd * d), c = 1 + odd / c, value *= c * d;
		if (fabs(c * d - 1) < 1e-15) break;
	}
	return value;
}

// The regularised incomplete beta function: the incomplete one divided by the complete one.
static double beta_share(double a, double b, double x) {
	if (!(x > 0)) return 0;
	if (!(x < 1)) return 1;
	double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
	return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

// The two-sided tail of Student's distribution beyond +-t.
static double student_beyond(double freedom, double t) {
	return beta_share(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double stats_student(double freedom, double error) {
	double least = 0, most = 1;
	while (student_beyond(freedom, most) > error) least = most, most *= 2;
	while (most - least > 1e-9 * most) {
		double middle = (least + most) / 2;
		if (student_beyond(freedom, middle) > error)
			least = middle;
		else
			most = middle;
	}
	return (least + most) / 2;
}

// Where the regularised incomplete beta function has this value.
static double beta_inverse(double a, double b, double value) {
	double least = 0, most = 1;
	while (most - least > 1e-12) {
		double middle = (least + most) / 2;
		if (beta_share(a, b, middle) < value)
			least = middle;
		else
			most = middle;
	}
	return (least + most) / 2;
}

Interval stats_binomial(double found, double n, double error) {
	const double missing = n - found;
	return (Interval){ found / n, found > 0 ? beta_inverse(found, missing + 1, error / 2) : 0,
		               missing > 0 ? beta_inverse(found + 1, missing, 1 - error / 2) : 1 };
}

static double mean_of(const double *values, int64_t n) {
	double sum = 0;
	for (int64_t i = 0; i < n; ++i) sum += values[i];
	return sum / (double)n;
}

// The square of the standard error of the mean.
static double error_of(const double *values, int64_t n, double mean) {
	double sum = 0;
	for (int64_t i = 0; i < n; ++i) sum += (values[i] - mean) * (values[i] - mean);
	return sum / (double)(n - 1) / (double)n;
}

double stats_welch(const double *a, int64_t n, const double *b, int64_t m) {
	double mean_a = mean_of(a, n), mean_b = mean_of(b, m), difference = mean_a - mean_b;
	double error_a = error_of(a, n, mean_a), error_b = error_of(b, m, mean_b), error = error_a + error_b;
	if (difference == 0) return 1;
	if (!(error > 0)) return 0;
	double freedom =
	    error * error / (error_a * error_a / (double)(n - 1) + error_b * error_b / (double)(m - 1));
	return student_beyond(freedom, fabs(difference) / sqrt(error));
}

// Fills out with the logarithm of each session's median. False if a median is not positive.
static bool session_levels(const Sessions *from, double *out, double *scratch) {
	for (int64_t i = 0; i < from->count; ++i) {
		const int64_t at = from->begin[i];
		double median = stats_median(from->values + at, from->begin[i + 1] - at, scratch);
		if (!(median > 0)) return false;
		out[i] = log(median);
	}
	return true;
}

double stats_sessions_differ(const Sessions *a, const Sessions *b, double *scratch) {
	double *of_a = scratch, *of_b = of_a + a->count, *sorted = of_b + b->count;
	if (a->count < STATS_SESSIONS_MIN || b->count < STATS_SESSIONS_MIN) return (double)NAN;
	if (!session_levels(a, of_a, sorted) || !session_levels(b, of_b, sorted)) return (double)NAN;
	return stats_welch(of_a, a->count, of_b, b->count);
}
