// A run with a limit on its measuring time. Its groups are measured in turn.
#pragma once

#include "run/run_state.h"

// Every group first gets one session, however long that takes. Then the groups get further sessions in turn,
// until all are complete or the budget is used up. All recorded sessions count against the budget. Groups are
// then finished as they are. Stops at a signal.
//
// With RunOptions.deadline_ns first sessions end too: the first half of a group's share of the time is for
// preparing algorithms. Those that are later are skipped, and so are groups for which no time is left.
int32_t measure_in_budget(Run *run, Progress *progress);
