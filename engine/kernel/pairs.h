// What a traversal of two trees works on. Reserved before it begins: no kernel allocates, but for the hits.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"
#include "exact/tri_tri.h"

// One tree over one mesh, as kernels see it.
typedef struct TreeView {
	const void *nodes;    // of the volume's node type; node 0 is the root
	const int32_t *order; // triangles in the order of the leaves
	const double *xyz;    // the vertices, where they now are
	const int32_t *triangles;
	int32_t node_count, depth;
} TreeView;

// Of a pair of inner nodes, which is opened? Of an inner node and a leaf always the inner one.
typedef enum Descend {
	DESCEND_LARGER,    // the larger volume; the first tree's where they tie
	DESCEND_BOTH,      // both at once
	DESCEND_ALTERNATE, // in turn, the first tree's to begin with
} Descend;
const char *descend_name(int32_t index); // as Param.choice wants it

typedef struct NodePair {
	int32_t a, b; // DESCEND_ALTERNATE: ~a where it is the turn of b
} NodePair;

typedef struct TrianglePair {
	int32_t a, b;
} TrianglePair;

typedef struct PairQuery {
	TreeView a, b;
	Descend descend;
	bool first; // stop at the first hit
	ARRAY(NodePair) stack;
	ARRAY(TrianglePair) hits;
	int64_t nb, np; // counted kernels add to them
} PairQuery;

// Room on the stack for trees of these depths. Opening one node replaces a pair by two, opening both by four,
// and no pair is more than depth_a + depth_b openings below the roots' pair: so at most 3 pairs a level wait,
// and kernels may write up to 4 past the top.
bool pair_query_reserve(PairQuery *query, int32_t depth_a, int32_t depth_b);
void pair_query_free(PairQuery *query);

static inline Triangle triangle_load(const double *xyz, const int32_t *vertices) {
	return (Triangle){ { vec3_load(xyz + 3 * (int64_t)vertices[0]), vec3_load(xyz + 3 * (int64_t)vertices[1]),
		                 vec3_load(xyz + 3 * (int64_t)vertices[2]) } };
}
