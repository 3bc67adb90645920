// `harness merge RUN...`: one run of the shards of a plan.
#include "host/commands.h"
#include "host/interrupts.h"

#include "host/measuring.h"

static const char *begin_merge(void *context, const char *name, bool figures, int *exit_code) {
	Staging *staging = context;
	(void)figures;
	*exit_code = EXIT_ENVIRONMENT;
	return run_begin(&staging->run, name, &staging->options) == HN_OK ? run_staging_dir(staging->run) : NULL;
}

int command_merge(const Options *options) {
	interrupts_catch();
	Staging staging = staging_of(options);
	ScenarioJob merge = { .mode = "merge", .options = options };
	for (int32_t i = 0; i < options->files.count; ++i)
		if (run_check(options->files.at[i]) != 0) return EXIT_USAGE;
	int code = 0;
	for (int32_t i = 0; i < options->files.count; ++i)
		code = command_worse(code, seal_refuse(options->files.at[i], false));
	if (code == 0) code = job_do(&merge, begin_merge, &staging);
	if (code == 0 && run_adopt_merged(staging.run) != HN_OK) code = complain(EXIT_ENVIRONMENT);
	if (code == 0) {
		int worst = told(run_exit_code(staging.run));
		run_release_plan(staging.run);
		code = command_worse(report_run(options, run_dir(staging.run)), worst);
	}
	run_close(staging.run);
	return code;
}
