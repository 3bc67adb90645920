// Numbers as text: plain decimals only, correctly rounded, in every locale.
#include "cheap.h"
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/rng.h"
#include "suite.h"

START_TEST(refuses_what_is_not_a_plain_decimal) {
	static const char *const bad[] = { "",    " 1",    "1 ",  "+",   ".",    "e5",  "1e",
		                               "1e+", "0x10",  "inf", "nan", "-inf", "1,5", "1.2.3",
		                               "--1", "1e999", "1f",  "1d2", "\t1" };
	double value;
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i)
		cheap_assert_msg(!number_parse(&value, bad[i]), "'%s' was taken for a number", bad[i]);
}

START_TEST(reads_every_plain_form) {
	static const struct {
		const char *text;
		double value;
	} good[] = {
		{ "1", 1 },      { "+1", 1 },       { "-0.5", -0.5 }, { ".5", 0.5 },   { "5.", 5 },
		{ "1e3", 1000 }, { "1E-3", 0.001 }, { "007", 7 },     { "1e-400", 0 }, { "4.9e-324", 0x1p-1074 }
	};
	for (size_t i = 0; i < sizeof good / sizeof good[0]; ++i) {
		double value = (double)NAN;
		cheap_assert_msg(number_parse(&value, good[i].text), "'%s' was refused", good[i].text);
		cheap_assert(value == good[i].value);
	}
}

static void round_trips(void) {
	Rng rng = rng_of(7, 0);
	for (int i = 0; i < 100000; ++i) {
		uint64_t bits = rng_u64(&rng);
		double value, back;
		memcpy(&value, &bits, sizeof value);
		if (!isfinite(value)) continue;
		char text[NUMBER_TEXT_SIZE];
		number_format(value, text);
		cheap_assert_msg(number_parse(&back, text), "'%s' does not read back", text);
		cheap_assert(memcmp(&back, &value, sizeof value) == 0);
	}
}

START_TEST(every_double_reads_back_from_its_text) { round_trips(); }

// Both ways of conversion, short of and beyond what is exact in one operation, against the C library's.
START_TEST(every_decimal_is_rounded_correctly) {
	Rng rng = rng_of(8, 0);
	for (int i = 0; i < 200000; ++i) {
		char text[80];
		double value, span;
		int n = 0, digits = 1 + (int)rng_below(&rng, 22), point = (int)rng_below(&rng, 25);
		if (rng_below(&rng, 2) == 0) text[n++] = "+-"[rng_below(&rng, 2)];
		for (int k = 0; k < digits; ++k) {
			if (k == point) text[n++] = '.';
			text[n++] = (char)('0' + (rng_below(&rng, 4) == 0 ? 0 : rng_below(&rng, 10)));
		}
		text[n] = '\0';
		if (rng_below(&rng, 2) == 0)
			n +=
			    snprintf(text + n, 20, "e%+d", (int)rng_below(&rng, rng_below(&rng, 2) == 0 ? 51 : 601) - 25);
		double want = strtod(text, NULL);
		text[n] = '7'; // a span has no end of its own
		bool taken = number_parse_span(&span, text, (size_t)n);
		text[n] = '\0';
		cheap_assert_msg(taken == (bool)isfinite(want), "'%s'", text);
		cheap_assert(number_parse(&value, text) == taken);
		if (!taken) continue;
		cheap_assert_msg(memcmp(&value, &want, sizeof want) == 0, "'%s' is %a, not %a", text, value, want);
		cheap_assert_msg(memcmp(&span, &want, sizeof want) == 0, "'%s' is %a, not %a", text, span, want);
	}
}

START_TEST(spans_have_a_greatest_length) {
	static char s_text[NUMBER_SPAN_MAX + 2];
	double value;
	memset(s_text, '0', sizeof s_text);
	s_text[0] = s_text[1] = '1';
	s_text[2] = '.';
	ck_assert(number_parse_span(&value, s_text, NUMBER_SPAN_MAX) && value == 11);
	ck_assert(!number_parse_span(&value, s_text, NUMBER_SPAN_MAX + 1));
	ck_assert(!number_parse_span(&value, s_text, 0));
	ck_assert(!number_parse_span(&value, "1\0002", 3));
}

START_TEST(a_comma_locale_changes_nothing) {
	// at least one of these is there on most systems; the C locale tests nothing but fails nothing
	if (setlocale(LC_ALL, "de_DE.UTF-8") == NULL) setlocale(LC_ALL, "fr_FR.UTF-8");
	round_trips();
	char text[NUMBER_TEXT_SIZE];
	number_format(0.5, text);
	ck_assert_str_eq(text, "0.5");
	setlocale(LC_ALL, "C");
}

START_TEST(the_shortest_text_is_chosen) {
	char text[NUMBER_TEXT_SIZE];
	number_format(0.1, text);
	ck_assert_str_eq(text, "0.1");
	number_format(1e22, text);
	ck_assert_str_eq(text, "1e+22");
	number_format(0.1 + 0.2, text);
	ck_assert_str_eq(text, "0.30000000000000004");
}

TEST_SUITE(number, suite, tc) {
	tcase_add_test(tc, refuses_what_is_not_a_plain_decimal);
	tcase_add_test(tc, reads_every_plain_form);
	tcase_add_test(tc, every_double_reads_back_from_its_text);
	tcase_add_test(tc, every_decimal_is_rounded_correctly);
	tcase_add_test(tc, spans_have_a_greatest_length);
	tcase_add_test(tc, a_comma_locale_changes_nothing);
	tcase_add_test(tc, the_shortest_text_is_chosen);
}
