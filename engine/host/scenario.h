// Scenario code runs in its own process, with limits. The supervisor never runs Lua.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/options.h"

typedef struct ScenarioJob {
	const char *mode; // a function of lua/entry.lua: "plan", "points", "vocabulary", ...
	const char *file; // the scenario as the user named it; NULL where the vocabulary is all it takes
	const char *text; // what stands in it
	size_t text_size;
	const char *modules;   // folder that the scenario's own modules come from; NULL: the scenario's folder
	const char *run_dir;   // for "report"; the run that is compared, verified or run again
	const char *other_dir; // that it is compared with
	const Options *options;
} ScenarioJob;

// Called with the scenario's name once all is known to be right but before anything is written: the directory
// to write to, or NULL with the error text set (and *exit_code, when it should not be EXIT_ENVIRONMENT).
typedef const char *(*StageFunction)(void *context, const char *name, bool figures, int *exit_code);

typedef struct ScenarioAnswer {
	char **gnuplot; // files for gnuplot, relative to the run
	int32_t gnuplot_count, refuted;
	int exit_code; // what it found, where it says so: 0, or such as EXIT_DISAGREE
} ScenarioAnswer;

// 0, or the exit code, after one message on stderr. What the scenario has to say goes to stdout. `stage` may
// be NULL. A signal (interrupt_caught() != 0) ends the process and returns EXIT_SIGINT or EXIT_SIGTERM.
int scenario_process(const ScenarioJob *job, StageFunction stage, void *context, ScenarioAnswer *out);
void scenario_answer_free(ScenarioAnswer *answer);

// SIGINT and SIGTERM are noted from here on; the number of the first, or 0.
void interrupts_catch(void);
int interrupt_caught(void);
