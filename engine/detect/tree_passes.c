#include "detect/tree_passes.h"

#include "base/error.h"
#include "base/mem.h"

enum { SAMPLE_PAIRS = 1024 };

static size_t sample_size(void) { return SAMPLE_PAIRS * sizeof(NodePair); }

bool tree_passes_known(const TreeDef *def) { return def->space.directions != NULL; }

int32_t tree_passes_begin(TreePasses *out, const TreeDef *def) {
	*out = (TreePasses){ 0 };
	PairSample *samples[2] = { &out->trace.nodes, &out->trace.triangles };
	for (int i = 0; i < 2; ++i) {
		samples[i]->data = mem_alloc(sample_size());
		if (samples[i]->data == NULL) return HN_ERR_NO_MEMORY;
		samples[i]->capacity = SAMPLE_PAIRS;
	}
	return circuits_init(&out->circuits, def->space.directions);
}

void tree_passes_free(TreePasses *passes) {
	mem_free(passes->trace.nodes.data, sample_size());
	mem_free(passes->trace.triangles.data, sample_size());
	circuits_free(&passes->circuits);
	*passes = (TreePasses){ 0 };
}

void tree_passes_walk(TreePasses *passes) {
	PairSample *samples[2] = { &passes->trace.nodes, &passes->trace.triangles };
	for (int i = 0; i < 2; ++i) samples[i]->count = samples[i]->seen = 0, samples[i]->stride = 1;
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
