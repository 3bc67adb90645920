// A tree that is placed in another frame step after step, as its MovedDef says.
#pragma once

#include "tree/rest.h"

typedef struct MovedTree {
	const MovedDef *def;
	const RestTree *rest;
	Tree tree; // its nodes at their current placement; empty for MOVE_SAT, which uses the nodes at rest
	MeshView mesh;
	TreePlacement placement;
	BvStep total;               // the motion from rest to this step
	HnPose then;                // the pose of the step before
	double then_margin[3];      // the margin of `total` in the step before
	uint32_t root_at, whole_at; // when the root and when all nodes last moved, if all are moved at once
	uint32_t placed_at,
	    roots_placed_at; // when all vertices were last placed, and when for roots that are refitted
	int32_t stamp_count; // capacity of the stamps of nodes
	// For a body that deforms: the pose and the shape version at which all nodes were last refitted; whether
	// this step refitted only some of them; and how many it refitted.
	HnPose posed;
	int64_t version;
	bool partly;
	int32_t made;
	size_t placed_size;
} MovedTree;

// Allocates the memory for all steps. `tree` is a tree over the mesh; the MovedTree owns it from now on.
// `rest` is borrowed. Error: HN_ERR_NO_MEMORY; moved_free then frees what is there, the tree included.
int32_t moved_create(MovedTree *moved, const MovedDef *def, const RestTree *rest, const MeshView *mesh);
void moved_free(MovedTree *moved);
size_t moved_bytes(const MovedTree *moved);
size_t moved_size(const MovedTree *moved); // with placed vertices and all its other memory

// Begins a pass: nothing drifts on from earlier steps.
void moved_begin(MovedTree *moved);
// Begins a step: the tree comes to this pose. All work that the policy does at once is done here. builder:
// for MOVE_REBUILD. Error: HN_ERR_NO_MEMORY.
int32_t moved_step(MovedTree *moved, const HnPose *pose, TopoBuilder *builder);
// With def.rooted: the roots overlap. The nodes that waited for this are moved now.
void moved_roots_met(MovedTree *moved);
// Places all vertices, for roots that are refitted.
void moved_place_for_roots(MovedTree *moved);
// Makes the tree the query's second tree.
void moved_query(MovedTree *moved, PairQuery *query);
// How many nodes were moved and how many vertices placed or projected since moved_step, in O(nodes +
// vertices).
void moved_counts(const MovedTree *moved, int64_t *nodes, int64_t *vertices);
