#include "detect/tree_params.h"

#include <string.h>

#include "base/error.h"
#include "broad/bodies.h"
#include "bv/kdop.h"
#include "tree/roots.h"

static BvSlabs slabs_of(const TreeParams *p) {
	return (BvSlabs){ .count = p->k,
		              .axis = (BvSlabAxis)p->slab_axis,
		              .extremes = (BvExtremes)p->extremes,
		              .weight = (BvWeight)p->weight,
		              .extent = (BvExtentOf)p->extent };
}

MovedDef tree_moved_def(const TreeParams *p, double scale) {
	TopoDef topo = { .axis = topo_axis_rule(p->axis),
		             .point = topo_point_rule(p->point),
		             .leaf = p->leaf,
		             .lambda = p->lambda };
	return (MovedDef){
		.tree = { .bv = bv_class(p->volume),
		          .topo = topo,
		          .space = { .scale = scale,
		                     .fit = (BvFit)p->fit,
		                     .centre = (BvCentre)p->centre,
		                     .slabs = slabs_of(p) },
		          .storage = (TreeStorage)p->storage },
		.update = (TreeUpdate)p->update,
		.by = (MoveBy)p->by,
		.rooted = p->roots.count > 0,
	};
}

int32_t tree_choose_volume(MovedDef *def, Directions *directions, const TreeParams *p) {
	const ParamVectors *given = &p->directions;
	int32_t status =
	    kdop_choose(&def->tree.bv, directions, p->k, (const double(*)[3])given->xyz, given->count);
	if (status != HN_OK) return error_prefix(status, "directions");
	def->tree.space.directions = directions;
	if (def->by == MOVE_HULL || def->by == MOVE_HULL_DRIFT) status = directions_hull_init(directions);
	if (def->by == MOVE_CONIC) status = directions_check_turn(directions);
	if (status == HN_ERR_BAD_INPUT) error_prefix(status, "by '%s'", move_by_name((int32_t)def->by));
	return status;
}

int32_t tree_check(const void *params) {
	MovedDef def = tree_moved_def(params, 1);
	Directions directions;
	int32_t status = moved_def_check(&def);
	if (status == HN_OK) status = bv_check_fit(def.tree.bv, def.tree.space.fit);
	if (status == HN_OK) status = root_names_check(&((const TreeParams *)params)->roots);
	if (status == HN_OK && ((const TreeParams *)params)->prejudge && !def.tree.bv->prejudges)
		status = error_set(HN_ERR_BAD_INPUT, "volume '%s' has no prejudgement", def.tree.bv->name);
	if (status != HN_OK || def.tree.bv->directions == 0) return status;
	status = tree_choose_volume(&def, &directions, params);
	directions_free(&directions);
	return status;
}

bool tree_lazy(const void *params) {
	MovedDef def = tree_moved_def(params, 1);
	return moved_def_is_lazy(&def);
}

bool tree_conservative(const void *params) {
	const TreeParams *p = params;
	return p->leaf_test == LEAF_VOLUME;
}

static bool takes_slabs(const TreeParams *p, const BvClass *bv) {
	return p->fit == FIT_SLABS && bv_has_fit(bv, FIT_SLABS);
}

static bool idle_fit(const TreeParams *p, const BvClass *bv) {
	(void)p;
	return bv->fits == NULL || bv->fits[1] == FIT_USUAL; // there is one
}

// Directions are of volume kdop, and k names a set of them where none are given. Of fit `slabs` it is how
// many.
static bool idle_k(const TreeParams *p, const BvClass *bv) {
	return !takes_slabs(p, bv) && (bv->directions != BV_DIRECTIONS_GIVEN || p->directions.count > 0);
}

static bool idle_slabs(const TreeParams *p, const BvClass *bv) { return !takes_slabs(p, bv); }

static bool idle_directions(const TreeParams *p, const BvClass *bv) {
	return bv->directions != BV_DIRECTIONS_GIVEN || p->directions.count == 0;
}

static bool about_mean(const BvClass *bv, BvFit fit) {
	return bv->fits != NULL && (fit == FIT_USUAL ? bv->fits[0] : fit) == FIT_CENTROID;
}

static bool idle_centre(const TreeParams *p, const BvClass *bv) {
	bool used = about_mean(bv, (BvFit)p->fit);
	for (int32_t i = 0; i < p->roots.count; ++i) used |= about_mean(bv_class(p->roots.index[i]), FIT_USUAL);
	return !used;
}

static bool idle_lambda(const TreeParams *p, const BvClass *bv) {
	(void)bv;
	return !topo_point_rule(p->point)->uses_lambda;
}

// Where the test turns volumes nothing is updated, whenever that would be.
static bool idle_update(const TreeParams *p, const BvClass *bv) {
	(void)bv;
	return p->by == MOVE_SAT;
}

static bool idle_prejudge(const TreeParams *p, const BvClass *bv) {
	(void)p;
	return !bv->prejudges;
}

static bool idle_root_obb(const TreeParams *p, const BvClass *bv) {
	(void)bv;
	return p->roots.count == 0;
}

