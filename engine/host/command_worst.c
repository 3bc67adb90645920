// `harness worst FILE --of A --against B`: a scene on which A does far worse than B, found by counting, then
// measured as a scenario of its own.
#include "host/commands.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "host/interrupts.h"
#include "host/measuring.h"

// Measures a scenario that was kept. Its runs lie beside it.
static int confirm(const Options *given, const char *file) {
	char folder[PATH_SIZE];
	Options options = { .verb = VERB_run, .seed = given->seed, .no_figures = true, .quiet = given->quiet };
	options.out = folder, options.simd = given->simd, options.cpu = given->cpu;
	options.progress = given->progress, options.color = given->color,
	options.script_limit = given->script_limit;
	options.argc = given->argc, options.argv = given->argv;
	directory_name(folder, file);
	*strrchr(folder, '/') = '\0';
	return measure_scenario(&options, file, true);
}

// The scenarios lie in folders of their own, inside the one that is told about.
static int tell(const Options *options, const char *file) {
	char folder[PATH_SIZE];
	directory_name(folder, file);
	for (int i = 0; i < 2; ++i) *strrchr(folder, '/') = '\0';
	ScenarioJob job = { .mode = "worst_found", .run_dir = folder, .options = options };
	return ask(&job);
}

static int worst(const Options *options, const char *file) {
	SourceText text;
	ScenarioAnswer answer;
	Temporary folder = { "", -1 };
	ScenarioJob job = { .mode = "worst", .file = file, .options = options };
	int code = job_read(&job, &text);
	if (code != 0) return code;
	code = temporary_end(&folder, scenario_process(&job, temporary_stage, &folder, &answer));
	if (code == 0) code = answer.exit_code;
	for (int32_t i = 0; i < answer.scenario_count && interrupt_caught() == 0; ++i)
		code = command_worse(code, confirm(options, answer.scenarios[i]));
	if (answer.scenario_count > 0 && interrupt_caught() == 0)
		code = command_worse(code, tell(options, answer.scenarios[0]));
	if (interrupt_caught() != 0 && !options->quiet)
		fputs("harness: stopped; what was found until then is kept\n", stderr);
	scenario_answer_free(&answer);
	source_free(&text);
	return code;
}

int command_worst(const Options *options) { return each_file(options, worst); }
