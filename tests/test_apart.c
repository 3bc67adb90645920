// Values of two runs, each of several sessions: Welch's test against closed forms, and how often it and the
// interval are right over processes that differ.
#include <check.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "stats/stats.h"
#include "suite.h"

enum { SESSIONS = 6, EACH = 3, VALUES = SESSIONS * EACH, RESAMPLES = 200 };
static double s_scratch[4 * VALUES + RESAMPLES];

// With 2 and 2, or 3 and 3 values of one variance there are 2 and 4 degrees of freedom, whose distributions
// have closed forms.
START_TEST(welch_is_student_where_variances_are_equal) {
	for (double t = 1e-3; t < 1e7; t *= 1.7) {
		double pair[] = { -1, 1 }, far[] = { -1 + t * sqrt(2), 1 + t * sqrt(2) };
		double s = sqrt(2 + t * t), p = 2 / (s * (s + t)); // 1 - t / s
		ck_assert_double_le(fabs(stats_welch(far, 2, pair, 2) / p - 1), 1e-9);
		ck_assert_double_le(fabs(stats_welch(pair, 2, far, 2) / p - 1), 1e-9);
		if (t > 1e3) continue; // where 1 - x has digits left
		double three[] = { -1, 0, 1 }, shift = t * sqrt(2.0 / 3);
		double away[] = { shift - 1, shift, shift + 1 };
		double q = 1 - t * (6 + t * t) / pow(4 + t * t, 1.5);
		ck_assert_double_le(fabs(stats_welch(away, 3, three, 3) - q), 1e-12);
	}
	double same[] = { 1, 1, 1 }, other[] = { 2, 2, 2 }, spread[] = { 1, 2, 3 };
	ck_assert_double_eq(stats_welch(same, 3, same, 3), 1);
	ck_assert_double_eq(stats_welch(same, 3, other, 3), 0);
	ck_assert_double_eq(stats_welch(spread, 3, other, 3), 1);
}

// Between 3 and 10 degrees of freedom: of 3 values that vary and 11 that do not, they are 2.
START_TEST(degrees_of_freedom_are_of_those_who_vary) {
	double few[] = { -1, 0, 1 }, many[11] = { 0 }, t = 2;
	for (int i = 0; i < 11; ++i) many[i] = t / sqrt(3) + 1e-9 * i;
	ck_assert_double_le(fabs(stats_welch(many, 11, few, 3) - (1 - t / sqrt(2 + t * t))), 1e-6);
}

static int64_t s_begin[SESSIONS + 1];

// A run: every process is slower by a share of its own, every round by another.
static Sessions run_of(double *values, double slow, double process, Rng *rng) {
	for (int64_t s = 0; s < SESSIONS; ++s) {
		double own = process * about_normal(rng);
		s_begin[s + 1] = (s + 1) * EACH;
		for (int64_t i = s * EACH; i < (s + 1) * EACH; ++i)
			values[i] = (1 + slow) * exp(own + 0.01 * about_normal(rng));
	}
	return (Sessions){ values, s_begin, SESSIONS };
}

// The shares of tries in which the test and the interval say that two runs differ.
static void differing(double slow, double process, double *by_test, double *by_interval) {
	enum { TRIES = 1000 };
	double a[VALUES], b[VALUES];
	Rng rng = rng_of(5, 0);
	*by_test = *by_interval = 0;
	for (int try = 0; try < TRIES; ++try) {
		Sessions of_a = run_of(a, slow, process, &rng), of_b = run_of(b, 0, process, &rng);
		Interval ratio = stats_sessions_apart(&of_a, &of_b, RESAMPLES, (uint64_t)try, s_scratch);
		ck_assert(ratio.lo <= ratio.median && ratio.median <= ratio.hi);
		*by_interval += (ratio.lo > 1 || ratio.hi < 1) / (double)TRIES;
		*by_test += (stats_sessions_differ(&of_a, &of_b, s_scratch) < 0.05) / (double)TRIES;
	}
}

START_TEST(processes_are_no_difference) {
	double by_test, by_interval;
	for (double process = 0; process < 0.1; process = 4 * process + 0.005) {
		differing(0, process, &by_test, &by_interval);
		ck_assert_double_le(by_test, 0.08);
		ck_assert_double_le(by_interval, 0.08);
	}
	differing(0.05, 0.01, &by_test, &by_interval);
	ck_assert_double_ge(by_test, 0.95);
	ck_assert_double_ge(by_interval, 0.95);
}

