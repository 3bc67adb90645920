// Template: refits volumes to the vertices at their current positions, leaves from their triangles and
// parents from their children, for a whole tree or for one node.
// In: NODE, BV, BV_OP(fit_triangle), BV_OP(merge).
#if !defined(NODE) || !defined(BV) || !defined(BV_OP)
#error "tree_refit.inl needs NODE, BV and BV_OP"
#endif

static inline void BV_OP(refit_triangle)(BV *out, const TreeView *tree, int32_t triangle,
                                         const BvSpace *space) {
	const int32_t *v = tree->triangles + 3 * (int64_t)triangle;
	const double *p = tree->xyz + 3 * (int64_t)v[0], *q = tree->xyz + 3 * (int64_t)v[1],
	             *r = tree->xyz + 3 * (int64_t)v[2];
	BV_OP(fit_triangle)(out, p, q, r, space);
}

static inline void BV_OP(refit_one)(NODE *node, int32_t i, const TreeView *tree, const BvSpace *space) {
	int32_t count = node[i].count, link = node[i].link;
	if (count == 0) {
		BV_OP(merge)(&node[i].v, &node[link].v, &node[link + 1].v);
		return;
	}
	TreeRange own = tree_own_range(tree, i, link, count);
	const int32_t *order = tree->order + own.first;
	BV_OP(refit_triangle)(&node[i].v, tree, order[0], space);
	for (int32_t j = 1; j < own.count; ++j) {
		BV one;
		BV_OP(refit_triangle)(&one, tree, order[j], space);
		BV_OP(merge)(&node[i].v, &node[i].v, &one);
	}
	if (count < 0) BV_OP(merge)(&node[i].v, &node[i].v, &node[link].v);
}

// Children stand after their parents, so the loop runs from the last node to the first.
static void BV_OP(refit)(void *nodes, const TreeView *tree, const BvSpace *space) {
	for (int32_t i = tree->node_count - 1; i >= 0; --i) BV_OP(refit_one)(nodes, i, tree, space);
}

// The loop runs from the last mark to the first. It marks only parents, which stand before their children, so
// it still reaches every mark that it sets.
static int32_t BV_OP(refit_marked)(void *nodes, const TreeView *tree, const BvSpace *space,
                                   const int32_t *parents, uint64_t *marks) {
	NODE *node = nodes;
	int32_t made = 0;
	for (int32_t w = (tree->node_count + 63) / 64 - 1; w >= 0; --w)
		while (marks[w] != 0) {
			int32_t bit = 63 - __builtin_clzll(marks[w]), i = 64 * w + bit;
			marks[w] &= ~((uint64_t)1 << bit);
			BV before = node[i].v;
			BV_OP(refit_one)(node, i, tree, space);
			made += 1;
			if (i > 0 && memcmp(&before, &node[i].v, sizeof before) != 0)
				marks[parents[i] / 64] |= (uint64_t)1 << parents[i] % 64;
		}
	return made;
}

// Fits one node to its own triangles.
static void BV_OP(fit_node)(TreePlacement *m, int32_t i) {
	BV *out = &((NODE *)m->nodes)[i].v;
	const int32_t *order = m->view.order + m->ranges[i].first;
	BV_OP(refit_triangle)(out, &m->view, order[0], m->space);
	for (int32_t j = 1; j < m->ranges[i].count; ++j) {
		BV one;
		BV_OP(refit_triangle)(&one, &m->view, order[j], m->space);
		BV_OP(merge)(out, out, &one);
	}
}
