// Who is blamed where answers differ: real runs whose workers lie (liar.h), in every build.
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "liar.h"
#include "planned_run.h"

Suite *judge_suite(void);

#define TREE "tree leaf=4"
#define MORE "tree leaf_test=volume"                              // reports a superset
#define LESS "tree volume=obb fit=slabs k=8 extent=subset by=sat" // may miss some
enum { MOST_WANTS = 7 };

typedef struct Want {
	const char *role, *label, *column, *pattern;
} Want;

typedef struct Case {
	const char *what;
	const char *algorithms[PLANNED_ALGORITHMS];
	const char *query, *check, *lies;
	bool parts;
	int code;
	Want wants[MOST_WANTS];
} Case;

#define STATUS(role, label, status)                                                                          \
	{ role, label, "status", status }
#define DETAIL(role, label, detail)                                                                          \
	{ role, label, "detail", detail }

// clang-format off
static const Case s_cases[] = {
	{ "nobody lies",
	  { "aabb", TREE },
	  "all", "agree", "", false, EXIT_OK_ALL,
	  { STATUS("point", "aabb", "ok"), STATUS("aa", "aabb", "ok"), STATUS("point", TREE, "ok"),
	    STATUS("check", "brute", "ok"), DETAIL("point", "aabb", "") } },
	{ "one contact less, at one step",
	  { "aabb", TREE },
	  "all", "agree", TREE ":drop:1", false, EXIT_DISAGREE,
	  { STATUS("point", TREE, "mismatch"), DETAIL("point", TREE, "step 2: 1 of [1-9]* contacts missing"),
	    STATUS("point", "aabb", "ok"), STATUS("aa", "aabb", "ok"), STATUS("check", "brute", "ok"),
	    { "point", TREE, "step_ms", "" }, { "point", "aabb", "step_ms", "?*" } } },
	{ "at the last step, by the first, whose twin lies as well",
	  { "aabb", TREE },
	  "all", "agree", "aabb:drop:2", false, EXIT_DISAGREE,
	  { DETAIL("point", "aabb", "step 3: 1 of [1-9]* contacts missing"), STATUS("point", "aabb", "mismatch"),
	    STATUS("aa", "aabb", "mismatch"), STATUS("point", TREE, "ok"), STATUS("check", "brute", "ok") } },
	{ "one contact more",
	  { "aabb", TREE },
	  "all", "agree", TREE ":add:0", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 1: 1 of [1-9]* contacts too many"), STATUS("point", "aabb", "ok") } },
	{ "a contact twice",
	  { "aabb", TREE },
	  "all", "agree", TREE ":twice:0", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 1: 1 of [1-9]* contacts reported twice"), STATUS("point", "aabb", "ok") } },
	{ "as many contacts, but others",
	  { "aabb", TREE },
	  "all", "agree", TREE ":swap:0", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 1: 1 of [1-9]* contacts missing, 1 of [1-9]* contacts too many"),
	    STATUS("point", "aabb", "ok") } },
	{ "no contact",
	  { "aabb", TREE },
	  "all", "agree", TREE ":none:0", false, EXIT_DISAGREE,
	  { STATUS("point", TREE, "mismatch"), DETAIL("point", TREE, "step 1: * contacts missing"),
	    STATUS("point", "aabb", "ok") } },
	{ "the first of several steps is told",
	  { "aabb", TREE },
	  "all", "agree", TREE ":add:2;" TREE ":drop:1", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 2: 1 of [1-9]* contacts missing"), STATUS("point", "aabb", "ok") } },
	{ "two that lie at steps of their own, the later one first",
	  { "kdop", TREE, "aabb" },
	  "all", "agree", TREE ":drop:2;aabb:add:0", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 3: 1 of [1-9]* contacts missing"),
	    DETAIL("point", "aabb", "step 1: 1 of [1-9]* contacts too many"), STATUS("point", "kdop", "ok"),
	    STATUS("aa", "kdop", "ok") } },
	{ "each is told its own first step, not where another lies",
	  { "kdop", TREE, "aabb" },
	  "all", "agree", TREE ":drop:2;aabb:drop:0;aabb:add:2", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 3: 1 of [1-9]* contacts missing"),
	    DETAIL("point", "aabb", "step 1: 1 of [1-9]* contacts missing"), STATUS("point", "kdop", "ok") } },
	{ "the majority has no weight",
	  { "aabb", TREE, "kdop" },
	  "all", "agree", TREE ":drop:1;aabb:drop:1", false, EXIT_DISAGREE,
	  { STATUS("point", "aabb", "mismatch"), STATUS("aa", "aabb", "mismatch"),
	    STATUS("point", TREE, "mismatch"), STATUS("point", "kdop", "ok"), STATUS("check", "brute", "ok") } },
	{ "another answer at the second asking",
	  { "aabb", TREE },
	  "all", "agree", TREE ":hash:1", false, EXIT_DISAGREE,
	  { STATUS("point", TREE, "mismatch"),
	    DETAIL("point", TREE, "step 2: another answer at the second asking"), STATUS("point", "aabb", "ok") } },
	{ "brute force over the whole motion is judged like the others",
	  { "aabb", TREE },
	  "all", "agree", "brute:hash:1", false, EXIT_DISAGREE,
	  { STATUS("check", "brute", "mismatch"), STATUS("point", "aabb", "ok"), STATUS("aa", "aabb", "ok"),
	    STATUS("point", TREE, "ok"), DETAIL("point", TREE, "") } },
	{ "what brute force says when it is asked alone is right",
	  { "aabb", TREE },
	  "all", "agree", "brute:drop:1", false, EXIT_DISAGREE,
	  { STATUS("check", "brute", "ok"), DETAIL("point", "aabb", "step 2: 1 of [1-9]* contacts too many"),
	    STATUS("aa", "aabb", "mismatch"), DETAIL("point", TREE, "step 2: 1 of [1-9]* contacts too many") } },
	{ "a judge that cannot answer leaves it to brute force over the whole motion",
	  { "aabb", TREE },
	  "all", "agree", TREE ":drop:1;brute:refuse:1", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 2: answers differ; brute force could not judge: refused"),
	    STATUS("point", TREE, "mismatch"), STATUS("point", "aabb", "ok"), STATUS("aa", "aabb", "ok"),
	    STATUS("check", "brute", "ok") } },
	{ "without any brute force nobody is believed",
	  { "aabb", TREE },
	  "all", "agree", TREE ":drop:1;brute:refuse:1;brute:short:0", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 2: answers differ; brute force could not judge: refused"),
	    DETAIL("point", "aabb", "step 2: answers differ; brute force could not judge: refused"),
	    STATUS("aa", "aabb", "mismatch"), STATUS("check", "brute", "error") } },
	{ "the judge alone tells who of two is wrong: the second",
	  { "aabb", TREE },
	  "all", "agree", TREE ":drop:1;brute:short:0", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 2: 1 of [1-9]* contacts missing"), STATUS("point", "aabb", "ok"),
	    DETAIL("point", "aabb", "UNCHECKED"), STATUS("check", "brute", "error"),
	    DETAIL("check", "brute", "answers for too few steps") } },
	{ "or the first",
	  { "aabb", TREE },
	  "all", "agree", "aabb:drop:1;brute:short:0", false, EXIT_DISAGREE,
	  { STATUS("point", "aabb", "mismatch"), STATUS("aa", "aabb", "mismatch"), STATUS("point", TREE, "ok") } },
	{ "two that agree vouch for each other",
	  { "aabb", TREE },
	  "all", "agree", "brute:short:0", false, EXIT_POINTS_FAILED,
	  { STATUS("point", "aabb", "ok"), DETAIL("point", "aabb", ""), DETAIL("point", TREE, "") } },
	{ "a twin does not vouch for its original",
	  { "aabb" },
	  "all", "agree", "brute:short:0", false, EXIT_POINTS_FAILED,
	  { STATUS("point", "aabb", "ok"), DETAIL("point", "aabb", "UNCHECKED"),
	    DETAIL("aa", "aabb", "UNCHECKED") } },
	{ "brute force that is measured is the one that is compared with",
	  { "brute", "aabb" },
	  "all", "agree", "aabb:add:1", false, EXIT_DISAGREE,
	  { DETAIL("point", "aabb", "step 2: 1 of [1-9]* contacts too many"), STATUS("point", "brute", "ok"),
	    STATUS("aa", "brute", "ok"), STATUS("check", "brute", "") } },
	{ "nothing is compared where no check is wanted",
	  { "aabb", TREE },
	  "all", "none", TREE ":drop:1", false, EXIT_OK_ALL,
	  { STATUS("point", TREE, "ok"), DETAIL("point", TREE, "UNCHECKED"), DETAIL("point", "aabb", "UNCHECKED"),
	    DETAIL("aa", "aabb", "UNCHECKED"), STATUS("check", "brute", "") } },
	// counted against timed
	{ "the timed kernel finds others",
	  { "aabb", TREE },
	  "all", "agree", TREE ":timed:1", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 2: the timed kernel finds [1-9]* contacts, the counted one [1-9]* others"),
	    STATUS("point", TREE, "mismatch"), STATUS("point", "aabb", "ok") } },
	{ "the timed kernel finds more",
	  { "aabb", TREE },
	  "all", "agree", TREE ":timed_count:2", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 3: the timed kernel finds [1-9]* contacts, the counted one *[0-9]"),
	    STATUS("point", "aabb", "ok") } },
	{ "a sample finds another number",
	  { "aabb", TREE },
	  "all", "agree", TREE ":sample:0", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "a timed pass found [1-9]* contacts, not [1-9]*"),
	    STATUS("point", TREE, "mismatch"), STATUS("point", "aabb", "ok"), { "point", "aabb", "n", "1" } } },
	// one contact a step
	{ "first: a contact is missed",
	  { "aabb", TREE },
	  "first", "agree", TREE ":miss:1", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 2: no contact where there is one"), STATUS("point", "aabb", "ok"),
	    { "point", "aabb", "contacts", "3" } } },
	{ "first: a contact where there is none",
	  { "aabb", TREE },
	  "first", "agree", TREE ":hit:2", true, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 3: a contact where there is none"), STATUS("point", "aabb", "ok"),
	    { "point", "aabb", "contacts", "2" } } },
	{ "first: the pair does not meet",
	  { "aabb", TREE },
	  "first", "agree", TREE ":foreign:1", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "step 2: the pair reported does not meet"), STATUS("point", TREE, "mismatch"),
	    STATUS("point", "aabb", "ok") } },
	// a line
	{ "approach: too late",
	  { "aabb", TREE },
	  "approach", "agree", TREE ":late:0", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "first contact at [0-9.]*, not at [0-9.]*"), STATUS("point", TREE, "mismatch"),
	    STATUS("point", "aabb", "ok"), STATUS("check", "brute", "ok") } },
	{ "approach: nowhere",
	  { "aabb", TREE },
	  "approach", "agree", TREE ":nowhere:0", false, EXIT_DISAGREE,
	  { DETAIL("point", TREE, "first contact nowhere on the line, not at [0-9.]*"),
	    STATUS("point", "aabb", "ok") } },
	{ "approach: the judge decides",
	  { "aabb", TREE },
	  "approach", "agree", TREE ":early:0;brute:short:0", false, EXIT_DISAGREE,
	  { STATUS("point", TREE, "mismatch"), STATUS("point", "aabb", "mismatch"),
	    DETAIL("point", TREE, "step 1: answers differ; brute force could not judge: no whole answer") } },
	// supersets
	{ "a superset is not compared with anybody",
	  { MORE, "aabb" },
	  "all", "agree", MORE ":add:1", false, EXIT_OK_ALL,
	  { STATUS("point", MORE, "ok"), STATUS("aa", MORE, "ok"), STATUS("point", "aabb", "ok"),
	    { "point", MORE, "extra_pairs", "[1-9]*" }, { "point", MORE, "hash", "" } } },
	{ "a superset lacks contacts",
	  { "aabb", MORE },
	  "all", "agree", MORE ":none:1", false, EXIT_DISAGREE,
	  { DETAIL("point", MORE, "step 2: * contacts missing"), STATUS("point", MORE, "mismatch"),
	    STATUS("point", "aabb", "ok"), STATUS("check", "brute", "ok"), { "point", MORE, "extra_pairs", "" } } },
	{ "a superset has a contact twice",
	  { "aabb", MORE },
	  "all", "agree", MORE ":twice:1", false, EXIT_DISAGREE,
	  { DETAIL("point", MORE, "step 2: 1 of * contacts reported twice"), STATUS("point", "aabb", "ok") } },
	{ "a superset answers otherwise at the second asking",
	  { "aabb", MORE },
	  "all", "agree", MORE ":follow:1", false, EXIT_DISAGREE,
	  { DETAIL("point", MORE, "step 2: another answer at the second asking"), STATUS("point", "aabb", "ok") } },
	{ "so does an exact one, and another is asked",
	  { "aabb", MORE, TREE },
	  "all", "agree", "aabb:follow:1", false, EXIT_DISAGREE,
	  { DETAIL("point", "aabb", "step 2: another answer at the second asking"), STATUS("point", MORE, "ok"),
	    { "point", MORE, "extra_pairs", "[1-9]*" }, STATUS("point", TREE, "ok"), DETAIL("point", MORE, "") } },
	{ "one exact algorithm alone does not vouch",
	  { "aabb", MORE },
	  "all", "agree", "brute:short:0", false, EXIT_POINTS_FAILED,
	  { DETAIL("point", MORE, "UNCHECKED"), { "point", MORE, "extra_pairs", "[1-9]*" },
	    DETAIL("point", "aabb", "UNCHECKED") } },
	{ "where others vouch for the exact one nobody is asked",
	  { "aabb", MORE, TREE },
	  "all", "agree", "brute:refuse:1;" MORE ":none:1", false, EXIT_DISAGREE,
	  { DETAIL("point", MORE, "step 2: * contacts missing"), STATUS("point", "aabb", "ok"),
	    STATUS("point", TREE, "ok") } },
	{ "brute force is asked who is wrong: the superset",
	  { "aabb", MORE },
	  "all", "agree", "brute:short:0;" MORE ":none:1", false, EXIT_DISAGREE,
	  { DETAIL("point", MORE, "step 2: * contacts missing"), STATUS("point", MORE, "mismatch"),
	    STATUS("point", "aabb", "ok") } },
	{ "or the exact one",
	  { "aabb", MORE },
	  "all", "agree", "brute:short:0;aabb:add:1", false, EXIT_DISAGREE,
	  { DETAIL("point", "aabb", "step 2: not what brute force finds"), STATUS("point", "aabb", "mismatch"),
	    DETAIL("aa", "aabb", "step 2: not what brute force finds"), STATUS("aa", "aabb", "mismatch"),
	    STATUS("point", MORE, "ok"), DETAIL("point", MORE, "UNCHECKED"), { "point", MORE, "extra_pairs", "" } } },
	{ "or it cannot tell",
	  { "aabb", MORE },
	  "all", "agree", "brute:short:0;brute:refuse:1;" MORE ":none:1", false, EXIT_DISAGREE,
	  { DETAIL("point", MORE, "step 2: answers differ; brute force could not judge: refused"),
	    DETAIL("point", "aabb", "step 2: answers differ; brute force could not judge: refused"),
	    DETAIL("aa", "aabb", "step 2: answers differ; brute force could not judge: refused") } },
	{ "a superset without a check",
	  { "aabb", MORE },
	  "all", "none", MORE ":none:1", false, EXIT_OK_ALL,
	  { DETAIL("point", MORE, "UNCHECKED"), { "point", MORE, "extra_pairs", "" } } },
	{ "first: a superset misses",
	  { "aabb", MORE },
	  "first", "agree", MORE ":miss:1", false, EXIT_DISAGREE,
	  { DETAIL("point", MORE, "step 2: no contact where there is one"), STATUS("point", "aabb", "ok") } },
	{ "first: a superset may hit where there is nothing",
	  { "aabb", MORE },
	  "first", "agree", MORE ":hit:2", true, EXIT_OK_ALL,
	  { STATUS("point", MORE, "ok"), { "point", MORE, "extra_pairs", "1" } } },
	{ "approach: a superset may be early",
	  { "aabb", MORE },
	  "approach", "agree", MORE ":early:0", false, EXIT_OK_ALL,
	  { STATUS("point", MORE, "ok"), { "point", MORE, "extra_pairs", "1" } } },
	{ "approach: and not late",
	  { "aabb", MORE },
	  "approach", "agree", MORE ":late:0", false, EXIT_DISAGREE,
	  { DETAIL("point", MORE, "first contact at [0-9.]*, not at [0-9.]*"), STATUS("point", "aabb", "ok") } },
	{ "approach: nor miss the contact",
	  { "aabb", MORE },
	  "approach", "agree", MORE ":nowhere:0", false, EXIT_DISAGREE,
	  { DETAIL("point", MORE, "first contact nowhere on the line, not at [0-9.]*"),
	    STATUS("point", "aabb", "ok") } },
	// what may miss contacts
	{ "an unsound one may miss",
	  { "aabb", LESS },
	  "all", "agree", LESS ":none:1", false, EXIT_OK_ALL,
	  { DETAIL("point", LESS, "UNSOUND: misses [1-9]* of [1-9]* contacts"),
	    { "point", LESS, "missed_pairs", "[1-9]*" }, { "point", LESS, "extra_pairs", "0" },
	    { "point", LESS, "hash", "" }, STATUS("point", "aabb", "ok") } },
	{ "where it is held against nobody, nothing is missed",
	  { "aabb", LESS },
	  "all", "none", "", false, EXIT_OK_ALL,
	  { DETAIL("point", LESS, "UNSOUND: may miss contacts, UNCHECKED"), { "point", LESS, "missed_pairs", "" } } },
	{ "and not report what is not there",
	  { "aabb", LESS },
	  "all", "agree", LESS ":add:1", false, EXIT_DISAGREE,
	  { DETAIL("point", LESS, "step 2: 1 of [1-9]* contacts too many"), STATUS("point", LESS, "mismatch"),
	    STATUS("point", "aabb", "ok") } },
	{ "first: an unsound one may miss",
	  { "aabb", LESS },
	  "first", "agree", LESS ":miss:1", false, EXIT_OK_ALL,
	  { DETAIL("point", LESS, "UNSOUND: misses 1 of 3 contacts"), { "point", LESS, "missed_pairs", "1" } } },
	{ "approach: an unsound one may be late",
	  { "aabb", LESS },
	  "approach", "agree", LESS ":late:0", false, EXIT_OK_ALL,
	  { DETAIL("point", LESS, "UNSOUND: misses 1 of 1 contacts"), { "point", LESS, "extra_pairs", "0" } } },
};
// clang-format on
enum { CASES = sizeof s_cases / sizeof s_cases[0] };

