#include "base/clock.h"

#include "base/error.h"
#include "base/sort.h"

enum { BATCHES = 101, READINGS = 200 };

int32_t clock_self_test(ClockInfo *out) {
	double cost[BATCHES];
	int64_t resolution = INT64_MAX, last = clock_ns();
	for (int b = 0; b < BATCHES; ++b) {
		int64_t begin = clock_ns();
		for (int i = 0; i < READINGS; ++i) {
			int64_t now = clock_ns();
			if (now < last) return error_set(HN_ERR_INVALID, "the monotonic clock ran backwards");
			if (now > last && now - last < resolution) resolution = now - last;
			last = now;
		}
		cost[b] = (double)(last - begin) / (double)READINGS;
	}
	// A coarse clock may not have advanced in all these batches. Wait for one tick, at most a second of
	// readings.
	for (int64_t i = 0; resolution == INT64_MAX && i < 50000000; ++i) {
		int64_t now = clock_ns();
		if (now > last) resolution = now - last;
	}
	if (resolution > 1000000)
		return error_set(HN_ERR_INVALID, "the monotonic clock is coarser than a millisecond");
	sort_doubles(cost, BATCHES);
	*out = (ClockInfo){ .cost_ns = cost[BATCHES / 2], .resolution_ns = resolution };
	return HN_OK;
}
