// Parameter tables: what is read, what is refused and in which words, and that text reads back.
#include <check.h>
#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/param.h"
#include "base/rng.h"
#include "suite.h"

typedef struct Def {
	int32_t leaf, exact, rule;
	double weight;
	ParamVectors vectors;
	ParamNames names;
	ParamPart part;
} Def;

static const char *rule_name(int32_t index) {
	static const char *const names[] = { "mean", "median", "middle" };
	return index >= 0 && index < 3 ? names[index] : NULL;
}

typedef struct PartDef {
	int32_t many, deep;
	double weight;
} PartDef;
static const Param s_part_params[] = {
	{ "many", PARAM_INT, offsetof(PartDef, many), 3, 1, 9, NULL, "how many", NULL },
	{ "weight", PARAM_REAL, offsetof(PartDef, weight), 0.5, 0, 1, NULL, "of each", NULL },
	{ "deep", PARAM_BOOL, offsetof(PartDef, deep), 1, 0, 0, NULL, "or not", NULL },
};
static const ParamTable s_part_table = { s_part_params, 3, sizeof(PartDef) };
static const ParamTable s_no_params = { NULL, 0, 0 };

static PartKind part_kind(int32_t index) {
	static const PartKind kinds[] = { { "plain", &s_no_params, "" }, { "rich", &s_part_table, "" } };
	return index < 2 ? kinds[index] : (PartKind){ 0 };
}
static const ParamMore s_more = { .part = part_kind };

static const Param s_params[] = {
	{ "leaf", PARAM_INT, offsetof(Def, leaf), 1, 1, 1000, NULL, "triangles of a leaf", NULL },
	{ "weight", PARAM_REAL, offsetof(Def, weight), 0.25, -2.5, 1e300, NULL, "of what crosses", NULL },
	{ "exact", PARAM_BOOL, offsetof(Def, exact), 1, 0, 0, NULL, "exact or not", NULL },
	{ "rule", PARAM_CHOICE, offsetof(Def, rule), 2, 0, 0, rule_name, "where to split", NULL },
	{ "vectors", PARAM_VECTORS, offsetof(Def, vectors), 0, 0, 0, NULL, "some vectors", NULL },
	{ "names", PARAM_NAMES, offsetof(Def, names), 0, 0, 0, rule_name, "some rules in order", NULL },
	{ "part", PARAM_PART, offsetof(Def, part), 0, 0, 0, NULL, "a part", &s_more },
};
enum { PARAMS = sizeof s_params / sizeof s_params[0] };
static const ParamTable s_table = { s_params, PARAMS, sizeof(Def) };
static const ParamTable s_empty = { NULL, 0, sizeof(Def) };

START_TEST(defaults_are_those_of_the_table) {
	Def d;
	memset(&d, 0xff, sizeof d);
	param_set_defaults(&s_table, &d);
	ck_assert(d.leaf == 1 && d.weight == 0.25 && d.exact == 1 && d.rule == 2);
	ck_assert_int_eq(d.vectors.count, 0);
	ck_assert_int_eq(d.names.count, 0);
}

START_TEST(values_are_read) {
	Def d;
	ck_assert_int_eq(param_parse(&s_table, &d, "tree", "leaf=8 weight=-2.5 exact=false rule=median"), HN_OK);
	ck_assert(d.leaf == 8 && d.weight == -2.5 && d.exact == 0 && d.rule == 1);
	ck_assert_int_eq(param_parse(&s_table, &d, "tree", "  leaf=1000  "), HN_OK);
	ck_assert(d.leaf == 1000 && d.weight == 0.25);
	ck_assert_int_eq(param_parse(&s_table, &d, "tree", "leaf=3 leaf=4"), HN_OK); // the last one holds
	ck_assert_int_eq(d.leaf, 4);
	ck_assert_int_eq(param_parse(&s_table, &d, "tree", "leaf=1e2"), HN_OK);
	ck_assert_int_eq(d.leaf, 100);
	ck_assert_int_eq(param_parse(&s_table, &d, "tree", ""), HN_OK);
	ck_assert_int_eq(d.leaf, 1);
	ck_assert_int_eq(param_parse(&s_empty, &d, "brute", ""), HN_OK);
}

