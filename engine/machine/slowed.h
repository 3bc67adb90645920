// Is the core slower than it was a moment ago? A neighbour on its other hyper-thread, another virtual
// machine, or a lower clock rate slow a sample down, and no counter of the kernel shows it. A short loop of
// arithmetic shows it: on a core that is left alone it takes the same time within 1 %, else 1.2 to 1.5 times
// as long. It runs between steps or passes of a sample; what was asked beside a slow one is asked again. The
// loop knows nothing of what is asked. Neighbours come in bursts of some 100 us, so looks must be closer.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SLOWED_LIMIT 1.05 // of the loop's time on the quiet core
enum {
	SLOWED_CHUNK_NS = 50000, // steps or passes between two loops take at least so long, or are one
	SLOWED_PASS_NS = 100000, // of passes that take longer, steps are taken again, not all
	SLOWED_WARM_NS = 200000, // what is asked so soon after a slow loop fills the caches, and does not count
	SLOWED_LOST_NS = 1000000000, // a sample loses so long by it at most
};
#define SLOWED_FREE_NS INT64_C(5000000000) // a run loses so long, and a part of its time

int64_t slowed_loop_ns(void); // about 5 us
// The least of several loops: what a new worker says of its core; 0: the clock's steps are too long to tell.
int64_t slowed_least_ns(int64_t resolution_ns);
double slowed_share(void); // of the loops of half a second, those over SLOWED_LIMIT times the least

// The supervisor's view of the core in a run: the least times of the last orders. It forgets, because a clock
// rate may stay low. Zero-initialize it.
enum { QUIET_ORDERS = 64 };
typedef struct Quiet {
	int64_t least_ns[QUIET_ORDERS];
	int32_t count, next;
	int64_t begin_ns, lost_ns; // by clock_ns: the first order; by passes that were taken again
	bool crowded;              // by this machine's own programs: waiting would not help
} Quiet;

// What an order's reply says: the loop's least time, 0: nothing, and what was lost.
void quiet_add(Quiet *quiet, int64_t least_ns, int64_t lost_ns);
// The loop's time above which passes are taken again; 0: nothing is known.
int64_t quiet_limit_ns(const Quiet *quiet);
// How much the next sample may lose, where the run may lose this part of its time.
int64_t quiet_left_ns(const Quiet *quiet, double part);
