#include "host/measuring.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/error.h"
#include "export/pictures.h"
#include "host/gnuplot.h"
#include "host/interrupts.h"
#include "run/seal.h"

Staging staging_of(const Options *options) {
	return (
	    Staging){ .no_figures = options->no_figures,
		          .options = { .results_dir = options->out != NULL ? options->out : "results",
		                       .force = options->force,
		                       .progress = options->quiet ? PROGRESS_NONE : progress_kind(options->progress),
		                       .coloured = progress_is_coloured(options->color),
		                       .verbose = options->verbose,
		                       .retry_failed = options->retry_failed,
		                       .fail_fast = options->fail_fast,
		                       .jobs = (int32_t)options->jobs,
		                       .shard = options->shard.index,
		                       .shards = options->shard.count,
		                       .argc = options->argc,
		                       .argv = options->argv } };
}

const char *begin_run(void *context, const char *name, bool figures, int *exit_code) {
	Staging *staging = context;
	*exit_code = EXIT_ENVIRONMENT;
	if (figures && !staging->no_figures && staging->options.shards == 0 && !gnuplot_found()) {
		error_set(HN_ERR_IO, "the scenario has figures but gnuplot is not found: install it (Debian: apt-get "
		                     "install gnuplot-nox) or say --no-figures");
		return NULL;
	}
	if (run_begin(&staging->run, name, &staging->options) != HN_OK) return NULL;
	return run_staging_dir(staging->run);
}

static int draw(const ScenarioAnswer *answer, const char *run_dir, bool no_figures) {
	int code = 0;
	for (int32_t i = 0; i < answer->gnuplot_count && !no_figures; ++i) {
		int32_t status = interrupt_caught() == 0 ? gnuplot_run(run_dir, answer->gnuplot[i]) : HN_OK;
		if (interrupt_caught() != 0) return stopped(interrupt_caught());
		if (status != HN_OK) code = complain(EXIT_ENVIRONMENT);
	}
	return code;
}

int make_page(const Options *options, const char *run_dir) {
	return ask(&(ScenarioJob){ .mode = "page", .run_dir = run_dir, .options = options });
}

// The pictures come before the report, which names them.
static int draw_pictures(const ScenarioJob *job) {
	int32_t stop = 0;
	PicturesDef def = { .run_dir = job->run_dir, .again = job->options->verb == VERB_report };
	int32_t status = job->options->no_figures ? HN_OK : pictures_draw(&def, &stop);
	return stop != 0 ? stopped(stop) : status != HN_OK ? complain(EXIT_ENVIRONMENT) : 0;
}

// How wide the terminal is that stdout is, within what a screen takes; 0: something else reads it, or --full.
static int screen_width(const Options *options) {
	enum { LEAST = 60, MOST = 120 };
	struct winsize size;
	if (options->full || !isatty(STDOUT_FILENO)) return 0;
	bool is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
	return !is_known || size.ws_col > MOST ? MOST : size.ws_col < LEAST ? LEAST : size.ws_col;
}

int make_report(const ScenarioJob *given) {
	ScenarioAnswer answer;
	ScenarioJob shown = *given, *job = &shown;
	shown.screen = screen_width(given->options);
	int code = seal_refuse(job->run_dir, false);
	if (code == 0 && seal_report_begin(job->run_dir) != HN_OK) code = complain(EXIT_ENVIRONMENT);
	if (code == 0) code = draw_pictures(job);
	if (code != 0) return code;
	code = scenario_process(job, NULL, NULL, &answer);
	fflush(stdout);
	// code 3: a part of the report failed, and all others were made
	bool made = code == 0 || code == EXIT_SCENARIO;
	if (made) code = command_worse(code, draw(&answer, job->run_dir, job->options->no_figures));
	// the page has the figures that could be drawn
	if (made && interrupt_caught() == 0) code = command_worse(code, make_page(job->options, job->run_dir));
	if (made && interrupt_caught() == 0 && seal_report(job->run_dir) != HN_OK)
		code = command_worse(code, complain(EXIT_ENVIRONMENT));
	code = command_worse(code, answer.exit_code); // machines of a merged run disagree
	if (answer.missing > 0) code = command_worse(code, EXIT_INCOMPLETE);
	if (job->options->strict && answer.refuted > 0) code = command_worse(code, EXIT_REGRESSION);
	scenario_answer_free(&answer);
	return code;
}

// The directory with the scenario's modules as they were when the points were planned. It is in the staging
// directory if an older run is continued, and in the run's directory if the run is new.
static const char *frozen_modules(const Run *run, char path[PATH_SIZE]) {
	const char *staging = run_staging_dir(run);
	snprintf(path, PATH_SIZE, "%s/scenario.lua", staging);
	const bool is_staged = staging[0] != '\0' && access(path, F_OK) == 0;
	snprintf(path, PATH_SIZE, "%s/modules", is_staged ? staging : run_dir(run));
	return path;
}

int measure_run(Staging *staging) {
	if (run_adopt(staging->run) != HN_OK) return complain(EXIT_ENVIRONMENT);
	if (interrupt_caught() != 0) return stopped(interrupt_caught());
	int32_t status = run_measure(staging->run);
	if (status < 0) return complain(EXIT_ENVIRONMENT);
	if (run_write_results(staging->run) != HN_OK) return complain(EXIT_ENVIRONMENT);
	return status > 0 ? stopped(status) : 0;
}

