#include "kernel/pairs.h"

#include "base/error.h"
#include "base/mem.h"
#include "base/names.h"

const char *descend_name(int32_t index) {
	NAME_AT(index, [DESCEND_LARGER] = "larger", [DESCEND_LONGER] = "longer", [DESCEND_BOTH] = "both",
	        [DESCEND_ALTERNATE] = "alternate", [DESCEND_FIRST] = "first", [DESCEND_SECOND] = "second");
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

static int32_t sample_create(PairSample *out, int64_t capacity) {
	*out = (PairSample){ .data = mem_alloc((size_t)capacity * sizeof(NodePair)), .capacity = capacity };
	return out->data != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

int32_t pair_trace_create(PairTrace *out, int64_t capacity) {
	*out = (PairTrace){ 0 };
	const int32_t status = sample_create(&out->nodes, capacity);
	return status == HN_OK ? sample_create(&out->triangles, capacity) : status;
}

void pair_trace_free(PairTrace *trace) {
	mem_free(trace->nodes.data, (size_t)trace->nodes.capacity * sizeof(NodePair));
	mem_free(trace->triangles.data, (size_t)trace->triangles.capacity * sizeof(NodePair));
	*trace = (PairTrace){ 0 };
}

void pair_trace_begin(PairTrace *trace) {
	PairSample *samples[2] = { &trace->nodes, &trace->triangles };
	for (int i = 0; i < 2; ++i) samples[i]->count = samples[i]->seen = 0, samples[i]->stride = 1;
}
