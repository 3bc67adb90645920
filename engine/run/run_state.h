// State that the parts of a run share.
#pragma once

#include "base/file.h"
#include "machine/machine.h"
#include "machine/slowed.h"
#include "run/plan/plan.h"
#include "run/result/result.h"
#include "run/run.h"

struct Run {
	RunOptions options;
	char base[PATH_SIZE];    // results/<scenario>
	char staging[PATH_SIZE]; // empty once it became the run, or is gone
	char dir[PATH_SIZE];     // the run; empty before it is adopted
	char *scenario;
	int lock; // -1: not held
	bool made_results;
	bool was_finished;
	Plan *plan;
	char (*keys)[HN_HASH_HEX_SIZE]; // of the plan's groups
	char plan_key[HN_HASH_HEX_SIZE];
	char valgrind[PATH_SIZE]; // path of valgrind; empty: no counter needs it
	Machine machine;
	Quiet quiet;
	char started[UTC_SIZE], ended[UTC_SIZE]; // of this process's work on the run; empty: nothing measured yet
	int32_t session;                         // place of this process in the manifest's list of sessions
	double load_before[3], load_after[3];
	Strain strain_before, strain_after;
	Strain strain_last; // when it was last asked what others take
	bool has_strain;    // since then
};

// Visits the results of the groups one by one, in order. A result is valid during its visit only.
typedef int32_t (*ResultVisit)(void *context, const Result *result);
int32_t run_each_result(const Run *run, ResultVisit visit, void *context);

int32_t results_write(const Run *run); // samples.csv, builds.csv, summary.csv, steps.csv, levels.csv
// `complete`: every group is finished. An older manifest's sessions are kept.
int32_t manifest_write(const Run *run, const char *dir);
// Adds the session of this process, which has not ended yet. A kill then leaves its start in the manifest.
int32_t manifest_begin(Run *run);