int told(int code) { return code == EXIT_ENVIRONMENT ? complain(code) : code; }

// Says where a stopped run lies and how to go on with it.
static void tell_stopped(const Staging *staging, const Options *options) {
	const char *dir = run_dir(staging->run);
	if (dir[0] == '\0' || options->quiet) return;
	const char *how = options->verb == VERB_rerun ? "a rerun begins anew"
	                  : options->force            ? "the same command without -f goes on"
	                                              : "the same command goes on";
	fprintf(stderr, "harness: stopped; %s; what was measured lies in %s\n", how, dir);
}

// Says that the run had been finished before, so that nobody takes old times for new ones.
static void tell_finished(const Staging *staging, const Options *options) {
	bool is_told = !options->quiet && staging->options.progress != PROGRESS_JSON;
	if (!is_told || !run_was_finished(staging->run)) return;
	fprintf(stderr, "harness: nothing was measured: this run was finished before; -f measures it anew\n");
}

int report_of(const Run *run, const ScenarioJob *plan, bool silent) {
	char modules[PATH_SIZE];
	ScenarioJob report = *plan;
	report.mode = "report";
	report.modules = frozen_modules(run, modules);
	report.run_dir = run_dir(run);
	report.silent = silent;
	return make_report(&report);
}

int measure(Staging *staging, const ScenarioJob *plan) {
	int code = measure_run(staging);
	if (code == 0) tell_finished(staging, plan->options);
	if (code == EXIT_SIGINT || code == EXIT_SIGTERM) tell_stopped(staging, plan->options);
	if (code != 0 && staging->options.look != NULL && run_dir(staging->run)[0] != '\0')
		(void)report_of(staging->run, plan, true); // what there is
	if (code != 0) return code;
	// a shard has only some rows of each table; the merged run has the report
	int worst = told(run_exit_code(staging->run));
	if (staging->options.shards > 0) return worst;
	if (plan->options->strict) worst = command_worse(worst, told(run_precision_code(staging->run)));
	run_release_plan(staging->run);
	code = report_of(staging->run, plan, plan->silent);
	// the report was stopped or failed: removes files that were half written
	if (code != 0 && run_tidy(staging->run) != HN_OK) code = command_worse(code, complain(EXIT_ENVIRONMENT));
	return command_worse(code, worst);
}

int measure_scenario(const Options *options, const char *file, bool silent) {
	Staging staging = staging_of(options);
	SourceText text;
	ScenarioJob plan = { .mode = "plan", .file = file, .options = options, .silent = silent };
	int code = job_read(&plan, &text);
	if (code != 0) return code;
	code = job_do(&plan, begin_run, &staging);
	if (code == 0) code = measure(&staging, &plan);
	run_close(staging.run);
	source_free(&text);
	return code;
}

// A run that is being made, or was killed, has neither results nor the list of its files.
static int results_check(const char *dir) {
	char summary[PATH_SIZE], list[PATH_SIZE];
	if (path_format(summary, "%s/summary.csv", dir) != HN_OK ||
	    path_format(list, "%s/files.sha256", dir) != HN_OK)
		return complain(EXIT_USAGE);
	if (file_exists(summary) || file_exists(list)) return 0;
	error_set(HN_ERR_IO, "%s has no results yet: where nobody is making it, the same command goes on with it",
	          dir);
	return complain(EXIT_ENVIRONMENT);
}

static int report_drawn(const ScenarioJob *job) {
	if (job->options->no_figures || gnuplot_found()) return make_report(job);
	error_set(HN_ERR_IO, "gnuplot is not found: install it (Debian: apt-get install gnuplot-nox) or say "
	                     "--no-figures");
	return complain(EXIT_ENVIRONMENT);
}

static int report_frozen(Frozen *frozen, const Options *options) {
	int code = results_check(frozen->dir);
	if (code != 0) return code;
	if (options->vary == 0) return report_drawn(&frozen->job);
	code = seal_refuse(frozen->dir, false);
	return code != 0 ? code : ask(&frozen->job);
}

int report_anew(const Options *options, const char *file, const char *run_dir) {
	char modules[PATH_SIZE];
	const char *name = strrchr(file, '/');
	SourceText text;
	ScenarioJob job = {
		.mode = "report", .file = file, .run_dir = run_dir, .options = options, .again = true, .silent = true
	};
	snprintf(modules, sizeof modules, "%.*s", name != NULL ? (int)(name - file) : 1,
	         name != NULL ? file : ".");
	job.modules = modules;
	int code = job_read(&job, &text);
	if (code != 0) return code;
	code = report_drawn(&job);
	source_free(&text);
	return code;
}

int report_run(const Options *options, const char *run_dir_given) {
	Frozen frozen;
	int code = frozen_read(&frozen, options, run_dir_given, options->vary > 0 ? "vary" : "report");
	if (code != 0) return code;
	code = report_frozen(&frozen, options);
	source_free(&frozen.text);
	return code;
}
