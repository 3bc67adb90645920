// When a group is measured enough, and how quiet it was.
#include <check.h>
#include <math.h>

#include "base/array.h"
#include "chance.h"
#include "groups.h"
#include "run/result/precision.h"
#include "run/result/noise.h"
#include "run/result/ratio.h"
#include "stats/stats.h"
#include "suite.h"

// One more whole round of the two algorithms and the twin; the second varies by `spread`.
static void add_round(Result *result, Rng *rng, double spread) {
	result->rounds += 1;
	for (int32_t i = 0; i < 3; ++i) {
		double ns = 1e6 * (i == 1 ? 1 + spread * (2 * rng_double(rng) - 1) : 1 + 1e-4 * rng_double(rng));
		Sample sample = { .member = i,
			              .session = result->rounds / 2,
			              .round = result->rounds,
			              .repeats = 1,
			              .ns = { ns, 0, 0 } };
		ck_assert(ARRAY_PUSH(&result->samples, sample));
	}
}

static Result *begin(PlanGroup *group, double precision, int32_t runs) {
	*group = group_of(2);
	group->runs = runs, group->precision = precision;
	Result *result = group_result(group);
	result->step_count = 1;
	for (int32_t i = 0; i < result->member_count; ++i) result->members[i].questions = 1;
	return result;
}

START_TEST(without_a_precision_runs_decide) {
	PlanGroup group;
	Rng rng = rng_of(1, 0);
	Result *result = begin(&group, 0, 3);
	for (int round = 0; round < 3; ++round) {
		ck_assert(!result_has_enough(result));
		add_round(result, &rng, 0.5);
	}
	ck_assert(result_has_enough(result));
	result_destroy(result);
}

// Every member that runs counts, however precise, and none that failed. Nothing is known of no rounds, nor of
// rounds whose samples were preempted.
START_TEST(a_precision_is_of_those_that_run) {
	PlanGroup group;
	double worst = 0, all = 0;
	bool imprecise = true;
	Rng rng = rng_of(3, 0);
	Result *result = begin(&group, 0.5, 12);
	ck_assert_int_eq(result_precision(result, &worst), 0);
	ck_assert(isnan(worst));
	ck_assert_int_eq(result_imprecise(result, &imprecise, &worst), 0);
	ck_assert(imprecise && isinf(worst));
	for (int i = 0; i < 12; ++i) add_round(result, &rng, 0.5);
	ck_assert_int_eq(result_precision(result, &all), 0);
	group.precision = all; // as precise as it is
	ck_assert_int_eq(result_imprecise(result, &imprecise, &worst), 0);
	ck_assert(!imprecise && worst == all);
	group.precision = all / 1.01;
	ck_assert_int_eq(result_imprecise(result, &imprecise, &worst), 0);
	ck_assert(imprecise);
	group.precision = 0;
	ck_assert_int_eq(result_imprecise(result, &imprecise, &worst), 0);
	ck_assert(!imprecise);
	result->members[1].status = ROW_CRASH;
	ck_assert_int_eq(result_precision(result, &worst), 0);
	ck_assert(worst < all / 100);
	for (int32_t i = 0; i < 3; ++i) result->members[i].status = ROW_CRASH;
	ck_assert_int_eq(result_precision(result, &worst), 0);
	ck_assert(isnan(worst)); // nobody is left
	result->members[0].status = ROW_OK;
	result->disturbed = true;
	ck_assert_int_eq(result_precision(result, &worst), 0);
	ck_assert(isnan(worst));
	result_destroy(result);
}

