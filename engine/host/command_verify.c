// `harness verify RUN`: counts again what a run counted.
#include "host/commands.h"

#include "base/file.h"
#include "host/measuring.h"
#include "host/pack.h"

static int count_again(Frozen *frozen, const char *folder) {
	Staging staging = staging_of(frozen->job.options);
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
static int verify_run(const Options *options, const char *run_dir_given, const char *shown) {
	Frozen frozen;
	char folder[PATH_SIZE];
	int code = frozen_read(&frozen, options, run_dir_given, "plan");
	if (code != 0) return code;
	frozen.job.shown = shown;
	if (temporary_folder(folder) == HN_OK) {
		code = count_again(&frozen, folder);
		if (dir_remove(folder) != HN_OK) code = command_worse(code, complain(EXIT_ENVIRONMENT));
	} else {
		code = complain(EXIT_ENVIRONMENT);
	}
	source_free(&frozen.text);
	return code;
}

// Verifies a run, or a pack that is unpacked for this time.
static int verify(const Options *options, const char *run_dir_given) {
	char folder[PATH_SIZE], run[PATH_SIZE];
	if (!pack_is(run_dir_given)) return verify_run(options, run_dir_given, NULL);
	if (temporary_folder(folder) != HN_OK) return complain(EXIT_ENVIRONMENT);
	int32_t status = pack_open(run, run_dir_given, folder);
	int code = status == HN_OK ? verify_run(options, run, run_dir_given) : complain(pack_code(status));
	return dir_remove(folder) == HN_OK ? code : command_worse(code, complain(EXIT_ENVIRONMENT));
}

int command_verify(const Options *options) { return each_file(options, verify); }
