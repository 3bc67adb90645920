// population_parts RUN PARTS: divides the sessions of a run that timed populations into PARTS neighbours
// each, and estimates every ratio to the first algorithm of a group by each part alone and by all of them. A
// line a ratio and part, as CSV: group, algorithm, part (0: all), ratio, lo, hi.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/file.h"
#include "run/result/drawn.h"
#include "run/result/journal.h"

static void tell(const Result *result, int32_t member, int32_t part) {
	PopulationEstimate ratio;
	if (result_compared(&ratio, result, member, 0, 0) != HN_OK) exit(1);
	printf("%d,%s,%d,%.6f,%.6f,%.6f\n", result->group->index, member_label(result, member), part, ratio.value,
	       ratio.counted.lo, ratio.counted.hi);
}

static void tell_all(const Result *result, int32_t part) {
	for (int32_t m = 1; m < result->group->algorithm_count; ++m)
		if (result->members[m].status == ROW_OK) tell(result, m, part);
}

static int32_t divide(Result *result, int32_t parts) {
	tell_all(result, 0);
	const Result whole = *result;
	for (int32_t part = 0; part < parts; ++part) {
		const int32_t from = whole.sessions * part / parts, until = whole.sessions * (part + 1) / parts;
		memset(&result->instance_times, 0, sizeof result->instance_times);
		for (int64_t i = 0; i < whole.instance_times.count; ++i) {
			const InstanceTime time = whole.instance_times.data[i];
			if (time.session > from && time.session <= until && !ARRAY_PUSH(&result->instance_times, time))
				return HN_ERR_NO_MEMORY;
		}
		tell_all(result, part + 1);
		ARRAY_FREE(&result->instance_times);
	}
	*result = whole;
	return HN_OK;
}

typedef struct Found {
	const Plan *plan;
	char (*keys)[HN_HASH_HEX_SIZE];
} Found;

static int32_t see(void *context, const char *name) {
	const Found *found = context;
	char *end = NULL;
	long group = strtol(name, &end, 10);
	if (*end == '-' && group >= 0 && group < found->plan->group_count)
		snprintf(found->keys[group], HN_HASH_HEX_SIZE, "%.*s", (int)strcspn(end + 1, "."), end + 1);
	return HN_OK;
}

static int32_t tell_groups(const Plan *plan, const char *folder, int32_t parts) {
	static char s_keys[64][HN_HASH_HEX_SIZE];
	int32_t status = plan->group_count <= 64 ? HN_OK : error_set(HN_ERR_BAD_INPUT, "more than 64 groups");
	if (status == HN_OK) status = dir_list(folder, see, &(Found){ plan, s_keys });
	for (int32_t g = 0; status == HN_OK && g < plan->group_count; ++g) {
		Result *result = NULL;
		status = journal_read(&result, folder, &plan->groups[g], s_keys[g]);
		if (status == HN_OK) status = divide(result, parts);
		result_destroy(result);
	}
	return status;
}

int main(int count, char **arguments) {
	char path[PATH_SIZE], folder[PATH_SIZE];
	Plan *plan = NULL;
	const int32_t parts = count == 3 ? atoi(arguments[2]) : 0;
	if (parts < 1) return fprintf(stderr, "usage: population_parts RUN PARTS\n"), 2;
	int32_t status = path_format(path, "%s/plan.json", arguments[1]);
	if (status == HN_OK) status = path_format(folder, "%s/groups", arguments[1]);
	if (status == HN_OK) status = plan_read(&plan, path);
	if (status == HN_OK) {
		puts("group,algorithm,part,ratio,lo,hi");
		status = tell_groups(plan, folder, parts);
	}
	plan_destroy(plan);
	if (status != HN_OK) fprintf(stderr, "population_parts: %s\n", hn_error_text());
	return status == HN_OK ? 0 : 1;
}