// name, text, and what the error must say besides the owner, the name and the text
static const char *const s_refused[][3] = {
	{ "leaf", "0", "from 1 to 1000" },      { "leaf", "1001", "from 1 to 1000" },
	{ "leaf", "2.5", "an integer" },        { "leaf", "-3", "an integer" },
	{ "leaf", "nan", "an integer" },        { "leaf", "inf", "an integer" },
	{ "leaf", "4x", "an integer" },         { "leaf", "", "an integer" },
	{ "leaf", " 4", "an integer" },         { "leaf", "0x10", "an integer" },
	{ "leaf", "1e999", "an integer" },      { "leaf", "99999999999", "an integer" },
	{ "weight", "-2.6", "from -2.5 to" },   { "weight", "nan", "a number" },
	{ "weight", "-inf", "a number" },       { "weight", "1e999", "a number" },
	{ "weight", "0,5", "a number" },        { "weight", "half", "a number" },
	{ "exact", "1", "true or false" },      { "exact", "True", "true or false" },
	{ "exact", "", "true or false" },       { "rule", "mode", "'mean', 'median', 'middle'" },
	{ "rule", "Mean", "'mean', 'median'" }, { "rule", "", "'mean', 'median'" },
	{ "rule", "0", "'mean', 'median'" },    { "vectors", "", "vector 1 is ''" },
	{ "vectors", "1,2", "vector 1 is" },    { "vectors", "1,2,3;1,2,3,4", "vector 2 is '1,2,3,4'" },
	{ "vectors", "1,2,3;", "vector 2 is" }, { "vectors", "1,2,3;4,5,nan;6,7,8", "vector 2 is '4,5,nan'" },
	{ "vectors", "1,,3", "vector 1 is" },   { "vectors", "1,2,1e999", "three finite numbers" },
	{ "vectors", "1;2;3", "vector 1 is" },  { "vectors", "None", "vector 1 is" },
};

START_TEST(wrong_values_are_refused_with_what_is_allowed) {
	const char *const *r = s_refused[_i];
	Def d, before;
	param_set_defaults(&s_table, &d);
	before = d;
	ck_assert_int_eq(param_set(&s_table, &d, "tree", r[0], r[1]), HN_ERR_BAD_INPUT);
	char name[64], value[64];
	snprintf(name, sizeof name, "'%s'", r[0]);
	snprintf(value, sizeof value, "'%s'", r[1]);
	if (strcmp(r[0], "vectors") == 0) snprintf(value, sizeof value, "vector");
	const char *parts[] = { "tree: ", name, value, r[2] };
	for (int i = 0; i < 4; ++i)
		ck_assert_msg(strstr(hn_error_text(), parts[i]) != NULL, "'%s' lacks %s", hn_error_text(), parts[i]);
	ck_assert_mem_eq(&d, &before, sizeof d); // a refused value changes nothing
}

START_TEST(unknown_names_are_refused_with_a_suggestion) {
	static const char *const near[][2] = { { "leav", "'leaf'" },      { "lea", "'leaf'" },
		                                   { "laef", "'leaf'" },      { "wieght", "'weight'" },
		                                   { "weights", "'weight'" }, { "rul", "'rule'" } };
	for (size_t i = 0; i < sizeof near / sizeof near[0]; ++i) {
		ck_refused(param_find(&s_table, "aabb", near[i][0]), HN_ERR_NOT_FOUND, near[i][1]);
		ck_assert_ptr_nonnull(strstr(hn_error_text(), near[i][0]));
		ck_assert_ptr_eq(strstr(hn_error_text(), "aabb: "), hn_error_text());
	}
	ck_assert_int_eq(param_find(&s_table, "aabb", "colour"), HN_ERR_NOT_FOUND);
	ck_assert_ptr_null(strstr(hn_error_text(), "mean"));
	ck_assert_int_eq(param_find(&s_empty, "brute", "leaf"), HN_ERR_NOT_FOUND);
	for (int32_t i = 0; i < s_table.count; ++i)
		ck_assert_int_eq(param_find(&s_table, "aabb", s_params[i].name), i);
	Def d;
	ck_assert_int_eq(param_set(&s_table, &d, "aabb", "leav", "3"), HN_ERR_NOT_FOUND);
	ck_assert_str_eq(param_nearest("meen", rule_name), "mean");
	ck_assert_str_eq(param_nearest("middel", rule_name), "middle");
	ck_assert_ptr_null(param_nearest("surface", rule_name));
	ck_assert_ptr_null(param_nearest("", rule_name));
	char longest[1000];
	memset(longest, 'm', sizeof longest);
	longest[sizeof longest - 1] = '\0';
	ck_assert_ptr_null(param_nearest(longest, rule_name));
	ck_assert_int_eq(param_find(&s_table, "aabb", longest), HN_ERR_NOT_FOUND);
}

