// The passes of a sample, on a core that is quiet as far as that can be had (machine/slowed.h).
#pragma once

#include "run/worker/state.h"

struct StepWatch;

// Of a block: what its first instance took in each repeat, and whether any of it was asked on a slow core;
// then those of the next.
typedef struct BlockTimes {
	double *ns; // NULL: no block
	bool *slow;
} BlockTimes;

// Timed passes so far. Zero-initialize it.
typedef struct TimedPass {
	int64_t ns[STEP_PARTS], contacts; // contacts: of the last one
	BlockTimes each;
	int32_t repeats, repeat;
	struct StepWatch *watch; // NULL: steps are not looked at one by one
} TimedPass;

int32_t step_timed(WorkerState *state, int32_t step, void *pass); // a PassStep; pass: a TimedPass
int64_t pass_ns(const TimedPass *pass);
// The time of `readings` intervals without the readings of the clock; never below 0.
double less_clock(const WorkerState *state, int64_t ns, int64_t readings);

// Takes the passes that are left. Of long ones over a block a majority is to be on a quiet core, and
// the others are taken as they come. In the reply: the first number of contacts that is not the ordered one,
// and what became of the core. usual_ns: what a pass takes, which decides how it is looked at.
int32_t passes_take(WorkerState *state, const Order *order, Reply *reply, TimedPass *all, int64_t usual_ns);
