// Estimates over a population: the mean of what counts predict, over all instances, plus the mean of what the
// prediction missed, over those that were timed. This work is based on:
// W. G. Cochran. Sampling Techniques. Wiley 1977, chapter 7 (regression estimators);
// R. L. Chambers, R. Dunstan. Estimating distribution functions from survey data. Biometrika 73(3), 1986;
// J. N. K. Rao, J. G. Kovar, H. J. Mantel. On estimating distribution functions and quantiles from survey
// data using auxiliary information. Biometrika 77(2), 1990 (shares, corrected by what was missed); S. Wager,
// W. Du, J. Taylor, R. Tibshirani. High-dimensional regression adjustments in randomized experiments. PNAS
// 113(45), 2016 (cross-fitting)
#include "stats/population.h"

#include <math.h>

#include "base/sort.h"
#include "stats/stats.h"

enum { FOLDS_MAX = POPULATION_FOLDS_MAX, GROUPS_MAX = 24 }; // of blocks that a jackknife leaves out

// What is averaged. Of timed instance i, seen[i] was measured and said[i] predicted by the costs of the
// blocks of other folds; mean[f] is the mean over all instances of what predicts fold f.
typedef struct Target {
	double *seen, *said;
	int32_t folds;
	double mean[FOLDS_MAX], variance[FOLDS_MAX]; // of what is said of all instances
} Target;

// Member 0 divided by member 1: its logarithm, the error against a given ratio, or whether it is below a
// bound.
typedef struct Kind {
	enum { LOG, SUM, SHARE } of;
	double ratio, unit; // SUM: (a - ratio * b) / unit
	double bound;       // SHARE: its logarithm
	double *missed;     // SHARE: room for all times; sorted errors of log ratios in all folds but one
	int64_t misses;
} Kind;

static int64_t timed(const Population *from) { return from->begin[from->blocks]; }

static double predict(const Population *from, int32_t member, const Costs *costs, int64_t instance) {
	const int32_t terms = from->terms[member];
	return costs_predict(costs, from->counts[member] + instance * terms, terms);
}

static double error_of(const Population *from) { return from->error > 0 ? from->error : STATS_ERROR; }

// Half of an interval whose variance is that between so many groups of blocks, or instances.
static double half_width(const Population *from, int64_t groups, double variance) {
	if (from->blocks < STATS_SESSIONS_MIN) return (double)NAN;
	return groups > 1 ? stats_student((double)groups - 1, error_of(from)) * sqrt(variance) : (double)NAN;
}

static void add_block(CostsFit *sums, const Population *from, int32_t member, int64_t b) {
	for (int64_t i = from->begin[b]; i < from->begin[b + 1]; ++i)
		costs_add(sums, from->counts[member] + from->instance[i] * from->terms[member],
		          from->times[member][i]);
}

static int32_t folds_of(const Population *from) {
	const int32_t wanted = from->folds > 0 ? from->folds : 2;
	return from->blocks < wanted ? (int32_t)from->blocks : wanted;
}

// Costs by all blocks but those of a fold, to which every so many-th belongs. fold -1: by all.
static Costs fit(const Population *from, int32_t member, int32_t fold, int32_t folds) {
	CostsFit sums;
	costs_begin(&sums, from->terms[member]);
	for (int64_t b = 0; b < from->blocks; ++b)
		if (b % folds != fold) add_block(&sums, from, member, b);
	return costs_solve(&sums);
}

void population_fit(PopulationFit *out, const Population *from) {
	out->folds = folds_of(from);
	for (int32_t fold = 0; fold < out->folds; ++fold)
		for (int32_t m = 0; m < POPULATION_MEMBERS; ++m) out->costs[fold][m] = fit(from, m, fold, out->folds);
}

