// A run whose measuring may take so long and no longer: all its groups are measured in turn.
#pragma once

#include "run/run_state.h"

// A first session of every group, however long that takes, then others in turn until every group is complete
// or the budget is used up, by all sessions that are recorded; then groups are finished as they are. Stops at
// a signal.
int32_t measure_in_budget(Run *run, Progress *progress);
