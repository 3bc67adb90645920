// A tree that is brought into another frame step after step, as its MovedDef says.
#pragma once

#include "tree/rest.h"

typedef struct MovedTree {
	const MovedDef *def;
	const RestTree *rest;
	Tree tree; // its nodes where they now are; empty for MOVE_SAT, which uses those at rest
	TreeMesh rest_mesh, mesh;
	TreePlacement placement;
	BvStep total;               // of this step, from rest
	HnPose then;                // of the step before
	double then_margin[3];      // of `total` in the step before
	uint32_t root_at, whole_at; // when the root and all nodes last moved, where they do so at once
	uint32_t placed_at,
	    roots_placed_at; // when all vertices were last placed, and for roots that are refitted
	int32_t stamp_count; // room for stamps of nodes
	// Of a body that deforms: the pose and the shape that all nodes were last refitted at, and whether this
	// step refitted only some of them, how many.
	HnPose posed;
	int64_t version;
	bool partly;
	int32_t made;
	size_t placed_size;
} MovedTree;

// Room for all steps; `tree` is one over the mesh that moved then owns. The rest outlives it.
// HN_ERR_NO_MEMORY: moved_free frees what is there, the tree included.
int32_t moved_create(MovedTree *moved, const MovedDef *def, const RestTree *rest, const TreeMesh *mesh);
void moved_free(MovedTree *moved);
size_t moved_bytes(const MovedTree *moved);
size_t moved_size(const MovedTree *moved); // with placed vertices and whatever else it holds

// A pass begins: nothing drifts on from before.
void moved_begin(MovedTree *moved);
// A step begins: the tree comes to this pose. What the policy does at once is done. builder: for
// MOVE_REBUILD. HN_ERR_NO_MEMORY.
int32_t moved_step(MovedTree *moved, const HnPose *pose, TopoBuilder *builder);
// With def.rooted: the roots have met. What waited for that is moved now.
void moved_roots_met(MovedTree *moved);
// All vertices to where they now are, for roots that are refitted.
void moved_place_for_roots(MovedTree *moved);
// Puts it into the query as its second tree.
void moved_query(MovedTree *moved, PairQuery *query);
// Nodes moved and vertices placed or projected since moved_step, O(nodes + vertices).
void moved_counts(const MovedTree *moved, int64_t *nodes, int64_t *vertices);
