// Instances of a population some of which were timed on a slow core alone: ratios that were planted, and what
// becomes of a group in which none tells.
#include <check.h>
#include <math.h>

#include "base/array.h"
#include "base/mem.h"
#include "base/rng.h"
#include "groups.h"
#include "run/result/drawn.h"
#include "run/result/slow_core.h"
#include "suite.h"

enum { COUNT = 300, BLOCK = 20, SESSIONS = 12, ROUNDS = 2, MEMBERS = 2, RUNS = 200 };

typedef struct Shares {
	double least, most; // of instances that are slow, by the session
	bool by_size;       // the more tests, the likelier
} Shares;

// About normal, of deviation 1.
static double noise(Rng *rng) {
	double sum = 0;
	for (int i = 0; i < 12; ++i) sum += rng_double(rng);
	return sum - 6;
}

// Instances of some tests each; a pose is dearer by 10 % than its tests, whoever asks. Returns the mean ratio
// of member 1 to member 0, whose tests cost twice as much.
static double count_all(Result *result, Rng *rng, double effects[COUNT]) {
	double sum = 0;
	for (int m = 0; m < MEMBERS; ++m) {
		result->members[m].instances = mem_alloc_zero(COUNT * sizeof(Instance));
		ck_assert_ptr_nonnull(result->members[m].instances);
		result->members[m].status = ROW_OK;
	}
	for (int i = 0; i < COUNT; ++i) {
		effects[i] = exp(0.1 * noise(rng));
		for (int m = 0; m < MEMBERS; ++m)
			result->members[m].instances[i].counts.nb = 100 + (int64_t)(900 * rng_double(rng));
		sum += log((double)result->members[1].instances[i].counts.nb /
		           (double)result->members[0].instances[i].counts.nb / 2);
	}
	return exp(sum / COUNT);
}

static Result *run(PlanGroup *group, Rng *rng, Preempted preempted, Shares shares, double *truth) {
	static const double cost[MEMBERS] = { 2e-3, 1e-3 }, slowed[MEMBERS] = { 0.25, 0.5 };
	double effects[COUNT];
	*group = group_of(MEMBERS);
	group->runs = SESSIONS * ROUNDS, group->preempted = preempted;
	group->block = BLOCK, group->instance_steps = 1;
	Result *result = group_result(group);
	result->step_count = COUNT, result->block = BLOCK;
	*truth = count_all(result, rng, effects);
	for (int s = 1; s <= SESSIONS; ++s) {
		const double level = shares.least + (shares.most - shares.least) * rng_double(rng);
		result->sessions = s;
		for (int round = 0; round < ROUNDS; ++round)
			for (int m = 0; m < MEMBERS; ++m) {
				Sample sample = {
					.member = m, .session = s, .round = (s - 1) * ROUNDS + round + 1, .repeats = 5
				};
				const double own = 1 + 0.015 * noise(rng);
				for (int i = 0; i < BLOCK; ++i) {
					InstanceTime time = { .member = m, .session = s };
					time.instance = (((s - 1) * ROUNDS + round) * BLOCK + i) % COUNT;
					const double tests = (double)result->members[m].instances[time.instance].counts.nb;
					time.slow = rng_double(rng) < level * (shares.by_size ? tests / 700 : 1);
					time.ms = cost[m] * tests * effects[time.instance] * own * exp(0.03 * noise(rng)) *
					          (time.slow ? 1 + slowed[m] * (1 + 0.2 * noise(rng)) : 1);
					sample.slow += time.slow ? 5.0 / BLOCK : 0;
					ck_assert(ARRAY_PUSH(&result->instance_times, time));
				}
				ck_assert(ARRAY_PUSH(&result->samples, sample));
			}
	}
	ck_assert_int_eq(slow_core_correct(result), 0);
	return result;
}

// How many intervals of the mean ratio hold the true one, and how wide they are. tells: it is known which
// times are of a slow core.
static void cover(Shares shares, bool tells, int *held, double *width) {
	Rng rng = rng_of(41, 0);
	*held = 0, *width = 0;
	for (int r = 0; r < RUNS; ++r) {
		PlanGroup group;
		double truth;
		PopulationEstimate got;
		Result *result = run(&group, &rng, PREEMPTED_RETAKE, shares, &truth);
		for (int64_t i = 0; !tells && i < result->instance_times.count; ++i)
			result->instance_times.data[i].slow = false;
		ck_assert(!result_is_disturbed(result));
		ck_assert_int_eq(result_compared(&got, result, 1, 0, 0), 0);
		*held += got.counted.lo <= truth && truth <= got.counted.hi;
		*width += (got.counted.hi / got.counted.lo - 1) / RUNS;
		result_destroy(result);
	}
}

