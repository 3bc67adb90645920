// Two wide trees against each other: a frontier of pairs of nodes, each step of which tests all children of
// one against all of the other, and pairs of leaves, each four triangles against four. Floats decide what
// their error bounds allow, exact/tri_tri.h the rest. Kernels are stamped for each instruction set
// (wide_pairs.inl) and give the same answers in the same order, and the same counts.
#pragma once

#include "exact/tri_tri.h"
#include "math/pose.h"
#include "simd/simd.h"
#include "tree/wide_tree.h"

// A node of each tree, or a leaf of each: links, of which the lowest four bits say which children are meant.
typedef struct WidePair {
	uint32_t a, b;
} WidePair;

typedef struct WideHit {
	int32_t a, b;
} WideHit;

// A pair's own memory of the step before: where `first` begins.
typedef struct WideHint {
	bool known;
	WidePair start;
} WideHint;

typedef struct WideQuery {
	const WideTree *a, *b;
	WideMesh mesh_a, mesh_b;
	HnPose pose; // of b in the frame of a
	// What follows from these: scaled, from the origin of b to that of a.
	double turn[9], shift[3];
	float turn_rounded[9], slack; // slack: docs/exactness.md, section 15
	// A frontier: `level` is being looked at, from `at` on; what it leaves behind goes to `next`. Under
	// `first` level is a stack.
	ARRAY(WidePair) level, next;
	ARRAY(WidePair) leaves; // from leaf_at on they are to be tested
	ARRAY(WideHit) hits;
	int64_t at, leaf_at, visits;
	WidePair hit_at; // under `first`: the pair of nodes whose leaves met
	// Under `first`: pairs of nodes of these two subtrees were looked at already; end 0: there are none.
	int32_t done_a, done_a_end, done_b, done_b_end;
	int64_t nb, np;                    // counted kernels add to them
	int64_t settled;                   // pairs of triangles that floats did not decide
	const struct WideKernels *kernels; // NULL: those of simd_set()
} WideQuery;

enum {
	WIDE_PUSHES = 24,   // most pairs that a step leaves behind: of inner nodes, of a node and leaves
	WIDE_SPILL = 4,     // written beyond the last
	WIDE_LEAVES = 1024, // leaves wait in that number
};

typedef enum WideEnd {
	WIDE_DONE,
	WIDE_ROOM, // some array is nearly full: go on with the same query when it is larger
} WideEnd;

typedef WideEnd (*WideWalk)(WideQuery *query);
// By volume, then whether it is counted.
typedef struct WideKernels {
	WideWalk all[WIDE_VOLUMES][2], first[WIDE_VOLUMES][2];
} WideKernels;
extern const WideKernels wide_kernels_baseline, wide_kernels_avx2;
const WideKernels *wide_kernels(SimdSet set);

// The trees, meshes and pose are set.
void wide_query_place(WideQuery *query);
void wide_query_free(WideQuery *query);
// All hits, into query->hits. HN_ERR_NO_MEMORY.
int32_t wide_query_all(WideQuery *query, bool counted);
// At most one. hint: NULL, or where the last step ended; up: levels above the hit at which the next begins.
int32_t wide_query_first(WideQuery *query, WideHint *hint, int32_t up, bool counted);
// For kernels: two triangles that floats did not decide.
bool wide_settle(const WideQuery *query, int32_t a, int32_t b);
