// `harness paper KEY`: the scenarios of a paper, and the document that shows what it publishes beside ours.
#include <stdio.h>

#include "base/error.h"
#include "host/commands.h"
#include "host/installed.h"
#include "host/measuring.h"
#include "run/run.h"

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

// The same of the reports of the runs that there are: with --no-run, each scenario is followed by its run.
static int report_all(const Options *options, const ScenarioAnswer *plan) {
	int code = EXIT_OK_ALL;
	for (int32_t i = 0; i + 1 < plan->scenario_count; i += 2) {
		code = command_worse(code, report_anew(options, plan->scenarios[i], plan->scenarios[i + 1]));
		if (code == EXIT_SIGINT || code == EXIT_SIGTERM) break;
	}
	return code;
}

static int paper_write(const Options *options, const char *mode, const char *file) {
	return ask(&(ScenarioJob){ .mode = mode, .file = file, .options = options });
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
	if (installed_file(file, "paper", key) != HN_OK) return complain(EXIT_USAGE);
	ScenarioJob job = { .mode = "paper_plan", .file = file, .options = options };
	int code = scenario_process(&job, NULL, NULL, &plan);
	bool is_planned = code == 0;
	if (is_planned) code = options->no_run ? report_all(options, &plan) : run_all(options, &plan);
	bool is_over = code == EXIT_SIGINT || code == EXIT_SIGTERM || !is_planned;
	if (!is_over || code == 0) code = command_worse(code, paper_write(options, "paper", file));
	scenario_answer_free(&plan);
	return code;
}

int command_paper(const Options *options) {
	char file[PATH_SIZE];
	int code = each_file(options, paper);
	bool is_stopped = code == EXIT_SIGINT || code == EXIT_SIGTERM;
	if (is_stopped || code == EXIT_USAGE || (code == EXIT_SCENARIO && !options->no_run)) return code;
	// the page of all papers that lie beside the last one given
	if (installed_file(file, "paper", options->files.at[options->files.count - 1]) != HN_OK)
		return complain(EXIT_USAGE);
	return command_worse(code, paper_write(options, "paper_index", file));
}

// harness paper --all
int command_papers(const Options *given) {
	const char *words[256];
	Options options = *given;
	options.files = (Words){ .at = words };
	for (const char *word; (word = installed_word("paper", options.files.count)) != NULL;)
		words[options.files.count++] = word;
	if (options.files.count > 0) return command_paper(&options);
	fputs("harness: no papers here: there is no folder papers/\n", stderr);
	return EXIT_ENVIRONMENT;
}
