#include "groups.h"

#include <check.h>

static char s_label[] = "aabb", s_params[] = "", s_seed[] = "1";
static PlanAlgorithm s_algorithms[] = {
	{ .point = 1, .label = s_label, .kind = s_label, .params = s_params },
	{ .point = 2, .label = s_label, .kind = s_label, .params = s_params },
	{ .point = 3, .label = s_label, .kind = s_label, .params = s_params },
	{ .point = 4, .label = s_label, .kind = s_label, .params = s_params },
};

PlanGroup group_of(int32_t algorithms) {
	return (PlanGroup){
		.seed = s_seed, .check = CHECK_NONE, .algorithms = s_algorithms, .algorithm_count = algorithms
	};
}

Result *group_result(const PlanGroup *group) {
	Result *result = NULL;
	ck_assert_int_eq(result_create(&result, group, "0123456789abcdef0123456789abcdef"), HN_OK);
	return result;
}

void journal_note(Journal *journal, Text *line) {
	ck_assert_int_eq(journal_add(journal, line), HN_OK);
	text_free(line);
}
