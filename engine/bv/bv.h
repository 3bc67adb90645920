// Bounding volumes: one file and one line in bv.def each. Volumes are closed sets (touching counts), may be
// loose and never small. They are float, in coordinates multiplied by the space's scale, which brings the
// scene's largest coordinate near 1.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bv/solid.h"
#include "bv/space.h"
#include "kernel/placement.h"
#include "kernel/pairs.h"
#include "topo/topo.h"

// How two trees are walked: nodes there already; each moved when it is met; or left at rest, turned by the
// test.
typedef enum Walk {
	WALK_TIMED,
	WALK_COUNTED,
	WALK_LAZY_TIMED,
	WALK_LAZY_COUNTED,
	WALK_TURNED_TIMED,
	WALK_TURNED_COUNTED,
	WALKS
} Walk;

enum { BV_DIRECTIONS_GIVEN = -1 }; // those of the space

// What `frame` of a class works on.
typedef struct BvFraming {
	void *nodes;   // room for those of every node that topo_build makes
	TreeView tree; // its mesh
	const BvSpace *space;
} BvFraming;

typedef struct BvClass {
	const char *name, *about;
	size_t size, node_size, link_offset; // a node: the volume, then a TopoNode at link_offset
	ParamTable params;
	int32_t directions; // of a k-DOP: how many, both signs counted; BV_DIRECTIONS_GIVEN; 0: it is none
	const BvFit *const
	    *fits;  // the ways it can be fitted in, up to NULL, the usual one first; NULL: there is one
	bool rigid; // moves by MOVE_PLACE, and not by the volumes' bounds or hulls
	// One volume at a time: for tests and reports, not for loops.
	void (*fit)(void *out, const HnVec3 *points, int32_t count, const BvSpace *space); // count >= 1
	void (*merge)(void *out, const void *a, const void *b);                            // out may be a or b
	bool (*overlaps)(const void *a, const void *b);
	bool (*encloses)(const void *outer, const void *inner);
	bool (*contains)(const void *volume, HnVec3 point, const BvSpace *space);
	double (*volume)(const void *volume); // in scaled units; decides which node is the larger
	void (*solid)(Solid *out, const void *volume, const BvSpace *space); // what it is, for reports
	// What the parameters say about the test. NULL: nothing.
	void (*begin_query)(PairQuery *query, const void *params);
	// Whole kernels.
	void (*link)(void *nodes, const TopoNode *topo, int32_t count);
	void (*refit)(void *nodes, const TreeView *tree, const BvSpace *space);
	// Only the nodes that are marked (a bit each), and their parents upwards as long as volumes change to the
	// bit; takes the marks away. How many. NULL: parents are not made of their children.
	int32_t (*refit_marked)(void *nodes, const TreeView *tree, const BvSpace *space, const int32_t *parents,
	                        uint64_t *marks);
	// All nodes from the points of their own triangles, where that is tighter than merging; else NULL. A node
	// then encloses its triangles, but not the volumes below it. room: for 3 points a triangle.
	void (*fit_nodes)(void *nodes, const TreeView *tree, HnVec3 *scratch, const BvSpace *space);
	// Of volumes whose nodes are all fitted to their own triangles, so that a parent need not enclose its
	// children, only what is in them. A tree is built by both: frame (its context a BvFraming) fits inner
	// nodes and splits them along their axes, fit_leaves the others. Else NULL.
	TopoFrameOf frame;
	void (*fit_leaves)(void *nodes, const TreeView *tree, const BvSpace *space);
	// The greatest distance by which a corner of a triangle sticks out of a node that it is below, in model
	// units: 0 unless the space's extents are of a subset. NULL where `frame` is.
	double (*sticks_out)(const void *nodes, const TreeView *tree, const BvSpace *space);
	void (*fit_node)(TreePlacement *placement, int32_t node); // from its own triangles, where they now are
	void (*move)(TreePlacement *placement, int32_t first, int32_t end, bool drift); // nodes first .. end - 1
	int32_t (*pairs[WALKS])(PairQuery *query); // adds to query->hits; HN_ERR_NO_MEMORY
	// What a walk does, without walking, for what it costs: nodes brought up to date; recorded pairs tested,
	// of nodes there already or turned by the test (as turn). How many overlap.
	void (*update_nodes)(TreePlacement *placement, const int32_t *nodes, int32_t count);
	int64_t (*test)(PairQuery *query, const NodePair *pairs, int64_t count);
	int64_t (*test_turned)(PairQuery *query, const NodePair *pairs, int64_t count);
	// What can follow a motion: by MOVE_PLACE, or MOVE_HULL, MOVE_HULL_DRIFT and MOVE_CONIC. Else NULL.
	size_t follow_size;
	void (*follow)(void *out, const BvStep *step, const void *root, const BvSpace *space);
	int32_t (*hull_points_max)(const BvSpace *space);
	int32_t (*hull_points)(const void *volume, const BvSpace *space, double *xyz);
	// What can be tested as it is at rest: by MOVE_SAT. Else NULL.
	size_t turn_size;
	void (*turn)(void *out, const BvStep *step, const BvSpace *space);
} BvClass;

const BvClass *bv_class(int32_t index); // NULL past the end
// What tests put in the place of a class: a copy with a fault in it. NULL: nothing.
#ifdef PLANTED
typedef const BvClass *(*BvPlant)(const BvClass *bv);
void bv_plant(BvPlant plant);
const BvClass *bv_planted(const BvClass *bv);
#else
static inline const BvClass *bv_planted(const BvClass *bv) { return bv; }
#endif
bool bv_moves_by(const BvClass *bv, MoveBy by);
const char *bv_name(int32_t index); // as Param.choice wants it
PartKind bv_part(int32_t index);    // as Param.part wants it
// The Defs of a volume and of its fit, out of a composed table's, into *out, and the space of them. shared:
// those of an entry of several (param_set_take). HN_ERR_BAD_INPUT names what the volume does not take.
int32_t bv_params_take(BvSpace *space, BvParams *out, const BvClass *bv, const ParamSet *set, const void *def,
                       bool shared);
