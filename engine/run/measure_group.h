// One group of a run.
#pragma once

#include "run/group/group.h"
#include "run/run_state.h"

// Fills in those fields of the definition that depend on the run, measures as the other fields say, and
// reports progress.
int32_t measure_group(Run *run, Progress *progress, const GroupDef *def, GroupEnd *end);
// Reports the end of a group: of a session, or of all of it.
int32_t measure_tell(const Run *run, Progress *progress, const GroupDef *def, bool stopped, double seconds);
// Whether the group that was just measured ends the whole run: a point of it failed, under --fail-fast.
bool measure_is_over(const Run *run, const GroupEnd *end);
// The same as measure_group, but finishes the group with the rounds that it has.
int32_t measure_finish(Run *run, Progress *progress, const PlanGroup *group, GroupEnd *end);
