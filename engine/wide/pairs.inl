// Template: the kernels of wide trees. The including file defines WIDE_KERNELS, the name of the table, and
// WIDE_FLAT, the kernel of exact/flat.h.
// A step has sixteen lanes. Lanes 0 to 3 test child i of a against child i of b, lanes 4 to 7 test it against
// child i + 1 (mod 4), and so on. So only b's rows have to be rotated. A group is as many lanes as the
// instruction set has: all of them with AVX-512, else a half.
#include "simd/doubles4.h"
#include "simd/lanes_most.h"
#include "wide/pairs.h"

// Error bounds (docs/explanation/exactness.md, section 15).
#define WIDE_MARGIN 0x1p-16f   // margin of a box test, relative to the reach of both nodes and their distance
#define WIDE_PLACED 0x1.cp-22f // error of a leaf pair's coordinates, relative to the largest of them
#define WIDE_SIGN   33.0f      // error of a determinant, relative to that error times lengths (group_test)
#define WIDE_TINY   0x1p-110f  // exceeds the sum of all underflow errors

#define INLINE LANES_INLINE
// Called from two places: a second copy takes more room in the caches than it saves.
#define STANDALONE static __attribute__((noinline))

enum {
	GROUPS = 16 / LANES,
	LANES_ALL = (1 << LANES) - 1,
	TOGETHER = LANES / 8, // pairs of leaves whose triangles are placed together
};

INLINE Lanes dot(const Lanes a[3], const Lanes b[3]) {
	return lanes_add(lanes_add(lanes_mul(a[0], b[0]), lanes_mul(a[1], b[1])), lanes_mul(a[2], b[2]));
}
INLINE Lanes8 dot8(const Lanes8 a[3], const Lanes8 b[3]) {
	return lanes8_add(lanes8_add(lanes8_mul(a[0], b[0]), lanes8_mul(a[1], b[1])), lanes8_mul(a[2], b[2]));
}
INLINE void cross(Lanes out[3], const Lanes a[3], const Lanes b[3]) {
	out[0] = lanes_sub(lanes_mul(a[1], b[2]), lanes_mul(a[2], b[1]));
	out[1] = lanes_sub(lanes_mul(a[2], b[0]), lanes_mul(a[0], b[2]));
	out[2] = lanes_sub(lanes_mul(a[0], b[1]), lanes_mul(a[1], b[0]));
}

// lanes_of(a, b): the lanes whose child of a is in the set a and whose child of b is in the set b. A set is
// four bits. The table holds the lanes for each set of children of b.
static const uint16_t s_lanes_of_b[16] = {
#define TURNED(m)     ((m) | ((m) >> 1 | ((m) << 3 & 15)) << 4)
#define LANES_OF_B(m) TURNED(m) | TURNED(((m) >> 2 | (m) << 2) & 15) << 8
	LANES_OF_B(0u),  LANES_OF_B(1u),  LANES_OF_B(2u),  LANES_OF_B(3u),  LANES_OF_B(4u),  LANES_OF_B(5u),
	LANES_OF_B(6u),  LANES_OF_B(7u),  LANES_OF_B(8u),  LANES_OF_B(9u),  LANES_OF_B(10u), LANES_OF_B(11u),
	LANES_OF_B(12u), LANES_OF_B(13u), LANES_OF_B(14u), LANES_OF_B(15u),
};
INLINE unsigned lanes_of(unsigned a, unsigned b) { return a * 0x1111 & s_lanes_of_b[b]; }

// The vector from a point relative to a's origin to one relative to b's, in the frame of a. A float must
// follow the three of a; the fourth number of the vector means nothing.
INLINE Lanes4 between(const WideQuery *q, const float a[3], const float b[3]) {
	Doubles4 at = doubles4_mul(doubles4_load(q->turn[0]), doubles4_one((double)b[0]));
	at = doubles4_add(at, doubles4_mul(doubles4_load(q->turn[1]), doubles4_one((double)b[1])));
	at = doubles4_add(at, doubles4_mul(doubles4_load(q->turn[2]), doubles4_one((double)b[2])));
	at = doubles4_add(at, doubles4_load(q->shift));
	return doubles4_rounded(doubles4_sub(at, doubles4_of(lanes4_load(a))));
}

#include "wide/nodes.inl"
#include "wide/settle.inl"
#include "wide/leaves.inl"

