#include "machine/slowed.h"

#include <stdlib.h>

#include "base/clock.h"

enum { LOOPS = 5000, WARM_LOOPS = 100, STEPS_LEAST = 50, FIRST_LOOKS = 40, SHARE_LOOKS = 50000 };

// Six chains, so that a neighbour that takes ports is noticed; no memory, so that no cache changes.
static __attribute__((noinline)) uint64_t loop(uint64_t a, uint64_t count) {
	uint64_t b = 2, c = 3, d = 4, e = 5, f = 6;
	for (uint64_t i = 0; i < count; ++i) {
		a = a * 3 + 1;
		b = b * 5 + c;
		c ^= b;
		d += a;
		e = e * 7 + i;
		f += e ^ d;
	}
	return a + b + c + d + e + f;
}

#ifdef PLANTED
// For tests: HARNESS_PLANT_SLOWED=3 makes each third loop take twice the time of the others, 3- all from the
// third since it was 0, and 0 none.
static int64_t planted_ns(int64_t ns) {
	static int64_t s_count;
	const char *text = getenv("HARNESS_PLANT_SLOWED");
	if (text == NULL) return ns;
	char *end = NULL;
	const long each = strtol(text, &end, 10);
	s_count = each > 0 ? s_count + 1 : 0;
	return each > 0 && (*end == '-' ? s_count >= each : s_count % each == 0) ? 20000 : 10000;
}
#else
#define planted_ns(ns) (ns)
#endif

int64_t slowed_loop_ns(void) {
	static volatile uint64_t s_value = 1; // volatile: the loop stays between the two readings
	(void)clock_ns();                     // what passes have displaced from caches is fetched before
	s_value = loop(s_value, WARM_LOOPS);
	const int64_t begin = clock_ns();
	s_value = loop(s_value, LOOPS);
	return planted_ns(clock_ns() - begin);
}

int64_t slowed_least_ns(int64_t resolution_ns) {
	int64_t least = INT64_MAX;
	for (int32_t i = 0; i < FIRST_LOOKS; ++i) {
		const int64_t ns = slowed_loop_ns();
		if (ns < least) least = ns;
	}
	return least < STEPS_LEAST * resolution_ns ? 0 : least;
}

double slowed_share(void) {
	static int64_t s_ns[SHARE_LOOKS];
	const int64_t begin = clock_ns();
	int32_t count = 0, slow = 0;
	int64_t least = INT64_MAX;
	for (; count < SHARE_LOOKS && (count == 0 || clock_ns() - begin < 500000000); ++count) {
		s_ns[count] = slowed_loop_ns();
		if (s_ns[count] < least) least = s_ns[count];
	}
	for (int32_t i = 0; i < count; ++i) slow += (double)s_ns[i] > SLOWED_LIMIT * (double)least;
	return (double)slow / count;
}

void quiet_add(Quiet *quiet, int64_t least_ns, int64_t lost_ns) {
	if (quiet->begin_ns == 0) quiet->begin_ns = clock_ns();
	quiet->lost_ns += lost_ns;
	if (least_ns <= 0) return;
	quiet->least_ns[quiet->next] = least_ns;
	quiet->next = (quiet->next + 1) % QUIET_ORDERS;
	if (quiet->count < QUIET_ORDERS) quiet->count += 1;
}

int64_t quiet_left_ns(const Quiet *quiet, double part) {
	if (quiet->crowded) return 0;
	const int64_t ns = clock_ns() - quiet->begin_ns;
	const int64_t left = SLOWED_FREE_NS + (int64_t)(part * (double)ns) - quiet->lost_ns;
	return left < 0 ? 0 : left < SLOWED_LOST_NS ? left : SLOWED_LOST_NS;
}

int64_t quiet_limit_ns(const Quiet *quiet) {
	int64_t least = quiet->count > 0 ? quiet->least_ns[0] : 0;
	for (int32_t i = 1; i < quiet->count; ++i)
		if (quiet->least_ns[i] < least) least = quiet->least_ns[i];
	return (int64_t)((double)least * SLOWED_LIMIT);
}
