// Template: tests of recorded pairs of nodes without a walk, for what one of them costs.
// In: NODE, BV_OP, MEET (as tree_pairs.inl wants it), KERNEL(part) (adds a suffix). How many overlap.
#if !defined(NODE) || !defined(BV_OP) || !defined(MEET) || !defined(KERNEL)
#error "tree_costs.inl needs NODE, BV_OP, MEET and KERNEL"
#endif

static int64_t KERNEL(test)(PairQuery *query, const NodePair *pairs, int64_t count) {
	const NODE *a = query->a.nodes, *b = query->b.nodes;
	int64_t hits = 0;
	for (int64_t i = 0; i < count; ++i) hits += MEET(true, &a[pairs[i].a], &b[pairs[i].b], false);
	return hits;
}
#undef KERNEL
