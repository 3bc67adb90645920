// A tree of bounding volumes over one mesh: nodes of the volume's type in the order of the topology (children
// side by side behind their parent, depth first), and the triangles in the order of the leaves.
#pragma once

#include "bv/bv.h"
#include "topo/topo.h"

typedef struct TreeMesh {
	const double *xyz;
	const int32_t *triangles;
	int32_t vertex_count, triangle_count;
} TreeMesh;

typedef enum TreeStorage {
	STORE_LEAVES, // every node of the topology
	STORE_PARENT, // none of a leaf: see tree/parent_storage.h
	STORAGES,
} TreeStorage;
const char *tree_storage_name(int32_t index); // as Param.choice wants it

typedef struct TreeDef {
	const BvClass *bv;
	TopoDef topo;
	BvSpace space;
	TreeStorage storage;
} TreeDef;

typedef struct Tree {
	void *nodes;
	int32_t *order;
	int32_t *parent_first; // one a node, as tree/parent_storage.h says; NULL for STORE_LEAVES
	int32_t node_count, node_capacity, triangle_count, depth;
	bool order_borrowed; // and kept, from the tree it is a copy of
} Tree;

// From scratch. builder has room for the mesh's triangles; it is left thin (topo_builder_thin), which the
// next build mends. HN_ERR_NO_MEMORY leaves *out empty.
int32_t tree_build(Tree *out, const TreeDef *def, TopoBuilder *builder, const TreeMesh *mesh);
// The same again over the vertices as they now are, in place. Allocates only where there are more nodes than
// ever before.
int32_t tree_rebuild(Tree *tree, const TreeDef *def, TopoBuilder *builder, const TreeMesh *mesh);
// All volumes anew from the vertices as they now are, parents from their children; the shape stays.
void tree_refit(Tree *tree, const TreeDef *def, const TreeMesh *mesh);
// A copy that borrows the order of the triangles and what nodes keep; `tree` outlives it.
int32_t tree_copy(Tree *out, const TreeDef *def, const Tree *tree);
// The same again of a tree that was rebuilt since.
int32_t tree_copy_again(Tree *copy, const TreeDef *def, const Tree *tree);
void tree_free(Tree *tree, const TreeDef *def);

size_t tree_bytes(const Tree *tree, const TreeDef *def); // what it holds itself
TreeView tree_view(const Tree *tree, const TreeMesh *mesh);
// Node i's volume and link, for tests and reports.
const void *tree_volume(const Tree *tree, const TreeDef *def, int32_t node);
TopoNode tree_node(const Tree *tree, const TreeDef *def, int32_t node);
