#include "host/command_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/input.h"
#include "base/mem.h"
#include "host/installed.h"
#include "host/interrupts.h"
#include "host/vocabulary.h"
#include "run/run.h"
#include "run/seal.h"

enum { SCENARIO_SIZE_MAX = 16 << 20 };

// Reads a whole file. Returns 0, or an exit code with the error text set; missing: the exit code for a file
// that does not exist.
static int source_read(SourceText *out, const char *path, int missing) {
	*out = (SourceText){ 0 };
	int fd = input_open(path);
	FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
	if (file == NULL) {
		if (fd >= 0) close(fd);
		return missing;
	}
	char *bytes = mem_alloc(SCENARIO_SIZE_MAX);
	size_t size = bytes != NULL ? fread(bytes, 1, SCENARIO_SIZE_MAX, file) : 0;
	int failed = ferror(file) != 0 ? errno : 0;
	fclose(file);
	if (bytes != NULL && failed == 0 && size < SCENARIO_SIZE_MAX) {
		*out = (SourceText){ .bytes = bytes, .size = size, .capacity = SCENARIO_SIZE_MAX };
		return 0;
	}
	mem_free(bytes, SCENARIO_SIZE_MAX);
	if (failed != 0)
		error_set(HN_ERR_IO, "%s: %s", path, strerror(failed));
	else if (bytes != NULL)
		error_set(HN_ERR_BAD_INPUT, "%s: too large for a scenario", path);
	return failed != 0 ? missing : bytes == NULL ? EXIT_ENVIRONMENT : EXIT_SCENARIO;
}

void source_free(SourceText *text) {
	mem_free(text->bytes, text->capacity);
	*text = (SourceText){ 0 };
}

int complain(int code) {
	fprintf(stderr, "harness: %s\n", hn_error_text());
	return code;
}

int job_read(ScenarioJob *job, SourceText *text) {
	char file[PATH_SIZE];
	if (installed_file(file, "scenario", job->file) != HN_OK) return complain(EXIT_USAGE);
	int code = source_read(text, file, EXIT_USAGE);
	if (code != 0) return complain(code);
	memcpy(text->file, file, sizeof file);
	job->file = text->file;
	job->text = text->bytes;
	job->text_size = text->size;
	return 0;
}

int job_do(const ScenarioJob *job, StageFunction stage, void *context) {
	ScenarioAnswer answer;
	int code = scenario_process(job, stage, context, &answer);
	if (code == 0) code = answer.exit_code;
	scenario_answer_free(&answer);
	return code;
}

int stopped(int signal_number) { return 128 + signal_number; }

void directory_name(char out[PATH_SIZE], const char *given) {
	snprintf(out, PATH_SIZE, "%s", given);
	for (size_t n = strlen(out); n > 1 && out[n - 1] == '/';) out[--n] = '\0';
}

int run_check(const char *dir) {
	char plan[PATH_SIZE], latest[PATH_SIZE];
	if (path_format(plan, "%s/plan.json", dir) != HN_OK ||
	    path_format(latest, "%s/latest/plan.json", dir) != HN_OK)
		return complain(EXIT_USAGE);
	if (file_exists(plan)) return 0;
	if (access(dir, F_OK) != 0)
		error_set(HN_ERR_IO, "%s: %s", dir, strerror(errno));
	else if (file_exists(latest))
		error_set(HN_ERR_IO, "%s is not the directory of a run: its runs are in it, such as %s/latest", dir,
		          dir);
	else
		error_set(HN_ERR_IO, "%s is not the directory of a run: it has no plan.json", dir);
	return complain(EXIT_USAGE);
}

int seal_refuse(const char *dir, bool all) {
	Seal seal;
	int32_t status = seal_check(&seal, dir, all);
	int code = status != HN_OK ? complain(EXIT_ENVIRONMENT) : seal.wrong_count > 0 ? EXIT_ENVIRONMENT : 0;
	for (const char *line = seal.wrong.data; line != NULL && *line != '\0'; line = strchr(line, '\n') + 1)
		fprintf(stderr, "harness: %s/%.*s\n", dir, (int)strcspn(line, "\n"), line);
	text_free(&seal.wrong);
	return code;
}

int32_t temporary_begin(Temporary *out) {
	const char *folder = getenv("TMPDIR");
	folder = folder != NULL && folder[0] != '\0' ? folder : "/tmp";
	return dir_temporary(out->path, folder, ".harness-temporary-", &out->lock);
}

int temporary_end(Temporary *folder, int code) {
	if (folder->path[0] == '\0') return code;
	if (dir_remove(folder->path) != HN_OK) code = command_worse(code, complain(EXIT_ENVIRONMENT));
	close(folder->lock);
	return code;
}

int each_file(const Options *options, int (*function)(const Options *options, const char *file)) {
	int code = EXIT_OK_ALL;
	interrupts_catch();
	for (int32_t i = 0; i < options->files.count; ++i) {
		code = command_worse(code, function(options, options->files.at[i]));
		if (code == EXIT_SIGINT || code == EXIT_SIGTERM) break;
	}
	return code;
}

int command_worse(int a, int b) {
	for (int32_t i = 0; exit_code_ranked(i) != EXIT_OK_ALL; ++i)
		if (a == exit_code_ranked(i) || b == exit_code_ranked(i)) return exit_code_ranked(i);
	return a != 0 ? a : b;
}

int ask(const ScenarioJob *job) { return job_do(job, NULL, NULL); }

int frozen_read(Frozen *out, const Options *options, const char *run_dir_given, const char *mode) {
	directory_name(out->dir, run_dir_given);
	int code = run_check(out->dir);
	if (code != 0) return code;
	snprintf(out->path, sizeof out->path, "%.4000s/scenario.lua", out->dir);
	snprintf(out->modules, sizeof out->modules, "%.4000s/modules", out->dir);
	out->job = (ScenarioJob){ .mode = mode,
		                      .file = out->path,
		                      .modules = out->modules,
		                      .run_dir = out->dir,
		                      .options = options,
		                      .again = true };
	return job_read(&out->job, &out->text);
}

const char *temporary_stage(void *context, const char *name, bool figures, int *exit_code) {
	Temporary *folder = context;
	(void)name;
	(void)figures;
	*exit_code = EXIT_ENVIRONMENT;
	(void)temporary_begin(folder); // "" where there can be none: then there is no trial
	return folder->path;
}

int points_print(const Options *options, const char *file) {
	SourceText text;
	Temporary folder = { "", -1 };
	ScenarioJob job = { .mode = "points", .file = file, .options = options };
	int code = job_read(&job, &text);
	if (code != 0) return code;
	code = temporary_end(&folder, job_do(&job, temporary_stage, &folder));
	source_free(&text);
	return code;
}