static void check_wants(const Case *c) {
	for (const Want *want = c->wants; want < c->wants + MOST_WANTS && want->role != NULL; ++want) {
		char got[PLANNED_FIELD_SIZE];
		planned_field(got, want->role, want->label, want->column);
		ck_assert_msg(fnmatch(want->pattern, got, 0) == 0, "%s: %s of %s (%s) is '%s', not '%s'", c->what,
		              want->column, want->label, want->role, got, want->pattern);
	}
}

static PlanDef plan_of(const Case *c, char policy[200]) {
	PlanDef def = { .policy = policy, .groups = 1, .parts = c->parts };
	snprintf(policy, 200, "\"query\":\"%s\",\"per_step\":false,\"check\":\"%s\",\"runs\":1,\"timeout_s\":600",
	         c->query, c->check);
	memcpy(def.algorithms, c->algorithms, sizeof def.algorithms);
	return def;
}

START_TEST(who_is_wrong_is_blamed) {
	const Case *c = &s_cases[_i];
	char policy[200];
	PlanDef def = plan_of(c, policy);
	liar_set(c->lies);
	int code = planned_measure(&def);
	check_wants(c);
	ck_assert_msg(code == c->code, "%s: exit %d", c->what, code);
}

static int64_t number(const char *role, const char *label, const char *column) {
	char text[PLANNED_FIELD_SIZE];
	planned_field(text, role, label, column);
	ck_assert_msg(text[0] != '\0', "%s of %s is missing", column, label);
	return atoll(text);
}

