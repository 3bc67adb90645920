// Composed tables: flat and nested values, what the entries that are chosen make of them, and that every
// parameter of every part that there is reaches it.
#include <check.h>
#include <stdarg.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/param_set.h"
#include "detect/detect.h"
#include "suite.h"

Suite *parts_suite(void);

// A whole that is made of a shape and some marks; shapes are round, with a finish, or square.
// ------------------------------------------------------------------------------------------------------

typedef struct FinishDef {
	int32_t grit;
} FinishDef;
static const Param s_matt_params[] = {
	{ .name = "grit",
	  .type = PARAM_INT,
	  .offset = 0,
	  .fallback = 80,
	  .lo = 20,
	  .hi = 400,
	  .about = "how fine" },
};
static const ParamTable s_matt = { s_matt_params, 1, sizeof(FinishDef) }, s_plain = { NULL, 0, 0 };

static PartKind finish(int32_t index) {
	static const PartKind kinds[] = { { "usual", &s_plain, "" }, { "matt", &s_matt, "" } };
	return index < 2 ? kinds[index] : (PartKind){ 0 };
}

typedef struct RoundDef {
	int32_t finish, count;
	double size;
} RoundDef;
static const Param s_round_params[] = {
	{ .name = "finish",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(RoundDef, finish),
	  .about = "of its surface",
	  .more = &(const ParamMore){ .part = finish } },
	{ .name = "count",
	  .type = PARAM_INT,
	  .offset = offsetof(RoundDef, count),
	  .fallback = 2,
	  .lo = 1,
	  .hi = 5,
	  .about = "how many",
	  .more = &(const ParamMore){ .strict = true } },
	{ .name = "size",
	  .type = PARAM_REAL,
	  .offset = offsetof(RoundDef, size),
	  .fallback = 1,
	  .hi = 10,
	  .about = "radius",
	  .more = &(const ParamMore){ .shared = true, .after = "last" } },
};

typedef struct SquareDef {
	int32_t count;
	ParamVectors sides;
} SquareDef;
static const Param s_square_params[] = {
	{ .name = "count",
	  .type = PARAM_INT,
	  .offset = offsetof(SquareDef, count),
	  .fallback = 7,
	  .lo = 3,
	  .hi = 9,
	  .about = "corners" },
	{ .name = "sides",
	  .type = PARAM_VECTORS,
	  .offset = offsetof(SquareDef, sides),
	  .about = "or these",
	  .more = &(const ParamMore){ .instead = "count" } },
};
static const ParamTable s_round = { s_round_params, 3, sizeof(RoundDef) },
                        s_square = { s_square_params, 2, sizeof(SquareDef) };

static PartKind shape(int32_t index) {
	static const PartKind kinds[] = { { "round", &s_round, "" },
		                              { "square", &s_square, "" },
		                              { "flat", &s_plain, "" } };
	return index < 3 ? kinds[index] : (PartKind){ 0 };
}

typedef struct WholeDef {
	int32_t shape, last;
	ParamNames marks;
} WholeDef;
static const Param s_whole_params[] = {
	{ .name = "shape",
	  .type = PARAM_CHOICE,
	  .offset = offsetof(WholeDef, shape),
	  .about = "what it is",
	  .more = &(const ParamMore){ .part = shape } },
	{ .name = "marks",
	  .type = PARAM_NAMES,
	  .offset = offsetof(WholeDef, marks),
	  .about = "more of them",
	  .more = &(const ParamMore){ .part = shape } },
	{ .name = "last", .type = PARAM_BOOL, .offset = offsetof(WholeDef, last), .about = "or not" },
};
static const ParamTable s_whole = { s_whole_params, 3, sizeof(WholeDef) };
static ParamSet s_set;
static _Alignas(max_align_t) char s_def[16384], s_other[16384], s_taken[PART_DEF_MAX];

static void compose(void) { param_set_compose(&s_set, &s_whole); }

static int32_t read_into(void *def, const char *text) {
	int32_t status = param_parse(&s_set.table, def, "whole", text);
	return status == HN_OK ? param_set_settle(&s_set, def) : status;
}

