// External programs that do a part of a command, such as tar, git and sbatch.
#pragma once

#include <sys/types.h>

#include "base/text.h"

// Runs argv[0], found in PATH, with these arguments, and waits. `out` keeps what it writes to stdout; NULL:
// it writes to our own. `quiet`: its messages are dropped. Returns its exit code; HN_ERR_IO with the error
// text set where it could not be run or was killed.
int32_t tool_run(const char *const *argv, Text *out, bool quiet);

// A program whose output is read while it runs.
typedef struct ToolPipe {
	pid_t pid;
	int output; // to be read
} ToolPipe;
enum { TOOL_NOT_FOUND = 127 };
// Runs argv[0] on the file `input`; its messages are dropped.
int32_t tool_open(ToolPipe *out, const char *const *argv, int input);
// Ends it, even before it has written everything, and returns its exit code: -1 if a signal ended it.
int tool_close(ToolPipe *pipe);
