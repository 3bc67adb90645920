// Traversals of trees of oriented boxes for wider instruction sets than the baseline, whose traversals are in
// bv/obb.c. They do the same tests in the same order and count the same (bv/obb_lanes.h).
#pragma once

#include "bv/bv.h"
#include "bv/obb.h"
#include "simd/simd.h"

const BvWalks *obb_walks(SimdSet set); // NULL: those of bv/obb.c
extern const BvWalks obb_walks_avx2, obb_walks_avx512;

// For tests: of two pairs of boxes the first axes that separate them, or OBB_AXES. turn: NULL if nothing is
// turned.
typedef void (*ObbAxesOfTwo)(int axes[2], const Obb *const a[2], const Obb *const b[2], const ObbTurn *turn);
ObbAxesOfTwo obb_axes_of_two(SimdSet set); // NULL: the set has no kernel of its own
void obb_axes_of_two_avx2(int axes[2], const Obb *const a[2], const Obb *const b[2], const ObbTurn *turn);
void obb_axes_of_two_avx512(int axes[2], const Obb *const a[2], const Obb *const b[2], const ObbTurn *turn);

// axis: the first that separates, or OBB_AXES.
static inline bool obb_counted(PairQuery *query, int axis, bool counted) {
	if (counted) query->counts.axes += axis < OBB_AXES ? axis + 1 : OBB_AXES;
	return axis == OBB_AXES;
}

// Counts the separating axis test separately from the prejudgement.
static inline ObbJudgement obb_judged(PairQuery *query, ObbJudgement judgement, bool counted) {
	if (counted) {
		query->counts.judged_y += judgement == OBB_MEETS;
		query->counts.judged_n += judgement == OBB_APART;
		query->counts.judged_u += judgement == OBB_UNSURE;
		query->counts.nb += judgement == OBB_UNSURE;
	}
	return judgement;
}

// turn: NULL if nothing is turned.
static inline ObbJudgement obb_judge(PairQuery *query, const Obb *a, const Obb *b, const ObbTurn *turn,
                                     bool counted) {
	double d[3];
	if (turn == NULL)
		obb_between(d, a, b);
	else
		obb_between_turned(d, a, b, turn);
	double stretch = turn == NULL ? 1 : turn->stretch, margin = turn == NULL ? 0 : turn->margin;
	return obb_judged(query, obb_prejudge(a, b, d, stretch, margin), counted);
}
