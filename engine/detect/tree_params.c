#include "detect/tree_params.h"

#include <string.h>

#include "base/error.h"
#include "base/names.h"
#include "broad/bodies.h"
#include "bv/kdop.h"
#include "tree/roots.h"

ParamSet tree_param_set;

// Of `by`: a way that is no MoveBy of its own. The tree is rebuilt as it is built by MOVE_RECOMPUTE.
enum { BY_REBUILD_VERTICES = MOVES };

static const char *by_name(int32_t index) {
	return index == BY_REBUILD_VERTICES ? "rebuild_vertices" : move_by_name(index);
}

static MovedDef own_def(const TreeParams *p, double scale) {
	const bool rebuilt = p->by == BY_REBUILD_VERTICES;
	return (MovedDef){
		.tree = { .bv = bv_class(p->volume),
		          .topo = { .axis = topo_axis_rule(p->axis),
		                    .point = topo_point_rule(p->point),
		                    .leaf = p->leaf },
		          .space = { .scale = scale },
		          .storage = (TreeStorage)p->storage,
		          .whole = p->by == MOVE_RECOMPUTE || rebuilt },
		.update = (TreeUpdate)p->update,
		.by = rebuilt ? MOVE_REBUILD : (MoveBy)p->by,
		.rooted = p->roots.count > 0,
	};
}

static int32_t take(const ParamTable *table, const char *owner, const void *params, void *out) {
	return param_set_take(&tree_param_set, params, table, false, owner, out);
}

int32_t tree_moved_def(MovedDef *out, TreeParts *parts, const void *params, double scale) {
	TopoDef *topo = &out->tree.topo;
	*out = own_def(params, scale);
	topo->axis_params = parts->axis, topo->point_params = parts->point;
	int32_t status =
	    bv_params_take(&out->tree.space, &parts->volume, out->tree.bv, &tree_param_set, params, false);
	if (status == HN_OK) status = take(&topo->axis->params, topo->axis->name, params, parts->axis);
	return status == HN_OK ? take(&topo->point->params, topo->point->name, params, parts->point) : status;
}

int32_t tree_choose_volume(MovedDef *def, Directions *directions) {
	int32_t status = kdop_choose(&def->tree.bv, directions, def->tree.space.params);
	if (status != HN_OK) return error_prefix(status, "directions");
	def->tree.space.directions = directions;
	if (def->by == MOVE_HULL || def->by == MOVE_HULL_DRIFT) status = directions_hull_init(directions);
	if (def->by == MOVE_CONIC) {
		status = directions_check_turn(directions);
		if (status == HN_OK) directions_conic_init(directions);
	}
	if (status == HN_ERR_BAD_INPUT) error_prefix(status, "by '%s'", move_by_name((int32_t)def->by));
	return status;
}

int32_t tree_check(const void *params) {
	const TreeParams *p = params;
	MovedDef def;
	TreeParts parts;
	Directions directions;
	int32_t status = tree_moved_def(&def, &parts, params, 1);
	if (status == HN_OK) status = moved_def_check(&def);
	if (status == HN_ERR_BAD_INPUT && p->by == BY_REBUILD_VERTICES)
		error_prefix(status, "by '%s'", by_name(BY_REBUILD_VERTICES));
	if (status == HN_OK && p->descend == DESCEND_LONGER && !def.tree.bv->has_length)
		status =
		    error_set(HN_ERR_BAD_INPUT, "descend 'longer' compares half sides of oriented boxes, not '%s'",
		              def.tree.bv->name);
	if (status == HN_OK) status = root_names_check(&p->roots);
	if (status != HN_OK || def.tree.bv->directions == 0) return status;
	status = tree_choose_volume(&def, &directions);
	directions_free(&directions);
	return status;
}

bool tree_lazy(const void *params) {
	MovedDef def = own_def(params, 1);
	return moved_def_is_lazy(&def);
}

// Hulls are climbed from the vertices of the step before; nodes that are not met stay where they were.
bool tree_coherent(const void *params, HnQuery query) {
	MovedDef def = own_def(params, 1);
	(void)query;
	return def.update != UPDATE_FULL || def.by == MOVE_HULL || def.by == MOVE_HULL_DRIFT;
}

