// Counts the groups of a run in several processes.
#pragma once

#include "run/run_state.h"

// Counts the unfinished groups of a run in `jobs` processes and waits for them. Nothing may be timed
// meanwhile. Reports each group when it ends. Under --fail-fast, no group begins after a point has failed;
// groups that are under way are finished. HN_ERR_IO: a process failed, and it has printed why.
int32_t count_in_parallel(Run *run, Progress *progress, int32_t jobs);
