// The data that all moving trees (tree/moved.h) of one mesh share: the tree in the body's own frame, and what
// volumes are made from when they move.
#pragma once

#include "scene/body_meshes.h"
#include "tree/moved_def.h"
#include "tree/refit_map.h"

typedef struct RestTree {
	Tree tree;         // in the body's own frame; empty (order NULL) if it is not needed
	TreeRange *ranges; // the triangles of each node; NULL: not needed
	// MOVE_HULL: the hull points of node i begin at point starts[i], 3 doubles each; NULL: none
	double *points;
	int64_t *starts;
	int32_t node_count; // the length of ranges and of starts
	double reach[3];    // no vertex has a larger coordinate along x, y, z
	bool all_used;      // every vertex belongs to some triangle
	// For a body that deforms, set by the caller beforehand; else NULL. Its own frame is the one in which it
	// is at rest.
	const HnSceneFrames *frames;
	const BodyMesh *shape;
	RefitMap map;          // empty: the tree is rebuilt, or no tree is refitted
	int64_t version;       // the version of the shape that was followed last
	int64_t made, changed; // how many nodes and vertices changed in the last step
} RestTree;

// Computes what `def` needs of the mesh, given a built tree over it. Error: HN_ERR_NO_MEMORY; rest_tree_free
// must be called then, too.
int32_t rest_tree_complete(RestTree *rest, const MovedDef *def, const Tree *built, const MeshView *mesh);
void rest_tree_free(RestTree *rest, const MovedDef *def);
// The body has deformed: updates the tree in its own frame to the current vertices. Error: HN_ERR_NO_MEMORY.
int32_t rest_tree_follow(RestTree *rest, const MovedDef *def, const MeshView *mesh, TopoBuilder *builder,
                         int64_t version);
// The body is at rest again. Counts from here on do not depend on earlier deformations.
void rest_tree_relax(RestTree *rest, const MovedDef *def, const MeshView *mesh, int64_t version);
size_t rest_tree_bytes(const RestTree *rest, const MovedDef *def);
// True if the tree is refitted only from the vertices that changed.
static inline bool rest_tree_has_map(const RestTree *rest) { return rest->map.parents != NULL; }
// Computes the motion from rest to a pose, with the margins for rounding. reach: no vertex has a larger
// coordinate along x, y, z.
void rest_step(const double reach[3], const HnPose *pose, BvStep *out);
