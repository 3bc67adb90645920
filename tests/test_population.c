// Estimates over a population: by how often their intervals hold the truth of planted populations, and how
// wide they are. POPULATION_RUNS=2000 in the environment is the long run; it prints what it found.
#include "cheap.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "planted_population.h"
#include "stats/stats.h"

Suite *population_suite(void);

enum { SIZE = 6, BLOCKS = 24, TARGETS = 3 };

static Planted s_planted;

static Planted *planted(uint64_t seed, int64_t blocks) {
	Rng rng;
	rng_seed(&rng, seed, 0);
	plant(&s_planted, false, false, &rng);
	planted_take(&s_planted, blocks, SIZE, &rng);
	return &s_planted;
}

static PopulationEstimate ask(const Planted *p, int target) {
	PopulationFit fitted;
	population_fit(&fitted, &p->from);
	return target == 0   ? population_mean_ratio(&p->from, &fitted, planted_scratch)
	       : target == 1 ? population_sum_ratio(&p->from, &fitted, planted_scratch)
	                     : population_share(&p->from, &fitted, p->bound, planted_scratch);
}

typedef struct Found {
	int runs, held, plain_held;
	double width, plain_width;
} Found;

static void look(const Planted *p, Found found[TARGETS]) {
	const double answer[TARGETS] = { p->mean, p->sum, 0.7 };
	for (int t = 0; t < TARGETS; ++t) {
		PopulationEstimate e = ask(p, t);
		found[t].runs += 1;
		found[t].held += e.lo <= answer[t] && answer[t] <= e.hi;
		found[t].plain_held += e.plain_lo <= answer[t] && answer[t] <= e.plain_hi;
		found[t].width += e.hi - e.lo, found[t].plain_width += e.plain_hi - e.plain_lo;
	}
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
		for (int run = 0, runs = planted_runs_or(100); run < runs; ++run) {
			plant(&s_planted, blind_a, blind_b, &rng);
			planted_take(&s_planted, blocks[k], SIZE, &rng);
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
	for (int run = 0, runs = planted_runs_or(300); run < runs; ++run) {
		plant(&s_planted, false, false, &rng);
		planted_take(&s_planted, BLOCKS, SIZE, &rng);
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
		for (int run = 0, runs = planted_runs_or(100); run < runs; ++run) {
			plant(&s_planted, false, false, &rng);
			planted_take(&s_planted, blocks[k], SIZE, &rng);
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

// Times are what counts cost, times an effect of each session, round and instance.
static PopulationDeviations deviations_of(Planted *p, double session, double round, double instance,
                                          int64_t a_round) {
	Rng rng;
	double of_session = 0, of_round = 0;
	PopulationFit fitted;
	rng_seed(&rng, 36, 0);
	for (int64_t b = 0; b < p->from.blocks; ++b)
		for (int64_t i = p->begin[b]; i < p->begin[b + 1]; ++i) {
			if (i == p->begin[b]) of_session = session * planted_normal(&rng);
			if ((i - p->begin[b]) % a_round == 0) of_round = round * planted_normal(&rng);
			for (int m = 0; m < POPULATION_MEMBERS; ++m) {
				p->times[m][i] = 200 + 3 * p->counts[m][p->instance[i] * TERMS + m];
				if (m == 0) p->times[m][i] *= exp(of_session + of_round + instance * planted_normal(&rng));
			}
		}
	population_fit(&fitted, &p->from);
	return population_deviations(&p->from, &fitted, a_round, planted_scratch);
}

#define ASSERT_NEAR(x, planted) ck_assert_double_eq_tol(x, planted, 0.2 * (planted))
START_TEST(deviations_are_those_that_were_planted) {
	enum { ALL = 100, ROUND = 8, EACH = 48 };
	Rng rng;
	rng_seed(&rng, 37, 0);
	Planted *p = planted(37, 1);
	planted_take(p, ALL, EACH, &rng);
	double sum = 0, squares = 0;
	for (int64_t i = 0; i < INSTANCES; ++i) {
		const double x = log((200 + 3 * p->counts[0][i * TERMS]) / (200 + 3 * p->counts[1][i * TERMS + 1]));
		sum += x, squares += x * x;
	}
	const double by_counts = (squares - sum * sum / INSTANCES) / INSTANCES;
	PopulationDeviations all = deviations_of(p, 0.05, 0.04, 0.1, ROUND);
	ASSERT_NEAR(all.session, 0.05);
	ASSERT_NEAR(all.round, 0.04);
	ASSERT_NEAR(all.left, 0.1);
	ASSERT_NEAR(all.instance, sqrt(by_counts + 0.1 * 0.1));
	PopulationDeviations calm = deviations_of(p, 0, 0, 0.1, ROUND);
	ck_assert(calm.session < 0.01 && calm.round < 0.01);
	ASSERT_NEAR(calm.left, 0.1);
	PopulationDeviations none = deviations_of(p, 0, 0, 0, ROUND);
	ck_assert(none.left < 1e-4 && none.session < 1e-4);
	ASSERT_NEAR(none.instance, sqrt(by_counts));
	// rounds of one: what is left is theirs; one session: nothing tells how others would differ
	PopulationDeviations single = deviations_of(p, 0.05, 0.1, 0, 1);
	ASSERT_NEAR(single.left, 0.1);
	ck_assert(isnan(single.round));
	ASSERT_NEAR(single.session, 0.05);
	planted_take(p, 1, EACH, &rng);
	ck_assert(isnan(deviations_of(p, 0.05, 0.04, 0.1, ROUND).session));
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
	PopulationFit fitted;
	population_fit(&fitted, &swapped);
	PopulationEstimate other = population_mean_ratio(&swapped, &fitted, planted_scratch);
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
			for (size_t i = 0; i < sizeof planted_scratch / sizeof *planted_scratch; ++i)
				planted_scratch[i] = s_held[k];
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
	PopulationFit fitted;
	population_fit(&fitted, &p->from);
	PopulationEstimate all = population_share(&p->from, &fitted, 1e9, planted_scratch);
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
	tcase_add_test(t, deviations_are_those_that_were_planted);
	tcase_add_test(t, exact_times_give_the_exact_answer);
	tcase_add_test(t, members_change_places);
	tcase_add_test(t, what_the_room_held_does_not_matter);
	tcase_add_test(t, little_or_odd_input_is_borne);
	suite_add_tcase(suite, t);
	return suite;
}