static const Param *param_of(const ParamSet *set, const char *name) {
	int32_t index = param_find(&set->table, "whole", name);
	ck_assert_msg(index >= 0, "%s", hn_error_text());
	return &set->params[index];
}

static bool set_uses(const ParamSet *set, const char *name) {
	return (param_set_used(set, s_def) >> param_of(set, name)->more->slot & 1) != 0;
}
static bool uses(const char *name) { return set_uses(&s_set, name); }

static const char *value(const char *name) {
	static char text[PARAM_TEXT_SIZE];
	param_get(param_of(&s_set, name), s_def, text);
	return text;
}

static void refused(const char *text, const char *why) {
	ck_refused(read_into(s_def, text), HN_ERR_BAD_INPUT, why);
}

START_TEST(a_name_is_one_parameter_in_its_place) {
	static const char *const order[] = {
		"shape", "finish", "grit", "count", "sides", "marks", "last", "size"
	};
	ck_assert_int_eq(s_set.table.count, 8);
	for (int32_t i = 0; i < 8; ++i) ck_assert_str_eq(s_set.params[i].name, order[i]);
	const Param *count = param_of(&s_set, "count");
	ck_assert(count->lo == 1 && count->hi == 9 && count->fallback == 2);
	ck_assert_str_eq(count->about, "of shape round: how many; of shape square: corners");
}

START_TEST(what_is_chosen_says_something) {
	ck_assert_int_eq(read_into(s_def, ""), HN_OK);
	ck_assert(uses("shape") && uses("count") && uses("size") && uses("finish"));
	ck_assert(!uses("grit") && !uses("sides"));
	ck_assert_int_eq(read_into(s_def, "finish=matt"), HN_OK);
	ck_assert(uses("grit"));
	ck_assert_int_eq(read_into(s_def, "shape=flat finish=matt"), HN_OK);
	ck_assert(!uses("grit") && !uses("count") && !uses("size") && !uses("finish"));
	ck_assert_int_eq(read_into(s_def, "shape=flat marks=round finish=matt"), HN_OK);
	ck_assert(uses("size") && !uses("count") && !uses("finish") && !uses("grit"));
	ck_assert_int_eq(read_into(s_def, "shape=square"), HN_OK);
	ck_assert(uses("count") && !uses("sides"));
	ck_assert_int_eq(read_into(s_def, "shape=square sides=1,0,0"), HN_OK);
	ck_assert(!uses("count") && uses("sides"));
}

START_TEST(defaults_are_the_chosen_entrys) {
	ck_assert_int_eq(read_into(s_def, ""), HN_OK);
	ck_assert_str_eq(value("count"), "2");
	ck_assert_int_eq(read_into(s_def, "shape=square"), HN_OK);
	ck_assert_str_eq(value("count"), "7");
	ck_assert_int_eq(param_set_take(&s_set, s_def, &s_square, false, "", s_taken), HN_OK);
	ck_assert_int_eq(((const SquareDef *)(const void *)s_taken)->count, 7);
	ck_assert_int_eq(read_into(s_def, "shape=square count=3"), HN_OK);
	ck_assert_str_eq(value("count"), "3");
}

START_TEST(ranges_are_the_chosen_entrys) {
	refused("shape=round count=9", "shape round: parameter 'count' is '9', must be an integer from 1 to 5");
	refused("shape=square count=1", "shape square: parameter 'count' is '1', must be an integer from 3 to 9");
	refused("shape=square count=10", "whole: parameter 'count' is '10', must be an integer from 1 to 9");
	ck_assert_int_eq(read_into(s_def, "shape=flat count=9"), HN_OK);
	ck_assert_int_eq(read_into(s_def, "shape=square count=1 sides=1,0,0"), HN_OK); // what says nothing
}

