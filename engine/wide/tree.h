// Wide trees: nodes have four children, leaves up to four triangles. The topology comes from the surface area
// heuristic along x, y and z. Boxes are oriented or aligned with the axes of the mesh. Vertices are floats
// relative to an origin of their leaf. docs/explanation/exactness.md, section 15, derives the error bounds of
// the floats.
//
// Coordinates are those of the mesh times the scene's power of two. `origin` is the middle of the mesh. A
// node's anchor and a leaf's origin are floats relative to it and are exact by definition. All other floats
// of a node or leaf are relative to that anchor or origin. So their precision depends on the size of the node
// or leaf, and not on its place.
#pragma once

#include "base/array.h"
#include "math/vec3.h"
#include "mesh/mesh.h"

typedef enum WideVolume { WIDE_OBB, WIDE_AABB, WIDE_VOLUMES } WideVolume;
const char *wide_volume_name(int32_t index); // for Param.choice

enum {
	WIDE = 4,                 // children of a node, triangles of a leaf
	WIDE_PLACE_MAX = 1 << 26, // most nodes, and most leaves
};
// A link names a node or a leaf, and in its lowest four bits a subset of its children or triangles. The links
// in a tree name all four.
#define WIDE_LEAF  0x80000000u
#define WIDE_EMPTY 0x40000000u
#define WIDE_ALL   15u
static inline uint32_t wide_link(int32_t place, uint32_t leaf) {
	return leaf | (uint32_t)place << 4 | WIDE_ALL;
}
static inline int32_t wide_place(uint32_t link) { return (int32_t)(link >> 4 & (WIDE_PLACE_MAX - 1)); }

// The box of child i is the set of points anchor + off + sum s_k a_k with |s_k| <= half[k][i]. For an
// oriented box a_0 = axes[0..2][i] and a_1 = axes[3..5][i]; a_2 is their cross product, computed in floats by
// wide_third. For an axis-aligned box the a_k are the axes of the mesh. reach bounds |off|_1 + sum half of
// every child, so no point of a box is farther from the anchor than reach.
typedef struct WideHead {
	float anchor[3], reach;
	uint32_t link[WIDE];
} WideHead;

typedef struct WideBoxNode {
	WideHead head;
	float off[3][WIDE], half[3][WIDE];
} WideBoxNode;

typedef struct WideObbNode {
	WideHead head;
	float off[3][WIDE], half[3][WIDE], axes[6][WIDE];
} WideObbNode;

typedef struct WideLeaf {
	float origin[3], radius; // radius: the largest magnitude in v
	int32_t id[WIDE];        // -1: no triangle; the slot then repeats the vertices of the first one
	float v[9][WIDE];        // x, y, z of the three vertices, relative to the origin
} WideLeaf;

typedef struct WideTree {
	void *nodes; // WideObbNode or WideBoxNode, by volume
	WideLeaf *leaves;
	int32_t *parents; // of nodes; the root is its own parent
	int32_t node_count, leaf_count;
	WideVolume volume;
	double scale, origin[3];
	double far;          // largest magnitude of a scaled coordinate
	struct WideFit *fit; // only in trees that can be refitted; else NULL
} WideTree;

static inline size_t wide_node_size(WideVolume volume) {
	return volume == WIDE_OBB ? sizeof(WideObbNode) : sizeof(WideBoxNode);
}
static inline WideHead *wide_head(const WideTree *tree, int32_t node) {
	return (WideHead *)(void *)((char *)tree->nodes + (size_t)node * wide_node_size(tree->volume));
}

typedef struct WideDef {
	WideVolume volume;
	double scale;
	int32_t bins;
	int32_t turns; // of the pattern search for the axes of oriented boxes (wide/turn.inl)
	bool refits;   // wide_tree_refit will be called
	const struct WideBuildKernels *kernels; // NULL: those of simd_set()
} WideDef;
enum { WIDE_BINS_MAX = 64, WIDE_TURNS_MAX = 8 };

// Builds a tree. A mesh without triangles gives a tree without nodes. HN_ERR_NO_MEMORY; HN_ERR_BAD_INPUT if
// there are more nodes or leaves than a link can number. Call wide_tree_free after an error too; it accepts a
// zeroed tree.
int32_t wide_tree_build(WideTree *out, const WideDef *def, const MeshView *mesh);
void wide_tree_free(WideTree *tree);
// Recomputes all floats for moved vertices. The topology stays. The tree must be built with `refits`.
void wide_tree_refit(WideTree *tree, const MeshView *mesh);
size_t wide_tree_bytes(const WideTree *tree);
