// The order of steps in a timed pass. It differs from pass to pass, so that no algorithm gains by what it
// remembers of earlier passes in their order.
//
// Without temporal coherence, the steps are walked from any of them with any stride that has no divisor in
// common with their number. With it, they are walked forwards and backwards in turn. Such a pass begins
// anywhere, in two parts, each with the step before its first one asked untimed: so each step but one finds
// what its neighbour left, and a pass has the same work as one in the motion's order.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct WalkPart {
	int32_t first, count; // steps
	int32_t stride;       // from step to step, modulo the number of steps; of a coherent walk 1 or -1
	int32_t lead;         // the step that is asked before, untimed, if `led`
	bool led, coherent;
} WalkPart;

enum { WALK_PARTS = 2 };

// The parts of pass `number` (from 0) over step_count steps; each begins as a pass. Returns how many.
int32_t walk_parts(WalkPart out[WALK_PARTS], int32_t number, int32_t step_count, bool coherent);
static inline int32_t walk_next(const WalkPart *part, int32_t step, int32_t step_count) {
	int32_t next = step - step_count + part->stride; // without overflow
	return next < 0 ? next + step_count : next;
}
// Of a walk that is not coherent.
static inline int32_t walk_last(const WalkPart *part, int32_t step, int32_t step_count) {
	const int32_t last = step - part->stride;
	return last < 0 ? last + step_count : last;
}
