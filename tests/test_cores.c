// Which processors are used, of those that this process may.
#include <check.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "machine/cores.h"
#include "suite.h"

static cpu_set_t allowed_now(void) {
	cpu_set_t set;
	ck_assert_int_eq(sched_getaffinity(0, sizeof set, &set), 0);
	return set;
}

static int32_t first_of(const cpu_set_t *set) {
	int32_t i = 0;
	while (!CPU_ISSET((size_t)i, set)) ++i;
	return i;
}

static void number(char text[20], int32_t core) { snprintf(text, 20, "%d", core); }

START_TEST(workers_have_theirs_and_the_supervisor_the_others) {
	cpu_set_t before = allowed_now();
	char list[20];
	int32_t first = first_of(&before);
	number(list, first);
	ck_assert_msg(cores_choose(list) == HN_OK, "%s", hn_error_text());
	ck_assert_int_eq(cores_measuring(), first);
	cpu_set_t after = allowed_now();
	if (CPU_COUNT(&before) == 1) {
		ck_assert(cores_shared());
		ck_assert(CPU_EQUAL(&before, &after));
		return;
	}
	ck_assert(!cores_shared());
	CPU_CLR((size_t)first, &before);
	ck_assert(CPU_EQUAL(&before, &after));
}

START_TEST(without_a_list_the_last_is_measured_on) {
	cpu_set_t before = allowed_now();
	int32_t measuring = cores_measuring();
	cpu_set_t after = allowed_now();
	ck_assert(CPU_EQUAL(&before, &after)); // nobody asked to move
	ck_assert(CPU_ISSET((size_t)measuring, &before));
	for (int32_t i = measuring + 1; i < CPU_SETSIZE; ++i) ck_assert(!CPU_ISSET((size_t)i, &before));
	ck_assert_int_eq(cores_choose(NULL), HN_OK);
	ck_assert_int_eq(cores_measuring(), measuring);
	ck_assert_int_eq(cores_shared(), CPU_COUNT(&before) == 1);
}

START_TEST(work_that_is_not_timed_uses_all) {
	cpu_set_t before = allowed_now();
	ck_assert_int_eq(cores_choose(NULL), HN_OK);
	cores_use_all();
	cpu_set_t after = allowed_now();
	ck_assert(CPU_EQUAL(&before, &after));
}

static const struct {
	const char *list, *error;
} s_bad[] = {
	{ "", "'' is not a list" },
	{ "x", "'x' is not a list" },
	{ "0-", "'0-' is not a list" },
	{ "2-1", "'2-1' is not a list" },
	{ "0,,1", "'0,,1' is not a list" },
	{ "0,", "'0,' is not a list" },
	{ "-1", "'-1' is not a list" },
	{ "0 1", "'0 1' is not a list" },
	{ "99999", "there is no processor 99999" },
	{ "88888-99999", "there is no processor 88888" },
	{ "99999999999999999999", "is not a list" },
};

START_TEST(what_is_no_list_is_named) {
	cpu_set_t before = allowed_now();
	ck_refused(cores_choose(s_bad[_i].list), HN_ERR_BAD_INPUT, s_bad[_i].error);
	cpu_set_t after = allowed_now();
	ck_assert(CPU_EQUAL(&before, &after));
}

// As one that the system keeps free: no process starts with it, but it may be asked for.
START_TEST(one_that_is_kept_free_may_be_named) {
	cpu_set_t before = allowed_now(), one;
	if (CPU_COUNT(&before) == 1) return;
	char list[20];
	int32_t first = first_of(&before);
	CPU_ZERO(&one);
	CPU_CLR((size_t)first, &before);
	CPU_SET((size_t)first_of(&before), &one);
	ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
	number(list, first);
	ck_assert_msg(cores_choose(list) == HN_OK, "%s", hn_error_text());
	ck_assert_int_eq(cores_measuring(), first);
	cpu_set_t after = allowed_now();
	ck_assert(CPU_EQUAL(&one, &after)); // and the supervisor stays
}

TEST_SUITE(cores, suite, tc) {
	tcase_add_test(tc, workers_have_theirs_and_the_supervisor_the_others);
	tcase_add_test(tc, without_a_list_the_last_is_measured_on);
	tcase_add_test(tc, work_that_is_not_timed_uses_all);
	tcase_add_loop_test(tc, what_is_no_list_is_named, 0, (int)(sizeof s_bad / sizeof s_bad[0]));
	tcase_add_test(tc, one_that_is_kept_free_may_be_named);
}
