// Template: links of a topology into nodes, and all volumes anew from the vertices, leaves from their
// triangles and parents from their children.
// In: NODE, BV, BV_OP(fit_triangle), BV_OP(merge).
#if !defined(NODE) || !defined(BV) || !defined(BV_OP)
#error "tree_refit.inl needs NODE, BV and BV_OP"
#endif

static void BV_OP(link)(void *nodes, const TopoNode *topo, int32_t count) {
	NODE *node = nodes;
	for (int32_t i = 0; i < count; ++i) {
		node[i].link = topo[i].link;
		node[i].count = topo[i].count;
	}
}

static inline void BV_OP(refit_triangle)(BV *out, const TreeView *tree, int32_t triangle,
                                         const BvSpace *space) {
	const int32_t *v = tree->triangles + 3 * (int64_t)triangle;
	const double *p = tree->xyz + 3 * (int64_t)v[0], *q = tree->xyz + 3 * (int64_t)v[1],
	             *r = tree->xyz + 3 * (int64_t)v[2];
	BV_OP(fit_triangle)(out, p, q, r, space);
}

// Children stand behind their parents, so the last node comes first.
static void BV_OP(refit)(void *nodes, const TreeView *tree, const BvSpace *space) {
	NODE *node = nodes;
	for (int32_t i = tree->node_count - 1; i >= 0; --i) {
		int32_t count = node[i].count, link = node[i].link;
		if (count == 0) {
			BV_OP(merge)(&node[i].v, &node[link].v, &node[link + 1].v);
			continue;
		}
		BV_OP(refit_triangle)(&node[i].v, tree, tree->order[link], space);
		for (int32_t j = 1; j < count; ++j) {
			BV one;
			BV_OP(refit_triangle)(&one, tree, tree->order[link + j], space);
			BV_OP(merge)(&node[i].v, &node[i].v, &one);
		}
	}
}
