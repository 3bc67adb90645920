// Looks at a group until claims are decided: what is open, who is needed, and what a record keeps of it.
#include <check.h>
#include <math.h>

#include "base/array.h"
#include "base/mem.h"
#include "base/rng.h"
#include "groups.h"
#include "run/result/drawn.h"
#include "run/result/look.h"
#include "run/result/precision.h"
#include "stats/stats.h"
#include "suite.h"

enum { COUNT = 60, BLOCK = 5, MEMBERS = 5, TWIN = 4, FIRST = 12 };

static Result *begin(PlanGroup *group, PlanQuestion *questions, int32_t count) {
	*group = group_of(TWIN);
	group->runs = FIRST, group->precision = 0.03;
	group->block = BLOCK, group->instance_steps = 1;
	group->questions = questions, group->question_count = count;
	Result *result = group_result(group);
	result->step_count = COUNT, result->block = BLOCK;
	for (int i = 0; i < MEMBERS; ++i) {
		result->members[i].instances = mem_alloc_zero(COUNT * sizeof(Instance));
		ck_assert_ptr_nonnull(result->members[i].instances);
	}
	return result;
}

// Rounds of the members that have not left, two in a session. Member 1 takes 1.5 times as long as the others,
// and member 2 varies by this share.
static void add_rounds(Result *result, Rng *rng, int32_t until, double spread) {
	for (; result->rounds < until; result->rounds += 1) {
		result->sessions = result->rounds / 2 + 1;
		for (int32_t m = 0; m < MEMBERS; ++m)
			for (int32_t i = 0; i < BLOCK && !result->members[m].left; ++i) {
				InstanceTime time = { .member = m, .session = result->sessions };
				time.instance = (result->rounds * BLOCK + i) % COUNT;
				time.ms = (m == 1 ? 1.5 : 1) * (1 + (m == 2 ? spread : 1e-3) * (2 * rng_double(rng) - 1));
				ck_assert(ARRAY_PUSH(&result->instance_times, time));
				result->members[m].instances[time.instance].ms += time.ms;
				result->members[m].instances[time.instance].timed += 1;
			}
	}
}

static Look take(Result *result, bool needed[MEMBERS]) {
	Look look;
	Text line = { 0 };
	ck_assert(look_is_due(result));
	ck_assert_int_eq(look_take(&look, needed, result), 0);
	entry_look(&line, &look, needed, result);
	ck_assert_int_eq(result_apply(result, line.data), 0);
	text_free(&line);
	ck_assert(!look_is_due(result));
	ck_assert_int_eq(result->look.rounds, look.rounds);
	ck_assert_int_eq(result->look.open, look.open);
	ck_assert(result->look.worst == look.worst || isnan(look.worst));
	return look;
}

START_TEST(who_is_asked_about_stays) {
	PlanQuestion questions[] = { { .a = 1, .b = 0, .limit = 1 },
		                         { .a = 2, .b = 0, .limit = 1 },
		                         { .a = 0, .b = 1, .below = 1, .limit = 0.5 } };
	PlanGroup group;
	bool needed[MEMBERS], imprecise = false;
	double worst = 0;
	Rng rng = rng_of(1, 0);
	Result *result = begin(&group, questions, 3);
	ck_assert(!look_is_due(result));
	add_rounds(result, &rng, FIRST - 1, 0.5);
	ck_assert(!look_is_due(result) && !result_has_enough(result));
	add_rounds(result, &rng, FIRST, 0.5);
	Look look = take(result, needed);
	ck_assert_int_eq(look.open, 1); // member 2, by its spread
	ck_assert(look.worst > 0.03 && needed[0] && !needed[1] && needed[2] && !needed[3] && needed[TWIN]);
	ck_assert(result->members[1].left && result->members[3].left && !result->members[2].left);
	ck_assert(!result_has_enough(result));
	ck_assert_int_eq(result_imprecise(result, &imprecise, &worst), 0);
	ck_assert(imprecise && worst == look.worst);
	// the others go on; a ratio to who left is of the rounds that both have
	PopulationEstimate before, after;
	ck_assert_int_eq(result_compared(&before, result, 1, 0, 0), 0);
	add_rounds(result, &rng, FIRST + 3, 1e-3);
	ck_assert(!look_is_due(result));
	add_rounds(result, &rng, (int32_t)stats_next_look(FIRST, FIRST + 1), 1e-3);
	ck_assert_int_eq(result_compared(&after, result, 1, 0, 0), 0);
	ck_assert(before.value == after.value && before.all.lo == after.all.lo && before.all.hi == after.all.hi);
	ck_assert(before.all.lo > 1.49 && before.all.hi < 1.51);
	PopulationEstimate below, above;
	ck_assert_int_eq(result_compared(&below, result, 1, 0, 1.4), 0);
	ck_assert_int_eq(result_compared(&above, result, 1, 0, 1.6), 0);
	ck_assert(below.value == 0 && above.value == 1);
	Drawn drawn;
	ck_assert_int_eq(result_drawn(&drawn, result, 1, 0, 1), 0);
	ck_assert(drawn.ratio.value == after.value && drawn.times == FIRST * BLOCK &&
	          drawn.sessions == FIRST / 2);
	ck_assert_double_eq_tol(drawn.error, schedule_error(&group), 1e-12);
	ck_assert_int_eq(result_drawn(&drawn, result, 2, 0, 1), 0);
	ck_assert(drawn.times > FIRST * BLOCK);
	group.instance_steps = 5, result->block = BLOCK;
	ck_assert_int_eq(result_sample_steps(result, 1), 5 * BLOCK);
	result_destroy(result);
}

