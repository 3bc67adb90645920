#include "run/measure_group.h"

#include <math.h>

#include "base/clock.h"
#include "base/error.h"

int32_t measure_tell(const Run *run, Progress *progress, const GroupDef *def, bool stopped, double seconds) {
	if (progress == NULL) return HN_OK;
	char groups_dir[PATH_SIZE];
	Result *result = NULL;
	int32_t status = path_format(groups_dir, "%s/groups", run->dir);
	if (status == HN_OK) status = journal_read(&result, groups_dir, def->group, run->keys[def->group->index]);
	if (status == HN_OK) progress_group_end(progress, result, stopped, seconds);
	result_destroy(result);
	return status;
}

typedef int32_t (*GroupDo)(const GroupDef *def, GroupEnd *end);

// Do other programs of this machine keep a quarter of its processors busy? As since the last time that this
// was asked, a second ago or more, and not by the load: that has what the run itself took to count. Only at
// first there is nothing else.
static bool is_crowded(Run *run) {
	enum { LEAST_S = 1 };
	const Strain last = run->strain_last, now = machine_strain(&run->machine);
	const double others = strain_programs(&last, &now);
	if (now.at_s - last.at_s > LEAST_S && !isnan(others)) {
		run->strain_last = now;
		run->has_strain = true;
		return others > 0.25 * run->machine.cores;
	}
	if (run->has_strain) return run->quiet.crowded;
	double load[3];
	machine_load(load);
	return load[0] > 1 + 0.5 * run->machine.cores; // not if it is unknown
}

// Copies of a worker that count a population at a time; 0: one for each processor. Where groups are counted
// beside each other, two keep all processors busy to the end.
static int32_t counting_copies(const Run *run) {
	const int32_t groups = run->plan->group_count, jobs = run->options.jobs;
	if (!run->options.count_only) return 0;
	return jobs > 2 * groups ? jobs / groups : jobs > 1 ? 2 : 1;
}

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
	const bool waits = !run->plan->quick && run->options.deadline_ns == 0; // a first look does not
	def.quiet = waits ? &run->quiet : NULL;
	run->quiet.crowded = is_crowded(run);
	def.valgrind = run->valgrind;
	def.verbose = run->options.verbose;
	def.count_only = run->options.count_only;
	def.copies = counting_copies(run);
	int64_t begin = clock_ns();
	progress_group_begin(progress, def.group);
	status = what(&def, end);
	if (status != HN_OK || !end->measured) return status;
	return measure_tell(run, progress, &def, end->stopped, (double)(clock_ns() - begin) * 1e-9);
}

bool measure_is_over(const Run *run, const GroupEnd *end) {
	return run->options.fail_fast && end->measured && end->failed;
}

int32_t measure_group(Run *run, Progress *progress, const GroupDef *def, GroupEnd *end) {
	return do_group(run, progress, *def, group_measure, end);
}

int32_t measure_finish(Run *run, Progress *progress, const PlanGroup *group, GroupEnd *end) {
	return do_group(run, progress, (GroupDef){ .group = group }, group_finish, end);
}
