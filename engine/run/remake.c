// The CSV files of a run, made again from its plan and its journals in another folder.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/result/journal.h"
#include "run/run_state.h"

// *some: there are journals.
static int32_t take_keys(Run *run, const char *groups, bool *some) {
	const int32_t count = run->plan->group_count;
	run->keys = mem_alloc_zero((size_t)count * sizeof *run->keys);
	if (run->keys == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = file_exists(groups) ? journal_keys(run->keys, count, groups, false) : HN_OK;
	for (int32_t i = 0; i < count; ++i) *some = *some || run->keys[i][0] != '\0';
	return status;
}

static int32_t link_groups(const char *groups, const char *folder) {
	char link[PATH_SIZE], real[PATH_SIZE];
	int32_t status = path_format(link, "%s/groups", folder);
	if (status != HN_OK) return status;
	if (realpath(groups, real) == NULL || symlink(real, link) != 0)
		return error_set(HN_ERR_IO, "cannot link %s: %s", link, strerror(errno));
	return HN_OK;
}

int32_t run_remake(const char *dir, const char *folder, bool *made) {
	char plan[PATH_SIZE], groups[PATH_SIZE];
	bool some = false;
	Run *run = mem_alloc_zero(sizeof *run);
	if (run == NULL) return HN_ERR_NO_MEMORY;
	run->lock = -1;
	*made = false;
	int32_t status = path_format(plan, "%s/plan.json", dir);
	if (status == HN_OK) status = path_format(groups, "%s/groups", dir);
	if (status == HN_OK) status = path_format(run->dir, "%s", folder);
	if (status == HN_OK) status = plan_read(&run->plan, plan);
	if (status == HN_OK) status = take_keys(run, groups, &some);
	if (status == HN_OK && some) status = link_groups(groups, folder);
	if (status == HN_OK && some) status = results_write(run);
	*made = status == HN_OK && some;
	run_release_plan(run);
	mem_free(run, sizeof *run);
	return status;
}
