#include "tree/parent_storage.h"

int32_t parent_storage_count(int32_t node_count) {
	return node_count <= 1 ? node_count : (node_count - 1) / 2;
}

static TopoNode node_without_leaves(const TopoNode *left, int32_t link, const int32_t *where,
                                    int32_t *parent_first) {
	const TopoNode *right = left + 1;
	*parent_first = left->count > 0 ? left->link : ~right->link;
	if (left->count > 0 && right->count > 0) return (TopoNode){ left->link, left->count + right->count };
	if (left->count > 0) return (TopoNode){ where[link + 1], -left->count };
	return (TopoNode){ where[link], -right->count };
}

// Children stand after their parents, and no node is stored after its old place. So nothing is overwritten
// before it is read.
void parent_storage_compact(TopoNode *nodes, int32_t node_count, int32_t *parent_first, int32_t *where) {
	int32_t stored = 0;
	if (node_count == 1) parent_first[0] = 0;
	for (int32_t i = 0; i < node_count; ++i) {
		where[i] = stored;
		stored += nodes[i].count == 0;
	}
	for (int32_t i = 0; node_count > 1 && i < node_count; ++i)
		if (nodes[i].count == 0) {
			int32_t link = nodes[i].link, at = where[i];
			nodes[at] = node_without_leaves(&nodes[link], link, where, &parent_first[at]);
		}
}
