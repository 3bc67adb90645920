// How one tree is brought into another frame, step after step, as kernels see it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/pairs.h"

// What a node's volume in the new frame is made of.
typedef enum MoveBy {
	MOVE_REFIT,      // the placed vertices: exact
	MOVE_REBUILD,    // the same, and the tree has a new shape
	MOVE_HULL,       // the volume at rest, turned, and a volume about that
	MOVE_HULL_DRIFT, // the same of the volume of the step before: loosens without bound
	MOVE_CONIC,      // bounds of the volume at rest, combined: cheaper than the hull, never tighter
	MOVE_PLACE,      // the volume at rest, moved as a rigid body
	MOVE_SAT,        // nothing: the test turns the volume at rest
	MOVES,
} MoveBy;
const char *move_by_name(int32_t index); // as Param.choice wants it

// The corners of the triangles of a range, or each vertex once: how many. room: 3 a triangle.
int32_t tree_points(HnVec3 *scratch, const TreeView *tree, TreeRange range, bool distinct);

struct BvSpace;

// A node is up to date if its stamp is `now`, and can drift on from the step before if its stamp is now - 1.
typedef struct TreePlacement {
	TreeView view;           // of nodes, which are changed, and placed vertices
	void *nodes;             // of the volume's node type
	const void *rest;        // the same nodes at rest; NULL for MOVE_REFIT and MOVE_REBUILD
	const TreeRange *ranges; // one a node; NULL but for nodes fitted alone
	MoveBy by;
	bool translation;        // this step turns nothing: rest volumes are moved, whatever `by` is
	void *follow;            // the volume's BV_FOLLOW from rest to now,
	void *drift;             // and from the step before to now
	const double *points;    // MOVE_HULL: those of node i are starts[i] up to starts[i + 1],
	const int64_t *starts;   // 3 doubles each
	double *scratch;         // MOVE_HULL_DRIFT: room for one node's
	uint32_t *stamps, now;   // one a node; NULL: all nodes are moved at once
	uint32_t *vertex_stamps; // one a vertex; NULL: all vertices are placed
	const double *rest_xyz;
	double *placed;
	HnPose pose;
	const struct BvSpace *space;
} TreePlacement;

// Places the vertices of a triangle that are not placed yet.
static inline void placement_place(TreePlacement *placement, const int32_t *vertices) {
	for (int k = 0; k < 3; ++k) {
		int64_t v = vertices[k];
		if (placement->vertex_stamps[v] == placement->now) continue;
		placement->vertex_stamps[v] = placement->now;
		vec3_store(placement->placed + 3 * v,
		           pose_place(&placement->pose, vec3_load(placement->rest_xyz + 3 * v)));
	}
}
