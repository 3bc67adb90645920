// One pass over the motion, or along the line.
#pragma once

#include "run/worker/state.h"

// Does one step and leaves its contacts in state->contacts.
typedef int32_t (*PassStep)(WorkerState *state, int32_t step, void *context);
// In the motion's order: counted passes, whose counts may depend on it.
int32_t pass_run(WorkerState *state, PassStep step, void *context);
// Its steps from first to end - 1; of instances, whole ones.
int32_t pass_run_steps(WorkerState *state, PassStep step, void *context, int32_t first, int32_t end);
// In an order that changes from pass to pass (walk.h). A line is searched alike each time.
int32_t pass_run_varied(WorkerState *state, PassStep step, void *context);
// Can a varied pass ask its last steps again (Pass.back)? Else what steps leave behind would matter.
bool pass_goes_back(const WorkerState *state);
// The distance to the first contact in the last pass, in model units. NaN: no contact, or another query.
double pass_first_contact(const WorkerState *state);
