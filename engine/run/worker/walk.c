#include "run/worker/walk.h"

// Shorter coherent motions begin at an end: there the step that is asked untimed would cost too much.
enum { BEGINS_ELSEWHERE = 16 };

// A number that differs from pass to pass (splitmix64).
static uint64_t mix(uint64_t x) {
	x += 0x9e3779b97f4a7c15u;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return x ^ x >> 31;
}

static int32_t common_divisor(int32_t a, int32_t b) {
	while (b != 0) {
		int32_t rest = a % b;
		a = b, b = rest;
	}
	return a;
}

static int32_t walk_any(WalkPart *out, uint64_t drawn, int32_t count) {
	int32_t stride = 1 + (int32_t)((drawn >> 32) % (uint64_t)count);
	while (common_divisor(stride, count) != 1) stride = stride % count + 1;
	*out = (WalkPart){ .first = (int32_t)((drawn & UINT32_MAX) % (uint64_t)count),
		               .count = count,
		               .stride = stride };
	return 1;
}

int32_t walk_parts(WalkPart out[WALK_PARTS], int32_t number, int32_t step_count, bool coherent) {
	uint64_t drawn = mix((uint64_t)number);
	if (!coherent) return walk_any(out, drawn, step_count);
	const int32_t stride = number % 2 == 0 ? 1 : -1, end = stride > 0 ? 0 : step_count - 1;
	int32_t before = step_count < BEGINS_ELSEWHERE ? 0 : (int32_t)(drawn % (uint64_t)step_count);
	const WalkPart whole = { .first = end, .count = step_count, .stride = stride, .coherent = true };
	out[0] = out[1] = whole;
	if (before == 0) return 1;
	out[0].first = end + stride * before;
	out[0].count -= before;
	out[0].lead = out[0].first - stride;
	out[0].led = true;
	out[1].count = before;
	return WALK_PARTS;
}
