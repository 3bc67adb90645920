// Each warning comes of its own cause, and of nothing else.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "run/warnings.h"
#include "suite.h"

static const double s_idle[3] = { 0.1, 0.1, 0.1 }, s_busy[3] = { 9, 9, 9 };

// A machine and a run that nothing is to be said of; each case changes one thing.
typedef struct Case {
	Machine machine;
	WarningFacts facts;
	Noise noise;
	RowNoise row;
} Case;

static void begin(Case *c) {
	*c = (Case){ .machine = { .governor = "performance",
		                      .cores = 4,
		                      .core = 3,
		                      .clock = { .cost_ns = 20, .resolution_ns = 30 } },
		         .row = { .trend = 0.5, .drift = 0.001, .spread = 0.01 } };
	ck_assert(ARRAY_PUSH(&c->noise.rows, c->row));
	c->facts = (WarningFacts){ .machine = &c->machine,
		                       .config = "release",
		                       .load_before = s_idle,
		                       .load_after = s_idle,
		                       .groups = 5,
		                       .noise = &c->noise };
}

static void not_pinned(Case *c) { c->machine.core = -1; }
static void loaded_before(Case *c) { c->facts.load_before = s_busy; }
static void loaded_after(Case *c) { c->facts.load_after = s_busy; }
static void others(Case *c) { c->facts.strain_after = (Strain){ .others_s = 70, .at_s = 100 }; }
// the harness that ran until now, and this one
static void own_load(Case *c) {
	loaded_before(c);
	loaded_after(c);
	c->facts.strain_before = (Strain){ .others_s = 5, .at_s = 100 };
	c->facts.strain_after = (Strain){ .others_s = 15, .at_s = 200 };
}
static void coarse(Case *c) { c->machine.clock.resolution_ns = 4000000; }
static void powersave(Case *c) { strcpy(c->machine.governor, "powersave"); }
static void other_build(Case *c) { c->facts.config = "check"; }
static void one_core(Case *c) { c->machine.shared = true; }
static void imprecise(Case *c) {
	c->facts.imprecise = 2;
	c->facts.precision = 0.01;
	c->facts.worst = 0.034;
}
static void unknown_precision(Case *c) {
	imprecise(c);
	c->facts.worst = (double)INFINITY;
}
static void cut(Case *c) {
	c->facts.cut = 3;
	c->facts.budget_s = 600;
}
static void cut_early(Case *c) {
	cut(c);
	c->facts.few = 2;
}
static void varied(Case *c) { c->facts.varied = 1; }
static void not_varied(Case *c) { c->facts.fixed = 5; }
static const Retakes s_few = { .rounds = 7, .groups = 2 },
                     s_many = { .rounds = 1, .groups = 1, .disturbed = 1 };
static const Retakes s_slow = { .passes = 1000, .slow = 340 }, s_less_slow = { .passes = 1000, .slow = 200 };
static void slow(Case *c) { c->facts.retakes = &s_slow; }
static void less_slow(Case *c) { c->facts.retakes = &s_less_slow; }
static const Retakes s_untold = { .passes = 1000, .slow = 200, .slow_groups = 2 };
static void untold(Case *c) { c->facts.retakes = &s_untold; }
static void retaken(Case *c) { c->facts.retakes = &s_few; }
static void disturbed(Case *c) { c->facts.retakes = &s_many; }
static void throttled(Case *c) { c->facts.strain_after.throttled = 7; }
static void swapped(Case *c) { c->facts.strain_after.swapped = 12; }
static void drifting(Case *c) { c->noise.rows.data[0] = (RowNoise){ 1e-6, -0.05, 0.01 }; }
static void varying(Case *c) { c->noise.rows.data[0] = (RowNoise){ 0.5, 0.001, 0.3 }; }
static void varying_much(Case *c) { c->noise.rows.data[0] = (RowNoise){ 0.5, 0.001, 1.7 }; }
static void counters_not_told(Case *c) {
	c->facts.strain_before = (Strain){ .throttled = -1, .swapped = -1, .others_s = (double)NAN, .at_s = 1 };
	c->facts.strain_after = (Strain){ .throttled = -1, .swapped = -1, .others_s = (double)NAN, .at_s = 1 };
}
static void governor_not_told(Case *c) { strcpy(c->machine.governor, "unknown"); }

