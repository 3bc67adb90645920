// Shapes of trees: binary, top-down, complete to `leaf` triangles. This floor knows triangles as boxes and
// centroids, and no volume. Split-axis and split-point rules are one file and one line in axis.def or
// point.def each.
//
// A node's triangles are a contiguous range of the order; both children stand side by side behind their
// parent, and a subtree's nodes behind its root's pair, depth first. So one loop from the last node to the
// first meets children before parents, and no walk needs recursion.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/param.h"
#include "math/vec3.h"

typedef struct TopoItem {
	double lo[3], hi[3], centroid[3]; // of one triangle, in the frame in which the tree is built
} TopoItem;

typedef struct TopoNode {
	int32_t link;  // inner: the left child (the right one follows); leaf: where its triangles begin
	int32_t count; // leaf: triangles, at least 1; inner: 0
} TopoNode;

// The split frame of one node. Volumes with axes of their own give it by a callback; others split along x, y
// and z, and extents are those of the items' box. `node` is the number that the node will have.
typedef struct TopoFrame {
	HnMat3 axes; // rows
	double extent[3];
	const double *xyz; // the mesh, for rules that look at boxes or intervals along the axes
	const int32_t *triangles;
} TopoFrame;
typedef void (*TopoFrameOf)(void *context, TopoFrame *out, int32_t node, const int32_t *triangles,
                            int32_t count);

typedef struct TopoBox {
	double lo[3], hi[3];
} TopoBox;

// Which orders of a node's items a point rule reads; see TopoRange.orders.
typedef enum TopoSorted {
	TOPO_UNSORTED,
	TOPO_BY_CENTROID, // 3: along each axis
	TOPO_BY_ENDS,     // 6: along each axis by the lower ends of the triangles' intervals, then by the upper
	TOPO_ORDERS = 6,
} TopoSorted;

// What the rules look at: the triangles of one node. What rules call item i is triangle order[i].
typedef struct TopoRange {
	const TopoItem *items; // one a triangle of the mesh
	const int32_t *order;  // ascending
	int32_t count;
	double lo[3], hi[3], sum[3]; // along x, y, z: the box, and the sum of centroids
	const TopoFrame *frame;      // NULL: x, y, z
	int32_t leaf;
	const void *axis_params, *point_params; // the rules' own Defs
	// For sorted rules only. Positions of items, ascending along the axes of the frame.
	const int32_t *orders[TOPO_ORDERS];
	const TopoBox *boxes; // of the items in the frame; NULL without a frame
	double *scratch;      // `count` doubles, for rules that ask for them
} TopoRange;

static inline double topo_along(const TopoFrame *frame, int axis, const double p[3]) {
	const double *row = frame->axes.m[axis];
	return row[0] * p[0] + row[1] * p[1] + row[2] * p[2];
}

static inline double topo_key(const TopoRange *range, int32_t item, int axis) {
	const double *c = range->items[range->order[item]].centroid;
	return range->frame == NULL ? c[axis] : topo_along(range->frame, axis, c);
}

// Ends of the item's interval along an axis, and its box, in the frame.
static inline double topo_lo(const TopoRange *range, int32_t item, int axis) {
	return range->boxes == NULL ? range->items[range->order[item]].lo[axis] : range->boxes[item].lo[axis];
}
static inline double topo_hi(const TopoRange *range, int32_t item, int axis) {
	return range->boxes == NULL ? range->items[range->order[item]].hi[axis] : range->boxes[item].hi[axis];
}

void topo_extents(double out[3], const TopoRange *range); // of the node's box, in the frame

// The axes are tried in the order of what the rule measures, largest first, ties by axis. A rule that
// measures nothing takes the best of all three: the least cost of the point rule's split.
typedef struct TopoAxisRule {
	const char *name, *about;
	void (*measure)(double out[3], const TopoRange *range);
	ParamTable params; // its own; measure finds their values in range->axis_params
} TopoAxisRule;

// Left: key < value, or key == value and triangle <= tie.
typedef struct TopoSplit {
	double value;
	int32_t tie;
	double cost; // of rules that have one: less is better
} TopoSplit;

// place looks for the best split along one axis; false where the rule has none there, as where all centroids
// are on one side whatever the place. Where it has none along any axis, `fallback` is asked in its stead.
// Without a cost of its own a rule's splits are compared by |n_l - n_r|. Splits along several axes that cost
// the same: the longest extent of the node's box decides, or with axis_order nothing; then the first axis.
// The splits of sorted rules leave no side empty.
typedef struct TopoPointRule {
	const char *name, *about;
	bool (*place)(TopoSplit *out, const TopoRange *range, int axis);
	TopoSorted sorted;
	bool has_cost, axis_order;
	bool scratch;                         // asks for it, as sorted rules do too
	const struct TopoPointRule *fallback; // of a rule without parameters
	ParamTable params;                    // its own; place finds their values in range->point_params
} TopoPointRule;

const TopoAxisRule *topo_axis_rule(int32_t index); // NULL past the end
const TopoPointRule *topo_point_rule(int32_t index);
const char *topo_axis_name(int32_t index); // as Param.choice wants it
const char *topo_point_name(int32_t index);
PartKind topo_axis_part(int32_t index); // as Param.part wants it
PartKind topo_point_part(int32_t index);

typedef struct TopoDef {
	const TopoAxisRule *axis;
	const TopoPointRule *point;
	int32_t leaf;      // most triangles of a leaf, >= 1
	TopoFrameOf frame; // NULL: x, y, z
	void *frame_context;
	const void *axis_params, *point_params; // the rules' Defs; NULL: everything by default
} TopoDef;

// Room to build with, reused from one build to the next: 96 bytes a triangle. Only the first build by a rule
// that wants more allocates.
typedef struct TopoBuilder {
	TopoItem *items;           // in: one a triangle; they stay where they are
	int32_t *order;            // out: triangles in the order of the leaves
	TopoNode *nodes;           // out; node 0 is the root
	int32_t node_count, depth; // out; a root alone has depth 0
	int32_t *spare;
	int32_t *orders; // order k of a node at k * capacity + where it begins; positions within the node
	int32_t order_count, capacity;
	void *scratch; // see topo_builder_room
	size_t room_size;
} TopoBuilder;

enum {
	TOPO_MAX_TRIANGLES = 1 << 30, // 2 n - 1 nodes are counted in int32
	// Nodes as deep as this, and all below, are split at the median: no input makes a tree deeper than this
	// and 31 more, and the time stays within n times that.
	TOPO_DEEP = 512,
};

// HN_ERR_NO_MEMORY; HN_ERR_BAD_INPUT over TOPO_MAX_TRIANGLES.
int32_t topo_builder_init(TopoBuilder *builder, int32_t capacity);
void topo_builder_free(TopoBuilder *builder);
// Gives up all but order and nodes: most of it, where what the tree is made of next is large itself. The next
// build needs topo_builder_restore, which is HN_ERR_NO_MEMORY or nothing to do.
void topo_builder_thin(TopoBuilder *builder);
int32_t topo_builder_restore(TopoBuilder *builder);
// Room for whatever is wanted between builds; it is not kept over one. NULL: no memory.
void *topo_builder_room(TopoBuilder *builder, size_t size);
// Fills the items from a mesh: vertices (3 doubles each) and vertex indices (3 a triangle).
void topo_items_fill(TopoItem *items, const double *xyz, const int32_t *triangles, int32_t count);
// count <= capacity; no triangles: no nodes. HN_ERR_NO_MEMORY.
int32_t topo_build(TopoBuilder *builder, const TopoDef *def, int32_t count);
