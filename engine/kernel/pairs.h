// The state of a traversal of two trees. It persists over the frames: after a first pass over the motion no
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
	const void *nodes;    // of the volume's node type; node 0 is the root
	const int32_t *order; // triangles in the order of the leaves
	// parent storage: one entry for each node, see tree/parent_storage.h; else NULL
	const int32_t *parent_first;
	const double *xyz; // the vertices at their current positions
	const int32_t *triangles;
	int32_t node_count;
} TreeView;

typedef struct TreeRange {
	int32_t first, count; // a node's triangles: a range of `order`
} TreeRange;

// The triangles that node i stores itself (link and count are the node's): a leaf's own triangles, or those
// that a parent stores for its leaf child.
static inline TreeRange tree_own_range(const TreeView *tree, int32_t i, int32_t link, int32_t count) {
	if (count >= 0) return (TreeRange){ link, count };
	return (TreeRange){ tree->parent_first[i] < 0 ? ~tree->parent_first[i] : tree->parent_first[i], -count };
}

// Which node of a pair of inner nodes is opened. If only one node of a pair is inner, that one is opened.
typedef enum Descend {
	DESCEND_LARGER, // the node with the larger volume; on a tie the first tree's
	DESCEND_LONGER, // the node whose box has the longer first half side; on a tie the second tree's: RAPID's
	                // code
	DESCEND_BOTH,   // both nodes at once
	DESCEND_ALTERNATE, // alternately, beginning with the first tree's
	DESCEND_FIRST,     // the first tree's down to its leaves, then the second's
	DESCEND_SECOND,    // the other way round
	DESCENDS
} Descend;
// Whether the first tree's node is opened where both are inner, by the last three rules. turn: the second's
// is next. One kernel serves them.
static inline bool descend_in_order(Descend rule, bool turn) {
	return rule == DESCEND_ALTERNATE ? !turn : rule == DESCEND_FIRST;
}
const char *descend_name(int32_t index); // in the form of Param.choice

typedef struct NodePair {
	int32_t a, b; // on the stack, in DESCEND_ALTERNATE's kernel: ~a if the node of b is next to be opened
} NodePair;

typedef struct TrianglePair {
	int32_t a, b;
} TrianglePair;

struct TreePlacement;

typedef struct PairCounts {
	int64_t nb, np, roots, axes, judged_y, judged_n, judged_u;
} PairCounts;

// A sample of a sequence of pairs, evenly spaced: every stride-th pair.
typedef struct PairSample {
	NodePair *data;                        // pairs of nodes, or of triangles
	int64_t count, capacity, seen, stride; // capacity >= 2; stride is 1 at first
} PairSample;
void pair_sample_add(PairSample *sample, int32_t a, int32_t b);

typedef struct PairTrace {
	PairSample nodes, triangles; // the pairs that were tested
} PairTrace;
// Makes room for so many pairs of each. HN_ERR_NO_MEMORY; pair_trace_free then frees what is there.
int32_t pair_trace_create(PairTrace *out, int64_t capacity);
void pair_trace_free(PairTrace *trace);
void pair_trace_begin(PairTrace *trace); // forgets the pairs of the traversal before

typedef struct PairQuery {
	TreeView a, b;
	struct TreePlacement *placement; // places b's nodes lazily; NULL: all of b's nodes are already in place
	// Called when the roots overlap, before any other pair is tested. NULL: nothing is called.
	void (*roots_met)(void *context);
	void *context;
	Descend descend;
	bool roots_known; // the roots are known to overlap and are not tested
	bool first;       // stop at the first hit
	// if two leaves overlap, all pairs of their triangles are hits; no triangles are tested
	bool volumes_only;
	ARRAY(NodePair) stack;
	ARRAY(TrianglePair) hits;
	bool prejudge;     // oriented boxes: first test the spheres inscribed in the boxes and those around them
	PairCounts counts; // counted kernels add to `counts`,
	PairTrace *trace;  // and to `trace`, unless it is NULL
} PairQuery;
void pair_query_free(PairQuery *query);

// PAIR_BATCH: at most so many pairs are taken off the stack at once. PAIR_CHILDREN: opening one pair yields
// at most so many pairs.
enum { PAIR_BATCH = 32, PAIR_CHILDREN = 4 };

// The state of a running traversal, small enough for registers and the nearest cache.
typedef struct PairWork {
	NodePair *stack;
	int64_t top;
	int32_t batch_most, batch_count, leaf_count;
	NodePair batch[PAIR_BATCH];
	NodePair
	    leaves[PAIR_BATCH * PAIR_CHILDREN + 1]; // to be tested before the next batch; one is written over
} PairWork;

// Grows the stack to at least `wanted` pairs. False: no memory.
bool pair_stack_grow(PairQuery *query, int64_t wanted);

static inline bool pair_work_begin(PairWork *work, PairQuery *query) {
	if (!pair_stack_grow(query, 2 * PAIR_BATCH * PAIR_CHILDREN)) return false;
	work->stack = query->stack.data;
	work->top = 0;
	work->batch_most = query->first ? 1 : PAIR_BATCH;
	work->batch_count = work->leaf_count = 0;
	return true;
}

// Takes the next batch off the stack and makes room for all pairs that it can yield. The leaves of the last
// batch must have been tested.
static inline bool pair_work_take(PairWork *work, PairQuery *query) {
	work->batch_count = work->top < work->batch_most ? (int32_t)work->top : work->batch_most;
	work->top -= work->batch_count;
	if (work->batch_count == 1)
		work->batch[0] = work->stack[work->top];
	else
		memcpy(work->batch, work->stack + work->top, (size_t)work->batch_count * sizeof(NodePair));
	work->leaf_count = 0;
	if (work->top + PAIR_BATCH * PAIR_CHILDREN < query->stack.capacity) return true;
	if (!pair_stack_grow(query, 2 * (work->top + PAIR_BATCH * PAIR_CHILDREN))) return false;
	work->stack = query->stack.data;
	return true;
}