// By all blocks but those from first to last - 1.
static Costs fit_without(const Population *from, int32_t member, int64_t first, int64_t last) {
	CostsFit sums;
	costs_begin(&sums, from->terms[member]);
	for (int64_t b = 0; b < from->blocks; ++b)
		if (b < first || b >= last) add_block(&sums, from, member, b);
	return costs_solve(&sums);
}

static double unseen_error(const Population *from, int32_t m) {
	const int32_t folds = folds_of(from);
	if (folds < 2) return (double)NAN;
	double squares = 0;
	for (int32_t fold = 0; fold < folds; ++fold) {
		const Costs by = fit(from, m, fold, folds);
		for (int64_t b = fold; b < from->blocks; b += folds)
			for (int64_t i = from->begin[b]; i < from->begin[b + 1]; ++i) {
				double off = log(from->times[m][i] / predict(from, m, &by, from->instance[i]));
				squares += off * off;
			}
	}
	return sqrt(squares / (double)timed(from));
}

PopulationCosts population_costs(const Population *from, int32_t m) {
	PopulationCosts out = { .at = fit(from, m, -1, 1), .error = unseen_error(from, m) };
	const int32_t terms = from->terms[m] + 1;
	const int64_t blocks = from->blocks, groups = blocks < GROUPS_MAX ? blocks : GROUPS_MAX;
	const double k = (double)groups;
	double sum[COSTS_MAX] = { 0 }, squares[COSTS_MAX] = { 0 };
	for (int64_t g = 0; g < groups; ++g) {
		const Costs without = fit_without(from, m, g * blocks / groups, (g + 1) * blocks / groups);
		for (int32_t t = 0; t < terms; ++t) {
			double off = without.each[t] - out.at.each[t];
			sum[t] += off, squares[t] += off * off;
		}
	}
	for (int32_t t = 0; t < terms; ++t) {
		double half = half_width(from, groups, (k - 1) / k * (squares[t] - sum[t] * sum[t] / k));
		out.lo[t] = isnan(half) ? half : fmax(out.at.each[t] - half, 0);
		out.hi[t] = out.at.each[t] + half;
	}
	return out;
}

// The share of the errors with which a predicted log ratio is below the bound.
static double share_below(const double *sorted, int64_t n, double log_bound, double log_ratio) {
	int64_t less = 0, more = n;
	while (less < more) {
		int64_t middle = less + (more - less) / 2;
		if (log_ratio + sorted[middle] < log_bound)
			less = middle + 1;
		else
			more = middle;
	}
	return n > 0 ? (double)less / (double)n : 0;
}

// Of how many instances there are times: none is timed again before all were.
static double distinct(const Population *from) {
	return (double)(timed(from) < from->count ? timed(from) : from->count);
}

// A mean, and the sum of squared distances from it.
typedef struct Moments {
	double n, mean, squares;
} Moments;

static void moments_add(Moments *of, double x) {
	const double off = x - of->mean;
	of->n += 1;
	of->mean += off / of->n;
	of->squares += off * (x - of->mean);
}

static double measured(const Kind *kind, double a, double b) {
	if (kind->of == SUM) return (a - kind->ratio * b) / kind->unit;
	double ratio = log(a / b);
	return kind->of == LOG ? ratio : ratio < kind->bound;
}

static double predicted(const Kind *kind, double a, double b) {
	if (kind->of != SHARE) return measured(kind, a, b);
	return share_below(kind->missed, kind->misses, kind->bound, log(a / b));
}

// Nothing is predicted yet.
static void see(const Population *from, const Kind *kind, Target *out) {
	for (int64_t i = 0; i < timed(from); ++i)
		out->seen[i] = measured(kind, from->times[0][i], from->times[1][i]), out->said[i] = 0;
}

