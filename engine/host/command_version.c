// `harness --version`
#include "host/commands.h"

#include <stdio.h>
#include <string.h>

#include "machine/build_info.h"
#include "run/run.h"

int command_version(const Options *options) {
	(void)options;
	printf("harness %s\n%s\n%s\nflags %s (config %s)\n", build_info.version,
	       build_commit + strlen(BUILD_COMMIT_MARK), build_info.compiler, build_info.flags,
	       build_info.config);
	return EXIT_OK_ALL;
}
