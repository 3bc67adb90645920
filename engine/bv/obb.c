// Oriented boxes: 64 bytes, and up to 15 axes a test. They move rigidly. A parent is fitted to the triangles
// below it, not to its children's boxes.
#include "bv/obb.h"

#include "base/error.h"
#include "bv/bv.h"
#include "bv/obb_fit.h"
#include "bv/obb_packed.h"
#include "bv/obb_walks.h"

static void obb_fit(Obb *out, const HnVec3 *points, int32_t count, const BvSpace *space) {
	obb_fit_points(out, points, count, space);
}
static void obb_merge(Obb *out, const Obb *a, const Obb *b) {
	Obb both;
	obb_join(&both, a, b);
	*out = both;
}
static bool obb_encloses(const Obb *outer, const Obb *inner) { return obb_holds(outer, inner); }
static bool obb_contains(const Obb *box, HnVec3 point, const BvSpace *space) {
	return obb_holds_point(box, point, space);
}

static void obb_fit_range(Obb *out, const TreeView *tree, const int32_t *order, int32_t count,
                          const BvSpace *space) {
	ObbTriangles triangles = { tree->xyz, tree->triangles, order, count };
	obb_fit_triangles(out, &triangles, space);
}

static double obb_outside(const Obb *box, HnVec3 point, const BvSpace *space) {
	return obb_distance(box, point, space);
}

static void obb_follow(ObbTurn *out, const BvStep *step, const BvSpace *space) { obb_turn(out, step, space); }
static void obb_place(Obb *out, const Obb *rest, const ObbTurn *follow) {
	obb_place_turned(out, rest, follow);
}

// A node is split along the axes of its box.
static void obb_frame(TopoFrame *out, const Obb *box) {
	for (int i = 0; i < 3; ++i) {
		out->extent[i] = 2 * (double)box->half[i];
		for (int k = 0; k < 3; ++k) out->axes.m[i][k] = (double)box->axes[i][k];
	}
}

#ifdef __SSE2__
#define APART(a, b, d)              obb_apart_packed(a, b, d, NULL)
#define APART_TURNED(a, b, d, turn) obb_apart_packed(a, b, d, turn)
#else
#define APART(a, b, d)              obb_apart(a, b, d)
#define APART_TURNED(a, b, d, turn) obb_apart_turned(a, b, d, turn)
#endif

static inline bool obb_meet(PairQuery *query, const Obb *a, const Obb *b, bool counted) {
	if (query->prejudge) {
		ObbJudgement judgement = obb_judge(query, a, b, NULL, counted);
		if (judgement != OBB_UNSURE) return judgement == OBB_MEETS;
	}
	double d[3];
	obb_between(d, a, b);
	return obb_counted(query, APART(a, b, d), counted);
}

static inline bool obb_meet_turned(PairQuery *query, const Obb *a, const Obb *b, bool counted) {
	const ObbTurn *turn = query->placement->follow;
	if (query->prejudge) {
		ObbJudgement judgement = obb_judge(query, a, b, turn, counted);
		if (judgement != OBB_UNSURE) return judgement == OBB_MEETS;
	}
	double d[3];
	obb_between_turned(d, a, b, turn);
	return obb_counted(query, APART_TURNED(a, b, d, turn), counted);
}

static void obb_solid(Solid *out, const Obb *box, const BvSpace *space) {
	(void)space;
	solid_parallelepiped(out, box->center, box->axes, box->half);
}

typedef struct ObbDef {
	BvFitted fitted;
	int32_t prejudge;
} ObbDef;

static PartKind fit_kind(int32_t index) { return bv_fit_kind(obb_fit_list, index); }
static const Param s_params[] = {
	BV_FIT_PARAM(fit_kind, "how a volume is fitted to its points"),
	{ .name = "prejudge",
	  .type = PARAM_BOOL,
	  .offset = offsetof(ObbDef, prejudge),
	  .more = &(const ParamMore){ .after = "descend", .strict = true },
	  .about = "the inscribed and circumscribed spheres of two boxes are tested first, separating axes only "
	           "if those leave it open" },
};

static void begin_query(PairQuery *query, const void *params) {
	query->prejudge = ((const ObbDef *)params)->prejudge != 0;
}

#define BV        Obb
#define BV_OP(op) obb_##op
#define BV_NAME   "obb"
#define BV_ABOUT  "oriented box: center, three axes at right angles, three half sides"
#define BV_FOLLOW ObbTurn
#define BV_RIGID
#define BV_TURN        ObbTurn
#define BV_OWN_FIT     1
#define BV_AXES        1
#define BV_DEF         ObbDef
#define BV_PARAMS      s_params
#define BV_FITS        obb_fit_list
#define BV_BEGIN_QUERY begin_query
#define BV_WIDER       obb_walks
#define BV_LENGTH      OBB_LENGTH
#include "kernel/bv_kernels.inl"
