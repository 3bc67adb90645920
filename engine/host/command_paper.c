// `harness paper KEY`: the scenarios of a paper, and the document that shows what it publishes beside ours.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "host/commands.h"
#include "host/measuring.h"
#include "run/run.h"

// The papers that `make install` put beside the program: <prefix>/share/harness/papers.
static int32_t installed_papers(char out[PATH_SIZE]) {
	char program[PATH_SIZE];
	ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
	program[n > 0 ? n : 0] = '\0';
	for (int32_t i = 0; i < 2; ++i) {
		char *slash = strrchr(program, '/');
		if (slash != NULL) *slash = '\0';
	}
	return path_format(out, "%s/share/harness/papers", program);
}

static int32_t add_key(void *context, const char *name) {
	size_t n = strlen(name);
	if (n > 4 && strcmp(name + n - 4, ".lua") == 0) text_addf(context, " %.*s", (int)(n - 4), name);
	return HN_OK;
}

static int32_t no_such_paper(const char *key, const char *folder) {
	Text keys = { 0 };
	if (file_exists(folder)) (void)dir_list(folder, add_key, &keys);
	int32_t status = error_set(HN_ERR_BAD_INPUT, "there is no paper '%.100s'; in %s there are:%s", key,
	                           folder, keys.count > 0 ? keys.data : " none");
	text_free(&keys);
	return status;
}

// The file of a paper that is named by its file, or by its key: in papers/ here, else where the program was
// installed.
static int32_t paper_file(char out[PATH_SIZE], const char *key) {
	char folder[PATH_SIZE] = "papers";
	if (strchr(key, '/') != NULL || strchr(key, '.') != NULL) return path_format(out, "%s", key);
	int32_t status = file_exists(folder) ? HN_OK : installed_papers(folder);
	if (status == HN_OK) status = path_format(out, "%s/%s.lua", folder, key);
	if (status != HN_OK || file_exists(out)) return status;
	return no_such_paper(key, folder);
}

// Runs the scenarios one after another. One that fails does not keep the others from being run.
static int run_all(const Options *options, const ScenarioAnswer *plan) {
	int code = EXIT_OK_ALL;
	for (int32_t i = 0; i < plan->scenario_count; ++i) {
		if (!options->quiet)
			fprintf(stderr, "%s (%d of %d)\n", plan->scenarios[i], i + 1, plan->scenario_count);
		code = command_worse(code, measure_scenario(options, plan->scenarios[i], true));
		if (code == EXIT_SIGINT || code == EXIT_SIGTERM) break;
	}
	return code;
}

static int paper_job(const Options *options, const char *mode, const char *file, ScenarioAnswer *answer) {
	ScenarioJob job = { .mode = mode, .file = file, .options = options };
	return scenario_process(&job, NULL, NULL, answer);
}

static int paper_write(const Options *options, const char *mode, const char *file) {
	ScenarioAnswer answer;
	int code = paper_job(options, mode, file, &answer);
	scenario_answer_free(&answer);
	return code;
}

enum { QUICK_RUNS = 3 }; // a quick document is about counts, and no verdict about times hangs on it

static int paper(const Options *given, const char *key) {
	char file[PATH_SIZE];
	ScenarioAnswer plan;
	Options shortened = *given;
	const Options *options = &shortened;
	if (given->quick && given->runs == 0) {
		shortened.runs = QUICK_RUNS;
		shortened.given |= 1ull << OPTION_runs;
	}
	if (paper_file(file, key) != HN_OK) return complain(EXIT_USAGE);
	int code = paper_job(options, "paper_plan", file, &plan);
	if (code == 0) code = run_all(options, &plan);
	bool is_over = code == EXIT_SIGINT || code == EXIT_SIGTERM || plan.scenario_count == 0;
	if (!is_over || code == 0) code = command_worse(code, paper_write(options, "paper", file));
	scenario_answer_free(&plan);
	return code;
}

int command_paper(const Options *options) {
	char file[PATH_SIZE];
	int code = each_file(options, paper);
	bool is_stopped = code == EXIT_SIGINT || code == EXIT_SIGTERM;
	if (is_stopped || code == EXIT_USAGE || code == EXIT_SCENARIO) return code;
	// the page of all papers that lie beside the last one given
	if (paper_file(file, options->files.at[options->files.count - 1]) != HN_OK) return complain(EXIT_USAGE);
	return command_worse(code, paper_write(options, "paper_index", file));
}
