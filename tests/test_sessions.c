// Sessions of a group: how its rounds are shared out to them, and intervals over processes that differ.
#include <check.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "chance.h"
#include "cheap.h"
#include "run/result/precision.h"
#include "run/result/ratio.h"
#include "suite.h"

enum { MOST = 1000 };
static double s_scratch[4 * MOST + RATIO_RESAMPLES];
static int64_t s_begin[MOST + 1];

// Where a group's sessions end, until it has so many rounds.
static int32_t sessions_of(int32_t runs, double precision, int32_t rounds, int64_t *begin) {
	PlanGroup group = { .runs = runs, .precision = precision };
	const int32_t most = runs < RATIO_ROUNDS_MIN && precision == 0 ? runs : 2;
	Result result = { .group = &group };
	int32_t count = 0;
	while (result.rounds < rounds) {
		int32_t end = result_session_end(&result, false);
		ck_assert_int_gt(end, result.rounds);
		ck_assert(end - result.rounds <= fmax(most, sqrt(result.rounds)));
		begin[count++] = result.rounds;
		result.rounds = end < rounds ? end : rounds;
	}
	begin[count] = rounds;
	return count;
}

START_TEST(rounds_are_of_six_sessions_at_least) {
	for (int32_t runs = 1; runs <= MOST; ++runs) {
		int32_t count = sessions_of(runs, 0, runs, s_begin);
		if (runs < RATIO_ROUNDS_MIN)
			ck_assert_int_eq(count, 1); // there is no interval to be had
		else
			ck_assert_int_ge(count, STATS_SESSIONS_MIN);
	}
	ck_assert_int_eq(sessions_of(1, 0.01, PRECISION_ROUNDS_MIN, s_begin), STATS_SESSIONS_MIN);
	ck_assert_int_le(sessions_of(1, 0.01, PRECISION_ROUNDS_MAX, s_begin), 70);
}

START_TEST(rounds_that_have_no_builds_are_of_few_sessions) {
	for (int32_t runs = 1; runs <= MOST; ++runs) {
		PlanGroup group = { .runs = runs, .unbuilt = true };
		Result result = { .group = &group };
		int32_t count = 0;
		for (; result.rounds < runs; ++count) result.rounds = result_session_end(&result, false);
		if (runs >= RATIO_ROUNDS_MIN) ck_assert_int_ge(count, STATS_SESSIONS_MIN);
		ck_assert_int_le(count, 2 * STATS_SESSIONS_MIN);
	}
}

// Where time may end first there are six sessions after six rounds.
START_TEST(who_may_have_to_stop_has_short_sessions) {
	PlanGroup group = { .runs = MOST, .unbuilt = true };
	Result result = { .group = &group };
	ck_assert_int_eq(result_session_end(&result, false), MOST / STATS_SESSIONS_MIN);
	for (int32_t s = 1; s <= STATS_SESSIONS_MIN; ++s) {
		result.rounds = result_session_end(&result, true);
		ck_assert_int_eq(result.rounds, s);
	}
}

// The share of tries in which two equal algorithms differ by their ratio's interval. Each process is slower
// by its own share, each round by another, and one sample of ten is disturbed.
static double false_alarms(int32_t rounds, double process, bool renewed) {
	const int32_t tries = rounds > 100 ? 100 : 250;
	const double noise = 0.01;
	int32_t count = renewed ? sessions_of(rounds, 0, rounds, s_begin) : 1, alarms = 0;
	s_begin[count] = rounds;
	double a[MOST], b[MOST];
	int64_t sessions[MOST], begin[MOST + 1];
	Rng rng = rng_of(17, (uint64_t)rounds);
	for (int try = 0; try < tries; ++try) {
		for (int32_t s = 0; s < count; ++s) {
			double slow_a = process * about_normal(&rng), slow_b = process * about_normal(&rng);
			for (int64_t i = s_begin[s]; i < s_begin[s + 1]; ++i) {
				sessions[i] = s;
				a[i] = exp(slow_a + noise * about_normal(&rng)) * (rng_below(&rng, 10) == 0 ? 1.3 : 1);
				b[i] = exp(slow_b + noise * about_normal(&rng)) * (rng_below(&rng, 10) == 0 ? 1.3 : 1);
			}
		}
		Interval ratio = ratio_of(a, b, renewed ? sessions : NULL, rounds, (uint64_t)try, begin, s_scratch);
		ck_assert(ratio.lo <= ratio.hi);
		alarms += ratio.lo > 1 || ratio.hi < 1;
	}
	return (double)alarms / tries;
}

