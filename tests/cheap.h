// Assertions for inner loops. Those of the check library tell the parent process about every call, which
// costs microseconds even where they hold; these speak only when they fail.
#pragma once

#include <check.h>
#include <stdint.h>
#include <stdio.h>

// Tests that need planted faults are in no release build, which says so.
static inline void skip_planted(const char *what) {
	printf("skip %s: there are no planted faults in this build\n", what);
}

#define cheap_assert(condition)                                                                              \
	do {                                                                                                     \
		if (!(condition)) ck_abort_msg("%s", #condition);                                                    \
	} while (0)
#define cheap_assert_msg(condition, ...)                                                                     \
	do {                                                                                                     \
		if (!(condition)) ck_abort_msg(__VA_ARGS__);                                                         \
	} while (0)
#define cheap_assert_int_eq(x, y)                                                                            \
	do {                                                                                                     \
		const intmax_t cheap_x = (x), cheap_y = (y);                                                         \
		if (cheap_x != cheap_y) ck_abort_msg("%s == %s: %jd and %jd", #x, #y, cheap_x, cheap_y);             \
	} while (0)
