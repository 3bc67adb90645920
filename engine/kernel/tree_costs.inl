// Template: tests recorded pairs of nodes without a traversal, to measure what one test costs. Returns how
// many overlap.
// In: NODE, BV_OP, MEET (as in tree_pairs.inl), KERNEL(part) (adds a suffix).
#if !defined(NODE) || !defined(BV_OP) || !defined(MEET) || !defined(KERNEL)
#error "tree_costs.inl needs NODE, BV_OP, MEET and KERNEL"
#endif

static int64_t KERNEL(test)(PairQuery *query, const NodePair *pairs, int64_t count) {
#ifdef BV_WIDER
	const BvWalks *wider = BV_WIDER(simd_set());
	if (wider != NULL) return wider->TEST(query, pairs, count);
#endif
	const NODE *a = query->a.nodes, *b = query->b.nodes;
	int64_t hits = 0;
	for (int64_t i = 0; i < count; ++i) hits += MEET(true, &a[pairs[i].a], &b[pairs[i].b], false);
	return hits;
}
#undef KERNEL
#undef TEST