// At most 8 % where 5 % are due, whether processes differ or not. Were each algorithm one process all the
// time, most pairs of equal ones would differ.
START_TEST(intervals_hold_what_differs_between_processes) {
#ifdef SANITIZED // an order slower
	static const int32_t s_rounds[] = { 11, 30 };
#else
	static const int32_t s_rounds[] = { 11, 30, 300 };
#endif
	for (size_t i = 0; i < sizeof s_rounds / sizeof s_rounds[0]; ++i) {
		double calm = false_alarms(s_rounds[i], 0, true), wild = false_alarms(s_rounds[i], 0.03, true);
		ck_assert_msg(calm <= 0.08 && wild <= 0.08, "%d rounds: %g, %g", s_rounds[i], calm, wild);
	}
	ck_assert(false_alarms(30, 0.03, false) > 0.5);
}

// The same of a single median: at least 93 % of all intervals hold it. Of rounds alone far fewer would.
static double medians_held(int32_t rounds, double process, bool session_wise) {
	enum { TRIES = 1000 };
	int32_t count = sessions_of(1, 0.01, rounds, s_begin), held = 0;
	double values[MOST];
	const Sessions of = { values, s_begin, count };
	Rng rng = rng_of(19, (uint64_t)rounds);
	for (int try = 0; try < TRIES; ++try) {
		for (int32_t s = 0; s < count; ++s) {
			double slow = process * about_normal(&rng);
			for (int64_t i = s_begin[s]; i < s_begin[s + 1]; ++i)
				values[i] = slow + 0.01 * about_normal(&rng);
		}
		Interval plain = stats_median_interval(values, rounds, s_scratch);
		Interval wide = stats_sessions_median(&of, s_scratch);
		cheap_assert(wide.median == plain.median && wide.lo <= plain.lo && wide.hi >= plain.hi);
		Interval in = session_wise ? wide : plain;
		held += in.lo <= 0 && in.hi >= 0;
	}
	return (double)held / (double)TRIES;
}

START_TEST(medians_hold_what_differs_between_processes) {
	static const int32_t s_rounds[] = { 11, 16, 45, 181, 1000 };
	for (size_t i = 0; i < sizeof s_rounds / sizeof s_rounds[0]; ++i)
		for (int process = 0; process < 3; ++process) {
			double held = medians_held(s_rounds[i], 0.015 * process, true);
			ck_assert_msg(held >= 0.93, "%d rounds, %d: %g", s_rounds[i], process, held);
		}
	ck_assert(medians_held(181, 0.015, false) < 0.8);
}

START_TEST(few_sessions_give_a_median_no_interval) {
	double values[12];
	int64_t begin[7];
	Sessions of = { values, begin, 5 };
	for (int i = 0; i < 12; ++i) values[i] = floor(1 + i / 2.0);
	for (int i = 0; i <= 6; ++i) begin[i] = 2 * i;
	begin[5] = 12;
	Interval few = stats_sessions_median(&of, s_scratch);
	ck_assert(few.median == 3.5 && isnan(few.lo) && isnan(few.hi));
	begin[5] = 10;
	of.count = 6;
	Interval six = stats_sessions_median(&of, s_scratch); // two alike each: six values, not twelve
	ck_assert(six.median == 3.5 && six.lo == 1 && six.hi == 6);
	for (int i = 0; i < 12; ++i) values[i] = 7;
	Interval same = stats_sessions_median(&of, s_scratch);
	ck_assert(same.median == 7 && same.lo == 7 && same.hi == 7);
}

// 600 values in six sessions, of which three have 55 above the median and three 45: the design effect is 1.2,
// Student's quantile for 5 degrees of freedom 2.5706, and the ranks 300 -+ 2.5706 sqrt(150 x 1.2), outward.
START_TEST(ranks_are_those_of_the_design) {
	double values[600];
	int64_t begin[7];
	int low = 0, high = 300;
	for (int s = 0; s <= 6; ++s) begin[s] = 100 * s;
	for (int i = 0; i < 600; ++i) values[i] = i % 100 < (i < 300 ? 55 : 45) ? ++high : ++low;
	Interval found = stats_sessions_median(&(Sessions){ values, begin, 6 }, s_scratch);
	ck_assert(found.median == 300.5 && found.lo == 265 && found.hi == 336);
	// each session a pair of neighbours: no rank is inside
	for (int i = 0; i < 12; ++i) values[i] = i + 1;
	for (int s = 0; s <= 6; ++s) begin[s] = 2 * s;
	found = stats_sessions_median(&(Sessions){ values, begin, 6 }, s_scratch);
	ck_assert(found.median == 6.5 && found.lo == 1 && found.hi == 12);
}