START_TEST(flat_and_nested_are_the_same) {
	static const char *const same[][3] = {
		{ "shape=round finish=matt grit=40", "shape=round(finish=matt(grit=40))",
		  "shape=round(finish=matt,grit=40)" },
		{ "finish=matt grit=40", "finish=matt(grit=40)", "shape=round(grit=40) finish=matt" },
		{ "shape=square sides=1,0,0;0,1,0", "shape=square(sides=1,0,0;0,1,0)",
		  "shape=square() sides=1,0,0;0,1,0" },
		{ "size=2 count=3 last=true", "shape=round(size=2,count=3) last=true",
		  "last=true size=2 shape=round(size=2,count=3)" },
	};
	for (int i = 0; i < 4; ++i) {
		ck_assert_msg(read_into(s_def, same[i][0]) == HN_OK, "%s", hn_error_text());
		for (int k = 1; k < 3; ++k) {
			ck_assert_msg(read_into(s_other, same[i][k]) == HN_OK, "%s", hn_error_text());
			ck_assert_msg(memcmp(s_def, s_other, s_set.given) == 0, "%s", same[i][k]);
		}
	}
}

START_TEST(contradictions_are_refused) {
	refused("shape=round(count=3) count=4", "parameter 'count' is '4' and, inside of parameter 'shape', '3'");
	refused("count=4 shape=round(count=3)", "parameter 'count' is '4' and, inside of parameter 'shape', '3'");
	refused("finish=usual shape=round(finish=matt(grit=30))", "parameter 'finish' is 'usual'");
	refused("shape=round(finish=matt(grit=30)) grit=31", "parameter 'grit' is '31'");
}

START_TEST(what_an_entry_does_not_have_is_unknown) {
	ck_refused(read_into(s_def, "shape=square(size=3)"), HN_ERR_NOT_FOUND,
	           "whole: shape square: unknown parameter 'size'; did you mean 'sides'?");
	ck_refused(read_into(s_def, "shape=round(finish=matt(grid=3))"), HN_ERR_NOT_FOUND,
	           "finish matt: unknown parameter 'grid'; did you mean 'grit'?");
	refused("shape=cone(count=3)", "parameter 'shape' is 'cone', must be one of 'round'");
	refused("shape=round(count=3", "parameter 'shape' is 'round(count=3'");
	refused("shape=round(count)", "'count' is not name=value");
	refused("shape=round(count=)", "is not name=value");
	refused("shape=round(count=x)", "parameter 'count' is 'x'");
}

START_TEST(what_would_be_ignored) {
	const char *wrong = NULL;
	ck_assert_int_eq(param_parse(&s_set.table, s_def, "whole", "shape=flat count=3"), HN_OK);
	ck_assert_int_eq(param_set_check_given(&s_set, s_def, "whole", &wrong), HN_ERR_BAD_INPUT);
	ck_assert_str_eq(wrong, "count");
	ck_assert_str_eq(hn_error_text(),
	                 "whole: parameter 'count' is of shape round, shape square alone, which is not chosen");
	ck_assert_int_eq(param_parse(&s_set.table, s_def, "whole", "shape=square count=3 sides=1,0,0"), HN_OK);
	ck_assert_int_eq(param_set_check_given(&s_set, s_def, "whole", &wrong), HN_ERR_BAD_INPUT);
	ck_assert_str_eq(wrong, "count");
	ck_assert_int_eq(param_parse(&s_set.table, s_def, "whole", "shape=flat grit=33 size=3"), HN_OK);
	ck_assert_int_eq(param_set_check_given(&s_set, s_def, "whole", &wrong), HN_OK);
}

static bool fixed_in(const void *context, const char *name, char text[PARAM_TEXT_SIZE]) {
	const char *at = strstr(context, name);
	if (at == NULL) return false;
	snprintf(text, PARAM_TEXT_SIZE, "%.*s", (int)strcspn(strchr(at, '=') + 1, " "), strchr(at, '=') + 1);
	return true;
}

static bool reaches(const char *fixed, const char *name) {
	return param_set_reachable(&s_set, fixed_in, fixed) >> param_of(&s_set, name)->more->slot & 1;
}

