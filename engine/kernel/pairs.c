#include "kernel/pairs.h"

const char *descend_name(int32_t index) {
	static const char *const s_names[] = {
		[DESCEND_LARGER] = "larger",       [DESCEND_LONGER] = "longer", [DESCEND_BOTH] = "both",
		[DESCEND_ALTERNATE] = "alternate", [DESCEND_FIRST] = "first",   [DESCEND_SECOND] = "second",
	};
	return index >= 0 && index < DESCENDS ? s_names[index] : NULL;
}

bool pair_stack_grow(PairQuery *query, int64_t wanted) { return ARRAY_RESERVE(&query->stack, wanted); }

void pair_query_free(PairQuery *query) {
	ARRAY_FREE(&query->stack);
	ARRAY_FREE(&query->hits);
}

// When the sample is full, every other pair is dropped and the stride is doubled.
void pair_sample_add(PairSample *sample, int32_t a, int32_t b) {
	int64_t number = sample->seen++;
	if (number % sample->stride != 0) return;
	if (sample->count == sample->capacity) {
		sample->count = (sample->count + 1) / 2;
		for (int64_t i = 0; i < sample->count; ++i) sample->data[i] = sample->data[2 * i];
		sample->stride *= 2;
		if (number % sample->stride != 0) return;
	}
	sample->data[sample->count++] = (NodePair){ a, b };
}
