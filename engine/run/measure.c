// Measuring what is not finished of a run: group by group, or all in turn where there is a budget.
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "run/budget.h"
#include "run/group.h"
#include "run/run_state.h"
#include "run/stop.h"

static int32_t tell_end(const Run *run, Progress *progress, const GroupDef *def, bool stopped,
                        double seconds) {
	if (progress == NULL) return HN_OK;
	Result *result = NULL;
	int32_t status = journal_read(&result, def->groups_dir, def->group, run->keys[def->group->index]);
	if (status == HN_OK) progress_group_end(progress, result, stopped, seconds);
	result_destroy(result);
	return status;
}

typedef int32_t (*GroupDo)(const GroupDef *def, GroupEnd *end);

static int32_t do_group(Run *run, Progress *progress, GroupDef def, GroupDo what, GroupEnd *end) {
	char groups_dir[PATH_SIZE], scene[PATH_SIZE];
	const char *plan_dir = run->staging[0] != '\0' ? run->staging : run->dir;
	*end = (GroupEnd){ 0 };
	int32_t status = path_format(groups_dir, "%s/groups", run->dir);
	if (status == HN_OK) status = path_format(scene, "%s/%s", plan_dir, def.group->scene);
	if (status != HN_OK) return status;
	def.key = run->keys[def.group->index];
	def.groups_dir = groups_dir;
	def.scene_path = scene;
	def.machine = &run->machine;
	def.progress = progress;
	def.valgrind = run->valgrind;
	def.verbose = run->options.verbose;
	def.count_only = run->options.count_only;
	int64_t begin = clock_ns();
	progress_group_begin(progress, def.group);
	status = what(&def, end);
	if (status != HN_OK || !end->measured) return status;
	return tell_end(run, progress, &def, end->stopped, (double)(clock_ns() - begin) * 1e-9);
}

int32_t measure_group(Run *run, Progress *progress, const GroupDef *def, GroupEnd *end) {
	return do_group(run, progress, *def, group_measure, end);
}

int32_t measure_finish(Run *run, Progress *progress, const PlanGroup *group, GroupEnd *end) {
	return do_group(run, progress, (GroupDef){ .group = group }, group_finish, end);
}

static int32_t tell_seen(void *context, const Result *result) {
	progress_seen(context, result);
	return HN_OK;
}

static int32_t tell_begin(const Run *run, Progress **out) {
	int32_t status = progress_open(out, run->options.progress, run->options.coloured, run->plan, run->dir);
	if (status == HN_OK && *out != NULL) status = run_each_result(run, tell_seen, *out);
	if (status == HN_OK) progress_begin(*out);
	return status;
}

static int32_t measure_one_by_one(Run *run, Progress *progress) {
	GroupEnd end = { 0 };
	int32_t status = HN_OK;
	for (int32_t i = 0; status == HN_OK && !end.stopped && stop_signal() == 0 && i < run->plan->group_count;
	     ++i)
		status = measure_group(run, progress, &(GroupDef){ .group = &run->plan->groups[i] }, &end);
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
	if (status == HN_OK) {
		bool in_turn = run->plan->budget_s > 0 && !run->options.count_only;
		status = in_turn ? measure_in_budget(run, progress) : measure_one_by_one(run, progress);
	}
	int32_t signal_number = stop_signal();
	progress_close(progress, signal_number);
	stop_restore();
	machine_load(run->load_after);
	run->strain_after = machine_strain(&run->machine);
	utc_now(run->ended, 0);
	return status != HN_OK ? status : signal_number;
}
