// A binary space partition of a mesh's triangles, by planes through some of them. Triangles are not cut: a
// triangle that reaches both sides is listed on both. Correctness needs only one real function f(x) = n x - c
// for each node. Every triangle listed in front has f >= -slack at its corners. Every triangle listed behind
// has f <= slack. Every coplanar triangle satisfies both. A query triangle is kept from a side only if f is
// certainly beyond that slack.
#pragma once

#include "base/array.h"
#include "scene/mesh_blocks.h"

typedef struct BspPlane {
	double n[3]; // a unit vector, apart from rounding
	double c;
	double slack;
} BspPlane;

enum { BSP_EMPTY = -1 }; // an empty child. Other children: inner nodes are >= 0; leaf i is -2 - i.

typedef struct BspNode {
	int32_t front, back;
	int32_t begin, end; // the range of its coplanar triangles in refs
} BspNode;

typedef struct BspLeaf {
	int32_t begin, end; // a range of refs
} BspLeaf;

typedef struct BspTree {
	int32_t root, depth;
	ARRAY(BspNode) nodes;
	ARRAY(BspPlane) planes; // one for each node
	ARRAY(BspLeaf) leaves;
	ARRAY(int32_t) refs; // triangle ids
	MeshBox box;
} BspTree;

typedef enum BspFallback { FALLBACK_LEAF, FALLBACK_AXIS } BspFallback;

typedef struct BspTreeDef {
	int32_t candidates, leaf, depth, seed, fallback;
	double split_cost, growth;
} BspTreeDef;

// On failure *out is empty.
int32_t bsp_tree_build(BspTree *out, const HnSceneMesh *mesh, const BspTreeDef *def);
void bsp_tree_free(BspTree *tree);
size_t bsp_tree_bytes(const BspTree *tree);
// Computes the planes for a placed mesh, with slacks that hold for placed, rounded vertices. out: one for
// each node.
void bsp_tree_place(const BspTree *tree, const HnPose *pose, BspPlane *out);
