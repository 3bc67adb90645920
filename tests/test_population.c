// Estimates over a population: by how often their intervals hold the truth of planted populations, and how
// wide they are. POPULATION_RUNS=2000 in the environment is the long run; it prints what it found.
#include "cheap.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/sort.h"
#include "stats/population.h"
#include "stats/stats.h"

Suite *population_suite(void);

enum {
	INSTANCES = 500,
	TERMS = 4,
	SIZE = 6,
	BLOCKS = 24,
	TIMED_MAX = BLOCKS * SIZE,
	ROUNDS = 5,
	TARGETS = 3
};

// A population whose true times are known. `blind`: its times have nothing to do with its counts.
typedef struct Planted {
	double counts[POPULATION_MEMBERS][INSTANCES * TERMS], truth[POPULATION_MEMBERS][INSTANCES];
	double times[POPULATION_MEMBERS][TIMED_MAX];
	double answer[TARGETS], bound;
	int64_t begin[BLOCKS + 1], instance[TIMED_MAX], order[INSTANCES];
	Population from;
} Planted;

static Planted s_planted;
static double s_scratch[3 * TIMED_MAX];

static double normal(Rng *rng) {
	return sqrt(-2 * log(1 - rng_double(rng))) * cos(6.283185307179586 * rng_double(rng));
}

// Student's t of 4 degrees of freedom, of standard deviation 1.
static double heavy(Rng *rng) {
	double squares = 0;
	for (int i = 0; i < 4; ++i) {
		double z = normal(rng);
		squares += z * z;
	}
	return normal(rng) / sqrt(squares / 4) / sqrt(2);
}

static void plant_instance(Planted *p, int64_t i, const bool blind[POPULATION_MEMBERS], Rng *rng) {
	static const double costs[POPULATION_MEMBERS][TERMS] = { { 3, 1, 0, 8 }, { 2, 4, 1, 0 } };
	double size = exp(0.5 * normal(rng));
	for (int m = 0; m < POPULATION_MEMBERS; ++m) {
		double time = 200;
		for (int k = 0; k < TERMS; ++k) {
			double count = floor(100 * size * exp(0.4 * normal(rng)));
			p->counts[m][i * TERMS + k] = count;
			time += costs[m][k] * count;
		}
		if (blind[m]) time = 1000 * exp(0.3 * normal(rng));
		p->truth[m][i] = time * exp(0.09 * heavy(rng));
	}
}

// A share's bound is where 70 % are below.
static void plant(Planted *p, bool blind_a, bool blind_b, Rng *rng) {
	static double ratios[INSTANCES];
	double logs = 0, sums[POPULATION_MEMBERS] = { 0 };
	for (int64_t i = 0; i < INSTANCES; ++i) {
		plant_instance(p, i, (bool[]){ blind_a, blind_b }, rng);
		for (int m = 0; m < POPULATION_MEMBERS; ++m) sums[m] += p->truth[m][i];
		ratios[i] = p->truth[0][i] / p->truth[1][i];
		logs += log(ratios[i]);
		p->order[i] = i;
	}
	sort_doubles(ratios, INSTANCES);
	p->bound = (ratios[INSTANCES * 7 / 10 - 1] + ratios[INSTANCES * 7 / 10]) / 2;
	p->answer[0] = exp(logs / INSTANCES), p->answer[1] = sums[0] / sums[1], p->answer[2] = 0.7;
}

// The median of some rounds, of which 3 % are outliers of e.
static double timed_once(double truth, Rng *rng) {
	double rounds[ROUNDS], scratch[ROUNDS];
	for (int r = 0; r < ROUNDS; ++r)
		rounds[r] = truth * exp(0.027 * normal(rng) + (rng_double(rng) < 0.03 ? 1 : 0));
	return stats_median(rounds, ROUNDS, scratch);
}

