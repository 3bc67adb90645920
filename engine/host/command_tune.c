// `harness tune FILE`: the best settings of each algorithm, for as long a measured time. The scenario's
// process says which rung is measured next, a run each, until it knows what to choose.
#include "host/commands.h"

#include <stdio.h>

#include "base/error.h"
#include "base/text.h"
#include "host/interrupts.h"
#include "host/measuring.h"

// What the scenario's process says of a rung: as JSON, the folder of its run, what progress says.
enum { NEXT_RUNG, NEXT_FOLDER, NEXT_TOLD, NEXT_COUNT };

// Measures a rung into its folder, and adds its run to those that there are. A candidate that fails is no
// failure of the tuning: it is ranked behind all others.
static int measure_rung(const ScenarioJob *tuning, const ScenarioAnswer *next, Text *runs) {
	Staging staging = staging_of(tuning->options);
	ScenarioJob plan = *tuning;
	plan.mode = "plan";
	plan.rung = next->scenarios[NEXT_RUNG];
	staging.options.results_dir = next->scenarios[NEXT_FOLDER];
	if (!tuning->options->quiet) fprintf(stderr, "%s\n", next->scenarios[NEXT_TOLD]);
	int code = job_do(&plan, begin_run, &staging);
	if (code == 0) code = measure_run(&staging);
	if (code == 0) code = told(run_exit_code(staging.run));
	if (code == EXIT_POINTS_FAILED) code = 0;
	if (code == 0) text_addf(runs, "%s\n", run_dir(staging.run));
	if (code == 0 && text_check(runs) != HN_OK) code = complain(EXIT_ENVIRONMENT);
	if (code == EXIT_DISAGREE)
		fprintf(stderr, "harness: the answers differ: nothing was chosen; see %s/summary.csv\n",
		        run_dir(staging.run));
	run_close(staging.run);
	return code;
}

static int tune(const Options *options, const char *file) {
	SourceText source;
	Text runs = { 0 };
	ScenarioJob job = { .mode = "tune", .file = file, .options = options };
	int code = job_read(&job, &source);
	if (code != 0) return code;
	for (bool is_over = false; code == 0 && !is_over;) {
		ScenarioAnswer next;
		job.measured = runs.data;
		code = scenario_process(&job, NULL, NULL, &next);
		is_over = next.scenario_count < NEXT_COUNT;
		if (code == 0 && !is_over) code = measure_rung(&job, &next, &runs);
		scenario_answer_free(&next);
	}
	bool is_stopped = code == EXIT_SIGINT || code == EXIT_SIGTERM;
	if (is_stopped && !options->quiet) fprintf(stderr, "harness: stopped; the same command goes on\n");
	text_free(&runs);
	source_free(&source);
	return code;
}

int command_tune(const Options *options) { return each_file(options, tune); }
