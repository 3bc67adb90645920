// A tree of bounding volumes over one mesh: nodes of the volume's type in the order of the topology (siblings
// adjacent, after their parent, depth first), and the triangles in the order of the leaves.
#pragma once

#include "bv/bv.h"
#include "mesh/mesh.h"
#include "topo/topo.h"

typedef enum TreeStorage {
	STORE_LEAVES, // every node of the topology is stored
	STORE_PARENT, // leaves are not stored: see tree/parent_storage.h
	STORAGES,
} TreeStorage;
const char *tree_storage_name(int32_t index); // in the form of Param.choice

typedef struct TreeDef {
	const BvClass *bv;
	TopoDef topo;
	BvSpace space;
	TreeStorage storage;
	bool whole; // each node is fitted to the vertices below it, also where its children would do
} TreeDef;

typedef struct Tree {
	void *nodes;
	int32_t *order;
	int32_t *parent_first; // one for each node, see tree/parent_storage.h; NULL for STORE_LEAVES
	int32_t node_count, node_capacity, triangle_count, depth;
	int64_t corners; // that were last visited to fit each node to all of its own; 0: nodes are not fitted so
	bool order_borrowed; // order and parent_first belong to the tree that this is a copy of
} Tree;

// Builds a tree from scratch. builder has room for the mesh's triangles. It is left thin (topo_builder_thin);
// the next build restores it. Error: HN_ERR_NO_MEMORY, which leaves *out empty.
int32_t tree_build(Tree *out, const TreeDef *def, TopoBuilder *builder, const MeshView *mesh);
// The same with a builder of its own.
int32_t tree_build_once(Tree *out, const TreeDef *def, const MeshView *mesh);
// Builds the tree anew over the vertices at their current positions, in place. It allocates only if there are
// more nodes than ever before.
int32_t tree_rebuild(Tree *tree, const TreeDef *def, TopoBuilder *builder, const MeshView *mesh);
// Refits all volumes to the vertices at their current positions, parents from their children. The shape
// stays.
void tree_refit(Tree *tree, const TreeDef *def, const MeshView *mesh);
// The triangles below each node.
void tree_ranges(TreeRange *out, const Tree *tree, const TreeDef *def, const MeshView *mesh);
// The same volumes as tree_refit, each from the vertices below it.
void tree_recompute(Tree *tree, const TreeDef *def, const TreeRange *ranges, const MeshView *mesh);
// Makes a copy that borrows the order of the triangles and parent_first; `tree` must outlive it.
int32_t tree_copy(Tree *out, const TreeDef *def, const Tree *tree);
// Updates a copy after `tree` was rebuilt.
int32_t tree_copy_again(Tree *copy, const TreeDef *def, const Tree *tree);
void tree_free(Tree *tree, const TreeDef *def);

size_t tree_bytes(const Tree *tree, const TreeDef *def); // its own memory only
TreeView tree_view(const Tree *tree, const MeshView *mesh);
// Node i's volume and link, for tests and reports.
const void *tree_volume(const Tree *tree, const TreeDef *def, int32_t node);
TopoNode tree_node(const Tree *tree, const TreeDef *def, int32_t node);
