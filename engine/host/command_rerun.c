// `harness rerun RUN`: the same again, from the run's own copy of the scenario.
#include "host/commands.h"

#include "host/measuring.h"

static int rerun(const Options *options, const char *run_dir_given) {
	Staging staging = staging_of(options);
	Frozen frozen;
	Shard shard = { 0 };
	staging.options.force = true;
	int code = frozen_read(&frozen, options, run_dir_given, "plan");
	if (code != 0) return code;
	code = seal_refuse(frozen.dir, false);
	// the shard of a plan is repeated as a shard, and has no report of its own
	if (code == 0 && shard_of_run(&shard, frozen.dir) != HN_OK) code = complain(EXIT_ENVIRONMENT);
	staging.options.shard = shard.index;
	staging.options.shards = shard.count;
	if (code == 0) code = job_do(&frozen.job, begin_run, &staging);
	if (code == 0) code = measure(&staging, &frozen.job);
	run_close(staging.run);
	source_free(&frozen.text);
	return code;
}

int command_rerun(const Options *options) { return each_file(options, rerun); }
