// Template: fits every node of a tree to the points of the triangles below it. In a balanced tree these are n
// log n points in all.
// In: NODE, BV_OP(fit), BV_POINTS_ONCE(space).
#if !defined(NODE) || !defined(BV_OP)
#error "tree_fit.inl needs NODE and BV_OP"
#endif

#include "kernel/tree_range.inl"

static void BV_OP(fit_nodes)(void *nodes, const TreeView *tree, HnVec3 *scratch, const BvSpace *space) {
	NODE *node = nodes;
	bool once = BV_POINTS_ONCE(space);
	for (int32_t i = 0; i < tree->node_count; ++i) {
		int32_t count = tree_points(scratch, tree, BV_OP(range)(node, tree, i), once);
		BV_OP(fit)(&node[i].v, scratch, count, space);
	}
}