START_TEST(batches_are_neighbours_of_one_size) {
	for (int64_t count = 1; count < 300; ++count) {
		int64_t begin[301], all = 0;
		for (int64_t i = 0; i <= count; ++i) begin[i] = all, all += 2 + (int64_t)sqrt((double)i);
		const int64_t n = begin[count];
		int64_t before[301];
		memcpy(before, begin, sizeof begin);
		int64_t batches = stats_batch_sessions(begin, count);
		ck_assert_int_le(batches, SESSION_BATCHES_MAX);
		ck_assert_int_ge(batches, count < SESSION_BATCHES_MAX ? count : SESSION_BATCHES_MAX - 1);
		ck_assert(begin[0] == 0 && begin[batches] == n);
		for (int64_t k = 0, i = 0; k < batches; ++k) {
			ck_assert_int_lt(begin[k], begin[k + 1]);
			while (before[i] < begin[k]) i += 1;
			ck_assert_int_eq(before[i], begin[k]); // where a session began
			if (count > 100) ck_assert_int_le(llabs(begin[k + 1] - begin[k] - n / batches), n / batches / 3);
		}
	}
}

// The share of tries in which two runs of 150 sessions differ, between which nothing lies but that the
// machine is faster for a while, and slower.
static double differing_by_drift(bool batched) {
	enum { TRIES = 200, LONG = 150 };
	static double values[2][2 * LONG], scratch[4 * LONG];
	int differ = 0;
	Rng rng = rng_of(7, 0);
	for (int try = 0; try < TRIES; ++try) {
		int64_t begin[2][LONG + 1];
		Sessions of[2];
		double level = 0;
		for (int i = 0; i < 500; ++i) level = 0.95 * level + 0.003 * about_normal(&rng);
		for (int run = 0; run < 2; ++run) {
			for (int64_t s = 0; s < LONG; ++s) {
				level = 0.95 * level + 0.003 * about_normal(&rng);
				for (int64_t i = 2 * s; i < 2 * s + 2; ++i)
					values[run][i] = exp(level + 0.003 * about_normal(&rng));
			}
			for (int64_t s = 0; s <= LONG; ++s) begin[run][s] = 2 * s;
			of[run] = (Sessions){ values[run], begin[run], LONG };
			if (batched) of[run].count = stats_batch_sessions(begin[run], LONG);
		}
		differ += stats_sessions_differ(&of[0], &of[1], scratch) < 0.05;
	}
	return (double)differ / (double)TRIES;
}

START_TEST(slow_changes_are_less_of_a_difference) {
	double of_sessions = differing_by_drift(false), of_batches = differing_by_drift(true);
	ck_assert_double_ge(of_sessions, 0.5);
	ck_assert_double_le(of_batches, of_sessions / 2);
}

START_TEST(students_quantiles_are_those_of_tables) {
	static const double s_known[][3] = {
		{ 1, 0.05, 12.706205 }, { 2, 0.05, 4.302653 },   { 3, 0.05, 3.182446 },   { 5, 0.05, 2.570582 },
		{ 10, 0.05, 2.228139 }, { 20, 0.05, 2.085963 },  { 30, 0.05, 2.042272 },  { 1e9, 0.05, 1.959964 },
		{ 5, 0.01, 4.032143 },  { 10, 0.001, 4.586894 }, { 30, 0.002, 3.385185 }, { 1, 0.5, 1 }
	};
	for (size_t i = 0; i < sizeof s_known / sizeof s_known[0]; ++i)
		ck_assert_double_eq_tol(stats_student(s_known[i][0], s_known[i][1]), s_known[i][2], 1e-5);
}