// The errors of log ratios in all folds but one, sorted: how far times are from what these say themselves.
static void find_misses(const Population *from, const PopulationFit *fitted, int32_t fold, Kind *kind) {
	const Costs *by = fitted->costs[fold];
	kind->misses = 0;
	for (int64_t b = 0; b < from->blocks; ++b)
		for (int64_t i = from->begin[b]; b % fitted->folds != fold && i < from->begin[b + 1]; ++i) {
			double said =
			    predict(from, 0, &by[0], from->instance[i]) / predict(from, 1, &by[1], from->instance[i]);
			kind->missed[kind->misses++] = log(from->times[0][i] / from->times[1][i] / said);
		}
	sort_doubles(kind->missed, kind->misses);
}

// Predicts by the costs of the other folds what each fold measured, and all instances.
static void foresee(const Population *from, Kind *kind, const PopulationFit *fitted, Target *out) {
	out->folds = fitted->folds;
	for (int32_t fold = 0; fold < fitted->folds; ++fold) {
		const Costs *by = fitted->costs[fold];
		Moments all = { 0 };
		if (kind->of == SHARE) find_misses(from, fitted, fold, kind);
		for (int64_t i = 0; i < from->count; ++i)
			moments_add(&all, predicted(kind, predict(from, 0, &by[0], i), predict(from, 1, &by[1], i)));
		out->mean[fold] = all.mean, out->variance[fold] = all.squares / fmax(all.n - 1, 1);
		for (int64_t b = fold; b < from->blocks; b += fitted->folds)
			for (int64_t i = from->begin[b]; i < from->begin[b + 1]; ++i)
				out->said[i] = predicted(kind, predict(from, 0, &by[0], from->instance[i]),
				                         predict(from, 1, &by[1], from->instance[i]));
	}
}

// The weight of the prediction that leaves the least variance, from instances that it was not fitted to.
static double best_weight(const Population *from, const Target *target) {
	double both = 0, own = 0;
	for (int32_t fold = 0; fold < target->folds; ++fold) {
		const double first = target->said[from->begin[fold]]; // equal ones differ from it by exactly 0
		double seen = 0, said = 0, n = 0;
		for (int64_t b = fold; b < from->blocks; b += target->folds)
			for (int64_t i = from->begin[b]; i < from->begin[b + 1]; ++i)
				seen += target->seen[i], said += target->said[i] - first, n += 1;
		for (int64_t b = fold; b < from->blocks; b += target->folds)
			for (int64_t i = from->begin[b]; i < from->begin[b + 1]; ++i) {
				double off = target->said[i] - first - said / n;
				both += off * (target->seen[i] - seen / n);
				own += off * off;
			}
	}
	return own > 0 ? fmin(fmax(both / own, 0), 1) : 0;
}

// A mean, its variance over the instances that were counted, and what is to be added for others like them.
typedef struct Spread {
	double mean, variance, drawn;
} Spread;

static double corrected(const Target *target, double weight, int64_t b, int64_t i) {
	return target->seen[i] + weight * (target->mean[b % target->folds] - target->said[i]);
}

// How values of single instances vary: those that were timed, what counts say of all, and what they leave.
typedef struct Variances {
	double seen, said, left;
} Variances;

// What the mean varies by from one draw of instances to another: what counts say of an instance, over all
// that were counted; and what they leave, where instances were timed again, which says nothing new of it. A
// draw of all that there are has no other. At a weight of 1, counts may say more than what is predicted.
static double drawn_variance(const Population *from, double weight, Variances of) {
	const double there_are = from->whole > 0 ? 1 / (double)from->whole : 0,
	             said = weight < 1 ? weight * weight * of.said : fmax(of.said, of.seen - of.left);
	return said * fmax(1 / (double)from->count - there_are, 0) +
	       of.left * fmax(1 / distinct(from) - 1 / (double)timed(from) - there_are, 0);
}

