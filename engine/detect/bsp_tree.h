// A binary space partition of a mesh's triangles, by planes through some of them. Triangles are not cut: one
// that reaches both sides is listed on both. Correctness needs only one real function f(x) = n x - c a node:
// every triangle listed in front has f >= -slack at its corners, every one behind f <= slack, every coplanar
// one both; a query triangle is kept from a side only where f is certainly beyond that.
#pragma once

#include "base/array.h"
#include "scene/mesh_blocks.h"

typedef struct BspPlane {
	double n[3]; // a unit vector, but for rounding
	double c;
	double slack;
} BspPlane;

enum { BSP_EMPTY = -1 }; // a child with nothing in it; inner nodes are >= 0; leaf i is -2 - i

typedef struct BspNode {
	int32_t front, back;
	int32_t begin, end; // of its coplanar triangles in refs
} BspNode;

typedef struct BspLeaf {
	int32_t begin, end; // in refs
} BspLeaf;

typedef struct BspTree {
	int32_t root, depth;
	ARRAY(BspNode) nodes;
	ARRAY(BspPlane) planes; // of the nodes
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
// The planes where the mesh is placed, with slacks that hold for placed, rounded vertices. out: as many as
// nodes.
void bsp_tree_place(const BspTree *tree, const HnPose *pose, BspPlane *out);