// Where the algorithm and its twin are quick and slow in turn, each by 5 % and known well, their ratio is
// not.
START_TEST(noise_is_to_be_as_precise) {
	PlanGroup group;
	double medians, all;
	Rng rng = rng_of(6, 0);
	Result *result = begin(&group, 0.5, 24);
	for (int32_t round = 0; round < 24; ++round) {
		add_round(result, &rng, 1e-3);
		Sample *last = &result->samples.data[result->samples.count - 3];
		const double pace = 1 + 0.05 * (2 * rng_double(&rng) - 1);
		last[0].ns[0] *= pace, last[2].ns[0] /= pace;
	}
	result->members[2].status = ROW_CRASH;
	ck_assert_int_eq(result_precision(result, &medians), 0);
	result->members[2].status = ROW_OK;
	ck_assert_int_eq(result_precision(result, &all), 0);
	ck_assert(all > 1.5 * medians);
	result_destroy(result);
}

// A group is prepared once it has been counted and sampled, complete with enough rounds, and cut without.
START_TEST(a_group_is_complete_with_its_rounds) {
	PlanGroup group;
	Rng rng = rng_of(4, 0);
	Result *result = begin(&group, 0, 2);
	result->sessions = 1;
	ck_assert(!result_completeness(result).prepared);
	add_round(result, &rng, 0.1);
	ck_assert(result_completeness(result).prepared && !result_completeness(result).complete);
	result->finished = true;
	ck_assert(result_was_cut(result));
	add_round(result, &rng, 0.1);
	ck_assert(result_completeness(result).complete && !result_was_cut(result));
	result->rounds = 1, result->finished = false;
	ck_assert(!result_was_cut(result));
	for (int32_t i = 0; i < 3; ++i) result->members[i].status = ROW_CRASH;
	ck_assert(result_completeness(result).complete); // nobody is left
	result_destroy(result);
}

// A plug-in is also asked at new places, after its rounds: a stop or a kill between the two leaves it to be
// done. Not where it failed or left.
START_TEST(a_group_is_complete_once_plugins_were_asked_afresh) {
	PlanGroup group;
	Rng rng = rng_of(4, 0);
	Result *result = begin(&group, 0, 1);
	PlanAlgorithm algorithms[2] = { group.algorithms[0], group.algorithms[1] };
	Member *plugin = &result->members[1];
	algorithms[1].judged = true;
	group.algorithms = algorithms;
	result->sessions = 1;
	add_round(result, &rng, 0.1);
	ck_assert(!result_is_prepared(result) && !result_completeness(result).complete);
	plugin->afresh = true;
	ck_assert(result_completeness(result).complete);
	plugin->afresh = false, plugin->left = true;
	ck_assert(result_completeness(result).complete);
	plugin->left = false, plugin->status = ROW_CRASH;
	ck_assert(result_completeness(result).complete);
	plugin->status = ROW_OK, algorithms[0].judged = true, algorithms[1].judged = false;
	result->members[0].afresh = true; // its twin need not be
	ck_assert(result_completeness(result).complete);
	result_destroy(result);
}

// Samples of a round that broke off, or is taken again, are of no pair.
START_TEST(a_ratio_is_of_whole_rounds) {
	PlanGroup group;
	Interval before, after;
	Rng rng = rng_of(5, 0);
	Result *result = begin(&group, 0, 12);
	for (int i = 0; i < 12; ++i) add_round(result, &rng, 0.1);
	ck_assert_int_eq(result_ratio(result, 1, 0, 2, &before), 0);
	for (int32_t i = 0; i < 3; ++i) {
		Sample sample = result->samples.data[i];
		sample.round = 0;
		sample.ns[0] *= 1 + 9 * i;
		ck_assert(ARRAY_PUSH(&result->samples, sample));
	}
	ck_assert_int_eq(result_ratio(result, 1, 0, 2, &after), 0);
	ck_assert(after.median == before.median && after.lo == before.lo && after.hi == before.hi);
	result_destroy(result);
}

// A median that is known is precise, even if it is 0.
START_TEST(what_does_not_vary_is_precise) {
	ck_assert_double_eq(stats_precision((Interval){ 0, 0, 0 }), 0);
	ck_assert_double_eq(stats_precision((Interval){ .median = 2, .lo = 1, .hi = 5 }), 1);
	ck_assert(isnan(stats_precision((Interval){ 1, (double)NAN, (double)NAN })));
}

