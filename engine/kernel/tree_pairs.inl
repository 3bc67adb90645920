// Template: finds all pairs of triangles that meet, of two trees of one volume, by simultaneous descent.
// Children are tested before they are pushed. They are pushed without a branch, because whether they overlap
// is unpredictable. Pairs are taken off the stack in batches. No pair of a batch depends on the result of
// another, which hides the latency of memory and of comparisons. With `first` a batch is one pair, so the
// traversal is depth first.
// In: NODE (type: BV v; link, count); BV_OP(volume); MEET(valid, a, b, counted), true if `valid` and both
// nodes overlap; UPDATE_LAZILY(placement, node), which brings a node of b up to date or does nothing;
// KERNEL(name), which adds a suffix; COUNT(x), which is x, or nothing in timed kernels. There is no include
// guard: each volume includes this file several times.
#if !defined(NODE) || !defined(BV_OP) || !defined(MEET) || !defined(UPDATE_LAZILY) || !defined(KERNEL) ||    \
    !defined(COUNT)
#error "tree_pairs.inl needs NODE, BV_OP, MEET, UPDATE_LAZILY, KERNEL and COUNT"
#endif

// Tests every triangle of one leaf against every triangle of the other. 1: stop, because `first` has its hit.
static inline int32_t KERNEL(leaf_pair)(PairQuery *query, TreeRange a, TreeRange b) {
	if (query->placement != NULL && query->placement->vertex_stamps != NULL)
		for (int32_t j = 0; j < b.count; ++j)
			placement_place(query->placement, query->b.triangles + 3 * (int64_t)query->b.order[b.first + j]);
	for (int32_t i = 0; i < a.count; ++i) {
		int32_t ta = query->a.order[a.first + i];
		Triangle triangle = triangle_load(query->a.xyz, query->a.triangles + 3 * (int64_t)ta);
		OrientPlane plane = triangle_plane(&triangle);
		for (int32_t j = 0; j < b.count; ++j) {
			int32_t tb = query->b.order[b.first + j];
			Triangle other = triangle_load(query->b.xyz, query->b.triangles + 3 * (int64_t)tb);
			COUNT(query->counts.np += 1);
			COUNT(query->trace != NULL ? pair_sample_add(&query->trace->triangles, ta, tb) : (void)0);
			if (!tri_tri_meet_plane(&triangle, &plane, &other)) continue;
			if (!ARRAY_PUSH(&query->hits, ((TrianglePair){ ta, tb }))) return HN_ERR_NO_MEMORY;
			if (query->first) return 1;
		}
	}
	return 0;
}

// Reports all pairs of triangles of two leaves without testing them.
static inline int32_t KERNEL(leaf_volumes)(PairQuery *query, TreeRange a, TreeRange b) {
	for (int32_t i = 0; i < a.count; ++i)
		for (int32_t j = 0; j < b.count; ++j) {
			TrianglePair pair = { query->a.order[a.first + i], query->b.order[b.first + j] };
			if (!ARRAY_PUSH(&query->hits, pair)) return HN_ERR_NO_MEMORY;
			if (query->first) return 1;
		}
	return 0;
}

// Tests the pairs of leaves that the last batch found.
static inline int32_t KERNEL(leaf_pairs)(PairQuery *query, const PairWork *work, const NODE *nodes_a,
                                         const NODE *nodes_b) {
	for (int32_t i = 0; i < work->leaf_count; ++i) {
		NodePair pair = work->leaves[i];
		TreeRange a = { nodes_a[pair.a].link, nodes_a[pair.a].count },
		          b = { nodes_b[pair.b].link, nodes_b[pair.b].count };
		int32_t status =
		    query->volumes_only ? KERNEL(leaf_volumes)(query, a, b) : KERNEL(leaf_pair)(query, a, b);
		if (status != 0) return status;
	}
	return 0;
}

// Tests one pair of nodes. If they overlap, the pair goes to the leaves or on the stack. Both stores are
// always made, to avoid a branch.
static inline __attribute__((always_inline)) void KERNEL(try)(PairQuery *query, PairWork *work,
                                                              const NODE *nodes_a, const NODE *nodes_b,
                                                              NodePair pair, bool turn, bool valid) {
	bool counted = false;
	COUNT(counted = true);
	(void)query, (void)counted;
	COUNT(query->trace != NULL && valid ? pair_sample_add(&query->trace->nodes, pair.a, pair.b) : (void)0);
	if (valid) UPDATE_LAZILY(query->placement, pair.b);
	const NODE *a = &nodes_a[pair.a], *b = &nodes_b[pair.b];
	bool hit = MEET(valid, a, b, counted), leaves = (a->count > 0) & (b->count > 0);
	work->leaves[work->leaf_count] = pair;
	work->leaf_count += hit & leaves;
	if (turn) pair.a = ~pair.a;
	work->stack[work->top] = pair;
	work->top += hit & !leaves;
}

