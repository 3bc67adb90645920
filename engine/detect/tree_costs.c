#include "detect/tree_costs.h"

#include <math.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "exact/tri_tri.h"

enum {
	SAMPLE_PAIRS = 2048,
	LOOP_NS = 50000,     // a timed loop takes at least so many ns,
	LOOPS = 5,           // and is repeated so many times,
	LOOPS_LEAST = 3,     // or only so many times after
	LOOPS_NS = 20000000, // so many ns in all
};

int32_t tree_costs_begin(TreeCosts *out) {
	*out = (TreeCosts){ 0 };
	return pair_trace_create(&out->trace, SAMPLE_PAIRS);
}

void tree_costs_free(TreeCosts *costs) { pair_trace_free(&costs->trace); }

typedef struct CostLoop {
	TreeCosts *costs;
	PairQuery *query;
	MovedTree *moved;
	const HnPose *pose;
	TopoBuilder *builder;
	int32_t *reached; // the nodes that a lazy traversal met
	int32_t reached_count;
	bool below; // a layered update went below the root
} CostLoop;

typedef int32_t (*CostRun)(CostLoop *loop);

static int32_t run_tests(CostLoop *loop) {
	const MovedDef *def = loop->moved->def;
	const PairSample *nodes = &loop->costs->trace.nodes;
	int64_t (*test)(PairQuery *, const NodePair *, int64_t) =
	    def->by == MOVE_SAT ? def->tree.bv->test_turned : def->tree.bv->test;
	loop->costs->sink += test(loop->query, nodes->data, nodes->count);
	return HN_OK;
}

static int32_t run_triangles(CostLoop *loop) {
	const PairSample *pairs = &loop->costs->trace.triangles;
	const TreeView *a = &loop->query->a, *b = &loop->query->b;
	for (int64_t i = 0; i < pairs->count; ++i) {
		Triangle first = triangle_load(a->xyz, a->triangles + 3 * (int64_t)pairs->data[i].a);
		Triangle second = triangle_load(b->xyz, b->triangles + 3 * (int64_t)pairs->data[i].b);
		OrientPlane plane = triangle_plane(&first);
		loop->costs->sink += tri_tri_meet_plane(&first, &plane, &second);
	}
	return HN_OK;
}

static int32_t run_update(CostLoop *loop) {
	MovedTree *moved = loop->moved;
	int32_t status = moved_step(moved, loop->pose, loop->builder);
	// moves the roots of a root list, too, if there is one
	if (loop->costs->trace.nodes.seen > 0) moved_roots_met(moved);
	if (loop->reached_count > 0)
		moved->def->tree.bv->update_nodes(&moved->placement, loop->reached, loop->reached_count);
	else if (loop->below)
		loop->query->roots_met(loop->query->context);
	return status;
}

// The nanoseconds of one run: the minimum, which was not interrupted.
static int32_t time_run(double *ns, CostLoop *loop, CostRun run) {
	int64_t repeats = 1, took = 0, total = 0;
	int32_t status = HN_OK, count = 0;
	double least = (double)INFINITY;
	while (status == HN_OK && count < LOOPS && (count < LOOPS_LEAST || total < LOOPS_NS)) {
		int64_t begin = clock_ns();
		for (int64_t i = 0; i < repeats && status == HN_OK; ++i) status = run(loop);
		took = clock_ns() - begin;
		total += took;
		if (took < LOOP_NS && count == 0)
			repeats *= 2;
		else
			least = fmin(least, (double)took / (double)repeats), count += 1;
	}
	*ns = least;
	return status;
}

// One kind of operation in a traversal: `all` were done, `sampled` of them are timed, and they count as
// `counted`. These differ because an undecided prejudgement and the test after it count as two.
typedef struct KindCounts {
	int64_t counted, all, sampled;
} KindCounts;

static int32_t add_kind(CostLoop *loop, int32_t kind, CostRun run, KindCounts counts) {
	double ns;
	if (counts.counted == 0 || counts.sampled == 0) return HN_OK;
	int32_t status = time_run(&ns, loop, run);
	if (status != HN_OK) return status;
	loop->costs->ns[kind] += ns / (double)counts.sampled * (double)counts.all;
	loop->costs->counted[kind] += counts.counted;
	return HN_OK;
}

static size_t reached_size(const MovedTree *moved) {
	return mem_array_size(moved->tree.node_count, sizeof(int32_t));
}

static int32_t find_reached(CostLoop *loop) {
	const TreePlacement *placement = &loop->moved->placement;
	if (placement->stamps == NULL) return HN_OK;
	loop->reached = mem_alloc(reached_size(loop->moved));
	if (loop->reached == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t i = 0; i < loop->moved->tree.node_count; ++i)
		if (placement->stamps[i] == placement->now) loop->reached[loop->reached_count++] = i;
	return HN_OK;
}

int32_t tree_costs_add(TreeCosts *costs, PairQuery *query, MovedTree *moved, const HnPose *pose,
                       TopoBuilder *builder) {
	int64_t nodes, vertices;
	CostLoop loop = { costs, query, moved, pose, builder, NULL, 0, false };
	moved_counts(moved, &nodes, &vertices);
	loop.below = query->roots_met != NULL && nodes > 1;
	int32_t status = find_reached(&loop);
	const PairSample *tests = &costs->trace.nodes, *triangles = &costs->trace.triangles;
	KindCounts of_tests = { query->counts.nb - query->counts.roots, tests->seen, tests->count };
	KindCounts of_triangles = { query->counts.np, triangles->seen, triangles->count };
	if (status == HN_OK) status = add_kind(&loop, COST_TEST, run_tests, of_tests);
	if (status == HN_OK) status = add_kind(&loop, COST_TRIANGLES, run_triangles, of_triangles);
	// a partial refit cannot be repeated
	if (status == HN_OK && !moved->partly)
		status = add_kind(&loop, COST_UPDATE, run_update, (KindCounts){ nodes, nodes, nodes });
	if (loop.reached != NULL) mem_free(loop.reached, reached_size(moved));
	return status;
}

void tree_costs_put(const TreeCosts *costs, Inspection *out) {
	static const int32_t s_fields[COST_KINDS] = { [COST_TEST] = INSPECT_INDEX_cb_ns,
		                                          [COST_TRIANGLES] = INSPECT_INDEX_cp_ns,
		                                          [COST_UPDATE] = INSPECT_INDEX_cu_ns };
	for (int32_t i = 0; i < COST_KINDS; ++i)
		if (costs->counted[i] > 0) out->value[s_fields[i]] = costs->ns[i] / (double)costs->counted[i];
}
