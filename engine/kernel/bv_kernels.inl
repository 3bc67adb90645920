// Template: instantiates the kernels and the class of one volume. Included at the end of the volume's file.
// In: BV (type), BV_NAME, BV_ABOUT (texts) and BV_OP(op), with the functions
//   fit(out, points, count, space), fit_triangle(out, p, q, r, space) (3 doubles each), merge(out, a, b),
//   overlaps(a, b), encloses(outer, inner), contains(v, point, space), volume(v), solid(out, v, space);
//   bv/bv.h describes them. Unless BV_OWN_FIT is defined, fit_triangle makes the same volume as `fit` of its
//   three points, bit for bit.
//
// A volume that can follow a motion from its placement at rest also defines:
//   BV_FOLLOW: a type for everything that depends only on the step and not on the node;
//   follow(BV_FOLLOW *out, const BvStep *step, const BV *root, const BvSpace *space): makes it once for each
//     tree and step, margins included. Every volume placed by it lies in the root with doubled bounds;
//   place_conic(out, rest, follow): places the volume by its bounds alone, with the same combinations for
//     all nodes. If a volume encloses another, it still does so when both are placed;
//   BV_HULL_POINTS_MAX(space): the maximum number of points of hull_points; 0: place_hull needs no points;
//   hull_points(rest, space, xyz): computes points (unscaled, 3 doubles each) whose hull contains the volume,
//     apart from an error that `follow` has in its margins; returns how many;
//   place_hull(out, rest, xyz, count, follow): places the volume by these points. out may be rest;
//   translate(out, rest, follow): for a step without rotation. It loosens only by rounding.
//   Each placed volume holds every x' of BvStep of every point of the volume at rest.
// A volume that moves as a rigid body defines BV_RIGID, and in place of the hull's functions:
//   BV_FOLLOW, as above;
//   follow(out, step, space): as above, without a root;
//   place(out, rest, follow): holds every x' of BvStep of every point of the volume. out may be rest.
// A volume that can be tested at rest against volumes of another frame defines:
//   BV_TURN: a type for everything that depends only on the step;
//   turn(BV_TURN *out, step, space): makes it;
//   overlaps_turned(a, b, turn): the test. b is turned into the frame of a.
//
// Options:
//   BV_FITTED: `fit` fits every node of a new tree to its own triangles.
//   BV_POINTS_ONCE(space): with BV_FITTED, whether fit is given each vertex once, and not once for every
//     triangle corner.
//   BV_PARAMS: the parameters, an array of Param over BV_DEF, the struct that the space's params points to.
//   BV_FITS: the fits, an array of BvFit pointers up to NULL; BV_DEF then begins with BvFitted.
//   BV_NO_SOLID: there is no solid(); reports leave its cells empty.
//   BV_BEGIN_QUERY: a function that copies the test's parameters into a query.
//   BV_DIRECTIONS: for k-DOPs, see BvClass.
//   BV_OWN_FIT: nodes are fitted to their own triangles, parents too; kernel/tree_own.inl says what
//     replaces fit_triangle.
//   BV_AXES: the test tries many axes, with branches, and counts them. meet(query, a, b, counted) and
//     meet_turned add to the query's counts if `counted`, a constant, is true.
//   BV_WIDER: a function that returns the traversals (BvWalks) for a SimdSet, or NULL if these are used.
//
// In a profile the functions are named after the volume: <volume>_pairs_timed is obb_pairs_timed for `obb`.
// These are the names without the volume, so that a search for one of them leads here:
//   _class _fit _fit_triangle _merge _overlaps _encloses _contains _volume _solid _follow _place _farthest
//   _refit _refit_one _refit_marked _fit_node _fit_nodes _fit_leaves _split_frame _sticks_out _link _move
//   _update_node _update_nodes _test_placed _test_turned _place_hull _place_conic _class_fit _class_merge
//   _class_overlaps _class_encloses _class_contains _class_volume _class_solid _class_follow _class_turn
//   _class_points_max _class_hull_points _pairs_timed _pairs_counted _pairs_lazy_timed _pairs_lazy_counted
//   _pairs_turned_timed _pairs_turned_counted and their parts _leaf_pair _leaf_pairs _parent_pairs
//   _parent_leaf_pairs _roots, each with the suffixes of _pairs: _leaf_pair_timed _leaf_pair_counted
//   _leaf_pairs_timed _leaf_pairs_counted _leaf_pairs_lazy_timed _leaf_pairs_lazy_counted
//   _leaf_pairs_turned_timed _leaf_pairs_turned_counted
//   _parent_pairs_timed _parent_pairs_counted _parent_pairs_lazy_timed _parent_pairs_lazy_counted
//   _parent_pairs_turned_timed _parent_pairs_turned_counted
//   _parent_leaf_pairs_timed _parent_leaf_pairs_counted _parent_leaf_pairs_lazy_timed
//   _parent_leaf_pairs_lazy_counted _parent_leaf_pairs_turned_timed _parent_leaf_pairs_turned_counted
//   _roots_timed _roots_counted _roots_lazy_timed _roots_lazy_counted _roots_turned_timed
//   _roots_turned_counted
#if !defined(BV) || !defined(BV_OP) || !defined(BV_NAME) || !defined(BV_ABOUT)
#error "bv_kernels.inl needs BV, BV_OP, BV_NAME and BV_ABOUT"
#endif

#include "kernel/tree_node.inl"

