// Was a sample preempted? The scheduler took the processor away from the worker, and others had it for more
// than 2 % of the time. Both signs are needed: a short interrupt by the kernel's own work hardly changes the
// processor time, and a wait for a page needs no involuntary switch.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define PREEMPT_SHARE 0.98 // the least share of the wall-clock time that is processor time

// What the kernel says of this thread at one moment.
typedef struct PreemptLook {
	int64_t switches;        // involuntary ones, since the thread began
	int64_t cpu_ns, wall_ns; // processor time of the thread; monotonic clock
} PreemptLook;

// Two system calls and a reading of the clock: to be called outside of timed intervals.
PreemptLook preempt_look(void);
bool preempt_between(const PreemptLook *begin, const PreemptLook *end);
