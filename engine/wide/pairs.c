#include "wide/pairs.h"

#include "base/error.h"
#include "math/nearest_float.h"

const WideKernels *wide_kernels(SimdSet set) {
#if defined(__x86_64__) || defined(__i386__)
	if (set == SIMD_AVX512) return &wide_kernels_avx512;
	if (set == SIMD_AVX2) return &wide_kernels_avx2;
#endif
	(void)set;
	return &wide_kernels_baseline;
}

// Bounds the error of coordinates before they are rounded to floats (docs/explanation/exactness.md, section
// 15).
static float slack_of(const WideQuery *q, const double t[3]) {
	double most = 0;
	for (int i = 0; i < 3; ++i) most = greater(most, fabs(t[i]));
	double off = 0x1p-47 * (2 * q->b->far + most + q->a->far) + 0x1p-198 * q->a->scale;
	return nearest_float((off + 0x1p-100) * (1 + 0x1p-20));
}

void wide_query_place(WideQuery *q) {
	double s = q->a->scale;
	const double t[3] = { q->pose.t.x * s, q->pose.t.y * s, q->pose.t.z * s };
	for (int i = 0; i < 3; ++i) {
		const double *row = q->pose.r.m[i], *o = q->b->origin;
		for (int k = 0; k < 3; ++k) {
			q->turn[k][i] = row[k];
			q->turn_rounded[3 * i + k] = nearest_float(row[k]);
		}
		q->shift[i] = row[0] * o[0] + row[1] * o[1] + row[2] * o[2] + t[i] - q->a->origin[i];
	}
	q->slack = slack_of(q, t);
}

void wide_query_free(WideQuery *q) {
	ARRAY_FREE(&q->level);
	ARRAY_FREE(&q->next);
	ARRAY_FREE(&q->leaves);
	ARRAY_FREE(&q->hits);
}

// `leaves` never grows. The arrays that do are doubled once less than LITTLE is left, so it is more than any
// kernel asks for.
enum { LEAVES_ROOM = WIDE_LEAVES + 64, LITTLE = 256 };
_Static_assert(LEAVES_ROOM >= WIDE_LEAVES + WIDE_LEAF_PUSHES + WIDE_SPILL,
               "leaf pairs of a step, under `all`");
_Static_assert(LEAVES_ROOM >= WIDE_BATCH * WIDE_LEAF_PUSHES + WIDE_SPILL,
               "leaf pairs of a batch, under `first`");
_Static_assert(LITTLE >= WIDE_BATCH * WIDE_PUSHES + WIDE_SPILL, "nodes of a batch");

static bool query_begin(WideQuery *q) {
	enum { HITS = 256 };
	q->level.count = q->next.count = q->leaves.count = q->hits.count = 0;
	q->at = q->leaf_at = q->visits = 0;
	q->nb = q->np = q->settled = 0;
	if (q->hits.capacity >= HITS) return true; // so the others are reserved, too
	return ARRAY_RESERVE(&q->level, 1024) && ARRAY_RESERVE(&q->next, 1024) &&
	       ARRAY_RESERVE(&q->leaves, LEAVES_ROOM) && ARRAY_RESERVE(&q->hits, HITS);
}

// Doubles every array in which the kernel may have run out of space.
static bool query_grow(WideQuery *q) {
	return (q->level.count + LITTLE < q->level.capacity || ARRAY_RESERVE(&q->level, 2 * q->level.capacity)) &&
	       (q->next.count + LITTLE < q->next.capacity || ARRAY_RESERVE(&q->next, 2 * q->next.capacity)) &&
	       (q->hits.count + LITTLE < q->hits.capacity || ARRAY_RESERVE(&q->hits, 2 * q->hits.capacity));
}

static const WideKernels *kernels_of(const WideQuery *q) {
	return q->kernels != NULL ? q->kernels : wide_kernels(simd_set());
}

static int32_t query_walk(WideQuery *q, WideWalk walk) {
	while (walk(q) == WIDE_ROOM)
		if (!query_grow(q)) return HN_ERR_NO_MEMORY;
	return HN_OK;
}

static void push(WideQuery *q, WidePair pair) { q->level.data[q->level.count++] = pair; }
static const WidePair s_roots = { WIDE_ALL, WIDE_ALL };

int32_t wide_query_all(WideQuery *q, bool counted) {
	if (!query_begin(q)) return HN_ERR_NO_MEMORY;
	if (q->a->node_count == 0 || q->b->node_count == 0) return HN_OK;
	push(q, s_roots);
	return query_walk(q, kernels_of(q)->all[q->a->volume][counted]);
}

static uint32_t ancestor(const WideTree *tree, uint32_t link, int32_t up) {
	int32_t place = wide_place(link);
	for (int32_t i = 0; i < up; ++i) place = tree->parents[place];
	return wide_link(place, 0);
}

// The index after the last node of a subtree. Nodes are stored depth first, so a subtree is a range of nodes,
// which ends where the subtree of its last child ends.
static int32_t subtree_end(const WideTree *tree, int32_t place) {
	for (int32_t last = place;; place = last) {
		const WideHead *head = wide_head(tree, place);
		for (int k = 0; k < WIDE; ++k) {
			uint32_t link = head->link[k];
			if ((link & (WIDE_LEAF | WIDE_EMPTY)) == 0 && wide_place(link) > last) last = wide_place(link);
		}
		if (last == place) return place + 1;
	}
}

static int32_t query_first_from(WideQuery *q, WidePair start, bool counted) {
	push(q, start);
	return query_walk(q, kernels_of(q)->first[q->a->volume][counted]);
}

int32_t wide_query_first(WideQuery *q, WideHint *hint, int32_t up, bool counted) {
	int32_t status = HN_OK;
	if (!query_begin(q)) return HN_ERR_NO_MEMORY;
	if (q->a->node_count == 0 || q->b->node_count == 0) return HN_OK;
	q->done_a_end = q->done_b_end = 0;
	if (hint != NULL && hint->known) {
		status = query_first_from(q, hint->start, counted);
		q->done_a = wide_place(hint->start.a), q->done_a_end = subtree_end(q->a, q->done_a);
		q->done_b = wide_place(hint->start.b), q->done_b_end = subtree_end(q->b, q->done_b);
	}
	if (status == HN_OK && q->hits.count == 0) status = query_first_from(q, s_roots, counted);
	if (status != HN_OK || hint == NULL) return status;
	hint->known = q->hits.count > 0;
	if (hint->known)
		hint->start = (WidePair){ ancestor(q->a, q->hit_at.a, up), ancestor(q->b, q->hit_at.b, up) };
	return HN_OK;
}