bool tree_idle(const void *params, const char *name) {
	static const struct {
		const char *name;
		bool (*idle)(const TreeParams *p, const BvClass *bv);
	} s_rules[] = { { "fit", idle_fit },
		            { "k", idle_k },
		            { "directions", idle_directions },
		            { "slab_axis", idle_slabs },
		            { "extremes", idle_slabs },
		            { "weight", idle_slabs },
		            { "extent", idle_slabs },
		            { "centre", idle_centre },
		            { "lambda", idle_lambda },
		            { "update", idle_update },
		            { "prejudge", idle_prejudge },
		            { "root_obb", idle_root_obb } };
	const TreeParams *p = params;
	for (size_t i = 0; i < sizeof s_rules / sizeof s_rules[0]; ++i)
		if (strcmp(name, s_rules[i].name) == 0) return s_rules[i].idle(p, bv_class(p->volume));
	return false;
}

bool tree_unsound(const void *params) {
	const TreeParams *p = params;
	return takes_slabs(p, bv_class(p->volume)) && p->extent == EXTENT_SUBSET;
}

static const char *leaf_test_name(int32_t index) {
	static const char *const s_names[] = { [LEAF_EXACT] = "exact", [LEAF_VOLUME] = "volume" };
	return index >= 0 && index < LEAF_TESTS ? s_names[index] : NULL;
}

#define CHOICE(field, names, text)                                                                           \
	{                                                                                                        \
		.name = #field, .type = PARAM_CHOICE, .offset = offsetof(TreeParams, field), .choice = names,        \
		.about = text                                                                                        \
	}

const Param tree_params[] = {
	CHOICE(volume, bv_name, "bounding volume of the nodes"),
	{ .name = "k",
	  .type = PARAM_INT,
	  .offset = offsetof(TreeParams, k),
	  .fallback = 14,
	  .lo = 1,
	  .hi = SLABS_MAX,
	  .about = "of volume kdop without directions: 6, 14, 18 or 26, the set of fdh6 and so on; of fit slabs: "
	           "how many" },
	{ .name = "directions",
	  .type = PARAM_VECTORS,
	  .offset = offsetof(TreeParams, directions),
	  .about = "of volume kdop: one vector a slab, or none and the set that k names" },
	CHOICE(
	    fit, bv_fit_name,
	    "of volume sphere: centroid, ritter, welzl (usual, the smallest); of obb: axes by the covariance of "
	    "corners (vertices), of the surface (triangles, usual), of the hull's (hull), of what is extreme in "
	    "slabs "
	    "(slabs), or for nearly the least volume (minimum)"),
	CHOICE(centre, bv_centre_name,
	       "of caabb and fit centroid: the mean of all corners of triangles, or of vertices"),
	CHOICE(slab_axis, bv_slab_axis_name, "of fit slabs: they are cut along the longest extent, or along x"),
	CHOICE(extremes, bv_extremes_name,
	       "of fit slabs: of each, the points that are extreme along the two other axes (yz), or along all"),
	CHOICE(weight, bv_weight_name,
	       "of fit slabs: each of these points counts once, or area, that of their convex hull"),
	CHOICE(extent, bv_extent_name,
	       "of fit slabs: the box holds all points, or subset, only these: contacts may be missed"),
	{ .name = "leaf",
	  .type = PARAM_INT,
	  .offset = offsetof(TreeParams, leaf),
	  .fallback = 1,
	  .lo = 1,
	  .hi = 1000000,
	  .about = "most triangles of a leaf" },
	CHOICE(axis, topo_axis_name, "rule of the split axis"),
	CHOICE(point, topo_point_name, "rule of the split point"),
	{ .name = "lambda",
	  .type = PARAM_REAL,
	  .offset = offsetof(TreeParams, lambda),
	  .fallback = 1,
	  .hi = 1e6,
	  .about = "point penalty: weight of triangles that cross the plane; Wang et al. give none" },
	CHOICE(storage, tree_storage_name,
	       "which nodes are stored: leaves = all 2N - 1 of N leaves; parent = N - 1, a leaf's triangles are "
	       "kept "
	       "by the node above"),
	CHOICE(update, tree_update_name,
	       "which nodes are updated when: full = all, each step; layered = roots, and the others once roots "
	       "meet; lazy = each when it is first met in a step"),
	CHOICE(
	    by, move_by_name,
	    "how: refit = to the placed vertices; rebuild = all anew; hull, conic = about the turned volume at "
	    "rest; hull_drift = about that of the step before; place = the volume at rest is moved; sat = not at "
	    "all, the test turns"),
	CHOICE(descend, descend_name, "which of two inner nodes is opened"),
	{ .name = "prejudge",
	  .type = PARAM_BOOL,
	  .offset = offsetof(TreeParams, prejudge),
	  .about =
	      "of volume obb: the spheres in and about two boxes first, and the axes where they leave it open" },
	{ .name = "roots",
	  .type = PARAM_NAMES,
	  .offset = offsetof(TreeParams, roots),
	  .choice = bv_name,
	  .about = "volumes about whole bodies that must all meet, in this order, before trees are walked" },
	{ .name = "root_obb",
	  .type = PARAM_BOOL,
	  .offset = offsetof(TreeParams, root_obb),
	  .fallback = 1,
	  .about = "with roots: those of the trees are tested too; else their children come first" },
	{ .name = "broad",
	  .type = PARAM_PART,
	  .offset = offsetof(TreeParams, broad),
	  .part = broad_part,
	  .about = "broad phase over boxes about the bodies: only pairs whose boxes meet are walked, or moved" },
	CHOICE(leaf_test, leaf_test_name,
	       "what two leaves that meet report: exact = triangles that meet; volume = all of their triangles"),
};
