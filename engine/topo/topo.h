// Tree topology: top-down building of binary trees whose leaves hold at most `leaf` triangles. This layer
// knows a triangle only by its box and its centroid; it knows no bounding volumes. A split-axis rule is one
// file and one line in axis.def. A split-point rule is one file and one line in point.def.
// A node's triangles are a contiguous range of the order. The two children of a node are adjacent. Nodes are
// stored depth first: every node stands after its parent, and the descendants of a pair of siblings stand
// after that pair. So a loop from the last node to the first visits children before their parents, and no
// traversal needs recursion.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/param.h"
#include "math/vec3.h"

typedef struct TopoItem {
	double lo[3], hi[3], centroid[3]; // of one triangle, in the frame of the build
} TopoItem;

typedef struct TopoNode {
	// inner node: the left child, with the right child after it; leaf: its first position in the order
	int32_t link;
	int32_t count; // leaf: how many triangles, at least 1; inner node: 0
} TopoNode;

// The split frame of one node. A volume with axes of its own supplies the frame by a callback. Other volumes
// split along x, y and z, and the extents are those of the box around the items. `node` is the index that the
// node will have.
typedef struct TopoFrame {
	HnMat3 axes; // rows
	double extent[3];
	const double *xyz; // the mesh, for rules that need boxes or intervals along the axes
	const int32_t *triangles;
} TopoFrame;
typedef void (*TopoFrameOf)(void *context, TopoFrame *out, int32_t node, const int32_t *triangles,
                            int32_t count);

typedef struct TopoBox {
	double lo[3], hi[3];
} TopoBox;

// The sorted orders of a node's items that a point rule reads; see TopoRange.orders.
typedef enum TopoSorted {
	TOPO_UNSORTED,
	TOPO_BY_CENTROID, // 3 orders: one for each axis
	// 6 orders: for each axis, one by the lower ends of the triangles' intervals and one by the upper ends
	TOPO_BY_ENDS,
	TOPO_ORDERS = 6,
} TopoSorted;

// The input of the rules: the triangles of one node. Item i is triangle order[i].
typedef struct TopoRange {
	const TopoItem *items; // one for each triangle of the mesh
	const int32_t *order;  // ascending
	int32_t count;
	double lo[3], hi[3], sum[3]; // along x, y, z: the node's box, and the sum of its centroids
	const TopoFrame *frame;      // NULL: x, y, z
	int32_t leaf;
	const void *axis_params, *point_params; // the Defs of the two rules
	// Only for rules that read sorted orders: positions of items, ascending along each axis of the frame.
	const int32_t *orders[TOPO_ORDERS];
	const TopoBox *boxes; // the items' boxes in the frame; NULL without a frame
	double *scratch;      // `count` doubles of scratch memory, for rules that ask for it
} TopoRange;

static inline double topo_along(const TopoFrame *frame, int axis, const double p[3]) {
	const double *row = frame->axes.m[axis];
	return row[0] * p[0] + row[1] * p[1] + row[2] * p[2];
}

static inline double topo_key(const TopoRange *range, int32_t item, int axis) {
	const double *c = range->items[range->order[item]].centroid;
	return range->frame == NULL ? c[axis] : topo_along(range->frame, axis, c);
}

// The lower and the upper end of the item's interval along an axis of the frame.
static inline double topo_lo(const TopoRange *range, int32_t item, int axis) {
	return range->boxes == NULL ? range->items[range->order[item]].lo[axis] : range->boxes[item].lo[axis];
}
static inline double topo_hi(const TopoRange *range, int32_t item, int axis) {
	return range->boxes == NULL ? range->items[range->order[item]].hi[axis] : range->boxes[item].hi[axis];
}

void topo_extents(double out[3], const TopoRange *range); // of the node's box, along the axes of the frame

// The builder tries the axes in descending order of `measure`; ties go to the lower axis. A rule without
// `measure` tries all three axes and takes the split that costs least by the point rule.
typedef struct TopoAxisRule {
	const char *name, *about;
	void (*measure)(double out[3], const TopoRange *range);
	ParamTable params; // the rule's own; measure finds their values in range->axis_params
} TopoAxisRule;