// Rounds until it stops.
static int32_t rounds_of(double precision, int32_t runs, double spread, double *worst) {
	PlanGroup group;
	Rng rng = rng_of(2, 0);
	Result *result = begin(&group, precision, runs);
	while (!result_has_enough(result)) add_round(result, &rng, spread);
	int32_t rounds = result->rounds;
	ck_assert_int_eq(result_precision(result, worst), 0);
	result_destroy(result);
	return rounds;
}

START_TEST(the_least_precise_member_decides) {
	double worst;
	ck_assert_int_eq(rounds_of(0.01, 1, 1e-3, &worst), PRECISION_ROUNDS_MIN);
	ck_assert(worst <= 0.01);
	ck_assert_int_eq(rounds_of(0.01, 40, 1e-3, &worst), 40);
	int32_t rounds = rounds_of(0.01, 1, 0.1, &worst);
	ck_assert_int_gt(rounds, PRECISION_ROUNDS_MIN);
	ck_assert_int_lt(rounds, PRECISION_ROUNDS_MAX);
	ck_assert(worst <= 0.01);
	ck_assert_int_eq(rounds_of(1e-6, 1, 0.1, &worst), PRECISION_ROUNDS_MAX);
	ck_assert(worst > 1e-6);
	// nor fewer than were asked for
	ck_assert_int_eq(rounds_of(1e-6, PRECISION_ROUNDS_MAX + 7, 0.1, &worst), PRECISION_ROUNDS_MAX + 7);
}

// It is not looked at in every round: at 11 and then at half an octave more.
START_TEST(looks_follow_a_schedule) {
	int64_t last = 11;
	ck_assert_int_eq(stats_next_look(11, 1), 11);
	for (int64_t n = 12; n < 5000; ++n) {
		int64_t look = stats_next_look(11, n);
		ck_assert_int_ge(look, n);
		if (look == last) continue;
		ck_assert_int_eq(last, n - 1); // no look is left out
		ck_assert((double)look <= 1.5 * (double)last && (double)look >= 1.4 * (double)last);
		last = look;
	}
	ck_assert_int_eq(stats_next_look(1, 2), 2);
}

// Rounds of two members that stop together, as an algorithm and its twin do.
enum { MOST = 400 };
static double s_values[2][MOST], s_scratch[MOST];
static int64_t s_begin[MOST + 1];

static bool both_precise(int64_t count, double precision) {
	for (int m = 0; m < 2; ++m) {
		Sessions of = { s_values[m], s_begin, count };
		if (!(stats_precision(stats_sessions_median(&of, s_scratch)) <= precision)) return false;
	}
	return true;
}

// Returns how many sessions they took until they were precise, or had `most` rounds. Each session of each has
// a level of its own, that varies by `process` where a round varies by 10 %.
static int64_t stop_when_precise(Rng *rng, double process, double precision, int32_t most) {
	PlanGroup group = { .runs = PRECISION_ROUNDS_MIN, .precision = precision };
	Result result = { .group = &group };
	int64_t count = 0;
	while (result.rounds < most) {
		int32_t end = result_session_end(&result, false);
		double level[2] = { 1 + process * about_normal(rng), 1 + process * about_normal(rng) };
		s_begin[count++] = result.rounds;
		while (result.rounds < end && result.rounds < most) {
			for (int m = 0; m < 2; ++m) s_values[m][result.rounds] = level[m] + 0.1 * about_normal(rng);
			result.rounds += 1;
			s_begin[count] = result.rounds;
			bool look = stats_next_look(PRECISION_ROUNDS_MIN, result.rounds) == result.rounds;
			if (look && both_precise(count, precision)) return count;
		}
	}
	return count;
}

