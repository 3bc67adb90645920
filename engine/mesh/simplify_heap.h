// The binary heap of simplify.c. Collapses have a total order, so that equal costs are popped in the same
// order on every machine.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct Candidate {
	double cost;
	int32_t a, b; // a < b
	// The stamps of both vertices when the cost was computed. If they have changed, the candidate is out of
	// date.
	uint32_t stamp;
} Candidate;

static inline bool candidate_less(const Candidate *x, const Candidate *y) {
	if (x->cost != y->cost) return x->cost < y->cost;
	if (x->a != y->a) return x->a < y->a;
	if (x->b != y->b) return x->b < y->b;
	return x->stamp < y->stamp;
}

static inline void heap_sift_down(Candidate *heap, int64_t count, int64_t root) {
	Candidate moved = heap[root];
	for (int64_t child; (child = 2 * root + 1) < count; root = child) {
		if (child + 1 < count && candidate_less(&heap[child + 1], &heap[child])) child += 1;
		if (!candidate_less(&heap[child], &moved)) break;
		heap[root] = heap[child];
	}
	heap[root] = moved;
}

static inline void heap_sift_up(Candidate *heap, int64_t at) {
	Candidate moved = heap[at];
	for (; at > 0 && candidate_less(&moved, &heap[(at - 1) / 2]); at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[at] = moved;
}
