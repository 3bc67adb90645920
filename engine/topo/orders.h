// Sorted orders of a node's items along the axes, for point rules that sweep. Along x, y and z the items are
// sorted once, at the root. Every split then divides the orders of its node stably, in n steps for each order
// and level. A frame of the node's own differs from node to node, so with such frames every node is sorted
// anew.
#pragma once

#include "topo/topo.h"

// Makes room for the orders that `sorted` asks for. Error: HN_ERR_NO_MEMORY.
int32_t orders_reserve(TopoBuilder *builder, TopoSorted sorted);
void orders_free(TopoBuilder *builder);
// Points range->orders at the orders of the node whose triangles begin at `begin`.
void orders_view(TopoRange *range, const TopoBuilder *builder, TopoSorted sorted, int32_t begin);
// Sorts those orders. It uses 3 doubles an item of range->scratch.
void orders_sort(const TopoRange *range, TopoBuilder *builder, TopoSorted sorted, int32_t begin);
// Divides the orders in the same way as the items will be divided. If moved[i] >= 0, item i of the node goes
// left, to position moved[i]; else it goes right, to position ~moved[i]. scratch: `count` positions.
void orders_divide(TopoBuilder *builder, TopoSorted sorted, int32_t begin, int32_t count,
                   const int32_t *moved, int32_t *scratch);