START_TEST(presets_reach_what_they_can_choose) {
	ck_assert(reaches("", "grit") && reaches("", "count") && reaches("", "sides"));
	ck_assert(!reaches("shape=flat marks=none", "count") && !reaches("shape=flat marks=none", "size"));
	ck_assert(reaches("shape=flat", "size") && !reaches("shape=flat", "count"));
	ck_assert(reaches("shape=flat marks=square+round", "size") &&
	          !reaches("shape=flat marks=square", "size"));
	ck_assert(reaches("shape=round marks=none", "grit") &&
	          !reaches("shape=round finish=usual marks=none", "grit"));
	ck_assert(!reaches("shape=round marks=none", "sides"));
}

static const Param s_clash_params[] = {
	{ .name = "count", .type = PARAM_REAL, .hi = 1, .about = "a share" }
};
static const ParamTable s_clash = { s_clash_params, 1, sizeof(double) };
static PartKind clashing(int32_t index) {
	return index < 3 ? shape(index) : index == 3 ? (PartKind){ "clash", &s_clash, "" } : (PartKind){ 0 };
}

static const Param s_clashing_params[] = {
	{ .name = "shape", .type = PARAM_CHOICE, .about = "", .more = &(const ParamMore){ .part = clashing } }
};
static const ParamTable s_clashing = { s_clashing_params, 1, sizeof(int32_t) };

START_TEST(two_types_of_one_name_end_the_program) { param_set_compose(&s_set, &s_clashing); }

// What there is
// ------------------------------------------------------------------------------------------------------

// Another value than the default, which the parameter takes.
static bool other_value(const Param *p, char text[PARAM_TEXT_SIZE]) {
	if (p->type == PARAM_CHOICE)
		snprintf(text, PARAM_TEXT_SIZE, "%s", param_choice(p, p->fallback > 0 ? 0 : 1));
	else if (p->type == PARAM_BOOL)
		snprintf(text, PARAM_TEXT_SIZE, "%s", p->fallback > 0 ? "false" : "true");
	else if (p->type == PARAM_INT || p->type == PARAM_REAL)
		snprintf(text, PARAM_TEXT_SIZE, "%.0f", p->fallback == p->lo ? p->hi : p->lo);
	else
		return p->type == PARAM_VECTORS && snprintf(text, PARAM_TEXT_SIZE, "1,0,0;0,1,0;0,0,1") > 0;
	return true;
}

static void check_taken(const ParamSet *set, const ParamTable *table, const Param *p, const char *text) {
	char got[PARAM_TEXT_SIZE];
	ck_assert_msg(param_parse(&set->table, s_def, "all", text) == HN_OK, "%s", hn_error_text());
	ck_assert_msg(param_set_settle(set, s_def) == HN_OK, "%s: %s", text, hn_error_text());
	ck_assert_int_eq(param_set_take(set, s_def, table, false, "all", s_taken), HN_OK);
	param_get(p, s_taken, got);
	const char *at = strstr(text, got);
	ck_assert_msg(at != NULL && set_uses(set, p->name), "%s: %s is %s", text, p->name, got);
	char usual[PARAM_TEXT_SIZE];
	_Alignas(max_align_t) char def[PART_DEF_MAX];
	param_set_defaults(table, def);
	param_get(p, def, usual);
	ck_assert_msg(strcmp(usual, got) != 0, "%s: %s is as by default", text, p->name);
}

// The whole text, or the test fails.
static __attribute__((format(printf, 3, 4))) void put(char *out, size_t size, const char *format, ...) {
	va_list arguments;
	va_start(arguments, format);
	int length = vsnprintf(out, size, format, arguments);
	va_end(arguments);
	ck_assert(length >= 0 && (size_t)length < size);
}

