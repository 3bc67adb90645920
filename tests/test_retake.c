// Rounds with a preempted sample: which are taken again, and what the records alone tell of it afterwards.
#include <check.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "detect/detect.h"
#include "groups.h"
#include "run/plan/key.h"
#include "run/result/precision.h"
#include "run/result/ratio.h"
#include "run/result/retake.h"
#include "run/result/times.h"
#include "run/worker/planted_preempt.h"
#include "run/worker/preempt.h"
#include "suite.h"

enum { MEMBERS = 3, NONE = -1, LINES_MAX = 200 };

// A group and the records of its result, as its journal has them.
typedef struct Case {
	PlanGroup group;
	Result *result;
	Text records; // a line each
} Case;

static void apply(Case *c, Text *line) {
	ck_assert_int_eq(text_check(line), HN_OK);
	ck_assert_int_eq(result_apply(c->result, line->data), HN_OK);
	text_addf(&c->records, "%s\n", line->data);
	text_free(line);
}

static void begin(Case *c, double precision, int32_t runs) {
	*c = (Case){ .group = group_of(2) };
	c->group.runs = runs, c->group.precision = precision;
	c->result = group_result(&c->group);
	for (int32_t i = 0; i < MEMBERS; ++i) c->result->members[i].questions = 1;
	c->result->step_count = 1;
	Text line = { 0 };
	entry_group(&line, c->result);
	apply(c, &line);
	entry_session(&line, c->result, "2026-01-01T00:00:00Z", 1);
	apply(c, &line);
}

