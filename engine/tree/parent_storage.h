// Parent storage: leaves are not stored as nodes. A leaf's triangles are stored in its parent (Wang et al.
// 2018, section 1.3). A tree of N leaves then has N - 1 nodes. A root that is itself a leaf is stored as a
// leaf.
// The fields of a stored node's TopoNode mean:
// count == 0: the node has two stored children, link and link + 1.
// count > 0: it has no stored child; its items begin at link. They are those of its two leaf children, or of
// a root that is a leaf.
// count < 0: it has one stored child, link, and stores -count items of its leaf child. They begin at `first`.
// parent_first[node] is first if the leaf was the left child, and ~first if it was the right child.
#pragma once

#include "topo/topo.h"

// How many nodes of a topology are stored.
int32_t parent_storage_count(int32_t node_count);
// Replaces the nodes of a topology by the stored ones, in place and in the same order, and fills
// parent_first, one for each stored node. where: memory for node_count entries; on output the stored node of
// each inner node.
void parent_storage_compact(TopoNode *nodes, int32_t node_count, int32_t *parent_first, int32_t *where);