// The interval holds the true median nearly as often as without stopping, though it stops where it is narrow;
// with a budget too, which ends after any round and knows nothing of the values.
static void check_coverage(bool budget, double process) {
	enum { TRIES = 3000 };
	Rng rng = rng_of(3, budget);
	int tries = 0, inside = 0, early = 0, cut = 0;
	for (int turn = 0; turn < TRIES; ++turn) {
		int32_t most = budget ? RATIO_ROUNDS_MIN + (int32_t)rng_below(&rng, 100) : MOST;
		double precision = 0.02 + process / 4 + 0.065 * rng_double(&rng);
		Sessions of = { s_values[0], s_begin, stop_when_precise(&rng, process, precision, most) };
		if (of.count < STATS_SESSIONS_MIN) continue; // the budget ended before there was an interval
		Interval median = stats_sessions_median(&of, s_scratch);
		tries += 1;
		inside += median.lo <= 1 && 1 <= median.hi;
		early += s_begin[of.count] < MOST;
		cut += s_begin[of.count] == most;
	}
	ck_assert_int_gt(early, tries / 2);
	if (budget) ck_assert_int_gt(cut, tries / 4);
	ck_assert_msg(inside >= tries * 93 / 100, "%d of %d", inside, tries);
}

START_TEST(stopping_keeps_the_coverage) {
	check_coverage(false, 0);
	check_coverage(false, 0.05);
	check_coverage(false, 0.2);
}

START_TEST(a_budget_keeps_the_coverage) {
	check_coverage(true, 0);
	check_coverage(true, 0.2);
}

START_TEST(a_budget_cuts_what_it_ends) {
	PlanGroup group;
	Rng rng = rng_of(4, 0);
	for (int precise = 0; precise < 2; ++precise) {
		Result *result = begin(&group, precise ? 1e-5 : 0, 20);
		bool imprecise;
		double worst;
		for (int round = 0; round < 3; ++round) add_round(result, &rng, 0.1);
		ck_assert(!result_was_cut(result)); // it goes on
		ck_assert_int_eq(result_imprecise(result, &imprecise, &worst), 0);
		ck_assert(imprecise == precise && (!precise || isinf(worst)));
		result->finished = true;
		ck_assert(result_was_cut(result));
		for (int32_t i = 0; i < result->member_count; ++i) result->members[i].status = ROW_CRASH;
		ck_assert(!result_was_cut(result)); // nobody had rounds to lose
		ck_assert_int_eq(result_imprecise(result, &imprecise, &worst), 0);
		ck_assert(!imprecise);
		result_destroy(result);
	}
}

// A finished group whose second algorithm's times grow by `drift` over the rounds and vary by `spread`.
static void add_noise(Noise *noise, int rounds, double drift, double spread, uint64_t seed) {
	PlanGroup group;
	Rng rng = rng_of(seed, 0);
	Result *result = begin(&group, 0, rounds);
	result->finished = true;
	for (int round = 0; round < rounds; ++round) {
		add_round(result, &rng, spread);
		for (int32_t k = 1; k <= 3; ++k) {
			Sample *sample = &result->samples.data[result->samples.count - k];
			if (sample->member == 1) sample->ns[0] *= 1 + drift * round / (rounds - 1);
		}
	}
	ck_assert_int_eq(noise_add(noise, result), 0);
	result_destroy(result);
}