// Over blocks, of which the longer ones weigh more. It is as large as in a population without end: a
// correction for the share that was timed made intervals that hold too seldom.
static Spread spread(const Population *from, const Target *target, double weight) {
	const double n = (double)timed(from), blocks = (double)from->blocks, others = fmax(n - 1, 1);
	double sum = 0, squares = 0, left = 0;
	Moments seen = { 0 };
	for (int64_t b = 0; b < from->blocks; ++b)
		for (int64_t i = from->begin[b]; i < from->begin[b + 1]; ++i) {
			sum += corrected(target, weight, b, i);
			moments_add(&seen, target->seen[i]);
		}
	for (int64_t b = 0; b < from->blocks; ++b) {
		double off = 0;
		for (int64_t i = from->begin[b]; i < from->begin[b + 1]; ++i) {
			const double each = corrected(target, weight, b, i) - sum / n;
			off += each, left += each * each;
		}
		squares += off * off;
	}
	double said = 0;
	for (int32_t fold = 0; fold < target->folds; ++fold)
		said += target->variance[fold] / (double)target->folds;
	const Variances of = { seen.squares / others, said, left / others };
	return (Spread){ sum / n, squares / n / n * blocks / (blocks - 1), drawn_variance(from, weight, of) };
}

// Of a share of which fewer than so many of the instances that were timed are on the rarer side, no variance
// is known well: none seen among them does not say that there is none. Then its interval is at least the
// exact one of a binomial of as many instances (Clopper and Pearson).
#define FEW 5

static Bounds share_bounds(const Population *from, double share, double half) {
	const double n = distinct(from);
	Bounds out = { fmax(share - half, 0), fmin(share + half, 1) };
	if (isnan(half)) return (Bounds){ half, half };
	if (n * fmin(share, 1 - share) >= FEW) return out;
	const Interval exact = stats_binomial(share * n, n, error_of(from));
	return (Bounds){ fmin(out.lo, exact.lo), fmax(out.hi, exact.hi) };
}

static Bounds ratio_bounds(double ratio, double half) {
	const double factor = exp(half);
	return (Bounds){ ratio / factor, ratio * factor };
}

// A mean of logarithms as a ratio; a mean of errors relative to a first ratio; a share. Of one instance
// nothing tells how others would differ.
static PopulationEstimate as_told(const Population *from, const Kind *kind, Spread of) {
	const double scale = kind->of == SUM ? kind->ratio : 1,
	             half = half_width(from, from->blocks, of.variance) / scale,
	             drawn = from->whole == from->count ? 0 : half_width(from, from->count, of.drawn) / scale;
	PopulationEstimate out = { .drawn = drawn };
	if (kind->of == SHARE) {
		out.value = fmin(fmax(of.mean, 0), 1);
		out.counted = share_bounds(from, out.value, half);
		out.all = share_bounds(from, out.value, hypot(half, drawn));
	} else {
		out.value = kind->of == LOG ? exp(of.mean) : kind->ratio + of.mean;
		out.counted = ratio_bounds(out.value, half);
		out.all = ratio_bounds(out.value, hypot(half, drawn));
	}
	return out;
}

static PopulationEstimate estimate(const Population *from, const PopulationFit *fitted, Kind *kind,
                                   double *scratch) {
	const int64_t n = timed(from);
	Target target = { .seen = scratch, .said = scratch + n, .folds = 1 };
	double weight = 0;
	see(from, kind, &target);
	const PopulationEstimate plain = as_told(from, kind, spread(from, &target, 0));
	if (fitted->folds > 1) {
		kind->missed = scratch + 2 * n;
		foresee(from, kind, fitted, &target);
		weight = best_weight(from, &target);
	}
	PopulationEstimate out = as_told(from, kind, spread(from, &target, weight));
	out.plain = plain.value, out.plain_all = plain.all, out.weight = weight;
	return out;
}

PopulationEstimate population_mean_ratio(const Population *from, const PopulationFit *fitted,
                                         double *scratch) {
	return estimate(from, fitted, &(Kind){ .of = LOG }, scratch);
}

