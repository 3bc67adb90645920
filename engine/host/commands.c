#include "host/commands.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"
#include "base/mem.h"
#include "host/command_parts.h"
#include "host/gnuplot.h"
#include "host/pack.h"
#include "host/scenario.h"
#include "host/shard.h"
#include "machine/doctor.h"
#include "export/export.h"
#include "export/pictures.h"
#include "base/file.h"
#include "run/run.h"

// ---- run ----

typedef struct Staging {
	Run *run;
	RunOptions options;
	bool no_figures;
} Staging;

static Staging staging_of(const Options *options, int argc, char **argv) {
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
		                       .argc = argc,
		                       .argv = argv } };
}

static const char *begin_run(void *context, const char *name, bool figures, int *exit_code) {
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

// report.html of one run; run_dir NULL: the page of all runs of the command line.
static int make_page(const Options *options, const char *run_dir) {
	ScenarioJob job = { .mode = "page", .run_dir = run_dir, .options = options };
	return job_do(&job, NULL, NULL);
}

// The pictures come before the report, which names them.
static int draw_pictures(const ScenarioJob *job) {
	const Options *o = job->options;
	int32_t stop = 0;
	PicturesDef def = { .run_dir = job->run_dir, .again = o->command == COMMAND_REPORT };
	int32_t status = o->no_figures ? HN_OK : pictures_draw(&def, &stop);
	return stop != 0 ? stopped(stop) : status != HN_OK ? complain(EXIT_ENVIRONMENT) : 0;
}

static int make_report(const ScenarioJob *job) {
	ScenarioAnswer answer;
	int code = draw_pictures(job);
	if (code != 0) return code;
	code = scenario_process(job, NULL, NULL, &answer);
	fflush(stdout);
	// code 3: a part of the report failed, and all others were made
	bool made = code == 0 || code == EXIT_SCENARIO;
	if (made) code = command_worse(code, draw(&answer, job->run_dir, job->options->no_figures));
	// the page has the figures that could be drawn
	if (made && interrupt_caught() == 0) code = command_worse(code, make_page(job->options, job->run_dir));
	if (answer.missing > 0) code = command_worse(code, EXIT_INCOMPLETE);
	if (job->options->strict && answer.refuted > 0) code = command_worse(code, EXIT_REGRESSION);
	scenario_answer_free(&answer);
	return code;
}

// The directory with the scenario's modules as they were when the points were planned. It is in the staging
// directory if an older run is continued, and in the run's directory if the run is new.
static const char *frozen_modules(const Run *run, char path[PATH_SIZE]) {
	snprintf(path, PATH_SIZE, "%s/scenario.lua", run_staging_dir(run));
	const char *dir = access(path, F_OK) == 0 ? run_staging_dir(run) : run_dir(run);
	snprintf(path, PATH_SIZE, "%s/modules", dir);
	return path;
}

int command_worse(int a, int b) {
	static const int order[] = { EXIT_SIGTERM,    EXIT_SIGINT,    EXIT_ENVIRONMENT,   EXIT_SCENARIO,
		                         EXIT_USAGE,      EXIT_DISAGREE,  EXIT_POINTS_FAILED, EXIT_INCOMPLETE,
		                         EXIT_REGRESSION, EXIT_PRECISION, EXIT_LEFT_OUT };
	for (size_t i = 0; i < sizeof order / sizeof *order; ++i)
		if (a == order[i] || b == order[i]) return order[i];
	return a != 0 ? a : b;
}

// Measures the planned points. Everything of the run but its report is then written.
static int measure_run(Staging *staging) {
	if (run_adopt(staging->run) != HN_OK) return complain(EXIT_ENVIRONMENT);
	if (interrupt_caught() != 0) return stopped(interrupt_caught());
	int32_t status = run_measure(staging->run);
	if (status < 0) return complain(EXIT_ENVIRONMENT);
	if (run_write_results(staging->run) != HN_OK) return complain(EXIT_ENVIRONMENT);
	return status > 0 ? stopped(status) : 0;
}

// Prints the message of an exit code that means a failure of the environment. Other codes are verdicts about
// the rows and have no message.
static int told(int code) { return code == EXIT_ENVIRONMENT ? complain(code) : code; }

// Says where a stopped run lies and how to go on with it.
static void tell_stopped(const Staging *staging, const Options *options) {
	const char *dir = run_dir(staging->run);
	if (dir[0] == '\0' || options->quiet) return;
	const char *how = options->command == COMMAND_RERUN ? "a rerun begins anew"
	                  : options->force                  ? "the same command without -f goes on"
	                                                    : "the same command goes on";
	fprintf(stderr, "harness: stopped; %s; what was measured lies in %s\n", how, dir);
}

static int measure(Staging *staging, const ScenarioJob *plan) {
	char modules[PATH_SIZE];
	int code = measure_run(staging);
	if (code == EXIT_SIGINT || code == EXIT_SIGTERM) tell_stopped(staging, plan->options);
	if (code != 0) return code;
	// a shard has only some rows of each table; the merged run has the report
	int worst = told(run_exit_code(staging->run));
	if (staging->options.shards > 0) return worst;
	if (plan->options->strict) worst = command_worse(worst, told(run_precision_code(staging->run)));
	run_release_plan(staging->run);
	ScenarioJob report = *plan;
	report.mode = "report";
	report.modules = frozen_modules(staging->run, modules);
	report.run_dir = run_dir(staging->run);
	code = make_report(&report);
	// the report was stopped or failed: removes files that were half written
	if (code != 0 && run_tidy(staging->run) != HN_OK) code = command_worse(code, complain(EXIT_ENVIRONMENT));
	return command_worse(code, worst);
}

int command_run(const Options *options, const char *file, int argc, char **argv) {
	Staging staging = staging_of(options, argc, argv);
	SourceText text;
	ScenarioJob plan = {
		.mode = "plan", .file = file, .options = options, .silent = options->command == COMMAND_PAPER
	};
	int code = job_read(&plan, &text);
	if (code != 0) return code;
	code = job_do(&plan, begin_run, &staging);
	if (code == 0) code = measure(&staging, &plan);
	run_close(staging.run);
	source_free(&text);
	return code;
}

// ---- the others ----

// The folder of a trial, which is made when the scenario asks for it.
static const char *begin_trial(void *context, const char *name, bool figures, int *exit_code) {
	char *folder = context;
	(void)name;
	(void)figures;
	*exit_code = EXIT_ENVIRONMENT;
	(void)temporary_folder(folder); // "" where there can be none: then there is no trial
	return folder;
}

int command_points(const Options *options, const char *file) {
	SourceText text;
	char folder[PATH_SIZE] = "";
	ScenarioJob job = { .mode = "points", .file = file, .options = options };
	int code = job_read(&job, &text);
	if (code != 0) return code;
	code = job_do(&job, begin_trial, folder);
	if (folder[0] != '\0' && dir_remove(folder) != HN_OK)
		code = command_worse(code, complain(EXIT_ENVIRONMENT));
	source_free(&text);
	return code;
}

int command_vocabulary(const Options *options, const char *mode) {
	ScenarioJob job = { .mode = mode, .options = options };
	return job_do(&job, NULL, NULL);
}

// A run's copy of its scenario, and the job that runs this copy.
typedef struct Frozen {
	char dir[PATH_SIZE], path[PATH_SIZE], modules[PATH_SIZE];
	SourceText text;
	ScenarioJob job;
} Frozen;

// Reads a run's copy of its scenario. Returns 0, or an exit code after printing a message.
static int frozen_read(Frozen *out, const Options *options, const char *run_dir_given, const char *mode) {
	directory_name(out->dir, run_dir_given);
	int code = run_check(out->dir);
	if (code != 0) return code;
	snprintf(out->path, sizeof out->path, "%.4000s/scenario.lua", out->dir);
	snprintf(out->modules, sizeof out->modules, "%.4000s/modules", out->dir);
	out->job = (ScenarioJob){
		.mode = mode, .file = out->path, .modules = out->modules, .run_dir = out->dir, .options = options
	};
	return job_read(&out->job, &out->text);
}

static int vary_claims(const ScenarioJob *job) {
	ScenarioAnswer answer;
	int code = scenario_process(job, NULL, NULL, &answer);
	if (code == 0) code = answer.exit_code;
	scenario_answer_free(&answer);
	return code;
}

int command_report(const Options *options, const char *run_dir_given) {
	Frozen frozen;
	int code = frozen_read(&frozen, options, run_dir_given, options->vary > 0 ? "vary" : "report");
	if (code != 0) return code;
	if (options->vary > 0) {
		code = vary_claims(&frozen.job);
	} else if (!options->no_figures && !gnuplot_found()) {
		error_set(HN_ERR_IO, "gnuplot is not found: install it (Debian: apt-get install gnuplot-nox) or say "
		                     "--no-figures");
		code = complain(EXIT_ENVIRONMENT);
	} else {
		code = make_report(&frozen.job);
	}
	source_free(&frozen.text);
	return code;
}

static const char *begin_merge(void *context, const char *name, bool figures, int *exit_code) {
	Staging *staging = context;
	(void)figures;
	*exit_code = EXIT_ENVIRONMENT;
	return run_begin(&staging->run, name, &staging->options) == HN_OK ? run_staging_dir(staging->run) : NULL;
}

int command_merge(const Options *options, int argc, char **argv) {
	Staging staging = staging_of(options, argc, argv);
	ScenarioJob merge = { .mode = "merge", .options = options };
	for (int32_t i = 0; i < options->file_count; ++i)
		if (run_check(options->files[i]) != 0) return EXIT_USAGE;
	int code = job_do(&merge, begin_merge, &staging);
	if (code == 0 && run_adopt_merged(staging.run) != HN_OK) code = complain(EXIT_ENVIRONMENT);
	if (code == 0) {
		int worst = told(run_exit_code(staging.run));
		run_release_plan(staging.run);
		code = command_worse(command_report(options, run_dir(staging.run)), worst);
	}
	run_close(staging.run);
	return code;
}

int command_page(const Options *options) { return make_page(options, NULL); }

// ---- again ----

int command_rerun(const Options *options, const char *run_dir_given, int argc, char **argv) {
	Staging staging = staging_of(options, argc, argv);
	Frozen frozen;
	Shard shard = { 0 };
	staging.options.force = true;
	int code = frozen_read(&frozen, options, run_dir_given, "plan");
	if (code != 0) return code;
	// the shard of a plan is repeated as a shard, and has no report of its own
	if (shard_of_run(&shard, frozen.dir) != HN_OK) code = complain(EXIT_ENVIRONMENT);
	staging.options.shard = shard.index;
	staging.options.shards = shard.count;
	if (code == 0) code = job_do(&frozen.job, begin_run, &staging);
	if (code == 0) code = measure(&staging, &frozen.job);
	run_close(staging.run);
	source_free(&frozen.text);
	return code;
}

// Runs a job whose answer is an exit code.
static int ask(const ScenarioJob *job) {
	ScenarioAnswer answer;
	int code = scenario_process(job, NULL, NULL, &answer);
	if (code == 0) code = answer.exit_code;
	scenario_answer_free(&answer);
	return code;
}

static int pack_code(int32_t status) {
	return complain(status == HN_ERR_EXISTS || status == HN_ERR_BAD_INPUT ? EXIT_USAGE : EXIT_ENVIRONMENT);
}

static int count_again(Frozen *frozen, const char *folder, int argc, char **argv) {
	Staging staging = staging_of(frozen->job.options, argc, argv);
	staging.no_figures = true;
	staging.options.results_dir = folder;
	staging.options.force = staging.options.count_only = true;
	int code = job_do(&frozen->job, begin_run, &staging);
	if (code == 0) code = measure_run(&staging);
	if (code == 0) {
		ScenarioJob verify = frozen->job;
		verify.mode = "verify";
		verify.other_dir = run_dir(staging.run);
		code = ask(&verify);
	}
	run_close(staging.run);
	return code;
}

// shown: what messages call the run.
static int verify_run(const Options *options, const char *run_dir_given, const char *shown, int argc,
                      char **argv) {
	Frozen frozen;
	char folder[PATH_SIZE];
	int code = frozen_read(&frozen, options, run_dir_given, "plan");
	if (code != 0) return code;
	frozen.job.shown = shown;
	if (temporary_folder(folder) == HN_OK) {
		code = count_again(&frozen, folder, argc, argv);
		if (dir_remove(folder) != HN_OK) code = command_worse(code, complain(EXIT_ENVIRONMENT));
	} else {
		code = complain(EXIT_ENVIRONMENT);
	}
	source_free(&frozen.text);
	return code;
}

// Verifies a run, or a pack that is unpacked for this time.
int command_verify(const Options *options, const char *run_dir_given, int argc, char **argv) {
	char folder[PATH_SIZE], run[PATH_SIZE];
	if (!pack_is(run_dir_given)) return verify_run(options, run_dir_given, NULL, argc, argv);
	if (temporary_folder(folder) != HN_OK) return complain(EXIT_ENVIRONMENT);
	int32_t status = pack_open(run, run_dir_given, folder);
	int code = status == HN_OK ? verify_run(options, run, run_dir_given, argc, argv) : pack_code(status);
	return dir_remove(folder) == HN_OK ? code : command_worse(code, complain(EXIT_ENVIRONMENT));
}

int command_pack(const Options *options, const char *run_dir_given) {
	char dir[PATH_SIZE], file[PATH_SIZE], real[PATH_SIZE];
	bool sourced = false;
	directory_name(dir, run_dir_given);
	int code = run_check(dir);
	if (code != 0) return code;
	if (realpath(dir, real) == NULL || strrchr(real, '/') == NULL)
		return error_set(HN_ERR_IO, "%s: %s", dir, strerror(errno)), complain(EXIT_ENVIRONMENT);
	int32_t status = options->out != NULL ? path_format(file, "%s", options->out)
	                                      : path_format(file, "%s.tar.zst", strrchr(real, '/') + 1);
	if (status == HN_OK)
		status =
		    pack_write(real, file, options->source != NULL ? options->source : ".", options->force, &sourced);
	if (status != HN_OK) return pack_code(status);
	printf("%s\n", file);
	if (!sourced && !options->quiet)
		fprintf(stderr, "note: no source in %s: %s is no repository with the run's commit; --source DIR\n",
		        file, options->source != NULL ? options->source : "the current folder");
	return EXIT_OK_ALL;
}

int command_unpack(const Options *options, const char *file) {
	char run[PATH_SIZE];
	int32_t status = pack_open(run, file, options->out != NULL ? options->out : ".");
	if (status != HN_OK) return pack_code(status);
	printf("%s\n", run);
	return EXIT_OK_ALL;
}

int command_compare(const Options *options) {
	char a[PATH_SIZE], b[PATH_SIZE];
	directory_name(a, options->files[0]);
	directory_name(b, options->files[1]);
	int code = run_check(a);
	if (code == 0) code = run_check(b);
	if (code != 0) return code;
	ScenarioJob job = { .mode = "compare", .run_dir = a, .other_dir = b, .options = options };
	return ask(&job);
}

int command_doctor(void) {
	Machine machine;
	Finding findings[DOCTOR_FINDINGS_MAX];
	if (machine_look(&machine) != HN_OK) return complain(EXIT_ENVIRONMENT);
	printf("%s, %s, %s\n", machine.cpu, machine.arch, machine.kernel);
	int32_t unfit = doctor_print(stdout, findings, doctor_look(findings, &machine, ""));
	printf(unfit == 0 ? "fit to measure on\n"
	                  : "%d unfit: times are to be read with the A/A noise in mind; counts are not touched\n",
	       unfit);
	return EXIT_OK_ALL;
}

// ---- export, draw ----

typedef struct ExportFiles {
	const Options *options;
	char folder[PATH_SIZE]; // temporary directory of the baked scene
	char path[PATH_SIZE];   // the PLY file or recording to write; of a picture without -o: without extension
} ExportFiles;

// Called before the scene is baked, so that errors in the output path are reported at once.
static const char *begin_export(void *context, const char *name, bool figures, int *exit_code) {
	ExportFiles *files = context;
	const Options *o = files->options;
	(void)figures;
	*exit_code = EXIT_ENVIRONMENT;
	long long point = o->point, step = o->step > 0 ? o->step : 1;
	int32_t status = o->out != NULL               ? path_format(files->path, "%s", o->out)
	                 : o->command == COMMAND_DRAW ? path_format(files->path, "%s-%lld", name, point)
	                 : o->frames                  ? path_format(files->path, "%s-%lld.frames", name, point)
	                             : path_format(files->path, "%s-%lld-%lld.ply", name, point, step);
	if (status != HN_OK) return NULL;
	if (!o->force && strcmp(files->path, "-") != 0 && file_exists(files->path)) {
		error_set(HN_ERR_EXISTS, "%s is there already; -f overwrites it", files->path);
		*exit_code = EXIT_USAGE;
		return NULL;
	}
	return temporary_folder(files->folder) == HN_OK ? files->folder : NULL;
}

static int export_code(int32_t status, int32_t signal_number) {
	if (signal_number != 0) return stopped(signal_number);
	if (status == HN_OK) return 0;
	return complain(status == HN_ERR_EXISTS      ? EXIT_USAGE
	                : status == HN_ERR_BAD_INPUT ? EXIT_SCENARIO
	                : status == HN_ERR_INVALID   ? EXIT_POINTS_FAILED
	                                             : EXIT_ENVIRONMENT);
}

static int export_baked(const Options *options, const ExportFiles *files) {
	char scene[PATH_SIZE];
	int64_t contacts = 0;
	int32_t signal_number = interrupt_caught();
	if (signal_number != 0) return stopped(signal_number);
	ExportDef def = { .scene_path = scene,
		              .step = (int32_t)(options->step > 0 ? options->step - 1 : 0),
		              .timeout_s = options->timeout_s > 0 ? options->timeout_s : 60,
		              .path = files->path,
		              .force = options->force,
		              .verbose = options->verbose };
	int32_t status = path_format(scene, "%s/export.scene", files->folder);
	if (status == HN_OK)
		status = options->frames ? export_frames(&def) : export_step(&def, &contacts, &signal_number);
	int code = export_code(status, signal_number);
	if (code == 0 && !options->frames && !options->quiet && strcmp(files->path, "-") != 0)
		fprintf(stderr, "%s: %lld contacts\n", files->path, (long long)contacts);
	return code;
}

static int draw_baked(const Options *options, const ExportFiles *files) {
	char scene[PATH_SIZE], written[PATH_SIZE + 8] = "";
	int32_t signal_number = interrupt_caught();
	if (signal_number != 0) return stopped(signal_number);
	PictureFile def = { .picture = { .scene_path = scene,
		                             .timeout_s = options->timeout_s > 0 ? options->timeout_s : 60,
		                             .verbose = options->verbose },
		                .path = options->out,
		                .base = files->path,
		                .force = options->force };
	int32_t status = path_format(scene, "%s/export.scene", files->folder);
	if (status == HN_OK) status = picture_write(&def, written, sizeof written, &signal_number);
	int code = export_code(status, signal_number);
	if (code == 0 && !options->quiet && strcmp(written, "-") != 0) fprintf(stderr, "%s\n", written);
	return code;
}

int command_export(const Options *options, const char *file) {
	ExportFiles files = { .options = options };
	SourceText text;
	ScenarioJob job = { .mode = "export", .file = file, .options = options };
	int code = job_read(&job, &text);
	if (code != 0) return code;
	code = job_do(&job, begin_export, &files);
	if (code == 0)
		code = options->command == COMMAND_DRAW ? draw_baked(options, &files) : export_baked(options, &files);
	if (files.folder[0] != '\0' && dir_remove(files.folder) != HN_OK)
		code = command_worse(code, complain(EXIT_ENVIRONMENT));
	source_free(&text);
	return code;
}