// An item goes left if key < value, or if key == value and its triangle <= tie.
typedef struct TopoSplit {
	double value;
	int32_t tie;
	double cost; // for rules with has_cost: finite, may be negative; less is better
} TopoSplit;

// `place` looks for the best split along one axis. It returns false if the rule has no split there, for
// example because every plane would leave all centroids on one side. If the rule has no split along any axis,
// `fallback` is tried instead. The splits of a rule without a cost are compared by |n_l - n_r|. If the splits
// along several axes cost the same, the longest extent of the node's box decides, unless axis_order is set;
// then the lowest axis decides. The splits of a rule that reads sorted orders leave no side empty.
typedef struct TopoPointRule {
	const char *name, *about;
	bool (*place)(TopoSplit *out, const TopoRange *range, int axis);
	TopoSorted sorted;
	bool has_cost, axis_order;
	// asks for TopoRange.scratch; rules with sorted orders get it anyway
	bool scratch;
	const struct TopoPointRule *fallback; // a rule without parameters, or NULL
	ParamTable params;                    // the rule's own; place finds their values in range->point_params
} TopoPointRule;

const TopoAxisRule *topo_axis_rule(int32_t index); // NULL past the end
const TopoPointRule *topo_point_rule(int32_t index);
const char *topo_axis_name(int32_t index); // in the form of Param.choice
const char *topo_point_name(int32_t index);
PartKind topo_axis_part(int32_t index); // in the form of Param.part
PartKind topo_point_part(int32_t index);

typedef struct TopoDef {
	const TopoAxisRule *axis;
	const TopoPointRule *point;
	int32_t leaf;      // maximum number of triangles in a leaf, >= 1
	TopoFrameOf frame; // NULL: x, y, z
	void *frame_context;
	// the Defs of the two rules; NULL: all parameters have their defaults
	const void *axis_params, *point_params;
} TopoDef;

// The memory of a build, reused by later builds: 96 bytes a triangle. A later build allocates only when its
// rule needs more than the rules before it.
typedef struct TopoBuilder {
	TopoItem *items;           // input: one for each triangle; a build does not change them
	int32_t *order;            // output: the triangles in the order of the leaves
	TopoNode *nodes;           // output; node 0 is the root
	int32_t node_count, depth; // output; a root alone has depth 0
	int32_t *spare;
	// order k of a node begins at k * capacity + the node's first position; its entries are positions within
	// the node
	int32_t *orders;
	int32_t order_count, capacity;
	void *scratch; // see topo_builder_room
	size_t room_size;
} TopoBuilder;

enum {
	TOPO_MAX_TRIANGLES = 1 << 30, // so that the 2 n - 1 nodes can be counted in int32
	// Nodes at this depth and below are split at the median. So no input makes a tree more than 31 levels
	// deeper than this, and the time of a build is at most proportional to n times that depth.
	TOPO_DEEP = 512,
};

// Errors: HN_ERR_NO_MEMORY; HN_ERR_BAD_INPUT above TOPO_MAX_TRIANGLES.
int32_t topo_builder_init(TopoBuilder *builder, int32_t capacity);
void topo_builder_free(TopoBuilder *builder);
// Frees everything except `order` and `nodes`. That is most of the memory, which helps if the next product of
// the tree is itself large. The next build needs topo_builder_restore first. topo_builder_restore does
// nothing if nothing was freed; its only error is HN_ERR_NO_MEMORY.
void topo_builder_thin(TopoBuilder *builder);
int32_t topo_builder_restore(TopoBuilder *builder);
// Scratch memory of `size` bytes for use between builds. A build may overwrite it. NULL: no memory.
void *topo_builder_room(TopoBuilder *builder, size_t size);
// Computes the items of a mesh from its vertices (3 doubles each) and its vertex indices (3 a triangle).
void topo_items_fill(TopoItem *items, const double *xyz, const int32_t *triangles, int32_t count);
// Builds a tree over triangles 0 .. count - 1; count <= capacity. Without triangles there are no nodes.
// Error: HN_ERR_NO_MEMORY.
int32_t topo_build(TopoBuilder *builder, const TopoDef *def, int32_t count);