// Opens one node, or both, of a pair from the stack. At least one of them is an inner node.
static inline __attribute__((always_inline)) void KERNEL(open)(PairQuery *query, PairWork *work,
                                                               const NODE *nodes_a, const NODE *nodes_b,
                                                               NodePair pair, Descend descend) {
	(void)query;
	bool turn = descend == DESCEND_ALTERNATE && pair.a < 0; // the node of b is next to be opened
	if (turn) pair.a = ~pair.a;
	const NODE *a = &nodes_a[pair.a], *b = &nodes_b[pair.b];
	bool open_a = a->count == 0, open_b = b->count == 0;
	if (descend == DESCEND_LARGER)
		open_a &= !open_b | (BV_OP(volume)(&a->v) >= BV_OP(volume)(&b->v));
	else if (descend == DESCEND_ALTERNATE)
		open_a &= !open_b | !turn;
	if (descend != DESCEND_BOTH) open_b = !open_a;
	turn = descend == DESCEND_ALTERNATE && open_a;
	int32_t left_a = open_a ? a->link : pair.a, left_b = open_b ? b->link : pair.b;
	int32_t right_a = left_a + open_a, right_b = left_b + open_b;
	COUNT(query->counts.nb += (1 + open_a) * (1 + open_b));
	KERNEL(try)(query, work, nodes_a, nodes_b, (NodePair){ right_a, right_b }, turn, true);
	if (descend == DESCEND_BOTH) {
		KERNEL(try)(query, work, nodes_a, nodes_b, (NodePair){ right_a, left_b }, turn, open_a & open_b);
		KERNEL(try)(query, work, nodes_a, nodes_b, (NodePair){ left_a, right_b }, turn, open_a & open_b);
	}
	KERNEL(try)(query, work, nodes_a, nodes_b, (NodePair){ left_a, left_b }, turn, true);
}

static inline void KERNEL(roots)(PairQuery *query, PairWork *work, const NODE *nodes_a, const NODE *nodes_b) {
	NodePair pair = { 0, 0 };
	if (query->roots_known) {
		bool leaves = nodes_a->count > 0 && nodes_b->count > 0;
		UPDATE_LAZILY(query->placement, 0);
		work->leaves[0] = work->stack[0] = pair;
		work->leaf_count = leaves, work->top = !leaves;
	} else {
		COUNT(query->counts.nb += 1);
		KERNEL(try)(query, work, nodes_a, nodes_b, pair, false, true);
	}
}

static inline __attribute__((always_inline)) int32_t KERNEL(walk)(PairQuery *query, Descend descend) {
	const NODE *nodes_a = query->a.nodes, *nodes_b = query->b.nodes;
	PairWork work;
	if (!pair_work_begin(&work, query)) return HN_ERR_NO_MEMORY;
	if (query->a.node_count == 0 || query->b.node_count == 0) return HN_OK;
	KERNEL(roots)(query, &work, nodes_a, nodes_b);
	if (work.top + work.leaf_count > 0 && query->roots_met != NULL) query->roots_met(query->context);
	while (work.top > 0 || work.leaf_count > 0) {
		int32_t status = KERNEL(leaf_pairs)(query, &work, nodes_a, nodes_b);
		if (status != 0) return status < 0 ? status : HN_OK;
		if (!pair_work_take(&work, query)) return HN_ERR_NO_MEMORY;
		for (int32_t i = 0; i < work.batch_count; ++i)
			KERNEL(open)(query, &work, nodes_a, nodes_b, work.batch[i], descend);
	}
	return HN_OK;
}

#include "kernel/parent_storage_pairs.inl"

// Each policy has a traversal of its own, so that the choice costs nothing inside the loop.
static int32_t KERNEL(pairs)(PairQuery *query) {
	if (query->a.parent_first != NULL) return KERNEL(parent_pairs)(query);
	switch (query->descend) {
	case DESCEND_BOTH:
		return KERNEL(walk)(query, DESCEND_BOTH);
	case DESCEND_ALTERNATE:
		return KERNEL(walk)(query, DESCEND_ALTERNATE);
	default:
		return KERNEL(walk)(query, DESCEND_LARGER);
	}
}
#undef KERNEL
#undef COUNT