static const struct {
	void (*change)(Case *c);
	const char *code, *says; // NULL: nothing
} s_cases[] = {
	{ not_pinned, "W001", "pinned" },
	{ loaded_before, "W002", "load 9.00 before and 0.10 after, 4 cores" },
	{ loaded_after, "W002", "load 0.10 before and 9.00 after, 4 cores" },
	{ others, "W002", "other processes took 0.70 of 4 processors" },
	{ own_load, NULL, NULL },
	{ coarse, "W003", "clock" },
	{ powersave, "W004", "powersave" },
	{ other_build, "W005", "check build" },
	{ one_core, "W006", "one core" },
	{ imprecise, "W007", "2 of 5 groups did not reach their precision: 1 % wanted, 3.4 % reached" },
	{ unknown_precision, "W007", "1 % wanted, too few rounds to tell" },
	{ cut, "W012", "the budget of 600 s ended before 3 of 5 groups had their rounds" },
	{ cut_early, "W012", "had their rounds; no intervals in 2 of them: fewer than 6 sessions" },
	{ varied, "W013", "could not be fixed in 1 of 5 groups" },
	{ not_varied, "W014", "do not vary in 5 of 5 groups" },
	{ retaken, "W015",
	  "7 rounds of 2 groups were taken again because a sample was preempted; 0 groups are undecided" },
	{ disturbed, "W015",
	  "1 round of 1 group was taken again because a sample was preempted; 1 group is undecided" },
	{ slow, "W016", "34 % of all passes were on a core that others slowed down" },
	{ less_slow, NULL, NULL },
	{ untold, "W016",
	  "20 % of all passes were on a core that others slowed down, and count where too few were not; rows of "
	  "2 "
	  "groups do not tell what that took: undecided" },
	{ throttled, "W008", "7 times" },
	{ swapped, "W009", "12 pages" },
	{ drifting, "W010", "1 of 1 rows drift over the rounds, by -5 %" },
	{ varying, "W011", "1 of 1 rows vary much: the middle half of them spans 30 %" },
	{ varying_much, "W011", "spans 170 %" },
	{ counters_not_told, NULL, NULL },
	{ governor_not_told, NULL, NULL },
};

START_TEST(one_cause_one_warning) {
	Case c;
	Warning found[WARNINGS_MAX];
	begin(&c);
	ck_assert_int_eq(warnings_find(found, &c.facts), 0);
	s_cases[_i].change(&c);
	int32_t count = warnings_find(found, &c.facts);
	ck_assert_int_eq(count, s_cases[_i].code != NULL);
	if (count == 1) ck_assert_str_eq(found[0].code, s_cases[_i].code);
	if (count == 1) ck_assert_msg(strstr(found[0].text, s_cases[_i].says) != NULL, "%s", found[0].text);
	noise_free(&c.noise);
}

// The host's part of a virtual machine is no program's: 30 s of 40 s in 100 s.
START_TEST(what_the_host_withholds_is_no_program) {
	const Strain before = { .others_s = 5, .withheld_s = 2, .at_s = 100 },
	             after = { .others_s = 45, .withheld_s = 32, .at_s = 200 };
	ck_assert_double_eq_tol(strain_others(&before, &after), 0.4, 1e-12);
	ck_assert_double_eq_tol(strain_programs(&before, &after), 0.1, 1e-12);
	ck_assert(isnan(strain_programs(&after, &after)));
}

START_TEST(all_at_once_have_room) {
	Case c;
	Warning found[WARNINGS_MAX];
	begin(&c);
	for (size_t i = 0; i < sizeof s_cases / sizeof s_cases[0]; ++i)
		if (s_cases[i].change != drifting && s_cases[i].code != NULL) s_cases[i].change(&c);
	ck_assert(ARRAY_PUSH(&c.noise.rows, ((RowNoise){ 1e-6, -0.05, 0.01 })));
	c.facts.retakes = &(Retakes){ .rounds = 1, .groups = 1, .passes = 10, .slow = 9 };
	int32_t count = warnings_find(found, &c.facts);
	ck_assert_int_eq(count, WARNINGS_MAX);
	for (int32_t i = 0; i < count; ++i)
		for (int32_t k = 0; k < i; ++k) ck_assert_str_ne(found[i].code, found[k].code);
	noise_free(&c.noise);
}

TEST_SUITE(warnings, suite, tc) {
	tcase_add_loop_test(tc, one_cause_one_warning, 0, (int)(sizeof s_cases / sizeof s_cases[0]));
	tcase_add_test(tc, what_the_host_withholds_is_no_program);
	tcase_add_test(tc, all_at_once_have_room);
}
