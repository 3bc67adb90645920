// A run whose measuring may take so long and no longer: all its groups are measured in turn.
#pragma once

#include "run/group.h"
#include "run/run_state.h"

// Fills what of the definition is the run's, measures as the rest of it says, and tells progress.
int32_t measure_group(Run *run, Progress *progress, const GroupDef *def, GroupEnd *end);
// The same of a group that is finished with what there is.
int32_t measure_finish(Run *run, Progress *progress, const PlanGroup *group, GroupEnd *end);
// A first sitting of every group, however long that takes, then others in turn until every group is complete
// or the budget is used up, by all sittings that are recorded; then groups are finished as they are. Stops at
// a signal.
int32_t measure_in_budget(Run *run, Progress *progress);
