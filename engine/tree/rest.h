// What all trees of one mesh that move (tree/moved.h) have in common: the tree in the body's own frame, and
// what volumes are made of on the way.
#pragma once

#include "scene/body_meshes.h"
#include "tree/moved_def.h"
#include "tree/refit_map.h"

typedef struct RestTree {
	Tree tree;         // in the body's own frame; empty (order NULL) where nobody needs it
	TreeRange *ranges; // of each node; NULL: not needed
	double *points;    // MOVE_HULL: hull points of node i from starts[i] on, 3 doubles each; NULL: none
	int64_t *starts;
	int32_t node_count; // of ranges and starts
	double reach[3];    // no vertex has a larger coordinate along x, y, z
	bool all_used;      // every vertex is some triangle's
	// Of a body that deforms, whose own frame is where it is at rest in; else NULL, set beforehand:
	const HnSceneFrames *frames;
	const BodyMesh *shape;
	RefitMap map;          // empty: the tree is rebuilt, or there is none to be refitted
	int64_t version;       // of the shapes that were followed last
	int64_t made, changed; // nodes and vertices, in the last step
} RestTree;

// What `def` needs of the mesh, given a tree over it that is built. HN_ERR_NO_MEMORY; rest_tree_free then,
// too.
int32_t rest_tree_complete(RestTree *rest, const MovedDef *def, const Tree *built, const TreeMesh *mesh);
void rest_tree_free(RestTree *rest, const MovedDef *def);
// The body deformed: a tree in its own frame comes to where the vertices now are. HN_ERR_NO_MEMORY.
int32_t rest_tree_follow(RestTree *rest, const MovedDef *def, const TreeMesh *mesh, TopoBuilder *builder,
                         int64_t version);
// The body is at rest again: what is counted from here on does not depend on what was before.
void rest_tree_relax(RestTree *rest, const MovedDef *def, const TreeMesh *mesh, int64_t version);
size_t rest_tree_bytes(const RestTree *rest, const MovedDef *def);
// Is it refitted from the vertices that changed?
static inline bool rest_tree_has_map(const RestTree *rest) { return rest->map.parents != NULL; }
// The motion from rest to a pose, and what rounding may leave of it.
void rest_tree_step(const RestTree *rest, const HnPose *pose, BvStep *out);
