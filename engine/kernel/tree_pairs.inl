// Template: all pairs of triangles that meet, of two trees of one volume, by simultaneous descent. A pair on
// the stack is known to overlap; children are tested before they are pushed, and pushed without a branch.
// In: NODE (type: BV v; link, count), BV_OP(overlaps), BV_OP(volume), KERNEL(name) (adds a suffix),
// COUNT(x) (x, or nothing when timed). No include guard: included twice a volume.
#if !defined(NODE) || !defined(BV_OP) || !defined(KERNEL) || !defined(COUNT)
#error "tree_pairs.inl needs NODE, BV_OP, KERNEL and COUNT"
#endif

// Every triangle of one leaf against every one of the other. 1: stop, for `first` has its hit.
static inline int32_t KERNEL(leaf_pair)(PairQuery *query, const NODE *a, const NODE *b) {
	for (int32_t i = 0; i < a->count; ++i) {
		int32_t ta = query->a.order[a->link + i];
		Triangle triangle = triangle_load(query->a.xyz, query->a.triangles + 3 * (int64_t)ta);
		OrientPlane plane = triangle_plane(&triangle);
		for (int32_t j = 0; j < b->count; ++j) {
			int32_t tb = query->b.order[b->link + j];
			Triangle other = triangle_load(query->b.xyz, query->b.triangles + 3 * (int64_t)tb);
			COUNT(query->np += 1);
			if (!tri_tri_meet_plane(&triangle, &plane, &other)) continue;
			if (!ARRAY_PUSH(&query->hits, ((TrianglePair){ ta, tb }))) return ERR_NO_MEMORY;
			if (query->first) return 1;
		}
	}
	return 0;
}

#define PUSH(index_a, index_b, turn)                                                                         \
	do {                                                                                                     \
		int32_t push_a = (index_a), push_b = (index_b);                                                      \
		COUNT(query->nb += 1);                                                                               \
		stack[top] = (NodePair){ (turn) ? ~push_a : push_a, push_b };                                        \
		top += BV_OP(overlaps)(&nodes_a[push_a].v, &nodes_b[push_b].v);                                      \
	} while (0)

static inline __attribute__((always_inline)) int32_t KERNEL(walk)(PairQuery *query, Descend descend) {
	const NODE *nodes_a = query->a.nodes, *nodes_b = query->b.nodes;
	NodePair *stack = query->stack.data;
	int64_t top = 0;
	if (query->a.node_count == 0 || query->b.node_count == 0) return ERR_OK;
	PUSH(0, 0, false);
	while (top > 0) {
		NodePair pair = stack[--top];
		bool turn = descend == DESCEND_ALTERNATE && pair.a < 0; // of b
		int32_t ia = turn ? ~pair.a : pair.a, ib = pair.b;
		const NODE *a = &nodes_a[ia], *b = &nodes_b[ib];
		if (a->count > 0 && b->count > 0) {
			int32_t status = KERNEL(leaf_pair)(query, a, b);
			if (status != 0) return status < 0 ? status : ERR_OK;
			continue;
		}
		CHECK(top + 4 <= query->stack.capacity);
		bool inner = a->count == 0 && b->count == 0;
		if (inner && descend == DESCEND_BOTH) {
			PUSH(a->link + 1, b->link + 1, false);
			PUSH(a->link + 1, b->link, false);
			PUSH(a->link, b->link + 1, false);
			PUSH(a->link, b->link, false);
			continue;
		}
		bool open_a = a->count == 0;
		if (inner && descend == DESCEND_LARGER) open_a = BV_OP(volume)(&a->v) >= BV_OP(volume)(&b->v);
		if (inner && descend == DESCEND_ALTERNATE) open_a = !turn;
		turn = descend == DESCEND_ALTERNATE && open_a;
		if (open_a) {
			PUSH(a->link + 1, ib, turn);
			PUSH(a->link, ib, turn);
		} else {
			PUSH(ia, b->link + 1, turn);
			PUSH(ia, b->link, turn);
		}
	}
	return ERR_OK;
}
#undef PUSH

// One whole walk a policy, so that the policy costs nothing inside.
static int32_t KERNEL(pairs)(PairQuery *query) {
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