// Blocks of fresh instances, each in a session that makes either member slower or faster by 1.5 %.
static void take(Planted *p, int64_t blocks, Rng *rng) {
	for (int64_t i = 0; i < blocks * SIZE; ++i) {
		int64_t j = i + (int64_t)rng_below(rng, (uint64_t)(INSTANCES - i)), chosen = p->order[j];
		p->order[j] = p->order[i];
		p->order[i] = p->instance[i] = chosen;
	}
	for (int64_t b = 0; b < blocks; ++b)
		for (int m = 0; m < POPULATION_MEMBERS; ++m) {
			double session = exp(0.015 * normal(rng));
			for (int64_t i = b * SIZE; i < (b + 1) * SIZE; ++i)
				p->times[m][i] = timed_once(session * p->truth[m][p->instance[i]], rng);
		}
	for (int64_t b = 0; b <= blocks; ++b) p->begin[b] = b * SIZE;
	p->from =
	    (Population){ .count = INSTANCES, .blocks = blocks, .begin = p->begin, .instance = p->instance };
	for (int m = 0; m < POPULATION_MEMBERS; ++m) {
		p->from.terms[m] = TERMS;
		p->from.counts[m] = p->counts[m];
		p->from.times[m] = p->times[m];
	}
}

static Planted *planted(uint64_t seed, int64_t blocks) {
	Rng rng;
	rng_seed(&rng, seed, 0);
	plant(&s_planted, false, false, &rng);
	take(&s_planted, blocks, &rng);
	return &s_planted;
}

static PopulationEstimate ask(const Planted *p, int target) {
	return target == 0   ? population_mean_ratio(&p->from, s_scratch)
	       : target == 1 ? population_sum_ratio(&p->from, s_scratch)
	                     : population_share(&p->from, p->bound, s_scratch);
}

typedef struct Found {
	int runs, held, plain_held;
	double width, plain_width;
} Found;

static void look(const Planted *p, Found found[TARGETS]) {
	for (int t = 0; t < TARGETS; ++t) {
		PopulationEstimate e = ask(p, t);
		found[t].runs += 1;
		found[t].held += e.lo <= p->answer[t] && p->answer[t] <= e.hi;
		found[t].plain_held += e.plain_lo <= p->answer[t] && p->answer[t] <= e.plain_hi;
		found[t].width += e.hi - e.lo, found[t].plain_width += e.plain_hi - e.plain_lo;
	}
}

static int runs_or(int usual) {
	const char *text = getenv("POPULATION_RUNS");
	return text != NULL && atoi(text) > 0 ? atoi(text) : usual;
}

static void tell(const char *what, int64_t blocks, const Found found[TARGETS]) {
	static const char *names[TARGETS] = { "mean ratio", "sum ratio", "share" };
	for (int t = 0; t < TARGETS && getenv("POPULATION_RUNS") != NULL; ++t)
		printf("%-10s %2d blocks %-10s: %5.1f %% of %d hold (plain %5.1f %%), width %.3f of plain\n", what,
		       (int)blocks, names[t], 100.0 * found[t].held / found[t].runs, found[t].runs,
		       100.0 * found[t].plain_held / found[t].runs, found[t].width / found[t].plain_width);
	fflush(stdout);
}

// At least 94 %, but for three standard errors of that many runs.
static void check_coverage(const Found *found) {
	double runs = found->runs, least = 0.94 * runs - 3 * sqrt(0.94 * 0.06 * runs);
	ck_assert_msg(found->held >= least, "%d of %d hold", found->held, found->runs);
}

static void try_blocks(const char *what, bool blind_a, bool blind_b, double widest) {
	static const int64_t blocks[] = { 6, 8, 12, 24 };
	for (int k = 0; k < 4; ++k) {
		Found found[TARGETS] = { 0 };
		Rng rng;
		rng_seed(&rng, 31, (uint64_t)k);
		for (int run = 0, runs = runs_or(100); run < runs; ++run) {
			plant(&s_planted, blind_a, blind_b, &rng);
			take(&s_planted, blocks[k], &rng);
			look(&s_planted, found);
		}
		tell(what, blocks[k], found);
		for (int t = 0; t < TARGETS; ++t) {
			check_coverage(&found[t]);
			ck_assert_msg(found[t].width <= widest * found[t].plain_width, "target %d, %d blocks: %g", t,
			              (int)blocks[k], found[t].width / found[t].plain_width);
		}
	}
}

