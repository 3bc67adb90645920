#include "wide/fit.h"

#include <math.h>

#include "base/error.h"
#include "math/nearest_float.h"
#include "wide/build.h"

typedef struct Bounds {
	double lo[3], hi[3]; // relative to the tree's origin
} Bounds;

static size_t sum_size(WideVolume volume) { return volume == WIDE_OBB ? sizeof(Moments) : sizeof(Bounds); }

int32_t wide_fit_create(WideFit **out, const WideTopo *topo, const WideDef *def) {
	int64_t count = topo->nodes.count;
	*out = mem_alloc_zero(sizeof **out);
	if (*out == NULL) return HN_ERR_NO_MEMORY;
	(*out)->spans = mem_alloc(mem_array_size(count, sizeof(WideSpan)));
	(*out)->sums = mem_alloc(mem_array_size(count, sum_size(def->volume)));
	(*out)->turns = def->turns;
	if ((*out)->spans == NULL || (*out)->sums == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < count; ++i)
		(*out)->spans[i] = (WideSpan){ topo->nodes.data[i].leaf_begin, topo->nodes.data[i].leaf_end };
	return HN_OK;
}

void wide_fit_free(WideFit *fit, const WideTree *tree) {
	if (fit == NULL) return;
	mem_free(fit->spans, mem_array_size(tree->node_count, sizeof(WideSpan)));
	mem_free(fit->sums, mem_array_size(tree->node_count, sum_size(tree->volume)));
	mem_free(fit, sizeof *fit);
}

size_t wide_fit_bytes(const WideTree *tree) {
	return sizeof(WideFit) + (size_t)tree->node_count * (sizeof(WideSpan) + sum_size(tree->volume));
}

// Boxes along the axes
// ---------------------------------------------------------------------------------------

// Bounds of a leaf's triangles. A float of a leaf differs from the exact coordinate by at most 2^-24 of its
// magnitude plus 2^-51 tree->far.
static Bounds leaf_bounds(const WideTree *tree, const WideLeaf *leaf) {
	Bounds out;
	double slack = (double)leaf->radius * 0x1.01p-24 + tree->far * 0x1p-50 + 0x1p-140;
	for (int k = 0; k < 3; ++k) {
		float lo = leaf->v[k][0], hi = lo;
		for (int c = k; c < 9; c += 3)
			for (int i = 0; i < WIDE; ++i) {
				lo = leaf->v[c][i] < lo ? leaf->v[c][i] : lo;
				hi = leaf->v[c][i] > hi ? leaf->v[c][i] : hi;
			}
		out.lo[k] = (double)leaf->origin[k] + (double)lo - slack;
		out.hi[k] = (double)leaf->origin[k] + (double)hi + slack;
	}
	return out;
}

static void box_place(WideBoxNode *node, int slot, const Bounds *b, double slack) {
	for (int k = 0; k < 3; ++k) {
		double at = (double)node->head.anchor[k];
		float off = nearest_float((b->lo[k] + b->hi[k]) * 0.5 - at);
		at += (double)off;
		node->off[k][slot] = off;
		node->half[k][slot] = outward(greater(b->hi[k] - at, at - b->lo[k]) + slack);
	}
}

static void box_clear(WideBoxNode *node, int slot) {
	for (int k = 0; k < 3; ++k) node->off[k][slot] = node->half[k][slot] = 0;
}

static float reach_of(const WideBoxNode *node) {
	double most = 0;
	for (int i = 0; i < WIDE; ++i) {
		double sum = 0;
		for (int k = 0; k < 3; ++k) sum += fabs((double)node->off[k][i]) + (double)node->half[k][i];
		most = greater(most, sum);
	}
	return outward(most * (1 + 0x1p-20));
}

static Bounds bounds_join(const Bounds *a, const Bounds *b) {
	Bounds out;
	for (int k = 0; k < 3; ++k)
		out.lo[k] = lesser(a->lo[k], b->lo[k]), out.hi[k] = greater(a->hi[k], b->hi[k]);
	return out;
}

static void box_node_fit(WideTree *tree, Bounds *all, int32_t place) {
	WideBoxNode *node = (WideBoxNode *)tree->nodes + place;
	Bounds of[WIDE];
	for (int i = 0; i < WIDE; ++i) {
		uint32_t link = node->head.link[i];
		if (link == WIDE_EMPTY) continue;
		of[i] = link & WIDE_LEAF ? leaf_bounds(tree, &tree->leaves[wide_place(link)]) : all[wide_place(link)];
		all[place] = i == 0 ? of[0] : bounds_join(&all[place], &of[i]);
	}
	for (int k = 0; k < 3; ++k)
		node->head.anchor[k] = nearest_float((all[place].lo[k] + all[place].hi[k]) * 0.5);
	for (int i = 0; i < WIDE; ++i)
		if (node->head.link[i] == WIDE_EMPTY)
			box_clear(node, i);
		else
			box_place(node, i, &of[i], tree->far * 0x1p-50);
	node->head.reach = reach_of(node);
}

static void boxes_fit(WideTree *tree, const WideFit *fit) {
	for (int32_t i = tree->node_count - 1; i >= 0; --i) box_node_fit(tree, fit->sums, i);
}

// Corners
// ----------------------------------------------------------------------------------------------------

static HnVec3 leaf_corner(const WideLeaf *leaf, int triangle, int corner) {
	return (HnVec3){ (double)leaf->origin[0] + (double)leaf->v[3 * corner][triangle],
		             (double)leaf->origin[1] + (double)leaf->v[3 * corner + 1][triangle],
		             (double)leaf->origin[2] + (double)leaf->v[3 * corner + 2][triangle] };
}

Moments wide_fit_corners(const WideTree *tree, WideSpan span) {
	Moments m = { 0 };
	for (int32_t l = span.leaf_begin; l < span.leaf_end; ++l)
		for (int i = 0; i < WIDE; ++i)
			for (int c = 0; c < 3; ++c) moments_add(&m, 1, leaf_corner(&tree->leaves[l], i, c));
	return m;
}

void wide_fit(WideTree *tree, const WideFit *fit, const MeshView *mesh, const WideBuildKernels *kernels) {
	if (tree->volume == WIDE_OBB) {
		kernels->fit_obbs(tree, fit, mesh);
	} else {
		kernels->fit_leaves(tree, mesh);
		boxes_fit(tree, fit);
	}
}
