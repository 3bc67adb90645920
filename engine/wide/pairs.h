// Traversal of two wide trees. A frontier holds pairs of nodes; a step tests all children of one node against
// all children of the other. A pair of leaves is a test of four triangles against four. Floats decide as far
// as their error bounds allow, exact/tri_tri.h decides the rest. There is one kernel for each instruction set
// (wide/pairs.inl). All kernels give the same answers in the same order, and the same counts.
#pragma once

#include "exact/tri_tri.h"
#include "math/pose.h"
#include "simd/simd.h"
#include "wide/tree.h"

// Links to a node of each tree or to a leaf of each. The lowest four bits of a link select its children.
typedef struct WidePair {
	uint32_t a, b;
} WidePair;

// State of a pair of bodies, kept from step to step: the pair of nodes at which the query `first` begins.
typedef struct WideHint {
	bool known;
	WidePair start;
} WideHint;

enum {
	WIDE_PUSHES = 24, // most pairs that a step adds to a frontier: 16 of inner nodes, 8 of a node and leaves
	WIDE_LEAF_PUSHES = WIDE * WIDE, // most pairs of leaves that it adds
	WIDE_SPILL = 8,                 // pairs that may be written beyond the last one
	WIDE_LEAVES = 1024,             // leaf pairs are tested once more than this many wait
	WIDE_BATCH = 4,                 // under `first`: most steps before their leaf pairs are tested
};

typedef struct WideQuery {
	const WideTree *a, *b;
	MeshView mesh_a, mesh_b;
	HnPose pose; // of b in the frame of a
	// Derived values. In scaled coordinates, turn x + shift maps a point relative to b's origin to a point
	// relative to a's origin.
	double turn[3][4], shift[4];  // turn: columns; the last of four is 0
	float turn_rounded[9], slack; // slack: docs/explanation/exactness.md, section 15
	// The frontier. `level` is processed from index `at` on, and its results go to `next`. Under `first`,
	// level is a stack.
	ARRAY(WidePair) level, next;
	ARRAY(WidePair) leaves; // pairs of leaves; those from leaf_at on are not tested yet
	ARRAY(WidePair) hits;   // pairs of triangles that meet, by their ids
	int64_t at, leaf_at, visits;
	WidePair hit_at; // under `first`: the pair of nodes whose leaves met
	// Under `first`: two ranges of nodes, one in each tree, whose pairs were all visited already. End 0:
	// none.
	int32_t done_a, done_a_end, done_b, done_b_end;
	int64_t nb, np;                    // tests of boxes and of triangles; only counted kernels add to them
	int64_t settled;                   // pairs of triangles that floats could not decide
	const struct WideKernels *kernels; // NULL: those of simd_set()
	// under `first`: the pairs of nodes of a batch, and the number of `leaves` after each of them
	WidePair batch[WIDE_BATCH];
	int64_t leaf_ends[WIDE_BATCH];
} WideQuery;

typedef enum WideEnd {
	WIDE_DONE,
	WIDE_ROOM, // an array is nearly full: enlarge it and call the kernel again with the same query
} WideEnd;

typedef WideEnd (*WideWalk)(WideQuery *query);
// Indexed by volume, then by whether the kernel counts.
typedef struct WideKernels {
	WideWalk all[WIDE_VOLUMES][2], first[WIDE_VOLUMES][2];
} WideKernels;
extern const WideKernels wide_kernels_baseline, wide_kernels_avx2, wide_kernels_avx512;
const WideKernels *wide_kernels(SimdSet set);

// Computes the derived values. Trees, meshes and pose must be set.
void wide_query_place(WideQuery *query);
void wide_query_free(WideQuery *query);
// Finds all hits and stores them in query->hits. HN_ERR_NO_MEMORY.
int32_t wide_query_all(WideQuery *query, bool counted);
// Finds at most one hit. hint: NULL, or the pair's state, which is read and updated. up: the next query
// begins this many levels above the hit. HN_ERR_NO_MEMORY.
int32_t wide_query_first(WideQuery *query, WideHint *hint, int32_t up, bool counted);