START_TEST(counts_narrow_intervals_that_hold) { try_blocks("counted", false, false, 0.8); }
END_TEST

START_TEST(nothing_is_lost_where_counts_say_nothing) {
	try_blocks("blind", true, true, 1.05);
	try_blocks("one blind", false, true, 1.05);
}
END_TEST

// A run with a precision looks at the mean ratio on a fixed schedule, and ends where its interval is narrow
// enough.
START_TEST(stopping_at_a_precision_keeps_intervals) {
	static const int64_t looks[] = { 6, 8, 12, 17, BLOCKS };
	Found found[TARGETS] = { 0 };
	int64_t stopped = 0;
	Rng rng;
	rng_seed(&rng, 35, 0);
	for (int run = 0, runs = runs_or(300); run < runs; ++run) {
		plant(&s_planted, false, false, &rng);
		take(&s_planted, BLOCKS, &rng);
		for (int k = 0; k < 5; ++k) {
			s_planted.from.blocks = looks[k];
			PopulationEstimate mean = ask(&s_planted, 0);
			if (k < 4 && (mean.hi - mean.lo) / 2 / mean.value > 0.03) continue;
			stopped += looks[k];
			break;
		}
		look(&s_planted, found);
	}
	tell("stopped", stopped / found[0].runs, found);
	ck_assert(stopped > 7 * found[0].runs && stopped < 20 * found[0].runs); // at neither end of the schedule
	for (int t = 0; t < TARGETS; ++t) check_coverage(&found[t]);
}
END_TEST

// True costs are in their intervals; errors on unseen blocks are those that were planted, of pose, session
// and round.
START_TEST(costs_are_in_their_intervals) {
	static const double costs[POPULATION_MEMBERS][TERMS + 1] = { { 200, 3, 1, 0, 8 }, { 200, 2, 4, 1, 0 } };
	static const int64_t blocks[] = { 6, 12, 24 };
	for (int k = 0; k < 3; ++k) {
		Found found = { 0 };
		double error = 0;
		Rng rng;
		rng_seed(&rng, 36, (uint64_t)k);
		for (int run = 0, runs = runs_or(100); run < runs; ++run) {
			plant(&s_planted, false, false, &rng);
			take(&s_planted, blocks[k], &rng);
			for (int m = 0; m < POPULATION_MEMBERS; ++m) {
				PopulationCosts of = population_costs(&s_planted.from, m);
				error += of.error / runs / POPULATION_MEMBERS;
				for (int t = 0; t <= TERMS; ++t)
					found.runs += 1, found.held += of.lo[t] <= costs[m][t] && costs[m][t] <= of.hi[t];
			}
		}
		if (getenv("POPULATION_RUNS") != NULL)
			printf("costs, %2d blocks: %.1f %% of %d hold, error %.3f\n", (int)blocks[k],
			       100.0 * found.held / found.runs, found.runs, error);
		ck_assert(found.held > 0.9 * found.runs && error > 0.09 && error < 0.2);
	}
}
END_TEST

// Without noise or an effect of the pose, the counts say everything: the answer is that of all instances.
START_TEST(exact_times_give_the_exact_answer) {
	static const double costs[POPULATION_MEMBERS][TERMS] = { { 3, 1, 0, 8 }, { 2, 4, 1, 0 } };
	Planted *p = planted(32, 6);
	double logs = 0, sums[POPULATION_MEMBERS] = { 0 };
	for (int64_t i = 0; i < INSTANCES; ++i)
		for (int m = 0; m < POPULATION_MEMBERS; ++m) {
			double time = 200;
			for (int k = 0; k < TERMS; ++k) time += costs[m][k] * p->counts[m][i * TERMS + k];
			p->truth[m][i] = time, sums[m] += time, logs += m == 0 ? log(time) : -log(time);
		}
	for (int64_t i = 0; i < 6 * SIZE; ++i)
		for (int m = 0; m < POPULATION_MEMBERS; ++m) p->times[m][i] = p->truth[m][p->instance[i]];
	PopulationEstimate mean = ask(p, 0), sum = ask(p, 1);
	ck_assert_double_eq_tol(mean.value, exp(logs / INSTANCES), 1e-3);
	ck_assert_double_eq_tol(sum.value, sums[0] / sums[1], 1e-3);
	ck_assert(mean.weight > 0.99 && mean.hi - mean.lo < 0.01 * (mean.plain_hi - mean.plain_lo));
	for (int m = 0; m < POPULATION_MEMBERS; ++m) {
		Costs found = population_costs(&p->from, m).at;
		ck_assert_double_eq_tol(found.each[0], 200, 2);
		for (int k = 0; k < TERMS; ++k) ck_assert_double_eq_tol(found.each[k + 1], costs[m][k], 0.05);
	}
}
END_TEST

