#include "run/run_state.h"

#include "base/error.h"
#include "run/result/journal.h"

int32_t run_each_result(const Run *run, ResultVisit visit, void *context) {
	char groups[PATH_SIZE];
	int32_t status = path_format(groups, "%s/groups", run->dir);
	for (int32_t i = 0; status == HN_OK && i < run->plan->group_count; ++i) {
		Result *result = NULL;
		status = journal_read(&result, groups, &run->plan->groups[i], run->keys[i]);
		if (status == HN_OK) status = visit(context, result);
		result_destroy(result);
	}
	return status;
}
