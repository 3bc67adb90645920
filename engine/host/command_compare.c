// `harness compare RUN RUN`: what became slower or faster.
#include "host/commands.h"

#include "host/command_parts.h"
#include "host/interrupts.h"

int command_compare(const Options *options) {
	interrupts_catch();
	char a[PATH_SIZE], b[PATH_SIZE];
	directory_name(a, options->files.at[0]);
	directory_name(b, options->files.at[1]);
	int code = run_check(a);
	if (code == 0) code = run_check(b);
	if (code != 0) return code;
	ScenarioJob job = { .mode = "compare", .run_dir = a, .other_dir = b, .options = options };
	return ask(&job);
}