START_TEST(what_is_not_name_and_value_is_refused) {
	static const char *const bad[] = {
		"leaf", "leaf=", "=4", "leaf 4", "leaf= 4", "leaf=4 exact", "leaf=4,exact=true"
	};
	Def d;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
		ck_assert_msg(param_parse(&s_table, &d, "tree", bad[i]) == HN_ERR_BAD_INPUT, "%s", bad[i]);
		ck_assert_ptr_eq(strstr(hn_error_text(), "tree: "), hn_error_text());
	}
	char longest[300];
	memset(longest, 'x', sizeof longest);
	memcpy(longest + 200, "=1", 3);
	ck_assert_int_lt(param_parse(&s_table, &d, "tree", longest), 0);
	for (int i = 0; i < 5; ++i) longest[i] = "leaf="[i];
	ck_assert_int_lt(param_parse(&s_table, &d, "tree", longest), 0);
}

static void vectors_draw(Rng *rng, ParamVectors *out) {
	out->count = (int32_t)rng_below(rng, PARAM_VECTORS_MAX + 1);
	for (int32_t i = 0; i < 3 * out->count; ++i) {
		double x = rng_range(rng, -1, 1), whole = (double)rng_below(rng, 3) - 1;
		out->xyz[i / 3][i % 3] = rng_below(rng, 2) == 0 ? whole : ldexp(x, (int)rng_below(rng, 2000) - 1000);
	}
}

START_TEST(too_many_vectors_are_counted) {
	Def d;
	char text[6 * 200 + 1] = "";
	for (int32_t i = 0; i < 200; ++i) memcpy(text + 6 * (size_t)i, "1,0,0;", 7);
	text[6 * 200 - 1] = '\0';
	param_set_defaults(&s_table, &d);
	ck_assert_int_eq(param_set(&s_table, &d, "tree", "vectors", text), HN_ERR_BAD_INPUT);
	ck_assert_msg(strstr(hn_error_text(), "has 200 vectors, at most 128") != NULL, "%s", hn_error_text());
	text[6 * PARAM_VECTORS_MAX - 1] = '\0';
	ck_assert_int_eq(param_set(&s_table, &d, "tree", "vectors", text), HN_OK);
	ck_assert_int_eq(d.vectors.count, PARAM_VECTORS_MAX);
}

START_TEST(names_are_read_in_order) {
	static const char *const wrong[] = { "",          "+",    "mean+",       "+mean",    "mean++middle",
		                                 "mean+mean", "Mean", "mean,middle", "none+mean" };
	Def d;
	param_set_defaults(&s_table, &d);
	ck_assert_int_eq(param_set(&s_table, &d, "tree", "names", "middle+mean"), HN_OK);
	ck_assert(d.names.count == 2 && d.names.index[0] == 2 && d.names.index[1] == 0);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
		ck_assert_int_eq(param_set(&s_table, &d, "tree", "names", wrong[i]), HN_ERR_BAD_INPUT);
		ck_assert_msg(strstr(hn_error_text(), "tree: parameter 'names'") != NULL, "%s", hn_error_text());
	}
	ck_assert_int_eq(d.names.count, 2); // as it was
	ck_assert_int_eq(param_set(&s_table, &d, "tree", "names", "none"), HN_OK);
	ck_assert_int_eq(d.names.count, 0);
}

// Given, and as it reads back: what is as by default is left out, in the table's order.
START_TEST(parts_have_parameters_of_their_own) {
	static const char *const good[][2] = {
		{ "none", "none" },
		{ "plain", "plain" },
		{ "plain()", "plain" },
		{ "rich", "rich" },
		{ "rich(many=3,deep=true)", "rich" },
		{ "rich(deep=false,many=4)", "rich(many=4,deep=false)" },
		{ "rich(weight=0.25,many=3)", "rich(weight=0.25)" },
	};
	static const char *const wrong[][2] = {
		{ "", "'none' or" },         { "poor", "'plain', 'rich'" },  { "rich(many=4", "must be" },
		{ "rich(many=4)x", "must" }, { "rich(many)", "name=value" }, { "rich(many=10)", "from 1 to 9" },
		{ "plain(many=1)", "none" }, { "rich(man=4)", "'many'" },    { "none()", "must be" },
		{ "RICH", "must be" },       { "ric", "must be" },           { "(many=4)", "must be" },
	};
	char text[PARAM_TEXT_SIZE], long_text[2000];
	Def d;
	param_set_defaults(&s_table, &d);
	for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i) {
		ck_assert_msg(param_set(&s_table, &d, "tree", "part", good[i][0]) == HN_OK, "%s", hn_error_text());
		param_get(&s_params[PARAMS - 1], &d, text);
		ck_assert_str_eq(text, good[i][1]);
	}
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
		ck_assert_msg(param_set(&s_table, &d, "tree", "part", wrong[i][0]) < 0, "%s", wrong[i][0]);
		ck_assert_msg(strstr(hn_error_text(), "tree") != NULL && strstr(hn_error_text(), wrong[i][1]) != NULL,
		              "%s: %s", wrong[i][0], hn_error_text());
	}
	memset(long_text, ',', sizeof long_text);
	memcpy(long_text, "rich(", 5);
	strcpy(long_text + sizeof long_text - 2, ")");
	ck_assert_int_eq(param_set(&s_table, &d, "tree", "part", long_text), HN_ERR_BAD_INPUT);
	param_get(&s_params[PARAMS - 1], &d, text);
	ck_assert_str_eq(text, "rich(weight=0.25)"); // as it was
}

