// Template: the range of triangles below a node, for volumes whose nodes are fitted to their own triangles.
// In: NODE, BV_OP.
#if !defined(NODE) || !defined(BV_OP)
#error "tree_range.inl needs NODE and BV_OP"
#endif

// The triangles below a node: from the first one of its leftmost leaf to the last one of its rightmost leaf.
// With parent storage either leaf may be stored in its parent.
static inline TreeRange BV_OP(range)(const NODE *nodes, const TreeView *tree, int32_t i) {
	const int32_t *parent_first = tree->parent_first;
	int32_t left = i, right = i;
	while (nodes[left].count == 0 || (nodes[left].count < 0 && parent_first[left] < 0))
		left = nodes[left].link;
	while (nodes[right].count == 0 || (nodes[right].count < 0 && parent_first[right] >= 0))
		right = nodes[right].link + (nodes[right].count == 0);
	int32_t first = nodes[left].count > 0 ? nodes[left].link : parent_first[left];
	int32_t end = nodes[right].count > 0 ? nodes[right].link + nodes[right].count
	                                     : ~parent_first[right] - nodes[right].count;
	return (TreeRange){ first, end - first };
}
