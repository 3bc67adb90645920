// Storage `parent`: no node is stored for a leaf, its parent keeps the triangles (Wang et al. 2018, section
// 1.3). N leaves take N - 1 nodes; where the root is a leaf, it is stored as one.
//
// A stored node, its TopoNode read so:
//   count == 0: two stored children, link and link + 1;
//   count > 0:  no stored child: its items from link on, which are those of both its leaves or of a sole
//   root; count < 0:  one stored child, link, and -count items kept, from first on: kept[node] is first where
//   the
//               kept leaf was the left child, ~first where it was the right.
#pragma once

#include "topo/topo.h"

// How many of a topology's nodes are stored.
int32_t parent_storage_count(int32_t node_count);
// Turns the nodes of a topology into those stored, in place and in the same order, and fills `kept`, one a
// stored node. where: room for `node_count`; then the stored node of each inner node.
void parent_storage_compact(TopoNode *nodes, int32_t node_count, int32_t *parent_first, int32_t *where);