START_TEST(ratios_are_those_of_a_quiet_core) {
	int held, as_timed, quiet;
	double width, wide, narrow;
	cover((Shares){ 0, 0, false }, true, &quiet, &narrow);
	cover((Shares){ 0.05, 0.7, false }, true, &held, &width);
	cover((Shares){ 0.05, 0.7, false }, false, &as_timed, &wide);
	ck_assert_msg(quiet >= 0.94 * RUNS, "%d of %d on a quiet core", quiet, RUNS);
	ck_assert_msg(held >= 0.93 * RUNS, "%d of %d", held, RUNS);
	ck_assert_msg(as_timed <= 0.3 * RUNS, "as timed %d of %d", as_timed, RUNS);
	ck_assert_msg(width < 2 * narrow, "%g wide, %g on a quiet core", width, narrow);
	cover((Shares){ 0.05, 0.7, true }, true, &held, &width);
	ck_assert_msg(held >= 0.93 * RUNS, "%d of %d where long ones are slow", held, RUNS);
}

START_TEST(few_slow_instances_tell) {
	int held;
	double width;
	cover((Shares){ 0.02, 0.1, false }, true, &held, &width);
	ck_assert_msg(held >= 0.93 * RUNS, "%d of %d", held, RUNS);
}

// Where one session alone has instances on a quiet core, or slow ones, it alone would tell.
START_TEST(one_session_is_not_enough) {
	PlanGroup group;
	double truth;
	Rng rng = rng_of(43, 0);
	Result *result = run(&group, &rng, PREEMPTED_RETAKE, (Shares){ 1, 1, false }, &truth);
	for (int64_t i = 0; i < result->instance_times.count; ++i)
		result->instance_times.data[i].slow = result->instance_times.data[i].session != 4;
	ck_assert_int_eq(slow_core_correct(result), 0);
	ck_assert(result->slow);
	for (int64_t i = 0; i < result->instance_times.count; i += 7) result->instance_times.data[i].slow = false;
	ck_assert_int_eq(slow_core_correct(result), 0);
	ck_assert(!result->slow);
	for (int64_t i = 0; i < result->instance_times.count; ++i) {
		InstanceTime *time = &result->instance_times.data[i];
		if (time->session < 4) time->session = 1;
		time->slow = time->session == 1; // a quarter of all
	}
	ck_assert_int_eq(slow_core_correct(result), 0);
	ck_assert(result->slow);
	result_destroy(result);
}

START_TEST(records_keep_what_is_slow) {
	PlanGroup group;
	double truth, ns[] = { 1500, -2500 };
	const int32_t block[] = { 7, 3 };
	Sample samples[MEMBERS];
	Text line = { 0 };
	Rng rng = rng_of(44, 0);
	Result *result = run(&group, &rng, PREEMPTED_RETAKE, (Shares){ 0, 0, false }, &truth);
	result->block = 2;
	for (int m = 0; m < MEMBERS; ++m)
		samples[m] = (Sample){ .member = m, .turn = m + 1, .repeats = 5, .each_ns = ns };
	entry_round(&line, &(RoundTaken){ samples, block, MEMBERS, 2, ROUND_COUNTS });
	ck_assert_int_eq(text_check(&line), 0);
	ck_assert_int_eq(result_apply(result, line.data), 0);
	const InstanceTime *last = &result->instance_times.data[result->instance_times.count - 2];
	ck_assert(last[0].instance == 7 && !last[0].slow && last[1].instance == 3 && last[1].slow);
	ck_assert(fabs(last[0].ms - 1.5e-3) < 1e-12 && fabs(last[1].ms - 2.5e-3) < 1e-12);
	text_free(&line);
	result_destroy(result);
}

// Where none was ever asked on a quiet core there is no interval, unless all rounds count.
START_TEST(who_does_not_tell_has_no_interval) {
	for (int keep = 0; keep < 2; ++keep) {
		PlanGroup group;
		double truth;
		Drawn drawn;
		MemberCosts costs;
		Rng rng = rng_of(42, 0);
		Result *result =
		    run(&group, &rng, keep ? PREEMPTED_KEEP : PREEMPTED_RETAKE, (Shares){ 1, 1, false }, &truth);
		ck_assert(result->slow == !keep);
		ck_assert_int_eq(result_drawn(&drawn, result, 1, 0, 1), 0);
		ck_assert(drawn.ratio.value > 0 && isnan(drawn.ratio.all.lo) == !keep);
		ck_assert(isnan(drawn.total.all.lo) == !keep && isnan(drawn.faster.all.lo) == !keep);
		ck_assert_int_eq(result_costs(&costs, result, 0), 0);
		ck_assert(isnan(costs.of.lo[1]) == !keep);
		result->members[1].status = ROW_CRASH, result->members[0].status = ROW_CRASH;
		ck_assert_int_eq(slow_core_correct(result), 0);
		ck_assert(!result->slow);
		result_destroy(result);
	}
}

TEST_SUITE(quiet_drawn, suite, tc) {
	tcase_add_test(tc, ratios_are_those_of_a_quiet_core);
	tcase_add_test(tc, few_slow_instances_tell);
	tcase_add_test(tc, one_session_is_not_enough);
	tcase_add_test(tc, records_keep_what_is_slow);
	tcase_add_test(tc, who_does_not_tell_has_no_interval);
}
