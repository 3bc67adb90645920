// Template: the traversals of one volume: in place, lazy and turned, each timed and counted, and single
// tests. In: NODE, BV_OP; BV_OP(overlaps), or with BV_AXES BV_OP(meet), and with BV_TURN their forms for
// turned boxes; UPDATE_NODE(placement, node), for lazy traversals. With BV_TWO also BV_OP(meet_two) and
// BV_OP(meet_two_turned), which test two pairs at once and return a bit for each.
#if !defined(NODE) || !defined(BV_OP) || !defined(UPDATE_NODE)
#error "tree_walks.inl needs NODE, BV_OP and UPDATE_NODE"
#endif

#ifdef BV_AXES
#define MEET(valid, a, b, counted) ((valid) && BV_OP(meet)(query, &(a)->v, &(b)->v, counted))
#else // without a branch
#define MEET(valid, a, b, counted) (BV_OP(overlaps)(&(a)->v, &(b)->v) & (valid))
#endif
#ifdef BV_TWO
#define MEET_TWO(a, b, counted) BV_OP(meet_two)(query, a, b, counted)
#endif
#define UPDATE_LAZILY(placement, node) ((void)0)
#define KERNEL(part)                   BV_OP(part##_timed)
#define WALK                           WALK_TIMED
#define COUNT(x)                       ((void)0)
#include "kernel/tree_pairs.inl"

#define KERNEL(part) BV_OP(part##_counted)
#define WALK         WALK_COUNTED
#define COUNT(x)     (x)
#include "kernel/tree_pairs.inl"
#undef UPDATE_LAZILY

#define UPDATE_LAZILY(placement, node)                                                                       \
	((placement)->stamps[node] == (placement)->now ? (void)0 : UPDATE_NODE((placement), (node)))
#define KERNEL(part) BV_OP(part##_lazy_timed)
#define WALK         WALK_LAZY_TIMED
#define COUNT(x)     ((void)0)
#include "kernel/tree_pairs.inl"

#define KERNEL(part) BV_OP(part##_lazy_counted)
#define WALK         WALK_LAZY_COUNTED
#define COUNT(x)     (x)
#include "kernel/tree_pairs.inl"
#undef UPDATE_LAZILY
#define KERNEL(part) BV_OP(part##_placed)
#define TEST         test
#include "kernel/tree_costs.inl"
#undef MEET
#undef MEET_TWO

#ifdef BV_TURN
#ifdef BV_AXES
#define MEET(valid, a, b, counted) ((valid) && BV_OP(meet_turned)(query, &(a)->v, &(b)->v, counted))
#else
#define MEET(valid, a, b, counted)                                                                           \
	(BV_OP(overlaps_turned)(&(a)->v, &(b)->v, query->placement->follow) & (valid))
#endif
#ifdef BV_TWO
#define MEET_TWO(a, b, counted) BV_OP(meet_two_turned)(query, a, b, counted)
#endif
#define UPDATE_LAZILY(placement, node) ((void)0)
#define KERNEL(part)                   BV_OP(part##_turned_timed)
#define WALK                           WALK_TURNED_TIMED
#define COUNT(x)                       ((void)0)
#include "kernel/tree_pairs.inl"

#define KERNEL(part) BV_OP(part##_turned_counted)
#define WALK         WALK_TURNED_COUNTED
#define COUNT(x)     (x)
#include "kernel/tree_pairs.inl"
#undef UPDATE_LAZILY
#define KERNEL(part) BV_OP(part##_turned)
#define TEST         test_turned
#include "kernel/tree_costs.inl"
#undef MEET
#undef MEET_TWO
#endif
