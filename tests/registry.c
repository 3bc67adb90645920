#include "registry.h"

#include <string.h>

static void check_spelling(const char *line, const char *name) {
	ck_assert_msg(name != NULL && name[0] >= 'a' && name[0] <= 'z', "%s: its name '%s' begins with no letter",
	              line, name != NULL ? name : "");
	size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_");
	ck_assert_msg(name[good] == '\0', "%s: its name '%s' has a '%c'; allowed are a-z, 0-9 and _", line, name,
	              name[good]);
	ck_assert_msg(strcmp(name, "none") != 0, "%s: 'none' stands for no part and is no name", line);
}

void registry_check_names(const char *const *lines, int32_t count, const char *(*name_at)(int32_t index)) {
	for (int32_t i = 0; i < count; ++i) {
		check_spelling(lines[i], name_at(i));
		for (int32_t j = 0; j < i; ++j)
			ck_assert_msg(strcmp(name_at(i), name_at(j)) != 0, "%s and %s have the same name '%s'", lines[j],
			              lines[i], name_at(i));
	}
	ck_assert_ptr_null(name_at(count));
	ck_assert_ptr_null(name_at(-1));
}

void registry_add_case(Suite *suite, const char *name, const TTest *test, int32_t index) {
	TCase *tc = tcase_create(name);
	tcase_add_loop_test(tc, test, index, index + 1);
	suite_add_tcase(suite, tc);
}
