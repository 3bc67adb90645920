// The topology of a wide tree: which triangles are in which leaf. Boxes are fitted later (wide/fit.h).
#pragma once

#include "wide/tree.h"

typedef struct WideTopoNode {
	uint32_t link[WIDE];
	int32_t parent;
	int32_t leaf_begin, leaf_end; // the leaves below the node; leaves are numbered depth first
} WideTopoNode;

typedef struct WideTopoLeaf {
	int32_t begin, count; // a range of WideTopo.order
} WideTopoLeaf;

typedef struct WideTopo {
	int32_t *order; // triangles in the order of the leaves
	int32_t triangle_count;
	ARRAY(WideTopoNode) nodes; // parents before children
	ARRAY(WideTopoLeaf) leaves;
} WideTopo;

// Builds a topology. origin is in scaled coordinates. HN_ERR_NO_MEMORY, HN_ERR_BAD_INPUT: too many triangles.
// Call wide_topo_free after an error too.
int32_t wide_topo_build(WideTopo *out, const WideDef *def, const MeshView *mesh, const double origin[3],
                        const struct WideBuildKernels *kernels);
void wide_topo_free(WideTopo *topo);
