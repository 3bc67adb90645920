// Measuring what is not finished of a run, group by group.
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "run/group.h"
#include "run/run_state.h"
#include "run/stop.h"

// "ok", or how many rows ended otherwise: "1 mismatch, 2 crash"
static void describe_rows(Text *text, const Result *result) {
	int32_t counts[16] = { 0 };
	for (int32_t i = 0; i < result->member_count; ++i)
		if (member_has_row(&result->members[i])) counts[member_row_status(result, &result->members[i])] += 1;
	bool any = false;
	for (int32_t i = ROW_OK + 1; row_status_name(i) != NULL; ++i) {
		if (counts[i] == 0) continue;
		text_addf(text, "%s%d %s", any ? ", " : "", counts[i], row_status_name(i));
		any = true;
	}
	if (!any) text_add(text, "ok");
}

static int32_t report_group(const Run *run, const PlanGroup *group, const char *groups_dir, bool stopped,
                            double seconds) {
	if (run->options.quiet) return ERR_OK;
	Result *result = NULL;
	int32_t status = journal_read(&result, groups_dir, group, run->keys[group->index]);
	if (status != ERR_OK) return status;
	Text text = { 0 };
	text_addf(&text, "[%d/%d]", group->index + 1, run->plan->group_count);
	for (int32_t i = 0; i < run->plan->column_count; ++i)
		text_addf(&text, " %s=%s", group->params[i].name, group->params[i].text);
	if (group->query != QUERY_ALL) text_addf(&text, " query=%s", query_name((int32_t)group->query));
	text_add(&text, ": ");
	if (stopped)
		text_addf(&text, "stopped after %d of %s%d rounds", result->rounds,
		          group->precision > 0 ? "at least " : "", group->runs);
	else
		describe_rows(&text, result);
	if (text_check(&text) == ERR_OK) fprintf(stderr, "%s, %.1f s\n", text.data, seconds);
	text_free(&text);
	result_destroy(result);
	return ERR_OK;
}

static int32_t measure_group(Run *run, const PlanGroup *group, bool *stopped) {
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
		             .verbose = run->options.verbose,
		             .count_only = run->options.count_only };
	int64_t begin = clock_ns();
	bool measured = false;
	status = group_measure(&def, stopped, &measured);
	if (status != ERR_OK || !measured) return status;
	return report_group(run, group, groups_dir, *stopped, (double)(clock_ns() - begin) * 1e-9);
}

int32_t run_measure(Run *run) {
	if (run->was_finished) return 0;
	utc_now(run->started, 0);
	machine_load(run->load_before);
	run->strain_before = machine_strain(&run->machine);
	stop_listen();
	int32_t status = ERR_OK;
	bool stopped = false;
	for (int32_t i = 0; status == ERR_OK && !stopped && stop_signal() == 0 && i < run->plan->group_count; ++i)
		status = measure_group(run, &run->plan->groups[i], &stopped);
	int32_t signal_number = stop_signal();
	stop_restore();
	machine_load(run->load_after);
	run->strain_after = machine_strain(&run->machine);
	utc_now(run->ended, 0);
	return status != ERR_OK ? status : signal_number;
}
