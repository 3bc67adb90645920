// Orders of a node's items along the axes, for point rules that sweep. Along x, y and z the items are sorted
// once, at the root, and every split divides the orders of its node stably: n steps an order and level. A
// frame of the node's own is new at every node, so there they are sorted anew.
#pragma once

#include "topo/topo.h"

// Room for the orders that `sorted` means. HN_ERR_NO_MEMORY.
int32_t orders_reserve(TopoBuilder *builder, TopoSorted sorted);
void orders_free(TopoBuilder *builder);
// Shows the range the orders of the node that begins at `begin`.
void orders_view(TopoRange *range, const TopoBuilder *builder, TopoSorted sorted, int32_t begin);
// Sorts those orders, with 3 doubles an item of the range's scratch.
void orders_sort(const TopoRange *range, TopoBuilder *builder, TopoSorted sorted, int32_t begin);
// Divides them as the items will be: item i of the node goes left where moved[i] >= 0, to that position, else
// right, to ~moved[i]. room: `count` positions.
void orders_divide(TopoBuilder *builder, TopoSorted sorted, int32_t begin, int32_t count,
                   const int32_t *moved, int32_t *scratch);