// Copies the links and counts of a topology into the nodes.
static void BV_OP(link)(void *nodes, const TopoNode *topo, int32_t count) {
	NODE *node = nodes;
	for (int32_t i = 0; i < count; ++i) {
		node[i].link = topo[i].link;
		node[i].count = topo[i].count;
	}
}

#ifdef BV_OWN_FIT
#include "kernel/tree_own.inl"
#else
#include "kernel/tree_refit.inl"
#endif
#include "kernel/tree_move.inl"
#ifdef BV_FITTED
#ifndef BV_POINTS_ONCE
#define BV_POINTS_ONCE(space) false
#endif
#include "kernel/tree_fit.inl"
#endif

#define UPDATE_NODE(placement, node) BV_OP(update_node)((placement), (node))
#include "kernel/tree_walks.inl"
#undef UPDATE_NODE

#ifdef BV_TURN
static void BV_OP(class_turn)(void *out, const BvStep *step, const BvSpace *space) {
	BV_OP(turn)(out, step, space);
}
#endif

static void BV_OP(class_fit)(void *out, const HnVec3 *points, int32_t count, const BvSpace *space) {
	BV_OP(fit)(out, points, count, space);
}
static void BV_OP(class_merge)(void *out, const void *a, const void *b) { BV_OP(merge)(out, a, b); }
static bool BV_OP(class_overlaps)(const void *a, const void *b) { return BV_OP(overlaps)(a, b); }
static bool BV_OP(class_encloses)(const void *a, const void *b) { return BV_OP(encloses)(a, b); }
static bool BV_OP(class_contains)(const void *v, HnVec3 point, const BvSpace *space) {
	return BV_OP(contains)(v, point, space);
}
static double BV_OP(class_volume)(const void *v) { return (double)BV_OP(volume)(v); }
static void BV_OP(class_solid)(Solid *out, const void *v, const BvSpace *space) {
#ifdef BV_NO_SOLID
	(void)v, (void)space;
	out->kind = SOLID_UNKNOWN;
#else
	BV_OP(solid)(out, v, space);
#endif
}

extern const BvClass BV_OP(class);
const BvClass BV_OP(class) = {
	.name = BV_NAME,
	.about = BV_ABOUT,
	.size = sizeof(BV),
	.node_size = sizeof(NODE),
	.link_offset = offsetof(NODE, link),
#ifdef BV_PARAMS
	.params = { BV_PARAMS, sizeof BV_PARAMS / sizeof BV_PARAMS[0], sizeof(BV_DEF) },
#endif
#ifdef BV_DIRECTIONS
	.directions = BV_DIRECTIONS,
#endif
#ifdef BV_FITS
	.fits = BV_FITS,
#endif
#ifdef BV_RIGID
	.rigid = true,
#endif
#ifdef BV_LENGTH
	.has_length = true,
#endif
	.fit = BV_OP(class_fit),
	.merge = BV_OP(class_merge),
	.overlaps = BV_OP(class_overlaps),
	.encloses = BV_OP(class_encloses),
	.contains = BV_OP(class_contains),
	.volume = BV_OP(class_volume),
	.solid = BV_OP(class_solid),
	.link = BV_OP(link),
	.refit = BV_OP(refit),
#ifndef BV_OWN_FIT
	.refit_marked = BV_OP(refit_marked),
#endif
#ifdef BV_FITTED
	.fit_nodes = BV_OP(fit_nodes),
#endif
	.fit_node = BV_OP(fit_node),
	.move = BV_OP(move),
	.update_nodes = BV_OP(update_nodes),
	.test = BV_OP(test_placed),
	.pairs = { [WALK_TIMED] = BV_OP(pairs_timed),
	           [WALK_COUNTED] = BV_OP(pairs_counted),
	           [WALK_LAZY_TIMED] = BV_OP(pairs_lazy_timed),
	           [WALK_LAZY_COUNTED] = BV_OP(pairs_lazy_counted),
#ifdef BV_TURN
	           [WALK_TURNED_TIMED] = BV_OP(pairs_turned_timed),
	           [WALK_TURNED_COUNTED] = BV_OP(pairs_turned_counted),
#endif
	},
#ifdef BV_FOLLOW
	.follow_size = sizeof(BV_FOLLOW),
	.follow = BV_OP(class_follow),
#ifndef BV_RIGID
	.hull_points_max = BV_OP(class_points_max),
	.hull_points = BV_OP(class_hull_points),
#endif
#endif
#ifdef BV_BEGIN_QUERY
	.begin_query = BV_BEGIN_QUERY,
#endif
#ifdef BV_OWN_FIT
	.frame = BV_OP(split_frame),
	.fit_leaves = BV_OP(fit_leaves),
	.sticks_out = BV_OP(sticks_out),
#endif
#ifdef BV_TURN
	.test_turned = BV_OP(test_turned),
	.turn_size = sizeof(BV_TURN),
	.turn = BV_OP(class_turn),
#endif
};

#undef NODE
#undef BV
#undef BV_OP
#undef BV_NAME
#undef BV_ABOUT
#undef BV_FOLLOW
#undef BV_HULL_POINTS_MAX
#undef BV_RIGID
#undef BV_FITTED
#undef BV_PARAMS
#undef BV_DEF
#undef BV_FITS
#undef BV_POINTS_ONCE
#undef BV_NO_SOLID
#undef BV_BEGIN_QUERY
#undef BV_DIRECTIONS
#undef BV_TURN
#undef BV_OWN_FIT
#undef BV_AXES
#undef BV_WIDER
