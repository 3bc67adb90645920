// The monotonic clock, in nanoseconds.
#pragma once

#include <stdint.h>
#include <time.h>

static inline int64_t clock_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

typedef struct ClockInfo {
	double cost_ns;        // of one reading: the median over many batches
	int64_t resolution_ns; // smallest difference seen between two different readings
} ClockInfo;

// Measures the clock. HN_ERR_INVALID if it runs backwards, is coarser than 1 ms, or stands still.
int32_t clock_self_test(ClockInfo *out);
