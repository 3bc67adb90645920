// Template: finds all pairs of triangles that meet, of two trees of one volume, by simultaneous descent.
// Children are tested before they are pushed. Pairs are taken off the stack in batches. No pair of a batch
// depends on the result of another, which hides the latency of memory and of comparisons; the children of all
// pairs of a batch are fetched before the first of them is tested. Within a batch pairs are pushed without a
// branch, because whether they overlap is unpredictable. With `first` a batch is one pair, so the traversal
// is depth first. What comes next then depends on the tests, so a guessed branch is faster than to wait for
// them. In: NODE (type: BV v; link, count); BV_OP(volume); MEET(valid, a, b, counted), true if `valid` and
// both nodes overlap; UPDATE_LAZILY(placement, node), which brings a node of b up to date or does nothing;
// KERNEL(name), which adds a suffix; WALK, the number of the traversal; COUNT(x), which is x, or nothing in
// timed kernels. Optional: MEET_TWO(a, b, counted), which tests a[0] against b[0] and a[1] against b[1] and
// returns a bit for each; BV_WIDER (see bv_kernels.inl). There is no include guard: each volume includes this
// file several times.
#if !defined(NODE) || !defined(BV_OP) || !defined(MEET) || !defined(UPDATE_LAZILY) || !defined(KERNEL) ||    \
    !defined(WALK) || !defined(COUNT)
#error "tree_pairs.inl needs NODE, BV_OP, MEET, UPDATE_LAZILY, KERNEL, WALK and COUNT"
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

// Before a pair of nodes is tested.
static inline __attribute__((always_inline)) void KERNEL(begin)(PairQuery *query, NodePair pair, bool valid) {
	(void)query, (void)pair;
	COUNT(query->trace != NULL && valid ? pair_sample_add(&query->trace->nodes, pair.a, pair.b) : (void)0);
	if (valid) UPDATE_LAZILY(query->placement, pair.b);
}

// If the tested pair overlaps, it goes to the leaves or on the stack. Both stores are always made, to avoid a
// branch.
static inline __attribute__((always_inline)) void
KERNEL(push)(PairWork *work, const NODE *nodes_a, const NODE *nodes_b, NodePair pair, bool turn, bool hit) {
	bool leaves = (nodes_a[pair.a].count > 0) & (nodes_b[pair.b].count > 0);
	work->leaves[work->leaf_count] = pair;
	work->leaf_count += hit & leaves;
	if (turn) pair.a = ~pair.a;
	work->stack[work->top] = pair;
	work->top += hit & !leaves;
}

static inline __attribute__((always_inline)) bool
KERNEL(test_pair)(PairQuery *query, const NODE *nodes_a, const NODE *nodes_b, NodePair pair, bool valid) {
	bool counted = false;
	COUNT(counted = true);
	(void)query, (void)counted;
	return MEET(valid, &nodes_a[pair.a], &nodes_b[pair.b], counted);
}

// Tests two pairs of nodes. Returns bits: which of them overlap.
static inline __attribute__((always_inline)) unsigned KERNEL(test_two)(PairQuery *query, const NODE *nodes_a,
                                                                       const NODE *nodes_b, NodePair first,
                                                                       NodePair second, bool valid) {
#ifdef MEET_TWO
	bool counted = false;
	COUNT(counted = true);
	const NODE *const a[2] = { &nodes_a[first.a], &nodes_a[second.a] };
	const NODE *const b[2] = { &nodes_b[first.b], &nodes_b[second.b] };
	return valid ? MEET_TWO(a, b, counted) : 0;
#else
	unsigned bit = KERNEL(test_pair)(query, nodes_a, nodes_b, first, valid);
	return bit | (unsigned)KERNEL(test_pair)(query, nodes_a, nodes_b, second, valid) << 1;
#endif
}

// A pair of nodes of which one or both were opened. right, left: both second or both first children. across:
// a second child and a first one. A node that was not opened stands for both of its children.
typedef struct KERNEL(Opened) {
	NodePair left;
	int32_t a, b, turn; // 0 or 1: whether a and b were opened; whether b is next to be opened
} KERNEL(Opened);

static inline NodePair KERNEL(right)(const KERNEL(Opened) * o) {
	return (NodePair){ o->left.a + o->a, o->left.b + o->b };
}
static inline NodePair KERNEL(across)(const KERNEL(Opened) * o, int i) {
	return (NodePair){ o->left.a + (i == 0 ? o->a : 0), o->left.b + (i == 0 ? 0 : o->b) };
}

// Whether the node of a is opened where both are inner.
static inline __attribute__((always_inline)) bool
KERNEL(opens_first)(const PairQuery *query, const NODE *a, const NODE *b, Descend descend, bool turn) {
#ifdef BV_LENGTH
	if (descend == DESCEND_LONGER) return BV_LENGTH(&a->v) > BV_LENGTH(&b->v);
#endif
	if (descend == DESCEND_LARGER) return BV_OP(volume)(&a->v) >= BV_OP(volume)(&b->v);
	return descend == DESCEND_BOTH || descend_in_order(query->descend, turn);
}

