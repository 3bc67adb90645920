// Measures the unfinished groups of a run: one after the other, all in turn if there is a budget, or those
// that maps ask for.

#include "base/error.h"
#include "run/budget.h"
#include "run/count_parallel.h"
#include "run/maps.h"
#include "run/measure_group.h"
#include "run/run_state.h"
#include "support/stop.h"

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
	     ++i) {
		status = measure_group(run, progress, &(GroupDef){ .group = &run->plan->groups[i] }, &end);
		if (measure_is_over(run, &end)) break;
	}
	return status;
}

int32_t run_measure(Run *run) {
	if (run->was_finished) return 0;
	utc_now(run->started, 0);
	machine_load(run->load_before);
	run->strain_before = run->strain_last = machine_strain(&run->machine);
	stop_listen();
	Progress *progress = NULL;
	int32_t status = manifest_begin(run);
	if (status == HN_OK) status = tell_begin(run, &progress);
	if (status == HN_OK && run->options.count_only && run->options.jobs > 1) {
		status = count_in_parallel(run, progress, run->options.jobs);
	} else if (status == HN_OK && run->plan->map_count > 0 && !run->options.count_only) {
		status = measure_maps(run, progress);
	} else if (status == HN_OK) {
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
