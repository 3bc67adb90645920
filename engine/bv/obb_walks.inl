// Template: the traversals of bv/obb_walks.h for one instruction set. The including file defines BV_OP(op),
// and OBB_WALKS and OBB_AXES_OF_TWO, the names of what it makes.
#include "bv/obb_lanes.h"
#include "bv/obb_walks.h"

extern const BvClass obb_class;

#define BV        Obb
#define BV_LENGTH OBB_LENGTH
#include "kernel/tree_node.inl"

// Tests two pairs of boxes. Returns bits: which of them meet. turn: NULL if nothing is turned.
OBB_INLINE unsigned two_meet(PairQuery *query, const NODE *const a[2], const NODE *const b[2],
                             const ObbTurn *turn, bool counted) {
	const Obb *const of_a[2] = { &a[0]->v, &a[1]->v }, *const of_b[2] = { &b[0]->v, &b[1]->v };
	unsigned meet = 0, open = 3;
	for (int i = 0; query->prejudge && i < 2; ++i) {
		ObbJudgement judgement = obb_judge(query, of_a[i], of_b[i], turn, counted);
		if (judgement != OBB_UNSURE) open &= ~(1u << i);
		if (judgement == OBB_MEETS) meet |= 1u << i;
	}
	for (int i = 0; i < 2; i += OBB_PAIRS) {
		if (query->prejudge && (open >> i & ((1u << OBB_PAIRS) - 1)) == 0) continue;
		ObbRows rows = obb_rows(of_a + i, of_b + i, turn);
		unsigned apart = rows_apart(&rows);
		for (int k = 0; k < OBB_PAIRS; ++k) {
			unsigned bit = open & 1u << (i + k);
			if (counted && bit != 0) (void)obb_counted(query, rows_axis(&rows, k), counted);
			meet |= bit & (unsigned)((apart >> 4 * k & 7) == 0) << (i + k); // without a branch
		}
	}
	return meet;
}
OBB_INLINE unsigned BV_OP(meet_two)(PairQuery *query, const NODE *const a[2], const NODE *const b[2],
                                    bool counted) {
	return two_meet(query, a, b, NULL, counted);
}
OBB_INLINE unsigned BV_OP(meet_two_turned)(PairQuery *query, const NODE *const a[2], const NODE *const b[2],
                                           bool counted) {
	return two_meet(query, a, b, query->placement->follow, counted);
}

static inline bool one_meets(PairQuery *query, const Obb *a, const Obb *b, const ObbTurn *turn,
                             bool counted) {
	const Obb *const of_a[2] = { a, a }, *const of_b[2] = { b, b };
	if (query->prejudge) {
		ObbJudgement judgement = obb_judge(query, a, b, turn, counted);
		if (judgement != OBB_UNSURE) return judgement == OBB_MEETS;
	}
	ObbRows rows = obb_rows(of_a, of_b, turn);
	return counted ? obb_counted(query, rows_axis(&rows, 0), counted) : (rows_apart(&rows) & 7) == 0;
}
static inline bool BV_OP(meet)(PairQuery *query, const Obb *a, const Obb *b, bool counted) {
	return one_meets(query, a, b, NULL, counted);
}
static inline bool BV_OP(meet_turned)(PairQuery *query, const Obb *a, const Obb *b, bool counted) {
	return one_meets(query, a, b, query->placement->follow, counted);
}
static inline float BV_OP(volume)(const Obb *box) { return obb_volume(box); }

#define BV_AXES                      1
#define BV_TURN                      ObbTurn
#define BV_TWO                       1
#define UPDATE_NODE(placement, node) obb_class.update_nodes((placement), &(int32_t){ node }, 1)
#include "kernel/tree_walks.inl"

void OBB_AXES_OF_TWO(int axes[2], const Obb *const a[2], const Obb *const b[2], const ObbTurn *turn) {
	for (int i = 0; i < 2; i += OBB_PAIRS) {
		ObbRows rows = obb_rows(a + i, b + i, turn);
		for (int k = 0; k < OBB_PAIRS; ++k) axes[i + k] = rows_axis(&rows, k);
	}
}

const BvWalks OBB_WALKS = {
	.pairs = { [WALK_TIMED] = BV_OP(pairs_timed),
	           [WALK_COUNTED] = BV_OP(pairs_counted),
	           [WALK_LAZY_TIMED] = BV_OP(pairs_lazy_timed),
	           [WALK_LAZY_COUNTED] = BV_OP(pairs_lazy_counted),
	           [WALK_TURNED_TIMED] = BV_OP(pairs_turned_timed),
	           [WALK_TURNED_COUNTED] = BV_OP(pairs_turned_counted) },
	.test = BV_OP(test_placed),
	.test_turned = BV_OP(test_turned),
};