START_TEST(decided_and_near_end_a_group) {
	PlanQuestion questions[] = { { .a = 1, .b = 0, .limit = 1 }, { .a = 2, .b = 0, .limit = 1 } };
	PlanGroup group;
	bool needed[MEMBERS], imprecise = true;
	double worst = 1;
	Rng rng = rng_of(2, 0);
	Result *result = begin(&group, questions, 2);
	add_rounds(result, &rng, FIRST, 1e-3);
	Look look = take(result, needed);
	ck_assert(look.open == 0 && look.worst == 0 && result_has_enough(result));
	for (int i = 0; i < MEMBERS; ++i) ck_assert(!needed[i] && result->members[i].left);
	ck_assert_int_eq(result_imprecise(result, &imprecise, &worst), 0);
	ck_assert(!imprecise);
	result_destroy(result);
}

// Nothing waits for what failed, nor for a ratio without the twin; but without an interval all is open.
START_TEST(nobody_waits_for_what_cannot_be_known) {
	PlanQuestion questions[] = { { .a = 2, .b = 0, .limit = 1 },
		                         { .a = 2, .b = 0, .below = 1, .limit = 0.5 },
		                         { .a = 2, .b = 0, .limit = (double)NAN } };
	PlanGroup group;
	bool needed[MEMBERS];
	Look look;
	Rng rng = rng_of(3, 0);
	Result *result = begin(&group, questions, 3);
	add_rounds(result, &rng, FIRST, 0.9);
	ck_assert_int_eq(look_take(&look, needed, result), 0);
	ck_assert_int_eq(look.open, 3);
	result->members[TWIN].status = ROW_CRASH;
	ck_assert_int_eq(look_take(&look, needed, result), 0);
	ck_assert_int_eq(look.open, 2);
	result->members[2].status = ROW_CRASH;
	ck_assert_int_eq(look_take(&look, needed, result), 0);
	ck_assert(look.open == 0 && !needed[2]);
	result->members[2].status = result->members[TWIN].status = ROW_OK;
	result->members[2].left =
	    true; // its questions were closed by an earlier look, whatever the twin does since
	ck_assert_int_eq(look_take(&look, needed, result), 0);
	ck_assert(look.open == 0 && !needed[2]);
	result->members[2].left = false;
	result->disturbed = true;
	ck_assert_int_eq(look_take(&look, needed, result), 0);
	ck_assert(look.open == 3 && isnan(look.worst) && result_has_enough(result));
	result_destroy(result);
}

// Instances that differ by e, as do sessions then, each timed again and again: what stays open is what others
// of them would say.
START_TEST(more_times_of_few_instances_are_not_waited_for) {
	PlanQuestion questions[] = { { .a = 0, .b = 2, .limit = 1 } };
	PlanGroup group;
	bool needed[MEMBERS];
	Look look;
	Rng rng = rng_of(4, 0);
	Result *result = begin(&group, questions, 1);
	const int32_t rounds[] = { FIRST, 4 * FIRST, 20 * FIRST };
	for (int k = 0; k < 3; ++k) {
		const int64_t from = result->instance_times.count;
		add_rounds(result, &rng, rounds[k], 1e-3);
		for (int64_t i = from; i < result->instance_times.count; ++i) {
			InstanceTime *time = &result->instance_times.data[i];
			if (time->member == 2) time->ms *= exp(time->instance / 10 % 2 - 0.5);
		}
		ck_assert_int_eq(look_take(&look, needed, result), 0);
		ck_assert(look.open == (k < 2) &&
		          needed[2] == (k < 2)); // its value may be near the limit by chance at first
	}
	group.pieces = COUNT; // there are no others
	ck_assert_int_eq(look_take(&look, needed, result), 0);
	ck_assert_int_eq(look.open, 1);
	double few = 0, all = 0; // a precision is that of what more times make narrower
	group.question_count = 0;
	ck_assert_int_eq(result_precision(result, &all), 0);
	group.pieces = 0;
	ck_assert_int_eq(result_precision(result, &few), 0);
	ck_assert(few == all && few > 0.03);
	result_destroy(result);
}

START_TEST(records_of_looks_are_checked) {
	PlanGroup group;
	Result *result = begin(&group, NULL, 0);
	static const char *const s_wrong[] = {
		"{\"type\":\"look\",\"open\":1,\"worst\":0}",
		"{\"type\":\"look\",\"rounds\":12,\"open\":-1,\"worst\":0}",
		"{\"type\":\"look\",\"rounds\":12,\"open\":1}",
		"{\"type\":\"look\",\"rounds\":12,\"open\":1,\"worst\":0,\"left\":[5]}",
		"{\"type\":\"look\",\"rounds\":12,\"open\":1,\"worst\":0,\"left\":[\"1\"]}",
	};
	for (size_t i = 0; i < sizeof s_wrong / sizeof s_wrong[0]; ++i)
		ck_assert_int_ne(result_apply(result, s_wrong[i]), 0);
	ck_assert(schedule_error(&group) == STATS_ERROR);
	result_destroy(result);
}

TEST_SUITE(look, suite, tc) {
	tcase_add_test(tc, who_is_asked_about_stays);
	tcase_add_test(tc, decided_and_near_end_a_group);
	tcase_add_test(tc, nobody_waits_for_what_cannot_be_known);
	tcase_add_test(tc, more_times_of_few_instances_are_not_waited_for);
	tcase_add_test(tc, records_of_looks_are_checked);
}
