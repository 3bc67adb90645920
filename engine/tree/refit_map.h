// Selective refit of the tree of a body that deforms, from the vertices that changed (Wei et al. 2000,
// theorem 3). The leaves of each changed vertex are refitted. A node above is refitted if a node below it
// changed in any bit. The work is proportional to what changed, plus one word for every 64 nodes. The volumes
// are those that tree_refit would compute for the refitted nodes.
#pragma once

#include "tree/tree.h"

typedef struct RefitMap {
	int32_t node_count, moved_count;
	int64_t entry_count;
	int32_t *parents; // the parent of each node
	int64_t *starts;  // the nodes that store triangles of moved vertex i are entries[starts[i]]
	int32_t *entries; // up to entries[starts[i + 1] - 1]; a node may be listed twice
	uint64_t *marks;  // one bit for each node; all are 0 between two refits
} RefitMap;

// Makes the map for trees of this shape over the mesh. moved: the vertices that may change. Error:
// HN_ERR_NO_MEMORY, which leaves *out empty.
int32_t refit_map_create(RefitMap *out, const TreeDef *def, const Tree *tree, const MeshView *mesh,
                         const int32_t *moved, int32_t moved_count);
void refit_map_free(RefitMap *map);
size_t refit_map_bytes(const RefitMap *map);

// Refits a tree of the map's shape after the moved vertices changed[0 .. count - 1] (indices into `moved`)
// have new positions in the mesh. Returns how many nodes were refitted. Only for volumes with refit_marked.
int32_t refit_map_apply(RefitMap *map, Tree *tree, const TreeDef *def, const MeshView *mesh,
                        const int32_t *changed, int32_t count);
