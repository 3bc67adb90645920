// Measuring what is not finished of a run, group by group.
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "run/group.h"
#include "run/run_state.h"
#include "run/stop.h"

static int32_t tell_end(const Run *run, Progress *progress, const PlanGroup *group, const char *groups_dir,
                        bool stopped, double seconds) {
	if (progress == NULL) return ERR_OK;
	Result *result = NULL;
	int32_t status = journal_read(&result, groups_dir, group, run->keys[group->index]);
	if (status == ERR_OK) progress_group_end(progress, result, stopped, seconds);
	result_destroy(result);
	return status;
}

static int32_t measure_group(Run *run, Progress *progress, const PlanGroup *group, bool *stopped) {
	char groups_dir[PATH_SIZE], scene[PATH_SIZE];
	const char *plan_dir = run->staging[0] != '\0' ? run->staging : run->dir;
	int32_t status = path_format(groups_dir, "%s/groups", run->dir);
	if (status == ERR_OK) status = path_format(scene, "%s/%s", plan_dir, group->scene);
	if (status != ERR_OK) return status;
	GroupDef def = { .group = group,
		             .key = run->keys[group->index],
		             .groups_dir = groups_dir,
		             .scene_path = scene,
		             .machine = &run->machine,
		             .progress = progress,
		             .valgrind = run->valgrind,
		             .verbose = run->options.verbose,
		             .count_only = run->options.count_only };
	int64_t begin = clock_ns();
	bool measured = false;
	progress_group_begin(progress, group);
	status = group_measure(&def, stopped, &measured);
	if (status != ERR_OK || !measured) return status;
	return tell_end(run, progress, group, groups_dir, *stopped, (double)(clock_ns() - begin) * 1e-9);
}

static int32_t tell_seen(void *context, const Result *result) {
	progress_seen(context, result);
	return ERR_OK;
}

static int32_t tell_begin(const Run *run, Progress **out) {
	int32_t status = progress_open(out, run->options.progress, run->plan, run->dir);
	if (status == ERR_OK && *out != NULL) status = run_each_result(run, tell_seen, *out);
	if (status == ERR_OK) progress_begin(*out);
	return status;
}

int32_t run_measure(Run *run) {
	if (run->was_finished) return 0;
	utc_now(run->started, 0);
	machine_load(run->load_before);
	run->strain_before = machine_strain(&run->machine);
	stop_listen();
	Progress *progress = NULL;
	int32_t status = tell_begin(run, &progress);
	bool stopped = false;
	for (int32_t i = 0; status == ERR_OK && !stopped && stop_signal() == 0 && i < run->plan->group_count; ++i)
		status = measure_group(run, progress, &run->plan->groups[i], &stopped);
	int32_t signal_number = stop_signal();
	progress_close(progress, signal_number);
	stop_restore();
	machine_load(run->load_after);
	run->strain_after = machine_strain(&run->machine);
	utc_now(run->ended, 0);
	return status != ERR_OK ? status : signal_number;
}
