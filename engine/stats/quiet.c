// This work is based on:
// J. W. Tukey. Exploratory Data Analysis. Addison-Wesley, 1977 (the resistant line through the medians of
// thirds); M. H. Quenouille. Notes on bias in estimation. Biometrika 43, 1956 (pseudo-values)
#include "stats/quiet.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"

typedef struct Line {
	double base, slope;
} Line;

// Sums over samples: their number, and those of shares, values, squares and products.
typedef struct Sums {
	double n, f, t, ff, ft;
} Sums;
_Static_assert(sizeof(Sums) == QUIET_SUMS * sizeof(double), "a session's sums in scratch");

// The median of the values at `count` places.
static double median_at(const double *values, const int32_t *places, int64_t count, double *scratch) {
	for (int64_t i = 0; i < count; ++i) scratch[i] = values[places[i]];
	return stats_median(scratch, count, scratch + count);
}

enum { ENDS_MIN = QUIET_VALUES_MIN / 3 };

// How many of sorted shares are an end: a third, but those alone that lie on its side of the middle.
static int64_t end_of(const double *sorted, int64_t n, bool low) {
	const double middle = (sorted[0] + sorted[n - 1]) / 2;
	int64_t below = 0, end;
	while (below < n && sorted[below] <= middle) ++below;
	end = low ? below : n - below;
	return end < n / 3 ? end : n / 3;
}

// Through the medians of the samples with the lowest and with the highest shares. False: these are too much
// alike, or too few. deviation: 1.48 times the median distance from the line.
static bool resistant_line(const QuietTimes *times, int64_t n, Line *out, double *deviation,
                           double *scratch) {
	const double *t = times->of.values, *f = times->shares;
	double *keys = scratch, *work = scratch + 2 * n; // there are places at scratch + n
	int32_t *places = (int32_t *)(void *)(scratch + n);
	for (int64_t i = 0; i < n; ++i) keys[i] = f[i], places[i] = (int32_t)i;
	sort_doubles_indexed(keys, places, n, work, places + n);
	const int64_t low = end_of(keys, n, true), high = end_of(keys, n, false);
	if (low < ENDS_MIN || high < ENDS_MIN) return false;
	const int32_t *highest = places + n - high;
	const double spread = median_at(f, highest, high, work) - median_at(f, places, low, work);
	if (!(spread >= QUIET_SPREAD_MIN)) return false;
	out->slope = (median_at(t, highest, high, work) - median_at(t, places, low, work)) / spread;
	for (int64_t i = 0; i < n; ++i) keys[i] = t[i] - out->slope * f[i];
	out->base = stats_median(keys, n, work);
	for (int64_t i = 0; i < n; ++i) keys[i] = fabs(t[i] - out->base - out->slope * f[i]);
	*deviation = 1.4826 * stats_median(keys, n, work);
	return out->base > 0;
}

static void add(Sums *to, double f, double t) {
	to->n += 1, to->f += f, to->t += t, to->ff += f * f, to->ft += f * t;
}

static Sums less(const Sums *all, const Sums *part) {
	return (Sums){ all->n - part->n, all->f - part->f, all->t - part->t, all->ff - part->ff,
		           all->ft - part->ft };
}

// What a slow core adds, over the time on a quiet one, by least squares. NaN: it cannot be told.
static double added(const Sums *s) {
	const double spread = s->ff - s->f * s->f / s->n;
	if (!(spread > QUIET_VARIANCE_MIN * s->n)) return (double)NAN;
	const double slope = (s->ft - s->f * s->t / s->n) / spread, base = (s->t - slope * s->f) / s->n;
	return base > 0 ? slope / base : (double)NAN;
}

// How much the pseudo-value of each session differs from c. False: one session alone tells c.
static bool pseudo_differences(double *out, const Sums *sums, int64_t count, double c) {
	for (int64_t s = 0; s < count; ++s) {
		const Sums others = less(&sums[count], &sums[s]);
		out[s] = (double)(count - 1) * (c - added(&others));
		if (isnan(out[s])) return false;
	}
	return true;
}

bool stats_quiet(double *factors, const QuietTimes *times, double *scratch) {
	const Sessions *of = &times->of;
	const int64_t n = of->begin[of->count];
	const double widest = 0.5, least = 0.2; // of what a pseudo-value changes a time, and of 1 + c f
	Sums *sums = (Sums *)(void *)(scratch + 4 * n), *all = &sums[of->count];
	Line line;
	double deviation;
	for (int64_t i = 0; i < n; ++i) factors[i] = 1;
	if (of->count < QUIET_SESSIONS_MIN || !resistant_line(times, n, &line, &deviation, scratch)) return false;
	memset(sums, 0, (size_t)(of->count + 1) * sizeof *sums);
	for (int64_t s = 0; s < of->count; ++s)
		for (int64_t i = of->begin[s]; i < of->begin[s + 1]; ++i) {
			const double f = times->shares[i], on = line.base + line.slope * f;
			const double t = fmax(fmin(of->values[i], on + 3 * deviation), on - 3 * deviation);
			add(&sums[s], f, t);
			add(all, f, t);
		}
	const double c = added(all), mean = all->f / all->n;
	if (!pseudo_differences(scratch, sums, of->count, c)) return false;
	for (int64_t s = 0; s < of->count; ++s) {
		const double differs = times->error * scratch[s] * mean / fmax(1 + c * mean, least);
		const double shift = exp(-fmax(fmin(differs, widest), -widest));
		for (int64_t i = of->begin[s]; i < of->begin[s + 1]; ++i)
			factors[i] = shift / fmax(1 + c * times->shares[i], least);
	}
	return true;
}
