#include "run/run_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool run_take_key(Run *run, const char *name, bool finished) {
	size_t digits = strspn(name, "0123456789"), hex = HN_HASH_HEX_SIZE - 1;
	if (digits == 0 || name[digits] != '-') return false;
	const char *key = name + digits + 1;
	if (strspn(key, "0123456789abcdef") != hex) return false;
	if (finished ? strcmp(key + hex, ".json") != 0 : key[hex] != '.') return false;
	long index = strtol(name, NULL, 10);
	if (index >= run->plan->group_count) return false;
	snprintf(run->keys[index], HN_HASH_HEX_SIZE, "%.*s", (int)hex, key);
	return true;
}
