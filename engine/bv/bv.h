// Bounding volumes: each is one file and one line in bv.def. Volumes are closed sets, so touching counts as
// overlap. A volume may be too large but never too small. Volumes are stored as float, in coordinates
// multiplied by the space's scale, which brings the scene's largest coordinate near 1.
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

// How two trees are traversed. Plain: all nodes are already in place. LAZY: each node is placed when it is
// first met. TURNED: all nodes stay at rest, and the test takes the motion into account. Each kind has a
// timed kernel and one that counts.
typedef enum Walk {
	WALK_TIMED,
	WALK_COUNTED,
	WALK_LAZY_TIMED,
	WALK_LAZY_COUNTED,
	WALK_TURNED_TIMED,
	WALK_TURNED_COUNTED,
	WALKS
} Walk;

// The kernels of a volume for a wider instruction set than the baseline, as those of BvClass.
typedef struct BvWalks {
	int32_t (*pairs[WALKS])(PairQuery *query);
	int64_t (*test)(PairQuery *query, const NodePair *pairs, int64_t count);
	int64_t (*test_turned)(PairQuery *query, const NodePair *pairs, int64_t count);
} BvWalks;

enum { BV_DIRECTIONS_GIVEN = -1 }; // the directions are those of the space

// The context of BvClass.frame.
typedef struct BvFraming {
	void *nodes;   // room for every node that topo_build makes
	TreeView tree; // the tree's mesh
	const BvSpace *space;
} BvFraming;

typedef struct BvClass {
	const char *name, *about;
	size_t size, node_size, link_offset; // a node is the volume, then a TopoNode at link_offset
	ParamTable params;
	// k-DOPs: how many directions, counting both signs, or BV_DIRECTIONS_GIVEN; 0: not a k-DOP
	int32_t directions;
	const BvFit *const
	    *fits;       // the ways it can be fitted in, up to NULL, the usual one first; NULL: there is one
	bool rigid;      // moves by MOVE_PLACE, not by the volume's bounds or hull
	bool has_length; // DESCEND_LONGER compares it
	// Functions on single volumes. They are for tests and reports, not for loops.
	void (*fit)(void *out, const HnVec3 *points, int32_t count, const BvSpace *space); // count >= 1
	void (*merge)(void *out, const void *a, const void *b);                            // out may be a or b
	bool (*overlaps)(const void *a, const void *b);
	bool (*encloses)(const void *outer, const void *inner);
	bool (*contains)(const void *volume, HnVec3 point, const BvSpace *space);
	// In scaled units, >= 0 or NaN; decides which node of a pair is the larger. An upper bound will do: the
	// traversal's order depends on it, and no answer does. But if there is a `solid` and the volume is no
	// k-DOP, this is the volume of that solid.
	double (*volume)(const void *volume);
	// the volume as a set of points, for reports
	void (*solid)(Solid *out, const void *volume, const BvSpace *space);
	// Copies the test's parameters into the query. NULL: the test has no parameters.
	void (*begin_query)(PairQuery *query, const void *params);
	// Functions on whole trees.
	void (*link)(void *nodes, const TopoNode *topo, int32_t count);
	void (*refit)(void *nodes, const TreeView *tree, const BvSpace *space);
	// Refits the marked nodes (one bit each). A parent is refitted too if a child's volume changed in any
	// bit. Clears the marks and returns how many nodes were refitted. NULL: parents are not made from their
	// children.
	int32_t (*refit_marked)(void *nodes, const TreeView *tree, const BvSpace *space, const int32_t *parents,
	                        uint64_t *marks);
	// Fits every node to the points of the triangles below it, if that is tighter than merging; else NULL. A
	// node then encloses its triangles, but not necessarily the volumes of its children. scratch: room for 3
	// points a triangle.
	void (*fit_nodes)(void *nodes, const TreeView *tree, HnVec3 *scratch, const BvSpace *space);
	// For volumes whose nodes are all fitted to their own triangles, so that a parent need not enclose its
	// children's volumes but only their triangles; else NULL. Building such a tree takes both functions:
	// `frame` (its context is a BvFraming) fits each inner node and gives the axes along which it is split,
	// and fit_leaves fits the leaves.
	TopoFrameOf frame;
	void (*fit_leaves)(void *nodes, const TreeView *tree, const BvSpace *space);
	// The greatest distance, in model units, by which a corner of a triangle sticks out of a node above it.
	// It is 0 unless the space's fit takes the extents from a subset of the points. NULL if `frame` is NULL.
	double (*sticks_out)(const void *nodes, const TreeView *tree, const BvSpace *space);
	// fits the node to its own triangles at their current positions
	void (*fit_node)(TreePlacement *placement, int32_t node);
	// places nodes first .. end - 1
	void (*move)(TreePlacement *placement, int32_t first, int32_t end, bool drift);
	int32_t (*pairs[WALKS])(PairQuery *query); // adds to query->hits; error: HN_ERR_NO_MEMORY
	// The single operations of a traversal, for measuring their costs: placing the given nodes; testing
	// recorded pairs whose nodes are in place; testing recorded pairs at rest (see `turn`). The tests return
	// how many pairs overlap.
	void (*update_nodes)(TreePlacement *placement, const int32_t *nodes, int32_t count);
	int64_t (*test)(PairQuery *query, const NodePair *pairs, int64_t count);
	int64_t (*test_turned)(PairQuery *query, const NodePair *pairs, int64_t count);
	// For volumes that can follow a motion, by MOVE_PLACE or by MOVE_HULL, MOVE_HULL_DRIFT and MOVE_CONIC;
	// else NULL.
	size_t follow_size;
	void (*follow)(void *out, const BvStep *step, const void *root, const BvSpace *space);
	int32_t (*hull_points_max)(const BvSpace *space);
	int32_t (*hull_points)(const void *volume, const BvSpace *space, double *xyz);
	// For volumes that can be tested while they are at rest, by MOVE_SAT; else NULL.
	size_t turn_size;
	void (*turn)(void *out, const BvStep *step, const BvSpace *space);
} BvClass;

const BvClass *bv_class(int32_t index); // NULL past the end
// Tests may plant a class: a copy with a fault in it that replaces the original. NULL: nothing is replaced.
#ifdef PLANTED
typedef const BvClass *(*BvPlant)(const BvClass *bv);
void bv_plant(BvPlant plant);
const BvClass *bv_planted(const BvClass *bv);
#else
static inline const BvClass *bv_planted(const BvClass *bv) { return bv; }
#endif
bool bv_moves_by(const BvClass *bv, MoveBy by);
const char *bv_name(int32_t index); // in the form of Param.choice
PartKind bv_part(int32_t index);    // in the form of Param.part
// Copies the Defs of a volume and of its fit out of a composed table's Def into *out, and makes the space
// that uses them. shared: the table's entry serves several volumes (see param_set_take). HN_ERR_BAD_INPUT
// names the parameter that the volume does not take.
int32_t bv_params_take(BvSpace *space, BvParams *out, const BvClass *bv, const ParamSet *set, const void *def,
                       bool shared);
