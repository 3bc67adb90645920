// Wide trees: four children a node over a topology along x, y and z by the surface area heuristic, and leaves
// of up to four triangles, kept as floats about an origin of their own in the order of the leaves. Boxes are
// oriented, or along the axes of the mesh. docs/exactness.md, section 15, derives what the floats stand for.
//
// Coordinates are those of the mesh times the scene's power of two. `origin` is the middle of the mesh; an
// anchor or a leaf's origin is a place relative to it, exactly as stored, and all else in a node or leaf is
// relative to that: floats are as precise as what they describe is small, wherever it is.
#pragma once

#include "base/array.h"
#include "math/vec3.h"

typedef enum WideVolume { WIDE_OBB, WIDE_AABB, WIDE_VOLUMES } WideVolume;
const char *wide_volume_name(int32_t index); // as Param.choice wants it

enum {
	WIDE = 4,                 // children of a node, triangles of a leaf
	WIDE_PLACE_MAX = 1 << 26, // nodes or leaves
};
// A link to a child: a node or a leaf, and which of its four are meant: all of them.
#define WIDE_LEAF  0x80000000u
#define WIDE_EMPTY 0x40000000u
#define WIDE_ALL   15u
static inline uint32_t wide_link(int32_t place, uint32_t leaf) {
	return leaf | (uint32_t)place << 4 | WIDE_ALL;
}
static inline int32_t wide_place(uint32_t link) { return (int32_t)(link >> 4 & (WIDE_PLACE_MAX - 1)); }

// The box of child i: all anchor + off + sum s_k a_k, |s_k| <= half[k][i]. Of oriented ones a_0, a_1 are
// axes[0..2][i], axes[3..5][i], and a_2 is their cross product as floats have it (wide_third). No point of
// any of the boxes is farther from the anchor than reach, and reach bounds |off|_1 + sum half.
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
	float origin[3], radius; // no coordinate is farther from the origin
	int32_t id[WIDE];        // -1: none, and the vertices are those of another
	float v[9][WIDE];        // x, y, z of the three vertices
} WideLeaf;

typedef struct WideTree {
	void *nodes; // of the volume
	WideLeaf *leaves;
	int32_t *parents; // of nodes; the root's is itself
	int32_t node_count, leaf_count;
	WideVolume volume;
	double scale, origin[3];
	double far;          // no scaled coordinate is larger in magnitude
	struct WideFit *fit; // kept by trees that are refitted; else NULL
} WideTree;

static inline size_t wide_node_size(WideVolume volume) {
	return volume == WIDE_OBB ? sizeof(WideObbNode) : sizeof(WideBoxNode);
}
static inline WideHead *wide_head(const WideTree *tree, int32_t node) {
	return (WideHead *)(void *)((char *)tree->nodes + (size_t)node * wide_node_size(tree->volume));
}

typedef struct WideMesh {
	const double *xyz;
	const int32_t *triangles;
	int32_t vertex_count, triangle_count;
} WideMesh;

typedef struct WideDef {
	WideVolume volume;
	double scale;
	int32_t bins;
	bool refits; // it will be asked for wide_tree_refit
} WideDef;
enum { WIDE_BINS_MAX = 64 };

// No triangles: no nodes. HN_ERR_NO_MEMORY; HN_ERR_BAD_INPUT where there are more leaves than links can tell.
// wide_tree_free then, too; it takes a zeroed one.
int32_t wide_tree_build(WideTree *out, const WideDef *def, const WideMesh *mesh);
void wide_tree_free(WideTree *tree);
// Of a tree that refits: its vertices are elsewhere. Topology stays.
void wide_tree_refit(WideTree *tree, const WideMesh *mesh);
size_t wide_tree_bytes(const WideTree *tree);