bool tree_conservative(const void *params) {
	const TreeParams *p = params;
	return p->leaf_test == LEAF_VOLUME;
}

// If the test turns the volumes, nothing is updated, so `update` has no effect. The parameters of roots have
// no effect if there are no roots.
bool tree_idle(const void *params, const char *name) {
	const TreeParams *p = params;
	return (p->by == MOVE_SAT && strcmp(name, "update") == 0) ||
	       (p->roots.count == 0 && strcmp(name, "root_obb") == 0);
}

bool tree_unsound(const void *params) {
	MovedDef def;
	TreeParts parts;
	if (tree_moved_def(&def, &parts, params, 1) != HN_OK) return false;
	const BvFit *fit = def.tree.space.fit;
	return fit != NULL && fit->unsound != NULL && fit->unsound(def.tree.space.fit_params);
}

static const char *leaf_test_name(int32_t index) {
	NAME_AT(index, [LEAF_EXACT] = "exact", [LEAF_VOLUME] = "volume");
}

#define CHOICE(field, names, text)                                                                           \
	{                                                                                                        \
		.name = #field, .type = PARAM_CHOICE, .offset = offsetof(TreeParams, field), .choice = names,        \
		.about = text                                                                                        \
	}

#define PARTS(field, entries, text)                                                                          \
	{                                                                                                        \
		.name = #field, .type = PARAM_CHOICE, .offset = offsetof(TreeParams, field), .about = text,          \
		.more = &(const ParamMore) {                                                                         \
			.part = entries                                                                                  \
		}                                                                                                    \
	}

const Param tree_own_params[] = {
	PARTS(volume, bv_part, "bounding volume of the nodes"),
	{ .name = "leaf",
	  .type = PARAM_INT,
	  .offset = offsetof(TreeParams, leaf),
	  .fallback = 1,
	  .lo = 1,
	  .hi = 1000000,
	  .about = "maximum number of triangles in a leaf" },
	PARTS(axis, topo_axis_part, "rule of the split axis"),
	PARTS(point, topo_point_part, "rule of the split point"),
	CHOICE(storage, tree_storage_name,
	       "which nodes are stored: leaves = all 2N - 1 of N leaves; parent = N - 1, a leaf's triangles are "
	       "kept "
	       "by the node above"),
	CHOICE(update, tree_update_name,
	       "which nodes are updated when: full = all, each step; layered = roots, and the others once roots "
	       "meet; lazy = each when it is first met in a step"),
	CHOICE(
	    by, by_name,
	    "how: refit = to the placed vertices; rebuild = all anew; hull, conic = about the turned volume at "
	    "rest; hull_drift = about that of the step before; place = the volume at rest is moved; sat = not at "
	    "all, the test turns; recompute = each node to all of its own placed vertices, when the tree is "
	    "built too; rebuild_vertices = all anew, each node to all of its own vertices"),
	CHOICE(descend, descend_name,
	       "which of two inner nodes is opened: larger = by volume; longer = by the first half side, of "
	       "oriented "
	       "boxes; both; alternate; first, second = the tree's that is named, down to its leaves"),
	{ .name = "roots",
	  .type = PARAM_NAMES,
	  .offset = offsetof(TreeParams, roots),
	  .more = &(const ParamMore){ .part = bv_part },
	  .about = "volumes about whole bodies that must all meet, in this order, before trees are walked" },
	{ .name = "root_obb",
	  .type = PARAM_BOOL,
	  .offset = offsetof(TreeParams, root_obb),
	  .fallback = 1,
	  .about =
	      "with roots: the roots of the trees are tested too; otherwise testing begins with their children" },
	{ .name = "broad",
	  .type = PARAM_PART,
	  .offset = offsetof(TreeParams, broad),
	  .more = &(const ParamMore){ .part = broad_part },
	  .about = "broad phase over boxes about the bodies: only pairs whose boxes meet are walked, or moved" },
	CHOICE(leaf_test, leaf_test_name,
	       "what two leaves that meet report: exact = triangles that meet; volume = all of their triangles"),
};
