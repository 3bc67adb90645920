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

static double third_median(const double *values, const double *shares, double lo, double hi, int64_t n,
                           double *scratch) {
	int64_t count = 0;
	for (int64_t i = 0; i < n; ++i)
		if (shares[i] >= lo && shares[i] <= hi) scratch[count++] = values[i];
	return stats_median(scratch, count, scratch + n);
}

// Through the medians of the samples with the lowest and with the highest third of the shares. False: these
// are too much alike. deviation: 1.48 times the median distance from the line.
static bool resistant_line(const QuietTimes *times, int64_t n, Line *out, double *deviation,
                           double *scratch) {
	const double *t = times->of.values, *f = times->shares;
	memcpy(scratch, f, (size_t)n * sizeof *scratch);
	sort_doubles(scratch, n);
	const double least = scratch[0], low_end = scratch[n / 3 - 1], high_begin = scratch[n - n / 3],
	             most = scratch[n - 1];
	const double low = third_median(f, f, least, low_end, n, scratch),
	             high = third_median(f, f, high_begin, most, n, scratch);
	if (!(high - low >= QUIET_SPREAD_MIN)) return false;
	out->slope =
	    (third_median(t, f, high_begin, most, n, scratch) - third_median(t, f, least, low_end, n, scratch)) /
	    (high - low);
	for (int64_t i = 0; i < n; ++i) scratch[i] = t[i] - out->slope * f[i];
	out->base = stats_median(scratch, n, scratch + n);
	for (int64_t i = 0; i < n; ++i) scratch[i] = fabs(t[i] - out->base - out->slope * f[i]);
	*deviation = 1.4826 * stats_median(scratch, n, scratch + n);
	return out->base > 0;
}

static void add(Sums *to, double f, double t) {
	to->n += 1, to->f += f, to->t += t, to->ff += f * f, to->ft += f * t;
}

static Sums less(const Sums *all, const Sums *part) {
	return (Sums){ all->n - part->n, all->f - part->f, all->t - part->t, all->ff - part->ff,
		           all->ft - part->ft };
}

// The share that a slow core adds, over the time on a quiet one, by least squares; 0 where it cannot be told.
static double added(const Sums *s) {
	const double spread = s->ff - s->f * s->f / s->n;
	if (!(spread > 1e-9 * s->n)) return 0;
	const double slope = (s->ft - s->f * s->t / s->n) / spread, base = (s->t - slope * s->f) / s->n;
	return base > 0 ? slope / base : 0;
}

bool stats_quiet(double *factors, const QuietTimes *times, double *scratch) {
	const Sessions *of = &times->of;
	const int64_t n = of->begin[of->count];
	const double widest = 0.5, least = 0.2; // of what a session's pseudo-value changes, and of 1 + c f
	Sums *sums = (Sums *)(void *)(scratch + 2 * n), *all = &sums[of->count];
	Line line;
	double deviation;
	for (int64_t i = 0; i < n; ++i) factors[i] = 1;
	if (n < QUIET_VALUES_MIN || of->count < QUIET_SESSIONS_MIN ||
	    !resistant_line(times, n, &line, &deviation, scratch))
		return false;
	memset(sums, 0, (size_t)(of->count + 1) * sizeof *sums);
	for (int64_t s = 0; s < of->count; ++s)
		for (int64_t i = of->begin[s]; i < of->begin[s + 1]; ++i) {
			const double f = times->shares[i], on = line.base + line.slope * f;
			const double t = fmax(fmin(of->values[i], on + 3 * deviation), on - 3 * deviation);
			add(&sums[s], f, t);
			add(all, f, t);
		}
	const double c = added(all), count = (double)of->count;
	for (int64_t s = 0; s < of->count; ++s) {
		const Sums others = less(all, &sums[s]);
		const double more = (count - 1) * (c - added(&others)); // than c
		for (int64_t i = of->begin[s]; i < of->begin[s + 1]; ++i) {
			const double f = times->shares[i], slowed = fmax(1 + c * f, least);
			factors[i] = exp(-fmax(fmin(more * f / slowed, widest), -widest)) / slowed;
		}
	}
	return true;
}