// Whole sessions are drawn, and as many values as there are; the last one is cut.
START_TEST(all_values_are_drawn) {
	const double values[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	const int64_t begin[] = { 0, 1, 3, 10 };
	const Sessions of = { values, begin, 3 };
	int seen[11] = { 0 };
	Rng rng = rng_of(20, 0);
	for (int turn = 0; turn < 200; ++turn) {
		double out[11] = { 0 }, twin[11] = { 0 };
		stats_resample_sessions(&of, &rng, out, values, twin);
		ck_assert(out[10] == 0 && twin[10] == 0);
		for (int i = 0; i < 10; ++i) {
			cheap_assert(out[i] >= 1 && out[i] <= 10 && twin[i] == out[i]);
			cheap_assert(i == 0 || out[i] == out[i - 1] + 1 || out[i] == 1 || out[i] == 2 || out[i] == 4);
			seen[(int)out[i]] += 1;
		}
	}
	for (int i = 1; i <= 10; ++i) ck_assert_int_gt(seen[i], 20);
}

// Without sessions, which older runs did not record, a few rounds have no interval either.
START_TEST(few_rounds_have_no_interval) {
	double a[RATIO_ROUNDS_MIN], b[RATIO_ROUNDS_MIN];
	int64_t begin[RATIO_ROUNDS_MIN + 1];
	for (int i = 0; i < RATIO_ROUNDS_MIN; ++i) a[i] = 2 + i % 3, b[i] = 1;
	Interval few = ratio_of(a, b, NULL, RATIO_ROUNDS_MIN - 1, 1, begin, s_scratch);
	ck_assert(isnan(few.lo) && isnan(few.hi) && few.median > 0);
	ck_assert(!isnan(ratio_of(a, b, NULL, RATIO_ROUNDS_MIN, 1, begin, s_scratch).lo));
}

// And yet a difference is found.
START_TEST(intervals_find_a_difference) {
	double a[30], b[30];
	int64_t begin[31];
	int32_t found = 0, count = sessions_of(30, 0, 30, begin);
	Rng rng = rng_of(18, 0);
	for (int try = 0; try < 100; ++try) {
		for (int i = 0; i < 30; ++i) {
			a[i] = 1.05 * exp(0.01 * about_normal(&rng));
			b[i] = exp(0.01 * about_normal(&rng));
		}
		Interval ratio = stats_sessions_ratio(a, b, begin, count, RATIO_RESAMPLES, (uint64_t)try, s_scratch);
		found += ratio.lo > 1;
	}
	ck_assert_int_ge(found, 95);
}

// Of six sessions of one size: the tail of the normal distribution beyond sqrt(6 / 5) times Student's
// quantile of 5 degrees of freedom, 2.570582.
START_TEST(percentiles_are_expanded) {
	static const int64_t begin[] = { 0, 3, 6, 9, 12, 15, 18 };
	ck_assert_double_eq_tol(stats_expanded_tail(begin, 6), 0.0024318, 2e-5);
	// of sizes that differ, some weigh more: as if there were fewer
	static const int64_t uneven[] = { 0, 2, 4, 6, 9, 13, 18 };
	ck_assert_double_lt(stats_expanded_tail(uneven, 6), 0.0023);
}

START_TEST(few_sessions_have_no_interval) {
	double a[12], b[12];
	int64_t begin[13], sessions[12];
	for (int length = 3; length <= 12; length += 9) {
		for (int i = 0; i < 12; ++i) a[i] = 2 + i % 3, b[i] = 1, sessions[i] = 1 + i / length;
		Interval few = ratio_of(a, b, sessions, 12, 1, begin, s_scratch);
		ck_assert(few.median == 3 && isnan(few.lo) && isnan(few.hi));
	}
	Interval one = ratio_of(a, b, NULL, 12, 1, begin, s_scratch); // not known: as if rounds were independent
	ck_assert(one.median == 3 && one.lo >= 2 && one.hi <= 4);
	for (int i = 0; i < 12; ++i) sessions[i] = 1 + i / 2;
	Interval six = ratio_of(a, b, sessions, 12, 1, begin, s_scratch);
	ck_assert(six.median == 3 && six.lo >= 2 && six.lo < 3 && six.hi <= 4 && six.hi > 3);
	Interval same = ratio_of(a, a, sessions, 12, 1, begin, s_scratch);
	ck_assert(same.median == 1 && same.lo == 1 && same.hi == 1);
}

TEST_SUITE(sessions, suite, tc) {
	tcase_add_test(tc, rounds_are_of_six_sessions_at_least);
	tcase_add_test(tc, rounds_that_have_no_builds_are_of_few_sessions);
	tcase_add_test(tc, who_may_have_to_stop_has_short_sessions);
	tcase_add_test(tc, intervals_hold_what_differs_between_processes);
	tcase_add_test(tc, medians_hold_what_differs_between_processes);
	tcase_add_test(tc, few_sessions_give_a_median_no_interval);
	tcase_add_test(tc, ranks_are_those_of_the_design);
	tcase_add_test(tc, all_values_are_drawn);
	tcase_add_test(tc, few_rounds_have_no_interval);
	tcase_add_test(tc, intervals_find_a_difference);
	tcase_add_test(tc, percentiles_are_expanded);
	tcase_add_test(tc, few_sessions_have_no_interval);
}