// Over all steps: what a superset reports is what is there, and what is told besides; what is missed is
// added.
START_TEST(what_is_besides_and_missed_is_counted) {
	PlanDef def = { { "aabb", MORE, LESS }, POLICY("all", "agree", "1"), 1, false, false };
	liar_set(LESS ":none:0;" MORE ":add:2");
	ck_assert_int_eq(planned_measure(&def), EXIT_OK_ALL);
	int64_t right = number("check", "brute", "contacts");
	int64_t more = number("point", MORE, "contacts"), extra = number("point", MORE, "extra_pairs");
	int64_t less = number("point", LESS, "contacts"), missed = number("point", LESS, "missed_pairs");
	ck_assert_int_gt(extra, 0);
	ck_assert_int_eq(more, right + extra);
	ck_assert_int_gt(missed, 1);
	ck_assert_int_eq(less, right - missed);
	ck_assert_field("point", MORE, "missed_pairs", "");
	char detail[PLANNED_FIELD_SIZE], want[100];
	planned_field(detail, "point", LESS, "detail");
	snprintf(want, sizeof want, "UNSOUND: misses %lld of %lld contacts", (long long)missed, (long long)right);
	ck_assert_str_eq(detail, want);
}

Suite *judge_suite(void) {
	Suite *suite = suite_create("judge");
	int supersets = 0;
	while (strcmp(s_cases[supersets].algorithms[0], MORE) != 0) supersets += 1;
	TCase *agree = tcase_create("agree"), *contain = tcase_create("contain");
	tcase_add_checked_fixture(agree, folder_make, folder_remove);
	tcase_add_checked_fixture(contain, folder_make, folder_remove);
	tcase_add_loop_test(agree, who_is_wrong_is_blamed, 0, supersets);
	tcase_add_loop_test(contain, who_is_wrong_is_blamed, supersets, CASES);
	tcase_add_test(contain, what_is_besides_and_missed_is_counted);
	suite_add_tcase(suite, agree);
	suite_add_tcase(suite, contain);
	return suite;
}
