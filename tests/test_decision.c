// Looks at claims: which looks there are, what stands where, and how often planted claims are decided wrongly
// or found. POPULATION_RUNS=200 in the environment is the long run; it prints what it found.
#include "cheap.h"
#include <math.h>
#include <stdlib.h>

#include "planted_population.h"
#include "stats/decision.h"
#include "stats/stats.h"

Suite *decision_suite(void);

enum { FIRST = 6, MOST = 134, SIZE = 24 }; // blocks; instances of each

static Planted s_planted;

static Standing stands(double lo, double hi, double noise, double limit) {
	return decision_standing(&(Question){ .limit = limit, .margin = 0.03 }, (lo + hi) / 2, (Bounds){ lo, hi },
	                         (Bounds){ 1 - noise, 1 + noise });
}

START_TEST(intervals_stand_somewhere) {
	ck_assert_int_eq(stands(0.8, 0.9, 0, 1), STANDING_BELOW);
	ck_assert_int_eq(stands(1.1, 1.2, 0, 1), STANDING_ABOVE);
	ck_assert_int_eq(stands(1.1, 1.2, 0, 1.15), STANDING_OPEN);
	ck_assert_int_eq(stands(0.98, 1.02, 0, 1), STANDING_NEAR);
	ck_assert_int_eq(stands(0.98, 1.04, 0, 1), STANDING_OPEN);
	ck_assert_int_eq(stands(0.96, 1.02, 0, 1), STANDING_OPEN);
	ck_assert_int_eq(stands(1.96, 2.04, 0, 2), STANDING_NEAR); // the margin is relative
	// equals that seem to differ so much widen an interval, but it is as near as it is
	ck_assert_int_eq(stands(0.8, 0.9, 0.15, 1), STANDING_OPEN);
	ck_assert_int_eq(stands(1.1, 1.2, 0.15, 1), STANDING_OPEN);
	ck_assert_int_eq(stands(1.01, 1.02, 0.1, 1), STANDING_NEAR);
	ck_assert_int_eq(stands(1.1, 1.2, 0.05, 1), STANDING_ABOVE);
	ck_assert_int_eq(stands((double)NAN, (double)NAN, 0, 1), STANDING_OPEN);
	ck_assert_int_eq(stands(0.8, 0.9, (double)NAN, 1), STANDING_OPEN);
	ck_assert_int_eq(stands(0.97, 1.02, 0, (double)NAN), STANDING_NEAR); // its value is known to 3 %
	ck_assert_int_eq(stands(0.9, 1.02, (double)NAN, (double)NAN), STANDING_OPEN);
}
END_TEST

// A twin says nothing of a share.
START_TEST(shares_stand_somewhere) {
	const Question question = { .is_share = true, .limit = 0.9, .margin = 0.03 };
	const Bounds none = { (double)NAN, (double)NAN };
	ck_assert_int_eq(decision_standing(&question, 0.8, (Bounds){ 0.75, 0.85 }, none), STANDING_BELOW);
	ck_assert_int_eq(decision_standing(&question, 0.95, (Bounds){ 0.92, 0.98 }, none), STANDING_ABOVE);
	ck_assert_int_eq(decision_standing(&question, 0.9, (Bounds){ 0.88, 0.92 }, none), STANDING_NEAR);
	ck_assert_int_eq(decision_standing(&question, 0.9, (Bounds){ 0.86, 0.92 }, none), STANDING_OPEN);
	ck_assert_double_eq_tol(decision_reach(&question, 0.9, (Bounds){ 0.86, 0.92 }), 0.04, 1e-12);
}
END_TEST

// Looks after 6, 9, 13, 18 and 25 values, or where a budget ends.
START_TEST(all_looks_share_the_error) {
	ck_assert_double_eq_tol(decision_error(6, 25), STATS_ERROR / 6, 1e-12);
	ck_assert_double_eq_tol(decision_error(6, 24), STATS_ERROR / 6, 1e-12); // the last one at the end
	ck_assert_double_eq_tol(decision_error(6, 18), STATS_ERROR / 5, 1e-12);
	ck_assert_double_eq_tol(decision_error(6, 6), STATS_ERROR / 2, 1e-12);
	ck_assert_double_eq_tol(decision_error(6, 1), STATS_ERROR / 2, 1e-12);
}
END_TEST

typedef struct Ends {
	int of[STANDING_NEAR + 1], held, runs;
	int64_t blocks;
} Ends;