START_TEST(members_change_places) {
	Planted *p = planted(33, 8);
	PopulationEstimate one = ask(p, 0);
	Population swapped = p->from;
	for (int m = 0; m < POPULATION_MEMBERS; ++m)
		swapped.counts[m] = p->counts[1 - m], swapped.times[m] = p->times[1 - m];
	PopulationEstimate other = population_mean_ratio(&swapped, s_scratch);
	ck_assert_double_eq_tol(one.value * other.value, 1, 1e-9);
	ck_assert_double_eq_tol(one.lo * other.hi, 1, 1e-9);
}
END_TEST

// What the room held before, such as numbers that are none, is in no estimate.
START_TEST(what_the_room_held_does_not_matter) {
	static const double s_held[] = { 0, 1e300, (double)INFINITY, (double)NAN };
	const Planted *p = planted(35, 8);
	for (int t = 0; t < TARGETS; ++t) {
		PopulationEstimate found[4];
		for (int k = 0; k < 4; ++k) {
			for (size_t i = 0; i < sizeof s_scratch / sizeof *s_scratch; ++i) s_scratch[i] = s_held[k];
			found[k] = ask(p, t);
			ck_assert(found[k].value == found[0].value && found[k].plain == found[0].plain);
			ck_assert(found[k].lo == found[0].lo && found[k].hi == found[0].hi);
			ck_assert(found[k].plain_lo == found[0].plain_lo && found[k].plain_hi == found[0].plain_hi);
		}
	}
}
END_TEST

START_TEST(little_or_odd_input_is_borne) {
	for (int64_t blocks = 1; blocks < STATS_SESSIONS_MIN; ++blocks) {
		Planted *p = planted(34, blocks);
		for (int t = 0; t < TARGETS; ++t) {
			PopulationEstimate e = ask(p, t);
			ck_assert(isfinite(e.value) && isnan(e.lo) && isnan(e.hi));
		}
	}
	Planted *p = planted(34, 6);
	PopulationEstimate all = population_share(&p->from, 1e9, s_scratch);
	ck_assert(all.value == 1 && all.hi == 1 && all.lo < 1 - 2.0 / (6 * SIZE) && all.lo > 0.9);
	for (int m = 0; m < POPULATION_MEMBERS; ++m) p->from.terms[m] = 0; // no counts at all: as plain
	PopulationEstimate none = ask(p, 0);
	ck_assert(none.value == none.plain && none.lo == none.plain_lo && none.weight == 0);
	for (int m = 0; m < POPULATION_MEMBERS; ++m) p->from.terms[m] = TERMS;
	memset(p->counts, 0, sizeof p->counts); // counts that are all 0 say no more
	none = ask(p, 2);
	ck_assert(none.value == none.plain && none.weight == 0);
}
END_TEST

Suite *population_suite(void) {
	Suite *suite = suite_create("population");
	TCase *t = tcase_create("population");
	tcase_add_test(t, counts_narrow_intervals_that_hold);
	tcase_add_test(t, nothing_is_lost_where_counts_say_nothing);
	tcase_add_test(t, stopping_at_a_precision_keeps_intervals);
	tcase_add_test(t, costs_are_in_their_intervals);
	tcase_add_test(t, exact_times_give_the_exact_answer);
	tcase_add_test(t, members_change_places);
	tcase_add_test(t, what_the_room_held_does_not_matter);
	tcase_add_test(t, little_or_odd_input_is_borne);
	suite_add_tcase(suite, t);
	return suite;
}
