// The command line.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "host/shard.h"

enum {
	COMMAND_RUN,
	COMMAND_LIST,
	COMMAND_PLAN,
	COMMAND_REPORT,
	COMMAND_EXPORT,
	COMMAND_DRAW,
	COMMAND_VERIFY,
	COMMAND_COMPARE,
	COMMAND_RERUN,
	COMMAND_PAPER,
	COMMAND_MERGE,
	COMMAND_SUBMIT,
	COMMAND_PACK,
	COMMAND_UNPACK,
	COMMAND_DOCTOR,
	COMMAND_NEW,
	COMMAND_CHECK,
	COMMAND_SHRINK,
	COMMAND_HELP,
	COMMAND_VERSION,
	COMMAND_WORKER,
	COMMAND_PLUGIN // reads the plug-in `plugin`
};

typedef struct Options {
	int command;
	const char **files; // FILE... or RUN...
	int32_t file_count;
	const char **settings; // "key=value" of each -s
	int32_t setting_count, capacity;
	const char *filter, *check, *counters;
	const char *plugin;
	bool cpp;           // of new
	const char *out;    // output path; NULL: not given
	const char *html;   // for report: the page of all runs; NULL: not given
	const char *format; // output format of list; NULL: text
	const char *color, *progress;
	const char *cpu; // processors to use; NULL: all that are allowed
	int64_t seed;
	bool seeded;           // --seed was given
	int64_t point, step;   // for export, point also for draw; 0: not given
	bool frames;           // for export: write a recording
	int32_t runs;          // 0: the scenario's
	double timeout_s;      // 0: the scenario's
	double precision;      // 0: the scenario's
	const char *simd;      // NULL: auto
	const char *layout;    // NULL: the scenario's
	const char *preempted; // NULL: the scenario's
	double budget_s;       // 0: the scenario's
	double script_limit_s;
	double threshold;   // for compare: a share; negative: not given
	int64_t vary;       // for report: how many tables; 0: an ordinary report
	const char **words; // for submit: the command of a shard
	int32_t word_count;
	const char **extra; // for submit: the options of sbatch, which follow --
	int32_t extra_count;
	int64_t shards; // for submit; 0: not given
	bool slurm, status, shared;
	Shard shard;        // count 0: the whole plan
	const char *deal;   // for shards: the file that says which groups each has; NULL: the plan's own deal
	const char *source; // for pack: a git repository; NULL: the current folder
	int64_t jobs;       // of what only counts: processes; 0: one
	bool counts;        // nothing is timed
	bool quick, force, quiet, verbose, no_figures, strict, retry_failed, fail_fast;
	bool no_trial; // for plan
} Options;

// Parses the command line. Returns 0, or an exit code after one message on stderr. Call options_free in both
// cases. *out points into argv.
int options_parse(Options *out, int argc, char **argv);
void options_free(Options *options);
