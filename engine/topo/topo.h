// Shapes of trees: binary, top-down, complete to `leaf` triangles. This floor knows triangles as boxes and
// centroids, and no volume. Split-axis and split-point rules are one file and one line in axis.def or
// point.def each.
//
// A node's triangles are a contiguous range of the items; both children stand side by side behind their
// parent, and a subtree's nodes behind its root's pair, depth first. So one loop from the last node to the
// first meets children before parents, and no walk needs recursion.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "math/vec3.h"

typedef struct TopoItem {
	double lo[3], hi[3], centroid[3]; // of one triangle, in the frame in which the tree is built
	int32_t triangle;
} TopoItem;

typedef struct TopoNode {
	int32_t link;  // inner: the left child (the right one follows); leaf: its first item
	int32_t count; // leaf: triangles, at least 1; inner: 0
} TopoNode;

// The split frame of one node. Volumes with axes of their own give it by a callback; others split along x, y
// and z, and extents are those of the items' box.
typedef struct TopoFrame {
	Mat3 axes; // rows
	double extent[3];
} TopoFrame;
typedef void (*TopoFrameOf)(void *context, TopoFrame *out, const TopoItem *items, int32_t count);

// What the rules look at: the items of one node.
typedef struct TopoRange {
	const TopoItem *items;
	int32_t count;
	const TopoFrame *frame; // NULL: x, y, z
} TopoRange;

static inline double topo_key(const TopoRange *range, int32_t item, int axis) {
	const double *c = range->items[item].centroid;
	if (range->frame == NULL) return c[axis];
	const double *row = range->frame->axes.m[axis];
	return row[0] * c[0] + row[1] * c[1] + row[2] * c[2];
}

// The axes are tried in the order of what the rule measures, largest first, ties by axis.
typedef struct TopoAxisRule {
	const char *name, *about;
	void (*measure)(double out[3], const TopoRange *range);
} TopoAxisRule;

// Left: key < value, or key == value and triangle <= tie.
typedef struct TopoSplit {
	double value;
	int32_t tie;
} TopoSplit;

// False where all centroids are on one side whatever the place; scratch holds range->count doubles.
typedef struct TopoPointRule {
	const char *name, *about;
	bool (*place)(TopoSplit *out, const TopoRange *range, int axis, double *scratch);
} TopoPointRule;

const TopoAxisRule *topo_axis_rule(int32_t index); // NULL past the end
const TopoPointRule *topo_point_rule(int32_t index);
const char *topo_axis_name(int32_t index); // as Param.choice wants it
const char *topo_point_name(int32_t index);

typedef struct TopoDef {
	const TopoAxisRule *axis;
	const TopoPointRule *point;
	int32_t leaf;      // most triangles of a leaf, >= 1
	TopoFrameOf frame; // NULL: x, y, z
	void *frame_context;
} TopoDef;

typedef struct TopoPending {
	int32_t node, depth;
} TopoPending;

// Room to build with, reused from one build to the next: building allocates nothing.
typedef struct TopoBuilder {
	TopoItem *items;           // in: item i is triangle i; out: in the order of the leaves
	TopoNode *nodes;           // out; node 0 is the root
	int32_t node_count, depth; // out; a root alone has depth 0
	TopoItem *spare;
	TopoPending *pending;
	int32_t capacity;
} TopoBuilder;

enum { TOPO_MAX_TRIANGLES = 1 << 30 }; // 2 n - 1 nodes are counted in int32

// ERR_NO_MEMORY; ERR_BAD_INPUT over TOPO_MAX_TRIANGLES.
int32_t topo_builder_init(TopoBuilder *builder, int32_t capacity);
void topo_builder_free(TopoBuilder *builder);
// Fills the items from a mesh: vertices (3 doubles each) and vertex indices (3 a triangle).
void topo_items_fill(TopoItem *items, const double *xyz, const int32_t *triangles, int32_t count);
// count <= capacity; no triangles: no nodes.
void topo_build(TopoBuilder *builder, const TopoDef *def, int32_t count);
