// The CSV files of a run, made again from its plan and its journals in another folder.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/mem.h"
#include "run/run_state.h"

typedef struct Keys {
	Run *run;
	bool some; // there are journals
} Keys;

static int32_t take_key(void *context, const char *name) {
	Keys *keys = context;
	if (run_take_key(keys->run, name, false)) keys->some = true;
	return HN_OK;
}

static int32_t take_keys(Keys *keys, const char *groups) {
	keys->run->keys = mem_alloc_zero((size_t)keys->run->plan->group_count * sizeof *keys->run->keys);
	if (keys->run->keys == NULL) return HN_ERR_NO_MEMORY;
	return file_exists(groups) ? dir_list(groups, take_key, keys) : HN_OK;
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
	Run *run = mem_alloc_zero(sizeof *run);
	if (run == NULL) return HN_ERR_NO_MEMORY;
	run->lock = -1;
	Keys keys = { .run = run };
	*made = false;
	int32_t status = path_format(plan, "%s/plan.json", dir);
	if (status == HN_OK) status = path_format(groups, "%s/groups", dir);
	if (status == HN_OK) status = path_format(run->dir, "%s", folder);
	if (status == HN_OK) status = plan_read(&run->plan, plan);
	if (status == HN_OK) status = take_keys(&keys, groups);
	if (status == HN_OK && keys.some) status = link_groups(groups, folder);
	if (status == HN_OK && keys.some) status = results_write(run);
	*made = status == HN_OK && keys.some;
	run_release_plan(run);
	mem_free(run, sizeof *run);
	return status;
}
