#include "detect/tree_passes.h"

#include "base/error.h"

enum { SAMPLE_PAIRS = 1024 };

bool tree_passes_known(const TreeDef *def) { return def->space.directions != NULL; }

int32_t tree_passes_begin(TreePasses *out, const TreeDef *def) {
	*out = (TreePasses){ 0 };
	const int32_t status = pair_trace_create(&out->trace, SAMPLE_PAIRS);
	return status == HN_OK ? circuits_init(&out->circuits, def->space.directions) : status;
}

void tree_passes_free(TreePasses *passes) {
	pair_trace_free(&passes->trace);
	circuits_free(&passes->circuits);
	*passes = (TreePasses){ 0 };
}

// A k-DOP's memory is an array of lo and one of hi.
static const float *node_bounds(const TreeView *tree, const TreeDef *def, int32_t node) {
	return (const float *)(const void *)((const char *)tree->nodes + (size_t)node * def->bv->node_size);
}

void tree_passes_add(TreePasses *passes, const TreeDef *def, const PairQuery *query) {
	const PairSample *sample = &passes->trace.nodes;
	size_t slabs = def->bv->size / (2 * sizeof(float));
	for (int64_t i = 0; i < sample->count; ++i) {
		const float *a = node_bounds(&query->a, def, sample->data[i].a);
		const float *b = node_bounds(&query->b, def, sample->data[i].b);
		if (!def->bv->overlaps(a, b)) continue;
		passes->passed += 1;
		passes->apart += !circuits_meet(&passes->circuits, a, a + slabs, b, b + slabs);
	}
}

void tree_passes_put(const TreePasses *passes, Inspection *out) {
	if (!passes->circuits.exact) return;
	out->value[INSPECT_INDEX_passed_pairs] = (double)passes->passed;
	out->value[INSPECT_INDEX_passed_apart] = (double)passes->apart;
}