static void round_trips(void) {
	Rng rng = rng_of(61, 0);
	for (int turn = 0; turn < 1000; ++turn) {
		Def d, back;
		vectors_draw(&rng, &d.vectors);
		double x = rng_range(&rng, -2.5, 2);
		d.weight = turn % 3 == 0 ? x : ldexp(rng_double(&rng), (int)rng_below(&rng, 1900) - 1000);
		d.leaf = 1 + (int32_t)rng_below(&rng, 1000);
		d.exact = (int32_t)rng_below(&rng, 2);
		d.rule = (int32_t)rng_below(&rng, 3);
		d.names.count = (int32_t)rng_below(&rng, 4);
		for (int32_t i = 0; i < d.names.count; ++i) d.names.index[i] = (d.rule + 2 * i) % 3;
		d.part = (ParamPart){ .kind = d.rule };
		if (d.rule == 2 && d.leaf % 9 + 1 != 3) sprintf(d.part.params, "many=%d", d.leaf % 9 + 1);
		char text[2 * PARAM_TEXT_SIZE] = "";
		for (int32_t i = 0; i < PARAMS; ++i) {
			char value[PARAM_TEXT_SIZE];
			param_get(&s_params[i], &d, value);
			if (s_params[i].type != PARAM_VECTORS) ck_assert_ptr_null(strchr(value, ','));
			size_t used = strlen(text);
			snprintf(text + used, sizeof text - used, "%s=%s ", s_params[i].name, value);
		}
		ck_assert_int_eq(param_parse(&s_table, &back, "tree", text), HN_OK);
		ck_assert(back.leaf == d.leaf && back.exact == d.exact && back.rule == d.rule);
		ck_assert_mem_eq(&back.weight, &d.weight, sizeof d.weight);
		ck_assert_int_eq(back.names.count, d.names.count);
		ck_assert_mem_eq(back.names.index, d.names.index, sizeof(int32_t) * (size_t)d.names.count);
		ck_assert(back.part.kind == d.part.kind && strcmp(back.part.params, d.part.params) == 0);
		ck_assert_int_eq(back.vectors.count, d.vectors.count);
		ck_assert_mem_eq(back.vectors.xyz, d.vectors.xyz, 3 * sizeof(double) * (size_t)d.vectors.count);
	}
}

START_TEST(text_reads_back_in_every_locale) {
	static const char *const comma[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8" };
	round_trips();
	for (size_t i = 0; i < sizeof comma / sizeof comma[0]; ++i) {
		if (setlocale(LC_ALL, comma[i]) == NULL) continue; // not on this machine
		ck_assert_str_eq(localeconv()->decimal_point, ",");
		round_trips();
		Def d;
		param_set_defaults(&s_table, &d);
		ck_refused(param_set(&s_table, &d, "tree", "weight", "-3"), HN_ERR_BAD_INPUT, "from -2.5 to");
	}
	setlocale(LC_ALL, "C");
}

TEST_SUITE(param, suite, tc) {
	tcase_add_test(tc, defaults_are_those_of_the_table);
	tcase_add_test(tc, values_are_read);
	tcase_add_loop_test(tc, wrong_values_are_refused_with_what_is_allowed, 0,
	                    sizeof s_refused / sizeof s_refused[0]);
	tcase_add_test(tc, unknown_names_are_refused_with_a_suggestion);
	tcase_add_test(tc, names_are_read_in_order);
	tcase_add_test(tc, parts_have_parameters_of_their_own);
	tcase_add_test(tc, too_many_vectors_are_counted);
	tcase_add_test(tc, what_is_not_name_and_value_is_refused);
	tcase_add_test(tc, text_reads_back_in_every_locale);
}
