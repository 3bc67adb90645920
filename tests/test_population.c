// Estimates over a population: by how often their intervals hold the truth of planted populations, and how
// wide they are. POPULATION_RUNS=2000 in the environment is the long run; it prints what it found.
#include "cheap.h"
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "planted_population.h"
#include "stats/stats.h"
#include "suite.h"

enum { SIZE = 6, BLOCKS = 24, TARGETS = 3 };

static Planted s_planted;

static Planted *planted(uint64_t seed, int64_t blocks) {
	Rng rng = rng_of(seed, 0);
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

static bool is_in(Bounds of, double answer) { return of.lo <= answer && answer <= of.hi; }
static bool is_same(Bounds a, Bounds b) { return a.lo == b.lo && a.hi == b.hi; }
static double width(Bounds of) { return of.hi - of.lo; }

typedef struct Found {
	int runs, held, plain_held;
	double width, plain_width;
} Found;

static void look(const Planted *p, Found found[TARGETS]) {
	const double answer[TARGETS] = { p->mean, p->sum, 0.7 };
	for (int t = 0; t < TARGETS; ++t) {
		PopulationEstimate e = ask(p, t);
		found[t].runs += 1;
		found[t].held += is_in(e.counted, answer[t]), found[t].width += width(e.counted);
		found[t].plain_held += is_in(e.plain_all, answer[t]), found[t].plain_width += width(e.plain_all);
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

// At least such a share, but for three standard errors of that many runs.
static void check_held(const Found *found, double share) {
	double runs = found->runs, least = share * runs - 3 * sqrt(share * (1 - share) * runs);
	ck_assert_msg(found->held >= least, "%d of %d hold", found->held, found->runs);
}

static void check_coverage(const Found *found) { check_held(found, 0.94); }

static void try_blocks(const char *what, bool blind_a, bool blind_b, double widest) {
	static const int64_t blocks[] = { 6, 8, 12, 24 };
	for (int k = 0; k < 4; ++k) {
		Found found[TARGETS] = { 0 };
		Rng rng = rng_of(31, (uint64_t)k);
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

// What predicts a session was fitted to more of them.
START_TEST(more_folds_hold_too) {
	s_planted.folds = 5;
	try_blocks("by fifths", false, false, 0.8);
	s_planted.folds = 0;
}

START_TEST(nothing_is_lost_where_counts_say_nothing) {
	try_blocks("blind", true, true, 1.05);
	try_blocks("one blind", false, true, 1.05);
}

// What is true of all instances that may be planted: of 50,000 of them.
typedef struct Truth {
	double mean, sum, bound[3];
} Truth;
static const double s_shares[] = { 0.7, 0.9, 0.98 };
enum { SHARES = 3, LARGE = 100 };

static Truth truth_of_all(void) {
	static double ratios[LARGE * INSTANCES];
	Truth out;
	double logs = 0, sums[POPULATION_MEMBERS] = { 0 };
	Rng rng = rng_of(51, 0);
	s_planted.few = 0;
	for (int64_t k = 0; k < LARGE * INSTANCES; ++k) {
		if (k % INSTANCES == 0) plant(&s_planted, false, false, &rng);
		for (int m = 0; m < POPULATION_MEMBERS; ++m) sums[m] += s_planted.truth[m][k % INSTANCES];
		ratios[k] = s_planted.truth[0][k % INSTANCES] / s_planted.truth[1][k % INSTANCES];
		logs += log(ratios[k]);
	}
	sort_doubles(ratios, LARGE * INSTANCES);
	out.mean = exp(logs / (LARGE * INSTANCES)), out.sum = sums[0] / sums[1];
	for (int s = 0; s < SHARES; ++s) out.bound[s] = ratios[(int64_t)(s_shares[s] * LARGE * INSTANCES)];
	return out;
}

// Other draws of as few instances have other answers: how often intervals hold for what they are drawn from,
// and how often they would if they were of the drawn ones alone.
START_TEST(intervals_hold_for_others_like_them) {
	static const int64_t few[] = { 12, 30, 200 };
	enum { ASKED = 2 + SHARES };
	const Truth truth = truth_of_all();
	for (int k = 0; k < 3; ++k) {
		Found all[ASKED] = { 0 }, counted[ASKED] = { 0 };
		Rng rng = rng_of(52, (uint64_t)k);
		s_planted.few = few[k];
		for (int run = 0, runs = planted_runs_or(100); run < runs; ++run) {
			plant(&s_planted, false, false, &rng);
			planted_take(&s_planted, 12, SIZE, &rng);
			for (int t = 0; t < ASKED; ++t) {
				if (t >= 2) s_planted.bound = truth.bound[t - 2];
				const PopulationEstimate e = ask(&s_planted, t < 2 ? t : 2);
				const double answer = t == 0 ? truth.mean : t == 1 ? truth.sum : s_shares[t - 2];
				all[t].runs += 1, all[t].held += is_in(e.all, answer), all[t].width += width(e.all);
				counted[t].held += is_in(e.counted, answer), counted[t].width += width(e.counted);
			}
		}
		for (int t = 0; t < ASKED && getenv("POPULATION_RUNS") != NULL; ++t)
			printf(
			    "%3d drawn, target %d: %5.1f %% hold (%5.1f %% of those for the drawn alone), width %.2f\n",
			    (int)few[k], t, 100.0 * all[t].held / all[t].runs, 100.0 * counted[t].held / all[t].runs,
			    all[t].width / counted[t].width);
		for (int t = 0; t < ASKED; ++t) check_held(&all[t], t == 1 ? 0.92 : 0.94); // a sum has a long tail
		ck_assert(few[k] > 30 || counted[0].held < 0.85 * all[0].runs);            // it is not enough
	}
	s_planted.few = 0;
}

// What the timed instances say alone is Student's interval of the mean of equal blocks.
START_TEST(plain_intervals_are_those_of_block_means) {
	enum { EACH = 4, N = 8 };
	const Planted *p = planted(54, 1);
	double means[N], mean = 0, squares = 0;
	Rng rng = rng_of(54, 1);
	planted_take(&s_planted, N, EACH, &rng);
	for (int b = 0; b < N; ++b) {
		means[b] = 0;
		for (int i = b * EACH; i < (b + 1) * EACH; ++i)
			means[b] += log(p->times[0][i] / p->times[1][i]) / EACH;
		mean += means[b] / N;
	}
	for (int b = 0; b < N; ++b) squares += (means[b] - mean) * (means[b] - mean);
	const double half = stats_student(N - 1, STATS_ERROR) * sqrt(squares / (N - 1) / N);
	const PopulationEstimate e = ask(p, 0);
	ck_assert_double_eq_tol(e.plain, exp(mean), 1e-12);
	ck_assert_double_eq_tol(e.plain_all.lo, exp(mean - half), 1e-12);
	ck_assert_double_eq_tol(e.plain_all.hi, exp(mean + half), 1e-12);
}

// Few times and many counts that say nothing of them: costs explain the folds that they were fitted to, and
// must not be judged by these.
START_TEST(no_time_is_judged_by_costs_that_it_helped_to_fit) {
	for (s_planted.folds = 2; s_planted.folds <= 8; s_planted.folds += 3) {
		double widths = 0, plain = 0;
		Rng rng = rng_of(55, 0);
		for (int run = 0; run < 100; ++run) {
			plant(&s_planted, true, true, &rng);
			planted_take(&s_planted, 8, 1, &rng);
			const PopulationEstimate e = ask(&s_planted, 0);
			widths += width(e.counted), plain += width(e.plain_all);
		}
		ck_assert_msg(widths > 0.9 * plain, "%d folds: %g of plain", s_planted.folds, widths / plain);
	}
	s_planted.folds = 0;
}

// A time that is far off moves what is said of the other folds alone, and the costs of its own fold not.
START_TEST(a_fold_is_left_out_of_its_own_costs) {
	Planted *p = planted(57, 12);
	p->from.folds = 4;
	PopulationFit before, after;
	population_fit(&before, &p->from);
	ck_assert_int_eq(before.folds, 4);
	p->times[0][p->begin[6]] *= 100; // of block 6, in fold 2
	population_fit(&after, &p->from);
	for (int32_t fold = 0; fold < 4; ++fold)
		ck_assert_int_eq(memcmp(&before.costs[fold][0], &after.costs[fold][0], sizeof(Costs)) == 0,
		                 fold == 2);
	p->from.blocks = 3;
	population_fit(&after, &p->from);
	ck_assert_int_eq(after.folds, 3);
}

// Instances that are timed twice say no more of others.
START_TEST(again_is_not_anew) {
	enum { N = 24 };
	s_planted.few = N;
	Planted *p = planted(56, N / SIZE * 2);
	for (int64_t i = 0; i < N; ++i) {
		p->instance[N + i] = p->instance[i];
		for (int m = 0; m < POPULATION_MEMBERS; ++m) p->times[m][N + i] = p->times[m][i];
	}
	for (int m = 0; m < POPULATION_MEMBERS; ++m) p->from.terms[m] = 0;
	const PopulationEstimate twice = ask(p, 0);
	double mean = 0, squares = 0;
	for (int64_t i = 0; i < N; ++i) mean += log(p->times[0][i] / p->times[1][i]) / N;
	for (int64_t i = 0; i < N; ++i) squares += pow(log(p->times[0][i] / p->times[1][i]) - mean, 2);
	const double least = 2 * stats_student(N - 1, STATS_ERROR) * sqrt(squares / N / N / 2);
	ck_assert(log(twice.all.hi / twice.all.lo) > least);
	ck_assert(width(twice.all) > 1.1 * width(twice.counted));
	s_planted.few = 0;
}

// A draw of all that there are has no other.
START_TEST(nothing_is_added_where_all_were_drawn) {
	Planted *p = planted(53, 12);
	const PopulationEstimate endless = ask(p, 0);
	p->from.whole = 2 * INSTANCES;
	const PopulationEstimate half = ask(p, 0);
	p->from.whole = INSTANCES;
	const PopulationEstimate whole = ask(p, 0);
	ck_assert(is_same(whole.all, whole.counted) && is_same(whole.counted, endless.counted));
	ck_assert(width(endless.all) > width(half.all) && width(half.all) > width(whole.all));
}

// A run with a precision looks at the mean ratio on a fixed schedule, and ends where its interval is narrow
// enough.
START_TEST(stopping_at_a_precision_keeps_intervals) {
	static const int64_t looks[] = { 6, 8, 12, 17, BLOCKS };
	Found found[TARGETS] = { 0 };
	int64_t stopped = 0;
	Rng rng = rng_of(35, 0);
	for (int run = 0, runs = planted_runs_or(300); run < runs; ++run) {
		plant(&s_planted, false, false, &rng);
		planted_take(&s_planted, BLOCKS, SIZE, &rng);
		for (int k = 0; k < 5; ++k) {
			s_planted.from.blocks = looks[k];
			PopulationEstimate mean = ask(&s_planted, 0);
			if (k < 4 && width(mean.counted) / 2 / mean.value > 0.03) continue;
			stopped += looks[k];
			break;
		}
		look(&s_planted, found);
	}
	tell("stopped", stopped / found[0].runs, found);
	ck_assert(stopped > 7 * found[0].runs && stopped < 20 * found[0].runs); // at neither end of the schedule
	for (int t = 0; t < TARGETS; ++t) check_coverage(&found[t]);
}

// True costs are in their intervals; errors on unseen blocks are those that were planted, of pose, session
// and round.
START_TEST(costs_are_in_their_intervals) {
	static const double costs[POPULATION_MEMBERS][TERMS + 1] = { { 200, 3, 1, 0, 8 }, { 200, 2, 4, 1, 0 } };
	static const int64_t blocks[] = { 6, 12, 24 };
	for (int k = 0; k < 3; ++k) {
		Found found = { 0 };
		double error = 0;
		Rng rng = rng_of(36, (uint64_t)k);
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
		check_coverage(&found);
		ck_assert(error > 0.09 && error < 0.2);
	}
}

// Times are what counts cost, times an effect of each session, round and instance.
static PopulationDeviations deviations_of(Planted *p, double session, double round, double instance,
                                          int64_t a_round) {
	double of_session = 0, of_round = 0;
	PopulationFit fitted;
	Rng rng = rng_of(36, 0);
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
	Rng rng = rng_of(37, 0);
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
	ck_assert(mean.weight > 0.99 && width(mean.counted) < 0.01 * width(mean.plain_all));
	for (int m = 0; m < POPULATION_MEMBERS; ++m) {
		Costs found = population_costs(&p->from, m).at;
		ck_assert_double_eq_tol(found.each[0], 200, 2);
		for (int k = 0; k < TERMS; ++k) ck_assert_double_eq_tol(found.each[k + 1], costs[m][k], 0.05);
	}
}

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
	ck_assert_double_eq_tol(one.all.lo * other.all.hi, 1, 1e-9);
}

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
			ck_assert(is_same(found[k].all, found[0].all) && is_same(found[k].counted, found[0].counted));
			ck_assert(is_same(found[k].plain_all, found[0].plain_all));
		}
	}
}

START_TEST(little_or_odd_input_is_borne) {
	for (int64_t blocks = 1; blocks < STATS_SESSIONS_MIN; ++blocks) {
		Planted *p = planted(34, blocks);
		for (int t = 0; t < TARGETS; ++t) {
			PopulationEstimate e = ask(p, t);
			ck_assert(isfinite(e.value) && isnan(e.all.lo) && isnan(e.all.hi));
		}
	}
	Planted *p = planted(34, 6);
	PopulationFit fitted;
	population_fit(&fitted, &p->from);
	PopulationEstimate all = population_share(&p->from, &fitted, 1e9, planted_scratch);
	ck_assert(all.value == 1 && all.all.hi == 1 && all.all.lo < 0.91 && all.all.lo > 0.9);
	for (int m = 0; m < POPULATION_MEMBERS; ++m) p->from.terms[m] = 0; // no counts at all: as plain
	PopulationEstimate none = ask(p, 0);
	ck_assert(none.value == none.plain && none.all.lo == none.plain_all.lo && none.weight == 0);
	for (int m = 0; m < POPULATION_MEMBERS; ++m) p->from.terms[m] = TERMS;
	memset(p->counts, 0, sizeof p->counts); // counts that are all 0 say no more
	none = ask(p, 2);
	ck_assert(none.value == none.plain && none.weight == 0);
}

TEST_SUITE(population, suite, tc) {
	tcase_add_test(tc, counts_narrow_intervals_that_hold);
	tcase_add_test(tc, more_folds_hold_too);
	tcase_add_test(tc, nothing_is_lost_where_counts_say_nothing);
	tcase_add_test(tc, intervals_hold_for_others_like_them);
	tcase_add_test(tc, plain_intervals_are_those_of_block_means);
	tcase_add_test(tc, no_time_is_judged_by_costs_that_it_helped_to_fit);
	tcase_add_test(tc, a_fold_is_left_out_of_its_own_costs);
	tcase_add_test(tc, again_is_not_anew);
	tcase_add_test(tc, nothing_is_added_where_all_were_drawn);
	tcase_add_test(tc, stopping_at_a_precision_keeps_intervals);
	tcase_add_test(tc, costs_are_in_their_intervals);
	tcase_add_test(tc, deviations_are_those_that_were_planted);
	tcase_add_test(tc, exact_times_give_the_exact_answer);
	tcase_add_test(tc, members_change_places);
	tcase_add_test(tc, what_the_room_held_does_not_matter);
	tcase_add_test(tc, little_or_odd_input_is_borne);
}
