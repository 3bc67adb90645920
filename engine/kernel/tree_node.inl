// Template: the node of a tree: the volume, then a TopoNode. In: BV, BV_OP.
#if !defined(BV) || !defined(BV_OP)
#error "tree_node.inl needs BV and BV_OP"
#endif

#define NODE BV_OP(node)
typedef struct NODE {
	BV v;
	int32_t link, count; // as TopoNode
} NODE;