static void end(Case *c) {
	result_destroy(c->result);
	text_free(&c->records);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

// Takes one round, as the supervisor does. preempted: the member whose sample is, or NONE. Preempted samples
// last 1000 ms, others 1 to 2 ms.
static void take(Case *c, int32_t preempted) {
	Sample samples[MEMBERS];
	for (int32_t i = 0; i < MEMBERS; ++i) {
		const double ns = i == preempted ? 1e9 : 1e6 + 1e5 * (c->result->rounds % 10);
		samples[i] = (Sample){ .member = i,
			                   .turn = i + 1,
			                   .repeats = 1,
			                   .ns = { 0, 0, 0, ns },
			                   .preempted = i == preempted,
			                   .slowed = 5 * i,
			                   .slow = 0.05 * i };
	}
	Text line = { 0 };
	entry_round(&line, &(RoundTaken){ .samples = samples,
	                                  .count = MEMBERS,
	                                  .end = result_retakes(c->result, samples, MEMBERS) ? ROUND_RETAKEN
	                                                                                     : ROUND_COUNTS });
	apply(c, &line);
}

START_TEST(preempted_round_is_kept_and_does_not_count) {
	Case c;
	begin(&c, 0, 11);
	take(&c, NONE);
	take(&c, 1);
	take(&c, NONE);
	const Result *result = c.result;
	ck_assert_int_eq(result->rounds, 2);
	ck_assert_int_eq(result->retaken, 1);
	ck_assert(!result->disturbed);
	ck_assert_int_eq(result->samples.count, 3 * MEMBERS);
	for (int64_t i = 0; i < result->samples.count; ++i) {
		const Sample *s = &result->samples.data[i];
		ck_assert_int_eq(s->round, i < MEMBERS ? 1 : i < 2 * MEMBERS ? 0 : 2);
		ck_assert_int_eq(s->preempted, i == MEMBERS + 1);
		ck_assert_double_eq(s->slowed, 5 * s->member);
		ck_assert_double_eq(s->slow, 0.05 * s->member);
	}
	end(&c);
}

// Medians and ratios are those of the rounds that count, for all members: also for those that were not
// preempted themselves.
START_TEST(medians_are_of_counted_rounds) {
	Case c, quiet;
	begin(&c, 0, 11);
	begin(&quiet, 0, 11);
	for (int32_t i = 0; i < 11; ++i) {
		if (i % 2 == 0) take(&c, i % MEMBERS);
		take(&c, NONE);
		take(&quiet, NONE);
	}
	ck_assert_int_eq(c.result->retaken, 6);
	for (int32_t member = 0; member < MEMBERS; ++member) {
		MemberTimes times[2];
		const Result *results[2] = { c.result, quiet.result };
		Interval ratio[2];
		for (int i = 0; i < 2; ++i) {
			ck_assert_int_eq(times_init(&times[i], results[i], 0), HN_OK);
			times_take(&times[i], results[i], member, -1);
			ck_assert_int_eq(times[i].n, 11);
			ck_assert_int_eq(result_ratio(results[i], member, 0, 1, &ratio[i]), HN_OK);
		}
		ck_assert_mem_eq(times[0].values, times[1].values, 11 * sizeof(double));
		ck_assert_mem_eq(&ratio[0], &ratio[1], sizeof ratio[0]);
		for (int i = 0; i < 2; ++i) times_free(&times[i]);
	}
	result_destroy(quiet.result);
	text_free(&quiet.records);
	end(&c);
}

START_TEST(as_many_rounds_are_retaken_as_there_are_rounds) {
	Case c;
	begin(&c, 0, 4);
	for (int32_t i = 1; i <= 4; ++i) {
		take(&c, 0);
		ck_assert_int_eq(c.result->retaken, i);
		ck_assert(!c.result->disturbed && !result_has_enough(c.result));
	}
	take(&c, NONE);
	ck_assert(!c.result->disturbed);
	take(&c, 2);
	ck_assert(c.result->disturbed);
	ck_assert_int_eq(c.result->rounds, 2);
	take(&c, NONE);
	take(&c, 0);
	ck_assert_int_eq(c.result->rounds, 4);
	ck_assert_int_eq(c.result->retaken, 4);
	ck_assert(c.result->disturbed && result_has_enough(c.result));
	end(&c);
}

// A precision needs more rounds than `runs`, so there are more retakes.
START_TEST(precision_has_retakes_of_its_own) {
	Case c;
	begin(&c, 1e-9, 2);
	ck_assert_int_eq(result_retakes_max(c.result), PRECISION_ROUNDS_MIN);
	for (int32_t i = 0; i < 20; ++i) take(&c, NONE);
	ck_assert_int_eq(result_retakes_max(c.result), 20);
	for (int32_t i = 0; i < 20; ++i) take(&c, 1);
	ck_assert_int_eq(c.result->retaken, 20);
	take(&c, NONE);
	ck_assert(!c.result->disturbed && !result_has_enough(c.result));
	take(&c, 1);
	ck_assert_int_eq(c.result->retaken, 21);
	take(&c, 1);
	ck_assert(c.result->disturbed);
	end(&c);
}

// More rounds would not help: a disturbed group has no interval.
START_TEST(disturbed_group_ends_at_the_first_look) {
	Case c;
	double worst;
	bool imprecise;
	begin(&c, 0.5, 2);
	while (!result_has_enough(c.result)) take(&c, 1);
	ck_assert_int_eq(c.result->rounds, PRECISION_ROUNDS_MIN);
	ck_assert_int_eq(c.result->retaken, PRECISION_ROUNDS_MIN);
	ck_assert_int_eq(result_precision(c.result, &worst), HN_OK);
	ck_assert(isnan(worst));
	ck_assert_int_eq(result_imprecise(c.result, &imprecise, &worst), HN_OK);
	ck_assert(imprecise && isinf(worst));
	c.result->finished = true;
	ck_assert(!result_was_cut(c.result));
	end(&c);
}

START_TEST(kept_rounds_count) {
	Case c;
	begin(&c, 0, 6);
	c.group.preempted = PREEMPTED_KEEP;
	for (int32_t i = 0; i < 6; ++i) take(&c, 1);
	ck_assert_int_eq(c.result->rounds, 6);
	ck_assert_int_eq(c.result->retaken, 0);
	ck_assert(!c.result->disturbed && result_has_enough(c.result));
	ck_assert(c.result->samples.data[1].preempted && !c.result->samples.data[0].preempted);
	end(&c);
}

// Killed after any record, a group goes on with the retakes that it has left. The n-th round taken is
// preempted or not, whoever takes it.
START_TEST(records_alone_tell_what_is_left) {
	Case whole;
	bool preempted[LINES_MAX];
	int32_t taken = 0;
	Rng rng = rng_of(3, 0);
	for (int32_t i = 0; i < LINES_MAX; ++i) preempted[i] = rng_double(&rng) < 0.75;
	begin(&whole, 0, 9);
	while (!result_has_enough(whole.result)) take(&whole, preempted[taken++] ? 1 : NONE);
	ck_assert(whole.result->disturbed);
	for (int32_t cut = 0; cut <= taken; ++cut) {
		Case c;
		begin(&c, 0, 9);
		const char *line = whole.records.data;
		for (int32_t i = 0; i < cut + 2; ++i) { // the first two are the group and the session
			const char *stop = strchr(line, '\n');
			Text record = { 0 };
			text_add_bytes(&record, line, stop - line);
			if (i >= 2) apply(&c, &record);
			text_free(&record);
			line = stop + 1;
		}
		for (int32_t i = cut; !result_has_enough(c.result); ++i) take(&c, preempted[i] ? 1 : NONE);
		ck_assert_str_eq(c.records.data, whole.records.data);
		ck_assert_int_eq(c.result->rounds, whole.result->rounds);
		ck_assert_int_eq(c.result->retaken, whole.result->retaken);
		ck_assert_int_eq(c.result->disturbed, whole.result->disturbed);
		result_destroy(c.result);
		text_free(&c.records);
	}
	end(&whole);
}

// A round that broke off is no round that is taken again, preempted or not.
START_TEST(round_that_broke_off_uses_no_retake) {
	Case c;
	Sample sample = { .turn = 1, .repeats = 1, .preempted = true };
	Text line = { 0 };
	begin(&c, 0, 4);
	entry_round(&line, &(RoundTaken){ .samples = &sample, .count = 1, .end = ROUND_BROKE_OFF });
	apply(&c, &line);
	ck_assert_int_eq(c.result->rounds + c.result->retaken, 0);
	ck_assert(c.result->samples.data[0].preempted && !c.result->disturbed);
	end(&c);
}

START_TEST(older_records_are_not_preempted) {
	static const char old[] =
	    "{\"type\":\"round\",\"whole\":true,\"samples\":[{\"member\":0,\"turn\":1,\"repeats\":1,"
	    "\"update_ns\":0,\"rebuild_ns\":0,\"broad_ns\":0,\"narrow_ns\":5,\"contacts\":\"7\"}]}";
	Case c;
	begin(&c, 0, 4);
	ck_assert_int_eq(result_apply(c.result, old), HN_OK);
	ck_assert_int_eq(c.result->rounds, 1);
	ck_assert(!c.result->samples.data[0].preempted && !c.result->disturbed);
	end(&c);
}

START_TEST(groups_are_summed_up) {
	Case c;
	Retakes sum = { 0 };
	begin(&c, 0, 2);
	retakes_add(&sum, c.result);
	take(&c, 1);
	retakes_add(&sum, c.result);
	take(&c, 1), take(&c, 1);
	retakes_add(&sum, c.result);
	ck_assert_int_eq(sum.rounds, 3);
	ck_assert_int_eq(sum.groups, 2);
	ck_assert_int_eq(sum.disturbed, 1);
	ck_assert_int_eq(sum.policies[PREEMPTED_RETAKE], 3);
	ck_assert_double_eq(sum.passes, MEMBERS); // one round counts
	ck_assert_double_eq_tol(sum.slow, 0.05 * (0 + 1 + 2), 1e-12);
	end(&c);
}

// Which rounds count is part of what a run is. The default does not change the key.
START_TEST(policy_is_in_the_key) {
	PlanGroup group = group_of(2);
	group.algorithms[0].class_ = group.algorithms[1].class_ = hn_detect_find("brute");
	Plan plan = { .seed = group.seed };
	Machine machine = { .cpu = "cpu", .arch = "arch" };
	HnHash scene = hn_hash_bytes("x", 1);
	char keys[2][HN_HASH_HEX_SIZE];
	for (int i = 0; i < 2; ++i) {
		group.preempted = i == 0 ? PREEMPTED_RETAKE : PREEMPTED_KEEP;
		ck_assert_int_eq(key_group(keys[i], &plan, &group, &scene, &machine), HN_OK);
	}
	ck_assert_str_ne(keys[0], keys[1]);
	ck_assert_str_eq(preempted_name(PREEMPTED_RETAKE), "retake");
	ck_assert_str_eq(preempted_name(PREEMPTED_KEEP), "keep");
	ck_assert_ptr_null(preempted_name(2));
}

START_TEST(both_signs_are_needed) {
	const PreemptLook begin = { .switches = 5, .cpu_ns = 1000, .wall_ns = 7000 };
	const struct {
		int64_t switches, cpu_ns;
		bool preempted;
	} cases[] = {
		{ 6, 979999, true }, { 6, 980001, false }, { 5, 500000, false }, { 6, 0, true }, { 5, 1000000, false }
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
		const PreemptLook last = { cases[i].switches, begin.cpu_ns + cases[i].cpu_ns,
			                       begin.wall_ns + 1000000 };
		ck_assert_msg(preempt_between(&begin, &last) == cases[i].preempted, "case %zu", i);
	}
}

static void spin(int64_t ns) {
	for (int64_t last = clock_ns() + ns; clock_ns() < last;) {
	}
}

// Two processes share a processor: each is preempted, however busy the machine is.
START_TEST(shared_processor_is_seen) {
	cpu_set_t all, one;
	int cpu = 0;
	ck_assert_int_eq(sched_getaffinity(0, sizeof all, &all), 0);
	while (!CPU_ISSET((size_t)cpu, &all)) ++cpu;
	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
	const pid_t parent = getpid(), other = fork();
	ck_assert_int_ge(other, 0);
	if (other == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		while (getppid() == parent) spin(1000000);
		_exit(0);
	}
	const PreemptLook first = preempt_look();
	PreemptLook last = first;
	bool seen = false;
	for (int i = 0; i < 100 && !seen; ++i) {
		const PreemptLook before = last;
		spin(50000000);
		last = preempt_look();
		seen = preempt_between(&before, &last);
	}
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
	ck_assert_int_eq(sched_setaffinity(0, sizeof all, &all), 0);
	ck_assert(seen || last.switches == first.switches); // some kernels do not count switches
}

#if defined PLANTED
START_TEST(samples_are_planted) {
	static const struct {
		const char *variable, *kind;
		int32_t sample;
		bool planted;
	} cases[] = {
		{ "none", "bsp", 1, false },   { "all", "bsp", 9, true },      { "bsp:3", "bsp", 3, true },
		{ "bsp:3", "bsp", 2, false },  { "bsp:3", "aabb", 3, false },  { "bs:3", "bsp", 3, false },
		{ "bsp:2-4", "bsp", 4, true }, { "bsp:2-4", "bsp", 5, false }, { "t:a:1", "bsp", 1, true }
	};
	ck_assert(planted_preempt("bsp", 1, true));
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
		setenv("HARNESS_PLANT_PREEMPT", cases[i].variable, 1);
		planted_preempt_announce("t:a");
		ck_assert_msg(planted_preempt(cases[i].kind, cases[i].sample, true) == cases[i].planted, "case %zu",
		              i);
	}
	unsetenv("HARNESS_PLANT_PREEMPT");
}
#endif

TEST_SUITE(retake, suite, tc) {
	tcase_add_test(tc, preempted_round_is_kept_and_does_not_count);
	tcase_add_test(tc, medians_are_of_counted_rounds);
	tcase_add_test(tc, as_many_rounds_are_retaken_as_there_are_rounds);
	tcase_add_test(tc, precision_has_retakes_of_its_own);
	tcase_add_test(tc, disturbed_group_ends_at_the_first_look);
	tcase_add_test(tc, kept_rounds_count);
	tcase_add_test(tc, records_alone_tell_what_is_left);
	tcase_add_test(tc, round_that_broke_off_uses_no_retake);
	tcase_add_test(tc, older_records_are_not_preempted);
	tcase_add_test(tc, groups_are_summed_up);
	tcase_add_test(tc, policy_is_in_the_key);
	tcase_add_test(tc, both_signs_are_needed);
	tcase_add_test(tc, shared_processor_is_seen);
#if defined PLANTED
	tcase_add_test(tc, samples_are_planted);
#endif
}