// Six sessions of 1 to 6 over thirty that are alike: the tail is that of six, which reaches where most of the
// sessions that are drawn are the same. Of thirty it would end before.
START_TEST(the_fewer_sessions_say_how_far_an_interval_reaches) {
	enum { DRAWN = 2000 };
	double few[6], many[30], scratch[60 + DRAWN];
	int64_t begin[31];
	for (int i = 0; i <= 30; ++i) begin[i] = i;
	for (int i = 0; i < 30; ++i) many[i] = 1;
	for (int i = 0; i < 6; ++i) few[i] = i + 1;
	const Sessions of_few = { few, begin, 6 }, of_many = { many, begin, 30 };
	Interval one = stats_sessions_apart(&of_few, &of_many, DRAWN, 1, scratch);
	Interval other = stats_sessions_apart(&of_many, &of_few, DRAWN, 1, scratch);
	ck_assert(one.lo == 1 && one.median == 3.5 && one.hi == 6);
	ck_assert(other.lo == 1.0 / 6 && other.hi == 1);
}

// Sessions are compared by their logarithms: of reciprocals the same is known.
START_TEST(reciprocals_differ_alike) {
	double a[6], b[6], over_a[6], over_b[6];
	int64_t begin[7];
	for (int i = 0; i <= 6; ++i) begin[i] = i;
	for (int i = 0; i < 6; ++i) {
		a[i] = 1 + i * i, b[i] = 2 + 3 * i;
		over_a[i] = 1 / a[i], over_b[i] = 1 / b[i];
	}
	const Sessions of[4] = { { a, begin, 6 }, { b, begin, 6 }, { over_a, begin, 6 }, { over_b, begin, 6 } };
	double p = stats_sessions_differ(&of[0], &of[1], s_scratch);
	ck_assert(p > 0.05 && p < 0.95);
	ck_assert_double_eq_tol(stats_sessions_differ(&of[2], &of[3], s_scratch), p, 1e-12);
}

// What varies in nothing is the same, or surely another.
START_TEST(what_does_not_vary_is_known) {
	const double ones[] = { 1, 1, 1 }, twos[] = { 2, 2, 2 };
	ck_assert_double_eq(stats_welch(ones, 3, ones, 3), 1);
	ck_assert_double_eq(stats_welch(ones, 3, twos, 3), 0);
}

START_TEST(few_sessions_say_nothing) {
	double a[VALUES], b[VALUES];
	Rng rng = rng_of(6, 0);
	Sessions of_a = run_of(a, 0, 0, &rng), of_b = run_of(b, 0.5, 0, &rng);
	ck_assert_double_le(stats_sessions_differ(&of_a, &of_b, s_scratch), 1e-6);
	double kept[VALUES];
	memcpy(kept, b, sizeof kept);
	for (int64_t i = 0; i < of_b.begin[1]; ++i)
		b[i] = 0; // no logarithm: nothing is known, not surely another
	ck_assert(isnan(stats_sessions_differ(&of_a, &of_b, s_scratch)));
	memcpy(b, kept, sizeof kept);
	ck_assert(!isnan(stats_sessions_apart(&of_b, &of_a, RESAMPLES, 1, s_scratch).lo));
	of_b.count = STATS_SESSIONS_MIN - 1;
	Interval ratio = stats_sessions_apart(&of_a, &of_b, RESAMPLES, 1, s_scratch);
	ck_assert(isnan(ratio.lo) && isnan(ratio.hi) && ratio.median < 1);
	ck_assert(isnan(stats_sessions_apart(&of_b, &of_a, RESAMPLES, 1, s_scratch).lo));
	ck_assert(isnan(stats_sessions_differ(&of_a, &of_b, s_scratch)));
	ck_assert(isnan(stats_sessions_differ(&of_b, &of_a, s_scratch)));
}

TEST_SUITE(apart, suite, tc) {
	tcase_add_test(tc, welch_is_student_where_variances_are_equal);
	tcase_add_test(tc, degrees_of_freedom_are_of_those_who_vary);
	tcase_add_test(tc, processes_are_no_difference);
	tcase_add_test(tc, batches_are_neighbours_of_one_size);
	tcase_add_test(tc, slow_changes_are_less_of_a_difference);
	tcase_add_test(tc, few_sessions_say_nothing);
	tcase_add_test(tc, students_quantiles_are_those_of_tables);
	tcase_add_test(tc, the_fewer_sessions_say_how_far_an_interval_reaches);
	tcase_add_test(tc, reciprocals_differ_alike);
	tcase_add_test(tc, what_does_not_vary_is_known);
}
