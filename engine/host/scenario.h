// Scenario code runs in its own process, with limits. The supervisor only loads the embedded modules.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/options.h"

typedef struct ScenarioJob {
	const char *mode; // a function of lua/modes/entry.lua: "plan", "points", "vocabulary", ...
	const char *file; // the scenario as the user named it; NULL if the mode needs only the vocabulary
	const char *text; // the contents of the file
	size_t text_size;
	const char *modules;   // folder of the scenario's own modules; NULL: the scenario's folder
	const char *run_dir;   // the run that is reported, compared, verified or repeated
	const char *other_dir; // the run to compare it with
	const char *rung;      // the part of a tuning that is planned, as JSON; NULL: none
	const char *measured;  // the runs that a tuning has made, a line each; NULL: none
	const char *shown;     // what messages call the run; NULL: run_dir
	const Options *options;
	int screen;  // columns of the terminal on which the answer is shown; 0: all of the report is printed
	bool again;  // the run's own copy of its scenario, with what the run was called with
	bool silent; // what is said for stdout is left out
} ScenarioJob;

// Called with the scenario's name after all checks and before anything is written. Returns the directory to
// write to. NULL: failure, with the error text set; *exit_code may be changed from EXIT_ENVIRONMENT.
typedef const char *(*StageFunction)(void *context, const char *name, bool figures, int *exit_code);

typedef struct ScenarioAnswer {
	char **gnuplot;   // files for gnuplot, relative to the run
	char **scenarios; // files of scenarios that have to be run
	int32_t gnuplot_count, scenario_count, refuted;
	int32_t missing; // groups of the plan that the run lacks
	int exit_code;   // the verdict of `compare`, `verify` or a report, such as EXIT_DISAGREE; 0 otherwise
} ScenarioAnswer;

// Runs a job in a scenario process. Returns 0, or an exit code after one message on stderr. The job's text
// goes to stdout. `stage` may be NULL. A signal (interrupt_caught() != 0) ends the process; the result is
// then EXIT_SIGINT or EXIT_SIGTERM.
int scenario_process(const ScenarioJob *job, StageFunction stage, void *context, ScenarioAnswer *out);
void scenario_answer_free(ScenarioAnswer *answer);
