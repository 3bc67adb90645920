// The placement of one tree in another frame, frame by frame, as kernels see it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "kernel/pairs.h"

// How a node's volume in the new frame is made.
typedef enum MoveBy {
	MOVE_REFIT,      // from the placed vertices: exact
	MOVE_REBUILD,    // likewise, and the tree is built anew
	MOVE_HULL,       // the volume at rest is turned, and a new volume is put around the result
	MOVE_HULL_DRIFT, // likewise from the volume of the step before: grows without bound
	// conic combinations of the bounds of the volume at rest: cheaper than the hull, never tighter
	MOVE_CONIC,
	MOVE_PLACE, // the volume at rest, moved as a rigid body
	MOVE_SAT,   // it is not made: the test turns the volume at rest
	// from the placed vertices of all of its triangles, an inner node too: what a refit from the leaves up
	// saves (wei2000, theorem 3)
	MOVE_RECOMPUTE,
	MOVES,
} MoveBy;
const char *move_by_name(int32_t index); // in the form of Param.choice

// Copies the corners of a range's triangles, or each of their vertices once, and returns how many. scratch:
// room for 3 points a triangle.
int32_t tree_points(HnVec3 *scratch, const TreeView *tree, TreeRange range, bool distinct);

struct BvSpace;

// Lazy update: a node is up to date if its stamp is `now`. It can drift on from the step before if its stamp
// is now - 1.
typedef struct TreePlacement {
	TreeView view;           // of the nodes, which are written, and of the placed vertices
	void *nodes;             // of the volume's node type
	const void *rest;        // the same nodes at rest; NULL for MOVE_REFIT, MOVE_REBUILD, MOVE_RECOMPUTE
	const TreeRange *ranges; // one for each node; NULL unless single nodes are fitted
	MoveBy by;
	// this step has no rotation: the volumes at rest are translated, whatever `by` is
	bool translation;
	void *follow;            // the volume's BV_FOLLOW: from rest to now,
	void *drift;             // and from the step before to now
	const double *points;    // MOVE_HULL: the points of node i are points starts[i] up to starts[i + 1],
	const int64_t *starts;   // 3 doubles each
	double *scratch;         // MOVE_HULL_DRIFT: room for one node's points
	uint32_t *stamps, now;   // one for each node; NULL: all nodes are placed at once
	uint32_t *vertex_stamps; // one for each vertex; NULL: all vertices are placed
	const double *rest_xyz;
	double *placed;
	HnPose pose;
	const struct BvSpace *space;
} TreePlacement;

// Places those vertices of a triangle that are not yet placed.
static inline void placement_place(TreePlacement *placement, const int32_t *vertices) {
	for (int k = 0; k < 3; ++k) {
		int64_t v = vertices[k];
		if (placement->vertex_stamps[v] == placement->now) continue;
		placement->vertex_stamps[v] = placement->now;
		vec3_store(placement->placed + 3 * v,
		           pose_place(&placement->pose, vec3_load(placement->rest_xyz + 3 * v)));
	}
}
