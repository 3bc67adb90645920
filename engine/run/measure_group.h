// One group of a run.
#pragma once

#include "run/group/group.h"
#include "run/run_state.h"

// Fills what of the definition is the run's, measures as the rest of it says, and tells progress.
int32_t measure_group(Run *run, Progress *progress, const GroupDef *def, GroupEnd *end);
// The same of a group that is finished with what there is.
int32_t measure_finish(Run *run, Progress *progress, const PlanGroup *group, GroupEnd *end);