PopulationEstimate population_sum_ratio(const Population *from, const PopulationFit *fitted,
                                        double *scratch) {
	double sums[POPULATION_MEMBERS] = { 0 };
	for (int64_t i = 0; i < timed(from); ++i) sums[0] += from->times[0][i], sums[1] += from->times[1][i];
	Kind kind = { .of = SUM, .ratio = sums[0] / sums[1], .unit = sums[1] / (double)timed(from) };
	PopulationEstimate out = estimate(from, fitted, &kind, scratch), before = out;
	// Newton's: the first ratio may be some 10 % off, squares of which count
	for (int step = 0; step < 3; ++step) {
		kind.ratio = out.value;
		out = estimate(from, fitted, &kind, scratch);
	}
	out.plain = before.plain, out.plain_all = before.plain_all;
	return out;
}

PopulationEstimate population_share(const Population *from, const PopulationFit *fitted, double bound,
                                    double *scratch) {
	return estimate(from, fitted, &(Kind){ .of = SHARE, .bound = log(bound) }, scratch);
}

// Of the values of all groups of one kind, the sum over groups of (sum of values)^2 / (number of values).
typedef struct Level {
	double squares, groups, sum, n;
} Level;

static void level_end(Level *level) {
	if (level->n == 0) return;
	level->squares += level->sum * level->sum / level->n, level->groups += 1;
	level->sum = level->n = 0;
}

static void level_add(Level *level, double x) { level->sum += x, level->n += 1; }

static double level_mean_square(const Level *inner, const Level *outer) {
	return inner->groups > outer->groups
	           ? fmax(inner->squares - outer->squares, 0) / (inner->groups - outer->groups)
	           : (double)NAN;
}

// What a level adds to the mean square of the one inside it, as a deviation.
static double level_adds(double outer, double inner, double each) {
	return isnan(outer) || isnan(inner) ? (double)NAN : sqrt(fmax(outer - inner, 0) / each);
}

// The variance of what is predicted, over all instances.
static double variance_predicted(const Population *from, const PopulationFit *fitted) {
	const Costs *by = fitted->costs[fitted->folds - 1];
	Moments all = { 0 };
	for (int64_t i = 0; i < from->count; ++i)
		moments_add(&all, log(predict(from, 0, &by[0], i) / predict(from, 1, &by[1], i)));
	return all.squares / all.n;
}

// A nested analysis of variance: instances in rounds in sessions.
PopulationDeviations population_deviations(const Population *from, const PopulationFit *fitted,
                                           int64_t a_round, double *scratch) {
	const int64_t n = timed(from);
	Kind kind = { .of = LOG };
	Target target = { .seen = scratch, .said = scratch + n, .folds = 1 };
	double weight = 0;
	see(from, &kind, &target);
	if (fitted->folds > 1) {
		foresee(from, &kind, fitted, &target);
		weight = best_weight(from, &target);
	}
	const double mean = spread(from, &target, weight).mean;
	Level single = { 0 }, rounds = { 0 }, sessions = { 0 }, all = { 0 };
	for (int64_t b = 0; b < from->blocks; ++b, level_end(&rounds), level_end(&sessions))
		for (int64_t i = from->begin[b]; i < from->begin[b + 1]; ++i) {
			const double x = corrected(&target, weight, b, i) - mean;
			if ((i - from->begin[b]) % a_round == 0) level_end(&rounds);
			level_add(&single, x), level_add(&rounds, x), level_add(&sessions, x), level_add(&all, x);
			level_end(&single);
		}
	level_end(&all);
	const double in_round = level_mean_square(&single, &rounds),
	             of_rounds = level_mean_square(&rounds, &sessions),
	             left = isnan(in_round) ? of_rounds : in_round;
	return (PopulationDeviations){
		.instance = sqrt(left + weight * weight * (weight > 0 ? variance_predicted(from, fitted) : 0)),
		.left = sqrt(left),
		.round = level_adds(of_rounds, in_round, (double)n / rounds.groups),
		.session = level_adds(level_mean_square(&sessions, &all), isnan(of_rounds) ? in_round : of_rounds,
		                      (double)n / sessions.groups),
	};
}
