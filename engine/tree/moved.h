// A tree that is brought into another frame step after step: which of its nodes when (update) and from what
// (by). What all such trees of one mesh have in common is its RestTree.
#pragma once

#include "scene/shapes.h"
#include "tree/refit_map.h"
#include "tree/tree.h"

typedef enum TreeUpdate {
	UPDATE_FULL,    // every node in every step
	UPDATE_LAYERED, // the root in every step, the others in the first step's test that the root passes
	UPDATE_LAZY,    // each node when it is first met in a step
	UPDATES,
} TreeUpdate;
const char *tree_update_name(int32_t index); // as Param.choice wants it

typedef struct MovedDef {
	TreeDef tree;
	TreeUpdate update;
	MoveBy by;
	bool
	    rooted; // roots of their own (tree/roots.h) are tested first: `layered` moves no node before they met
} MovedDef;

// Is there such a way for this volume? ERR_BAD_INPUT names what does not go together.
int32_t moved_def_check(const MovedDef *def);
// Does every step begin with an update phase, or is all of it done as nodes are met?
bool moved_def_is_lazy(const MovedDef *def);
// The walk for it.
Walk moved_def_walk(const MovedDef *def, bool counted);
// Are volumes fitted while it moves?
bool moved_def_fits(const MovedDef *def);
// Are volumes at rest needed beside those that move?
bool moved_def_needs_rest(const MovedDef *def);

// Can a body that deforms follow a motion so? ERR_BAD_INPUT names what it cannot.
int32_t moved_def_check_deforming(const MovedDef *def);
// What stands for `def` where the body deforms: nodes that are not made of their children are not refitted,
// the tree is rebuilt.
MovedDef moved_def_deforming(const MovedDef *def);

typedef struct RestTree {
	Tree tree;         // in the body's own frame; empty (order NULL) where nobody needs it
	TreeRange *ranges; // of each node; NULL: not needed
	double *points;    // MOVE_HULL: hull points of node i from starts[i] on, 3 doubles each; NULL: none
	int64_t *starts;
	int32_t node_count; // of ranges and starts
	double reach[3];    // no vertex has a larger coordinate along x, y, z
	bool all_used;      // every vertex is some triangle's
	// Of a body that deforms, whose own frame is where it is at rest in; else NULL, set beforehand:
	const SceneFrames *frames;
	const BodyShape *shape;
	RefitMap map;          // empty: the tree is rebuilt, or there is none to be refitted
	int64_t version;       // of the shapes that were followed last
	int64_t made, changed; // nodes and vertices, in the last step
} RestTree;

// What `def` needs of the mesh, given a tree over it that is built. ERR_NO_MEMORY; rest_tree_free then, too.
int32_t rest_tree_complete(RestTree *rest, const MovedDef *def, const Tree *built, const TreeMesh *mesh);
void rest_tree_free(RestTree *rest, const MovedDef *def);
// The body deformed: a tree in its own frame comes to where the vertices now are. ERR_NO_MEMORY.
int32_t rest_tree_follow(RestTree *rest, const MovedDef *def, const TreeMesh *mesh, TopoBuilder *builder,
                         int64_t version);
// The body is at rest again: what is counted from here on does not depend on what was before.
void rest_tree_relax(RestTree *rest, const MovedDef *def, const TreeMesh *mesh, int64_t version);
size_t rest_tree_bytes(const RestTree *rest, const MovedDef *def);

typedef struct MovedTree {
	const MovedDef *def;
	const RestTree *rest;
	Tree tree; // its nodes where they now are; empty for MOVE_SAT, which uses those at rest
	TreeMesh rest_mesh, mesh;
	TreeMotion motion;
	BvStep total;               // of this step, from rest
	Pose then;                  // of the step before
	double then_margin[3];      // of `total` in the step before
	uint32_t root_at, whole_at; // when the root and all nodes last moved, where they do so at once
	uint32_t placed_at,
	    roots_placed_at; // when all vertices were last placed, and for roots that are refitted
	int32_t stamp_count; // room for stamps of nodes
	// Of a body that deforms: the pose and the shape that all nodes were last refitted at, and whether this
	// step refitted only some of them, how many.
	Pose posed;
	int64_t version;
	bool partly;
	int32_t made;
	size_t placed_size;
} MovedTree;

// Room for all steps; `tree` is one over the mesh that moved then owns. The rest outlives it. ERR_NO_MEMORY:
// moved_free frees what is there, the tree included.
int32_t moved_create(MovedTree *moved, const MovedDef *def, const RestTree *rest, const TreeMesh *mesh);
void moved_free(MovedTree *moved);
size_t moved_bytes(const MovedTree *moved);

// A pass begins: nothing drifts on from before.
void moved_begin(MovedTree *moved);
// A step begins: the tree comes to this pose. What the policy does at once is done. builder: for
// MOVE_REBUILD. ERR_NO_MEMORY.
int32_t moved_step(MovedTree *moved, const Pose *pose, TopoBuilder *builder);
// With def.rooted: the roots have met. What waited for that is moved now.
void moved_roots_met(MovedTree *moved);
// All vertices to where they now are, for roots that are refitted.
void moved_place_for_roots(MovedTree *moved);
// Puts it into the query as its second tree.
void moved_query(MovedTree *moved, PairQuery *query);
// Nodes moved and vertices placed or projected since moved_step, O(nodes + vertices).
void moved_counts(const MovedTree *moved, int64_t *nodes, int64_t *vertices);
