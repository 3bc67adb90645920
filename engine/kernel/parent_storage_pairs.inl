// Template: the traversal of tree_pairs.inl for trees with parent storage (Wang et al. 2018, section 1.3;
// layout: tree/parent_storage.h).
// Some nodes store the triangles of one leaf child. Such a node is opened into its other child and into
// itself once more. The second time it stands only for the triangles that it stores: a leaf with its parent's
// volume. This pseudo leaf descends with the other side, and its triangles are tested when the other side has
// also come to stored triangles. So every pair of triangles is reached in exactly one way.
// A side of a pair is a code: twice the node, plus 1 if it stands only for the stored triangles.
// In: as tree_pairs.inl, whose leaf_pair and leaf_volumes it uses.
static inline TreeRange KERNEL(parent_range)(const TreeView *tree, int32_t code) {
	const NODE *node = (const NODE *)tree->nodes + (code >> 1);
	return tree_own_range(tree, code >> 1, node->link, node->count);
}

static inline int32_t KERNEL(parent_leaf_pairs)(PairQuery *query, const PairWork *work) {
	for (int32_t i = 0; i < work->leaf_count; ++i) {
		TreeRange a = KERNEL(parent_range)(&query->a, work->leaves[i].a),
		          b = KERNEL(parent_range)(&query->b, work->leaves[i].b);
		int32_t status =
		    query->volumes_only ? KERNEL(leaf_volumes)(query, a, b) : KERNEL(leaf_pair)(query, a, b);
		if (status != 0) return status;
	}
	return 0;
}

// known: these two volumes are known to overlap and are not tested again.
static inline __attribute__((always_inline)) void KERNEL(parent_try)(PairQuery *query, PairWork *work,
                                                                     const NODE *nodes_a, const NODE *nodes_b,
                                                                     NodePair pair, bool turn, bool valid,
                                                                     bool known) {
	bool counted = false;
	COUNT(counted = true);
	(void)query, (void)counted;
	COUNT(query->trace != NULL && valid && !known
	          ? pair_sample_add(&query->trace->nodes, pair.a >> 1, pair.b >> 1)
	          : (void)0);
	if (valid & !known) UPDATE_LAZILY(query->placement, pair.b >> 1);
	const NODE *a = &nodes_a[pair.a >> 1], *b = &nodes_b[pair.b >> 1];
	bool hit = known || MEET(valid, a, b, counted);
	bool leaves = ((pair.a & 1) | (a->count > 0)) & ((pair.b & 1) | (b->count > 0));
	work->leaves[work->leaf_count] = pair;
	work->leaf_count += hit & leaves;
	if (turn) pair.a = ~pair.a;
	work->stack[work->top] = pair;
	work->top += hit & !leaves;
}

static inline __attribute__((always_inline)) void KERNEL(parent_open)(PairQuery *query, PairWork *work,
                                                                      const NODE *nodes_a,
                                                                      const NODE *nodes_b, NodePair pair,
                                                                      Descend descend) {
	bool turn = descend == DESCEND_ALTERNATE && pair.a < 0; // the node of b is next to be opened
	if (turn) pair.a = ~pair.a;
	const NODE *a = &nodes_a[pair.a >> 1], *b = &nodes_b[pair.b >> 1];
	bool open_a = !((pair.a & 1) | (a->count > 0)), open_b = !((pair.b & 1) | (b->count > 0));
	open_a &= !open_b | KERNEL(opens_first)(query, a, b, descend, turn);
	if (descend != DESCEND_BOTH) open_b = !open_a;
	turn = descend == DESCEND_ALTERNATE && open_a;
	bool same_a = !open_a | (a->count < 0), same_b = !open_b | (b->count < 0), known = same_a & same_b;
	int32_t left_a = open_a ? 2 * a->link : pair.a, left_b = open_b ? 2 * b->link : pair.b;
	int32_t right_a = same_a ? pair.a | open_a : left_a + 2, right_b = same_b ? pair.b | open_b : left_b + 2;
	COUNT(query->counts.nb += (1 + open_a) * (1 + open_b) - known);
	KERNEL(parent_try)(query, work, nodes_a, nodes_b, (NodePair){ right_a, right_b }, turn, true, known);
	if (descend == DESCEND_BOTH) {
		bool both = open_a & open_b;
		KERNEL(parent_try)(query, work, nodes_a, nodes_b, (NodePair){ right_a, left_b }, turn, both, false);
		KERNEL(parent_try)(query, work, nodes_a, nodes_b, (NodePair){ left_a, right_b }, turn, both, false);
	}
	KERNEL(parent_try)(query, work, nodes_a, nodes_b, (NodePair){ left_a, left_b }, turn, true, false);
}

static inline __attribute__((always_inline)) int32_t KERNEL(parent_walk)(PairQuery *query, Descend descend) {
	const NODE *nodes_a = query->a.nodes, *nodes_b = query->b.nodes;
	PairWork work;
	if (!pair_work_begin(&work, query)) return HN_ERR_NO_MEMORY;
	if (query->a.node_count == 0 || query->b.node_count == 0) return HN_OK;
	if (query->roots_known) UPDATE_LAZILY(query->placement, 0);
	COUNT(query->counts.nb += !query->roots_known);
	KERNEL(parent_try)(query, &work, nodes_a, nodes_b, (NodePair){ 0, 0 }, false, true, query->roots_known);
	if (work.top + work.leaf_count > 0 && query->roots_met != NULL) query->roots_met(query->context);
	while (work.top > 0 || work.leaf_count > 0) {
		int32_t status = KERNEL(parent_leaf_pairs)(query, &work);
		if (status != 0) return status < 0 ? status : HN_OK;
		if (!pair_work_take(&work, query)) return HN_ERR_NO_MEMORY;
		for (int32_t i = 0; i < work.batch_count; ++i)
			KERNEL(parent_open)(query, &work, nodes_a, nodes_b, work.batch[i], descend);
	}
	return HN_OK;
}

static __attribute__((noinline)) int32_t KERNEL(parent_pairs)(PairQuery *query) {
	switch (query->descend) {
	case DESCEND_BOTH:
		return KERNEL(parent_walk)(query, DESCEND_BOTH);
	case DESCEND_LARGER:
		return KERNEL(parent_walk)(query, DESCEND_LARGER);
#ifdef BV_LENGTH
	case DESCEND_LONGER:
		return KERNEL(parent_walk)(query, DESCEND_LONGER);
#endif
	default:
		return KERNEL(parent_walk)(query, DESCEND_ALTERNATE);
	}
}
