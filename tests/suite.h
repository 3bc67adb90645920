// A suite with a case of its own name, and calls that must fail.
#pragma once

#include <check.h>
#include <string.h>

#include "api/engine.h"

// The call returns this error, whose text has this part.
#define ck_refused(call, code, part)                                                                         \
	do {                                                                                                     \
		ck_assert_int_eq(call, code);                                                                        \
		ck_assert_msg(strstr(hn_error_text(), part) != NULL, "'%s' lacks '%s'", hn_error_text(), part);      \
	} while (0)

// Defines name_suite(), which tests/main.c calls: the block behind it adds tests to tc, whose name is the
// suite's, and further cases to suite.
#define TEST_SUITE(name, suite, tc)                                                                          \
	static void name##_fill(Suite *suite, TCase *tc);                                                        \
	Suite *name##_suite(void);                                                                               \
	Suite *name##_suite(void) {                                                                              \
		Suite *filled_suite = suite_create(#name);                                                           \
		TCase *filled_case = tcase_create(#name);                                                            \
		suite_add_tcase(filled_suite, filled_case);                                                          \
		name##_fill(filled_suite, filled_case);                                                              \
		return filled_suite;                                                                                 \
	}                                                                                                        \
	static void name##_fill(Suite *suite __attribute__((unused)), TCase *tc __attribute__((unused)))
