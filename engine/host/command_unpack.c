// `harness unpack FILE`: the run of a pack.
#include "host/commands.h"

#include <stdio.h>

#include "host/command_parts.h"
#include "host/pack.h"
#include "run/run.h"

static int unpack(const Options *options, const char *file) {
	char run[PATH_SIZE];
	int32_t status = pack_open(run, file, options->out != NULL ? options->out : ".");
	if (status != HN_OK) return complain(pack_code(status));
	printf("%s\n", run);
	return EXIT_OK_ALL;
}

int command_unpack(const Options *options) { return each_file(options, unpack); }