// Opens one node, or both, of a pair from the stack. At least one of them is an inner node.
static inline __attribute__((always_inline)) KERNEL(Opened)
    KERNEL(open)(PairQuery *query, const NODE *nodes_a, const NODE *nodes_b, NodePair pair, Descend descend) {
	bool turn = descend == DESCEND_ALTERNATE && pair.a < 0; // the node of b is next to be opened
	if (turn) pair.a = ~pair.a;
	const NODE *a = &nodes_a[pair.a], *b = &nodes_b[pair.b];
	bool open_a = a->count == 0, open_b = b->count == 0;
	open_a &= !open_b | KERNEL(opens_first)(query, a, b, descend, turn);
	if (descend != DESCEND_BOTH) open_b = !open_a;
	COUNT(query->counts.nb += (1 + open_a) * (1 + open_b));
	return (KERNEL(Opened)){ { open_a ? a->link : pair.a, open_b ? b->link : pair.b },
		                     open_a,
		                     open_b,
		                     descend == DESCEND_ALTERNATE && open_a };
}

// Tests what was opened. guess: pushes only what overlaps, by branches.
static inline __attribute__((always_inline)) void KERNEL(try)(PairQuery *query, PairWork *work,
                                                              const NODE *nodes_a, const NODE *nodes_b,
                                                              const KERNEL(Opened) * o, Descend descend,
                                                              bool guess) {
	NodePair right = KERNEL(right)(o), left = o->left;
	bool both = descend == DESCEND_BOTH && (o->a & o->b) != 0;
	KERNEL(begin)(query, right, true);
	for (int i = 0; descend == DESCEND_BOTH && i < 2; ++i) KERNEL(begin)(query, KERNEL(across)(o, i), both);
	KERNEL(begin)(query, left, true);
	unsigned hits = KERNEL(test_two)(query, nodes_a, nodes_b, right, left, true), hits_across = 0;
	if (descend == DESCEND_BOTH)
		hits_across =
		    KERNEL(test_two)(query, nodes_a, nodes_b, KERNEL(across)(o, 0), KERNEL(across)(o, 1), both);
	if (!guess || (hits & 1) != 0) KERNEL(push)(work, nodes_a, nodes_b, right, o->turn, hits & 1);
	for (int i = 0; descend == DESCEND_BOTH && i < 2; ++i)
		KERNEL(push)(work, nodes_a, nodes_b, KERNEL(across)(o, i), o->turn, hits_across >> i & 1);
	if (!guess || (hits & 2) != 0) KERNEL(push)(work, nodes_a, nodes_b, left, o->turn, hits >> 1);
}

static inline void KERNEL(fetch)(const NODE *nodes) {
	for (size_t at = 0; at < 2 * sizeof *nodes; at += 64) __builtin_prefetch((const char *)nodes + at);
}

// Opens the pairs of a batch.
static inline __attribute__((always_inline)) void
KERNEL(batch)(PairQuery *query, PairWork *work, const NODE *nodes_a, const NODE *nodes_b, Descend descend) {
	KERNEL(Opened) opened[PAIR_BATCH];
	if (work->batch_most == 1) {
		if (work->batch_count == 0) return;
		opened[0] = KERNEL(open)(query, nodes_a, nodes_b, work->batch[0], descend);
		KERNEL(try)(query, work, nodes_a, nodes_b, &opened[0], descend, true);
		return;
	}
	for (int32_t i = 0; i < work->batch_count; ++i) {
		opened[i] = KERNEL(open)(query, nodes_a, nodes_b, work->batch[i], descend);
		KERNEL(fetch)(&nodes_a[opened[i].left.a]), KERNEL(fetch)(&nodes_b[opened[i].left.b]);
	}
	for (int32_t i = 0; i < work->batch_count; ++i)
		KERNEL(try)(query, work, nodes_a, nodes_b, &opened[i], descend, false);
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
		KERNEL(begin)(query, pair, true);
		KERNEL(push)
		(work, nodes_a, nodes_b, pair, false, KERNEL(test_pair)(query, nodes_a, nodes_b, pair, true));
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
		KERNEL(batch)(query, &work, nodes_a, nodes_b, descend);
	}
	return HN_OK;
}

#include "kernel/parent_storage_pairs.inl"

// Each policy has a traversal of its own, so that the choice costs nothing inside the loop.
static int32_t KERNEL(pairs)(PairQuery *query) {
#ifdef BV_WIDER
	const BvWalks *wider = BV_WIDER(simd_set());
	if (wider != NULL) return wider->pairs[WALK](query);
#endif
	if (query->a.parent_first != NULL) return KERNEL(parent_pairs)(query);
	switch (query->descend) {
	case DESCEND_BOTH:
		return KERNEL(walk)(query, DESCEND_BOTH);
	case DESCEND_LARGER:
		return KERNEL(walk)(query, DESCEND_LARGER);
#ifdef BV_LENGTH
	case DESCEND_LONGER:
		return KERNEL(walk)(query, DESCEND_LONGER);
#endif
	default:
		return KERNEL(walk)(query, DESCEND_ALTERNATE);
	}
}
#undef KERNEL
#undef WALK
#undef COUNT
