// A run: a plan's groups measured by workers, kept in one directory, continued where it stopped.
//
// In results/<scenario>/:
//   .lock              held while a run of this scenario is made or continued
//   .staging-XXXXXX/   what scenario code left: plan.json, scenes/NNNN.scene, scenario.lua, modules/
//   <run>/             the run; made from the staging directory by one rename
//   shard-I-of-N/      the same again, for a shard of a plan: its lock, staging directory and runs
//   <run>/groups/      NNNN-<key>.json: a finished group; NNNN-<key>.part: the journal of an unfinished one
//   latest             -> the run that was made or continued last
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "run/progress/progress.h"

// How the program ends; main returns the first that applies in the order 7, 3, 2, 4, 1, 9, 5, 6, 8.
enum {
	EXIT_OK_ALL = 0,
	EXIT_POINTS_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_SCENARIO = 3,
	EXIT_DISAGREE = 4,
	EXIT_REGRESSION = 5,
	EXIT_PRECISION = 6,
	EXIT_ENVIRONMENT = 7,
	EXIT_LEFT_OUT = 8,
	EXIT_INCOMPLETE = 9,
	EXIT_SIGINT = 130,
	EXIT_SIGTERM = 143,
};

typedef struct Run Run;

typedef struct RunOptions {
	const char *results_dir; // -o, or "results"
	bool force;              // -f: a new run even where one of the same plan exists
	ProgressKind progress;
	bool coloured; // what failed is shown in red
	bool verbose;
	bool count_only;       // nothing is timed; a plan that only counts sets it too
	bool retry_failed;     // groups with failed points are measured again
	bool fail_fast;        // the first failed point ends the measuring
	int32_t jobs;          // processes that count at a time, where nothing is timed; 0: one
	int32_t shard, shards; // the place of this shard; 0: the whole plan
	int argc;              // the command line, for the manifest
	char **argv;
	// With a budget: when measuring ends, by clock_ns, even where groups had no session yet. 0: never.
	int64_t deadline_ns;
	// With a budget: called after the first sessions, and again each time that the time since the start of
	// measuring has doubled. Returns another deadline_ns. NULL: none.
	int64_t (*look)(void *context, Run *run);
	void *context;
} RunOptions;

// Takes the scenario's lock and makes a staging directory. Removes stale staging directories of dead
// processes. HN_ERR_EXISTS: another process holds the lock. HN_ERR_IO names the path. HN_ERR_BAD_INPUT: the
// scenario's name cannot name a directory.
int32_t run_begin(Run **out, const char *scenario_name, const RunOptions *options);
const char *run_staging_dir(const Run *run);
// Reads plan.json from the staging directory, computes the groups' keys and the plan's hash, and either
// continues the run of the same plan or makes a new one from the staging directory. HN_ERR_BAD_INPUT for a
// malformed plan.
int32_t run_adopt(Run *run);
// Makes a merged run of the staging directory, with its CSV files: merged-<hash>, or nothing where it exists.
int32_t run_adopt_merged(Run *run);
const char *run_dir(const Run *run);
bool run_was_finished(const Run *run); // nothing was left to measure when the run was adopted
// Measures the groups that are not finished. Returns 0, the signal (SIGINT, SIGTERM) that stopped it after
// the current sample, or a negative error.
int32_t run_measure(Run *run);
// samples.csv, summary.csv, steps.csv and levels.csv where asked for, and manifest.json.
// Each file is written whole or not at all.
int32_t run_write_results(Run *run);
// Makes the CSV files of the run in `dir` again in another folder, from its plan and journals. *made: false
// if it has none, as a copy without them.
int32_t run_remake(const char *dir, const char *folder, bool *made);
// Removes incomplete files of a process that was killed while writing them.
int32_t run_tidy(const Run *run);
// The verdict on the rows: EXIT_OK_ALL, EXIT_POINTS_FAILED, EXIT_DISAGREE or EXIT_INCOMPLETE.
// EXIT_ENVIRONMENT: the rows could not be read, and the error text says why.
int run_exit_code(const Run *run);
// Did every group reach the precision that was asked for? EXIT_OK_ALL, EXIT_PRECISION or EXIT_ENVIRONMENT.
int run_precision_code(const Run *run);
// Frees what only measuring and the two functions above need; a large plan is large in memory.
void run_release_plan(Run *run);
// Releases the lock. Removes the staging directory if it was not adopted, and directories that stayed empty.
// NULL is allowed.
void run_close(Run *run);