INLINE void fetch(const char *p, size_t size) {
	for (size_t at = 0; at < size; at += 64) __builtin_prefetch(p + at);
}
INLINE void fetch_nodes(const WideQuery *q, WidePair pair, WideVolume volume) {
	size_t size = wide_node_size(volume);
	fetch((const char *)q->a->nodes + (size_t)wide_place(pair.a) * size, size);
	fetch((const char *)q->b->nodes + (size_t)wide_place(pair.b) * size, size);
}
INLINE void fetch_leaves(const WideQuery *q, WidePair pair) {
	fetch((const char *)(q->a->leaves + wide_place(pair.a)), sizeof(WideLeaf));
	fetch((const char *)(q->b->leaves + wide_place(pair.b)), sizeof(WideLeaf));
}

enum { AHEAD = 8 }; // pairs between the one that is processed and the one that is fetched

INLINE void leaves_fetch(const WideQuery *q) {
	for (int64_t i = q->leaf_at; i < q->leaves.count && i < q->leaf_at + AHEAD; ++i)
		fetch_leaves(q, q->leaves.data[i]);
}
INLINE void level_fetch(const WideQuery *q, WideVolume volume) {
	for (int64_t i = q->at; i < q->level.count && i < q->at + AHEAD; ++i)
		fetch_nodes(q, q->level.data[i], volume);
}

STANDALONE WideEnd leaves_all(WideQuery *q, bool counted) {
	leaves_fetch(q);
	while (q->leaf_at < q->leaves.count) {
		Rows rows;
		LeafPair pairs[TOGETHER];
		if (q->hits.count + WIDE_LEAF_PUSHES * TOGETHER + WIDE_SPILL > q->hits.capacity) return WIDE_ROOM;
		int together = leaves_begin(&rows, pairs, q, q->leaf_at);
		for (int i = 0; i < together; ++i, ++q->leaf_at) {
			if (q->leaf_at + AHEAD < q->leaves.count) fetch_leaves(q, q->leaves.data[q->leaf_at + AHEAD]);
			q->hits.count = push_hits(q, &pairs[i], leaf_test(q, &rows, &pairs[i], counted));
		}
	}
	q->leaves.count = q->leaf_at = 0;
	return WIDE_DONE;
}

// Processes one pair of the level. Its results go to `next` and `leaves`.
INLINE void level_step(WideQuery *q, WidePair pair, WideVolume volume, bool counted) {
	Step step = { 0 };
	Found found = step_sort(&step, step_test(&step, q, pair, volume, true, counted));
	q->next.count = push_lanes(q->next.data, q->next.count, &step, found.nodes);
	q->leaves.count = push_lanes(q->leaves.data, q->leaves.count, &step, found.leaves);
	if (found.mixed != 0)
		q->next.count = push_mixed(q->next.data, q->next.count, step.a, step.b, step.places, found.mixed);
}

INLINE WideEnd level_all(WideQuery *q, WideVolume volume, bool counted) {
	level_fetch(q, volume);
	for (; q->at < q->level.count; q->at += 1) {
		if (q->next.count + WIDE_PUSHES + WIDE_SPILL > q->next.capacity) return WIDE_ROOM;
		if (q->leaves.count > WIDE_LEAVES && leaves_all(q, counted) != WIDE_DONE) return WIDE_ROOM;
		if (q->at + AHEAD < q->level.count) fetch_nodes(q, q->level.data[q->at + AHEAD], volume);
		level_step(q, q->level.data[q->at], volume, counted);
	}
	return WIDE_DONE;
}

INLINE WideEnd walk_all(WideQuery *q, WideVolume volume, bool counted) {
	for (;;) {
		if (level_all(q, volume, counted) != WIDE_DONE) return WIDE_ROOM;
		if (q->next.count == 0) return leaves_all(q, counted);
		WidePair *data = q->level.data;
		int64_t capacity = q->level.capacity;
		q->level.data = q->next.data, q->level.count = q->next.count, q->level.capacity = q->next.capacity;
		q->next.data = data, q->next.count = 0, q->next.capacity = capacity;
		q->at = 0;
	}
}

// Of the pairs just pushed, moves the one whose boxes overlap most to the top of the stack.
INLINE void deepest_last(WidePair *pushed, int64_t count, const Step *s, unsigned lanes) {
	float least = INFINITY;
	int64_t at = 0, best = -1;
	for (; lanes != 0; lanes &= lanes - 1, ++at) {
		float gap = s->gap[__builtin_ctz(lanes)];
		if (gap < least) least = gap, best = at;
	}
	if (best < 0) return;
	WidePair pair = pushed[best];
	pushed[best] = pushed[count - 1];
	pushed[count - 1] = pair;
}

