// Template for volumes with BV_OWN_FIT: every node, inner nodes too, is fitted to the triangles below it.
// In: NODE, BV; BV_OP(fit_range)(BV *out, tree, order, count, space), which fits triangles order[0] to
// order[count - 1]; BV_OP(frame)(TopoFrame *out, const BV *volume); BV_OP(outside)(const BV *volume, point,
// space), which tells how far the point is outside the volume, in model units.
#if !defined(NODE) || !defined(BV) || !defined(BV_OP)
#error "tree_own.inl needs NODE, BV and BV_OP"
#endif

#include "kernel/tree_range.inl"

static void BV_OP(fit_of)(NODE *nodes, int32_t i, TreeRange range, const TreeView *tree,
                          const BvSpace *space) {
	BV_OP(fit_range)(&nodes[i].v, tree, tree->order + range.first, range.count, space);
}

static void BV_OP(refit)(void *nodes, const TreeView *tree, const BvSpace *space) {
	for (int32_t i = 0; i < tree->node_count; ++i)
		BV_OP(fit_of)(nodes, i, BV_OP(range)(nodes, tree, i), tree, space);
}

static void BV_OP(fit_node)(TreePlacement *m, int32_t i) {
	BV_OP(fit_of)(m->nodes, i, m->ranges[i], &m->view, m->space);
}

// During the build split_frame fits the inner nodes. Afterwards fit_leaves fits the leaves.
static void BV_OP(split_frame)(void *context, TopoFrame *out, int32_t node, const int32_t *order,
                               int32_t count) {
	const BvFraming *framing = context;
	BV *volume = &((NODE *)framing->nodes)[node].v;
	const TreeView *tree = &framing->tree;
	BV_OP(fit_range)(volume, tree, order, count, framing->space);
	BV_OP(frame)(out, volume);
	out->xyz = tree->xyz;
	out->triangles = tree->triangles;
}

static void BV_OP(fit_leaves)(void *nodes, const TreeView *tree, const BvSpace *space) {
	const NODE *node = nodes;
	for (int32_t i = 0; i < tree->node_count; ++i)
		if (node[i].count > 0)
			BV_OP(fit_of)(nodes, i, (TreeRange){ node[i].link, node[i].count }, tree, space);
}

static double BV_OP(sticks_out)(const void *nodes, const TreeView *tree, const BvSpace *space) {
	const NODE *node = nodes;
	double most = 0;
	for (int32_t i = 0; i < tree->node_count; ++i) {
		TreeRange range = BV_OP(range)(nodes, tree, i);
		for (int64_t k = 0; k < 3 * (int64_t)range.count; ++k) {
			int64_t corner = 3 * (int64_t)tree->order[range.first + k / 3] + k % 3;
			HnVec3 p = vec3_load(tree->xyz + 3 * (int64_t)tree->triangles[corner]);
			double out = BV_OP(outside)(&node[i].v, p, space);
			most = out > most ? out : most;
		}
	}
	return most;
}
