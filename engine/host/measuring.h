// What verbs share that measure or report: the run that is being made, its report.
#pragma once

#include "host/command_parts.h"
#include "run/run.h"

typedef struct Staging {
	Run *run;
	RunOptions options;
	bool no_figures;
} Staging;

Staging staging_of(const Options *options);
// A StageFunction of a Staging: begins its run. Figures need gnuplot, which is looked for first.
const char *begin_run(void *staging, const char *name, bool figures, int *exit_code);
// Measures the planned points. Everything of the run but its report is then written.
int measure_run(Staging *staging);
// The same, and the report. plan: the job that planned the points.
int measure(Staging *staging, const ScenarioJob *plan);
// Plans a scenario's points and measures them. silent: nothing is said on stdout.
int measure_scenario(const Options *options, const char *file, bool silent);
int make_report(const ScenarioJob *job);
// The report of the run that a job planned.
int report_of(const Run *run, const ScenarioJob *plan, bool silent);
// The report of a run, made again with its own copy of its scenario.
int report_run(const Options *options, const char *run_dir);
// The report of a run, made anew with a scenario's file as it is now, and what the run was called with.
int report_anew(const Options *options, const char *file, const char *run_dir);
// report.html of one run; run_dir NULL: the page of all runs of the command line.
int make_page(const Options *options, const char *run_dir);
// Prints the message of an exit code that means a failure of the environment. Other codes are verdicts about
// the rows and have no message.
int told(int code);