START_TEST(drift_is_found_and_noise_is_none) {
	Noise noise = { 0 };
	double worst;
	for (uint64_t seed = 0; seed < 200; ++seed) add_noise(&noise, 11, 0, 0.1, seed);
	ck_assert_int_eq(noise.rows.count, 600);
	ck_assert_int_le(noise_drifting(&noise, &worst), 1);
	for (int64_t i = 0; i < 600; ++i)
		noise.rows.data[i] = (RowNoise){ .trend = NOISE_LEVEL / 500, .drift = 1 };
	ck_assert_int_eq(noise_drifting(&noise, &worst), 0); // of 600 one is so steady by chance
	for (int64_t i = 0; i < 600; ++i) noise.rows.data[i].trend = NOISE_LEVEL / 700;
	ck_assert_int_eq(noise_drifting(&noise, &worst), 600);
	noise_free(&noise);
	add_noise(&noise, 40, 0.3, 0.01, 1);
	ck_assert_int_ge(noise_drifting(&noise, &worst), 1);
	ck_assert(worst > 0.15 && worst < 0.3);
	add_noise(&noise, 40, -0.5, 0.01, 1);
	ck_assert_int_ge(noise_drifting(&noise, &worst), 2);
	ck_assert(worst < -0.3);
	noise_free(&noise);
	add_noise(&noise, NOISE_ROUNDS_MIN - 1, 3, 0, 1);
	ck_assert_int_eq(noise.rows.count, 0);
	add_noise(&noise, 40, 0.01, 0, 1); // steady, but too little to matter
	ck_assert_int_eq(noise_drifting(&noise, &worst), 0);
	noise_free(&noise);
}

// Processes that differ are no drift, however many rounds each takes.
START_TEST(sessions_that_differ_do_not_drift) {
	enum { ROUNDS = 300, LENGTH = 30 };
	Noise noise = { 0 };
	PlanGroup group;
	Rng rng = rng_of(6, 0);
	for (int group_index = 0; group_index < 30; ++group_index) {
		Result *result = begin(&group, 0, ROUNDS);
		result->finished = true;
		double level = 1;
		for (int round = 0; round < ROUNDS; ++round) {
			if (round % LENGTH == 0) level = 1 + 0.1 * rng_double(&rng);
			add_round(result, &rng, 0.01);
			Sample *sample = &result->samples.data[result->samples.count - 2];
			ck_assert_int_eq(sample->member, 1);
			sample->ns[0] *= level;
			for (int32_t k = 1; k <= 3; ++k)
				result->samples.data[result->samples.count - k].session = 1 + round / LENGTH;
		}
		ck_assert_int_eq(noise_add(&noise, result), 0);
		result_destroy(result);
	}
	double worst;
	ck_assert_int_eq(noise.rows.count, 90);
	ck_assert_int_le(noise_drifting(&noise, &worst), 1);
	noise_free(&noise);
}

START_TEST(what_varies_much_is_told) {
	Noise noise = { 0 };
	double worst;
	add_noise(&noise, 40, 0, 0.1, 5);
	ck_assert_int_eq(noise_varying(&noise, &worst), 0);
	ck_assert(worst > 0.05 && worst < 0.2);
	add_noise(&noise, 40, 0, 0.6, 5);
	ck_assert_int_eq(noise_varying(&noise, &worst), 1);
	ck_assert(worst > 0.4 && worst < 0.9);
	noise_free(&noise);
}

TEST_SUITE(precision, suite, tc) {
	tcase_add_test(tc, without_a_precision_runs_decide);
	tcase_add_test(tc, a_precision_is_of_those_that_run);
	tcase_add_test(tc, noise_is_to_be_as_precise);
	tcase_add_test(tc, a_group_is_complete_with_its_rounds);
	tcase_add_test(tc, a_group_is_complete_once_plugins_were_asked_afresh);
	tcase_add_test(tc, a_ratio_is_of_whole_rounds);
	tcase_add_test(tc, what_does_not_vary_is_precise);
	tcase_add_test(tc, the_least_precise_member_decides);
	tcase_add_test(tc, looks_follow_a_schedule);
	tcase_add_test(tc, stopping_keeps_the_coverage);
	tcase_add_test(tc, a_budget_keeps_the_coverage);
	tcase_add_test(tc, a_budget_cuts_what_it_ends);
	tcase_add_test(tc, drift_is_found_and_noise_is_none);
	tcase_add_test(tc, sessions_that_differ_do_not_drift);
	tcase_add_test(tc, what_varies_much_is_told);
}
