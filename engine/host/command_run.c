// `harness FILE`: measures scenarios.
#include "host/commands.h"

#include "host/measuring.h"

static int run_file(const Options *options, const char *file) {
	return measure_scenario(options, file, false);
}

int command_run(const Options *options) { return each_file(options, run_file); }
