// The shape of a wide tree: what is in which leaf, before anything is measured exactly.
#pragma once

#include "tree/wide_tree.h"

typedef struct WideTopoNode {
	uint32_t link[WIDE];
	int32_t parent;
	int32_t leaf_begin, leaf_end; // those below it: the order is depth first
} WideTopoNode;

typedef struct WideTopoLeaf {
	int32_t begin, count; // in the order
} WideTopoLeaf;

typedef struct WideTopo {
	int32_t *order; // triangles in the order of the leaves
	int32_t triangle_count;
	ARRAY(WideTopoNode) nodes; // parents before children
	ARRAY(WideTopoLeaf) leaves;
} WideTopo;

// origin: scaled. HN_ERR_NO_MEMORY, HN_ERR_BAD_INPUT; wide_topo_free then, too.
int32_t wide_topo_build(WideTopo *out, const WideDef *def, const WideMesh *mesh, const double origin[3]);
void wide_topo_free(WideTopo *topo);