// A run that looks at a claim, whose ratio is `over` times its limit, until it is decided.
static void run_until_decided(Ends *ends, double over, bool has_twin, Rng *rng) {
	plant(&s_planted, false, false, rng);
	planted_take(&s_planted, MOST, SIZE, rng);
	const Question question = { .limit = s_planted.mean / over, .margin = 0.03 };
	Population *from = &s_planted.from;
	Standing standing = STANDING_OPEN;
	PopulationEstimate of = { 0 };
	from->error = decision_error(FIRST, MOST);
	for (int64_t at = FIRST; at <= MOST && standing == STANDING_OPEN; at = stats_next_look(FIRST, at + 1)) {
		from->blocks = at;
		of = planted_mean(from);
		const PopulationEstimate twin =
		    has_twin ? planted_twin(&s_planted) : (PopulationEstimate){ .counted = { 1, 1 } };
		standing = decision_standing(&question, of.value, of.counted, twin.counted);
	}
	ends->of[standing] += 1, ends->runs += 1, ends->blocks += from->blocks;
	ends->held += of.counted.lo <= s_planted.mean && s_planted.mean <= of.counted.hi;
}

static Ends run_all(const char *what, uint64_t seed, double over, bool has_twin) {
	Ends ends = { 0 };
	Rng rng;
	rng_seed(&rng, seed, 0);
	for (int run = 0, runs = planted_runs_or(30); run < runs; ++run)
		run_until_decided(&ends, over, has_twin, &rng);
	if (getenv("POPULATION_RUNS") != NULL)
		printf("%-28s: below %d, above %d, near %d, open %d of %d; %.1f %% of intervals hold; %.1f blocks\n",
		       what, ends.of[STANDING_BELOW], ends.of[STANDING_ABOVE], ends.of[STANDING_NEAR],
		       ends.of[STANDING_OPEN], ends.runs, 100.0 * ends.held / ends.runs,
		       (double)ends.blocks / ends.runs);
	fflush(stdout);
	return ends;
}

// Looks together are wrong in 5 % at most, whatever a look ends by. By chance some more may be in few runs.
static void check_error(const Ends *ends, int wrong) {
	const double runs = ends->runs, spread = 3 * sqrt(0.05 * 0.95 * runs);
	ck_assert_msg(wrong <= 0.05 * runs + spread, "%d of %d are wrong", wrong, ends->runs);
	ck_assert_msg(ends->held >= 0.95 * runs - spread, "%d of %d hold", ends->held, ends->runs);
	ck_assert_int_le(ends->of[STANDING_OPEN], ends->runs / 50);
}

START_TEST(equality_is_hardly_ever_decided) {
	Ends bare = run_all("equal, no noise of twins", 41, 1, false), with = run_all("equal", 42, 1, true);
	check_error(&bare, bare.of[STANDING_BELOW] + bare.of[STANDING_ABOVE]);
	check_error(&with, with.of[STANDING_BELOW] + with.of[STANDING_ABOVE]);
	ck_assert_int_gt(with.of[STANDING_NEAR], 0);
}
END_TEST

START_TEST(five_percent_are_found) {
	Ends ends = run_all("5 % above", 43, 1.05, true);
	check_error(&ends, ends.of[STANDING_BELOW]);
	ck_assert_msg(ends.of[STANDING_ABOVE] >= 0.95 * ends.runs - 1, "%d of %d", ends.of[STANDING_ABOVE],
	              ends.runs);
	Ends below = run_all("5 % below", 44, 1 / 1.05, true);
	ck_assert_msg(below.of[STANDING_BELOW] >= 0.95 * below.runs - 1, "%d of %d", below.of[STANDING_BELOW],
	              below.runs);
}
END_TEST

// The most likely to be decided wrongly: just so far from its limit that it is not near.
START_TEST(what_is_just_not_near_is_decided_well) {
	Ends ends = run_all("3 % above", 45, 1.03, true);
	check_error(&ends, ends.of[STANDING_BELOW]);
}
END_TEST

Suite *decision_suite(void) {
	Suite *suite = suite_create("decision");
	TCase *t = tcase_create("decision");
	tcase_add_test(t, intervals_stand_somewhere);
	tcase_add_test(t, shares_stand_somewhere);
	tcase_add_test(t, all_looks_share_the_error);
	tcase_add_test(t, equality_is_hardly_ever_decided);
	tcase_add_test(t, five_percent_are_found);
	tcase_add_test(t, what_is_just_not_near_is_decided_well);
	suite_add_tcase(suite, t);
	return suite;
}
