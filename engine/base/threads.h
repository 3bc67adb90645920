// Work that several threads share.
#pragma once

#include <sched.h>
#include <stdint.h>

// The processors that the calling thread may use.
int32_t threads_available(void);
// Calls work(of) on up to `wanted` threads at once, of which the calling one is one, and returns when all
// calls have. Threads that the system refuses are done without.
void threads_run(int32_t wanted, void (*work)(void *of), void *of);

// Called between two pieces of work. In builds for tests other threads take the next one, also where one
// processor would have done all before they begin.
static inline void threads_take_turns(void) {
#if defined(PLANTED) || defined(SANITIZED)
	sched_yield();
#endif
}
