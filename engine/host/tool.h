// External programs that do a part of a command, such as tar, git and sbatch.
#pragma once

#include "base/text.h"

// Runs argv[0], found in PATH, with these arguments, and waits. `out` keeps what it writes to stdout; NULL:
// it writes to our own. `quiet`: its messages are dropped. Returns its exit code; HN_ERR_IO with the error
// text set where it could not be run or was killed.
int32_t tool_run(const char *const *argv, Text *out, bool quiet);
