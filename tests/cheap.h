// Assertions for inner loops. Those of the check library tell the parent process about every call, which
// costs microseconds even where they hold; these speak only when they fail.
#pragma once

#include <check.h>

#define cheap_assert(condition)                                                                              \
	do {                                                                                                     \
		if (!(condition)) ck_abort_msg("%s", #condition);                                                    \
	} while (0)
#define cheap_assert_msg(condition, ...)                                                                     \
	do {                                                                                                     \
		if (!(condition)) ck_abort_msg(__VA_ARGS__);                                                         \
	} while (0)
