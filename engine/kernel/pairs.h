// What a traversal of two trees works on. It persists over the steps: after a first pass over the motion no
// kernel allocates again.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/array.h"
#include "exact/tri_tri.h"
#include "math/pose.h"

// One tree over one mesh, as kernels see it.
typedef struct TreeView {
	const void *nodes;           // of the volume's node type; node 0 is the root
	const int32_t *order;        // triangles in the order of the leaves
	const int32_t *parent_first; // storage `parent`: of each node, see tree/parent_storage.h; else NULL
	const double *xyz;           // the vertices, where they now are
	const int32_t *triangles;
	int32_t node_count;
} TreeView;

typedef struct TreeRange {
	int32_t first, count; // of a node's triangles, in the order of the leaves
} TreeRange;

// The triangles that node i (its link and count) has itself: a leaf's, or those that it keeps for one.
static inline TreeRange tree_own_range(const TreeView *tree, int32_t i, int32_t link, int32_t count) {
	if (count >= 0) return (TreeRange){ link, count };
	return (TreeRange){ tree->parent_first[i] < 0 ? ~tree->parent_first[i] : tree->parent_first[i], -count };
}

// Of a pair of inner nodes, which is opened? Of an inner node and a leaf always the inner one.
typedef enum Descend {
	DESCEND_LARGER,    // the larger volume; the first tree's where they tie
	DESCEND_BOTH,      // both at once
	DESCEND_ALTERNATE, // in turn, the first tree's to begin with
} Descend;
const char *descend_name(int32_t index); // as Param.choice wants it

typedef struct NodePair {
	int32_t a, b; // on the stack, DESCEND_ALTERNATE: ~a where it is the turn of b
} NodePair;

typedef struct TrianglePair {
	int32_t a, b;
} TrianglePair;

struct TreePlacement;

typedef struct PairCounts {
	int64_t nb, np, roots, axes, judged_y, judged_n, judged_u;
} PairCounts;

// Some of the pairs that come by, evenly spaced: every stride-th.
typedef struct PairSample {
	NodePair *data;                        // of nodes, or of triangles
	int64_t count, capacity, seen, stride; // capacity >= 2; stride 1 to begin with
} PairSample;
void pair_sample_add(PairSample *sample, int32_t a, int32_t b);

typedef struct PairTrace {
	PairSample nodes, triangles; // those that were tested
} PairTrace;

typedef struct PairQuery {
	TreeView a, b;
	struct TreePlacement *placement; // of b; NULL: all of it is where it should be
	// Called once the roots have met, before anything below them is looked at. NULL: nothing is to be done.
	void (*roots_met)(void *context);
	void *context;
	Descend descend;
	bool roots_known;  // the roots are taken to meet, and not tested
	bool first;        // stop at the first hit
	bool volumes_only; // two leaves that meet are hits in all their triangles: none is tested
	ARRAY(NodePair) stack;
	ARRAY(TrianglePair) hits;
	bool prejudge;     // oriented boxes: spheres inside of and about them are looked at first
	PairCounts counts; // counted kernels add to them,
	PairTrace *trace;  // and to this, unless it is NULL
} PairQuery;
void pair_query_free(PairQuery *query);

// Most pairs that are taken off the stack at once, and most that one of them leaves behind.
enum { PAIR_BATCH = 32, PAIR_CHILDREN = 4 };

// A walk under way, in registers and near ones.
typedef struct PairWork {
	NodePair *stack;
	int64_t top;
	int32_t batch_most, batch_count, leaf_count;
	NodePair batch[PAIR_BATCH];
	NodePair
	    leaves[PAIR_BATCH * PAIR_CHILDREN + 1]; // to be tested before the next batch; one is written over
} PairWork;

// Room for `wanted` pairs on the stack; false when memory is out.
bool pair_stack_grow(PairQuery *query, int64_t wanted);

static inline bool pair_work_begin(PairWork *work, PairQuery *query) {
	if (!pair_stack_grow(query, 2 * PAIR_BATCH * PAIR_CHILDREN)) return false;
	work->stack = query->stack.data;
	work->top = 0;
	work->batch_most = query->first ? 1 : PAIR_BATCH;
	work->batch_count = work->leaf_count = 0;
	return true;
}

// The next batch, with room for all that it can leave behind. The leaves are taken as done.
static inline bool pair_work_take(PairWork *work, PairQuery *query) {
	work->batch_count = work->top < work->batch_most ? (int32_t)work->top : work->batch_most;
	work->top -= work->batch_count;
	memcpy(work->batch, work->stack + work->top, (size_t)work->batch_count * sizeof(NodePair));
	work->leaf_count = 0;
	if (work->top + PAIR_BATCH * PAIR_CHILDREN < query->stack.capacity) return true;
	if (!pair_stack_grow(query, 2 * (work->top + PAIR_BATCH * PAIR_CHILDREN))) return false;
	work->stack = query->stack.data;
	return true;
}

static inline Triangle triangle_load(const double *xyz, const int32_t *vertices) {
	return (Triangle){ { vec3_load(xyz + 3 * (int64_t)vertices[0]), vec3_load(xyz + 3 * (int64_t)vertices[1]),
		                 vec3_load(xyz + 3 * (int64_t)vertices[2]) } };
}
