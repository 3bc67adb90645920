// Template: links of a topology into nodes, and all volumes anew from the vertices, leaves from their
// triangles and parents from their children.
// In: NODE, BV, BV_OP(fit), BV_OP(merge).
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

// Children stand behind their parents, so the last node comes first.
static void BV_OP(refit)(void *nodes, const TreeView *tree, double scale) {
	NODE *node = nodes;
	for (int32_t i = tree->node_count - 1; i >= 0; --i) {
		if (node[i].count == 0) {
			BV_OP(merge)(&node[i].v, &node[node[i].link].v, &node[node[i].link + 1].v);
			continue;
		}
		const int32_t *item = tree->order + node[i].link;
		Triangle t = triangle_load(tree->xyz, tree->triangles + 3 * (int64_t)item[0]);
		BV_OP(fit)(&node[i].v, t.p, 3, scale);
		for (int32_t j = 1; j < node[i].count; ++j) {
			BV one;
			t = triangle_load(tree->xyz, tree->triangles + 3 * (int64_t)item[j]);
			BV_OP(fit)(&one, t.p, 3, scale);
			BV_OP(merge)(&node[i].v, &node[i].v, &one);
		}
	}
}