INLINE bool is_done(const WideQuery *q, WidePair pair) {
	int32_t a = wide_place(pair.a), b = wide_place(pair.b);
	return (a >= q->done_a) & (a < q->done_a_end) & (b >= q->done_b) & (b < q->done_b_end);
}

// In the first NARROW visits a hit is likely. They process one pair at a time, skip the cross products of
// axes and look for the pair that overlaps most.
enum { NARROW = 12 };

INLINE void stack_step(WideQuery *q, WidePair pair, WideVolume volume, bool counted, bool narrow) {
	Step step = { 0 };
	if (is_done(q, pair)) return;
	Found found = step_sort(&step, step_test(&step, q, pair, volume, !narrow, counted));
	if (found.mixed != 0)
		q->level.count = push_mixed(q->level.data, q->level.count, step.a, step.b, step.places, found.mixed);
	int64_t count = q->level.count;
	q->level.count = push_lanes(q->level.data, count, &step, found.nodes);
	if (narrow) deepest_last(q->level.data + count, q->level.count - count, &step, found.nodes);
	q->leaves.count = push_lanes(q->leaves.data, q->leaves.count, &step, found.leaves);
}

// The pair of nodes that a pair of `leaves` comes from.
INLINE WidePair parents_of(const WideQuery *q, int64_t leaf) {
	int at = 0;
	while (q->leaf_ends[at] <= leaf) ++at;
	return q->batch[at];
}

STANDALONE bool leaves_first(WideQuery *q, bool counted) {
	for (int64_t at = 0; at < q->leaves.count;) {
		Rows rows;
		LeafPair pairs[TOGETHER];
		int together = leaves_begin(&rows, pairs, q, at);
		for (int i = 0; i < together; ++i, ++at) {
			unsigned meet = leaf_test(q, &rows, &pairs[i], counted);
			if (meet == 0) continue;
			q->hits.count = push_hits(q, &pairs[i], meet & ~(meet - 1));
			q->hit_at = parents_of(q, at);
			return true;
		}
	}
	q->leaves.count = 0;
	return false;
}

// Processes the topmost pairs of the stack. True: a hit was found.
INLINE bool batch_step(WideQuery *q, int64_t count, WideVolume volume, bool counted, bool narrow) {
	q->level.count -= count;
	for (int64_t i = 0; i < count; ++i) q->batch[i] = q->level.data[q->level.count + i];
	for (int64_t i = 0; i < count - 1; ++i) fetch_nodes(q, q->batch[i], volume);
	for (int64_t i = 0; i < count; ++i) {
		stack_step(q, q->batch[i], volume, counted, narrow);
		q->leaf_ends[i] = q->leaves.count;
	}
	q->visits += count;
	return q->leaves.count > 0 && leaves_first(q, counted);
}

INLINE bool stack_full(const WideQuery *q) {
	return q->level.count + WIDE_BATCH * WIDE_PUSHES + WIDE_SPILL > q->level.capacity;
}

// Traverses depth first: one pair at a time at the beginning, later two, then four. A hit is likely to be
// found early, so large batches at the beginning would be wasted work.
INLINE WideEnd walk_first(WideQuery *q, WideVolume volume, bool counted) {
	while (q->level.count > 0 && q->visits < NARROW) {
		if (stack_full(q)) return WIDE_ROOM;
		if (batch_step(q, 1, volume, counted, true)) return WIDE_DONE;
	}
	while (q->level.count > 0) {
		int64_t wide = q->visits < 3 * NARROW ? 2 : WIDE_BATCH;
		if (stack_full(q)) return WIDE_ROOM;
		if (batch_step(q, q->level.count < wide ? q->level.count : wide, volume, counted, false))
			return WIDE_DONE;
	}
	return WIDE_DONE;
}

#define WIDE_WALKS(name, volume)                                                                             \
	static WideEnd name##_all(WideQuery *q) { return walk_all(q, volume, false); }                           \
	static WideEnd name##_all_counted(WideQuery *q) { return walk_all(q, volume, true); }                    \
	static WideEnd name##_first(WideQuery *q) { return walk_first(q, volume, false); }                       \
	static WideEnd name##_first_counted(WideQuery *q) { return walk_first(q, volume, true); }
WIDE_WALKS(obb, WIDE_OBB)
WIDE_WALKS(aabb, WIDE_AABB)

const WideKernels WIDE_KERNELS = {
	.all = { { obb_all, obb_all_counted }, { aabb_all, aabb_all_counted } },
	.first = { { obb_first, obb_first_counted }, { aabb_first, aabb_first_counted } },
};