// chosen: how an entry is chosen flat; nested: the text before its parameters, with a bracket to close each.
static int32_t check_entry(const ParamSet *set, const ParamTable *table, const char *chosen,
                           const char *nested, int32_t depth) {
	int32_t checked = 0;
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *p = &table->params[i];
		char value_text[PARAM_TEXT_SIZE], flat[2 * PARAM_TEXT_SIZE], inside[2 * PARAM_TEXT_SIZE];
		for (int32_t k = 0; p->type == PARAM_CHOICE && p->more != NULL && p->more->part != NULL; ++k) {
			PartKind kind = p->more->part(k);
			if (kind.name == NULL) break;
			put(flat, sizeof flat, "%s %s=%s", chosen, p->name, kind.name);
			put(inside, sizeof inside, "%s%s=%s(", nested, p->name, kind.name);
			checked += check_entry(set, kind.table, flat, inside, depth + 1);
		}
		if (!other_value(p, value_text)) continue;
		put(flat, sizeof flat, "%s %s=%s", chosen, p->name, value_text);
		put(inside, sizeof inside, "%s%s=%s%.*s", nested, p->name, value_text, depth, "))))");
		check_taken(set, table, p, flat);
		check_taken(set, table, p, inside);
		checked += 1;
	}
	return checked;
}

START_TEST(every_parameter_of_every_part_reaches_it) {
	int32_t checked = 0;
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		const HnDetectClass *class = hn_detect_at(i);
		if (class->set == NULL || class->preset_of != NULL) continue;
		for (int32_t k = 0; k < class->set->own->count; ++k) {
			const Param *p = &class->set->own->params[k];
			for (int32_t kind = 0; p->type == PARAM_CHOICE && p->choice == NULL; ++kind) {
				PartKind part = p->more->part(kind);
				char chosen[128], nested[128];
				if (part.name == NULL) break;
				snprintf(chosen, sizeof chosen, "%s=%s", p->name, part.name);
				snprintf(nested, sizeof nested, "%s=%s(", p->name, part.name);
				checked += check_entry(class->set, part.table, chosen, nested, 1);
			}
		}
	}
	ck_assert_int_ge(checked, 13);
}

// Every part, and every parameter of one, says what it is: `harness list` shows it.
static void check_abouts(const Param *chooser) {
	for (int32_t i = 0; chooser->more->part(i).name != NULL; ++i) {
		PartKind kind = chooser->more->part(i);
		ck_assert_msg(kind.about != NULL && kind.about[0] != '\0', "%s %s", chooser->name, kind.name);
		for (int32_t k = 0; k < kind.table->count; ++k) {
			const Param *p = &kind.table->params[k];
			ck_assert_msg(p->about != NULL && p->about[0] != '\0', "%s: %s", kind.name, p->name);
			if (p->type == PARAM_CHOICE && p->more != NULL && p->more->part != NULL) check_abouts(p);
		}
	}
}

START_TEST(every_part_says_what_it_is) {
	const ParamSet *set = hn_detect_find("tree")->set;
	for (int32_t k = 0; k < set->own->count; ++k)
		if (set->own->params[k].type == PARAM_CHOICE && set->own->params[k].choice == NULL)
			check_abouts(&set->own->params[k]);
}

Suite *parts_suite(void) {
	Suite *suite = suite_create("parts");
	TCase *composed = tcase_create("composed"), *all = tcase_create("all");
	tcase_add_checked_fixture(composed, compose, NULL);
	tcase_add_test(composed, a_name_is_one_parameter_in_its_place);
	tcase_add_test(composed, what_is_chosen_says_something);
	tcase_add_test(composed, defaults_are_the_chosen_entrys);
	tcase_add_test(composed, ranges_are_the_chosen_entrys);
	tcase_add_test(composed, flat_and_nested_are_the_same);
	tcase_add_test(composed, contradictions_are_refused);
	tcase_add_test(composed, what_an_entry_does_not_have_is_unknown);
	tcase_add_test(composed, what_would_be_ignored);
	tcase_add_test(composed, presets_reach_what_they_can_choose);
	tcase_add_test_raise_signal(composed, two_types_of_one_name_end_the_program, SIGABRT);
	suite_add_tcase(suite, composed);
	tcase_add_test(all, every_parameter_of_every_part_reaches_it);
	tcase_add_test(all, every_part_says_what_it_is);
	suite_add_tcase(suite, all);
	return suite;
}
