// What a tree of a body that deforms is refitted by, from the vertices that changed (Wei et al. 2000, theorem
// 3): the leaves of each are made anew, and the nodes above them as long as what is below them changed, to
// the bit. The work is in proportion to what changed, besides a look at one word for 64 nodes. Volumes come
// out as tree_refit would make them, if it made those that are there.
#pragma once

#include "tree/tree.h"

typedef struct RefitMap {
	int32_t node_count, moved_count;
	int64_t entry_count;
	int32_t *parents; // of each node
	int64_t *starts;  // the nodes that have triangles of moved vertex i themselves: entries starts[i] on,
	int32_t *entries; // up to starts[i + 1]; a node may stand there twice
	uint64_t *marks;  // a bit a node; none is set between two refits
} RefitMap;

// Of a tree with this shape over the mesh; moved: the vertices that may change. HN_ERR_NO_MEMORY leaves *out
// empty.
int32_t refit_map_create(RefitMap *out, const TreeDef *def, const Tree *tree, const TreeMesh *mesh,
                         const int32_t *moved, int32_t moved_count);
void refit_map_free(RefitMap *map);
size_t refit_map_bytes(const RefitMap *map);

// Refits a tree of the map's shape after the moved vertices changed[0 .. count - 1] (indices into `moved`)
// came to where they are in the mesh. How many nodes were made anew. Only for volumes with refit_marked.
int32_t refit_map_apply(RefitMap *map, Tree *tree, const TreeDef *def, const TreeMesh *mesh,
                        const int32_t *changed, int32_t count);
