#include "tree/roots.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "bv/kdop.h"

int32_t root_names_check(const ParamNames *names) {
	for (int32_t i = 0; i < names->count; ++i)
		if (bv_class(names->index[i])->directions == BV_DIRECTIONS_GIVEN)
			return error_set(HN_ERR_BAD_INPUT,
			                 "roots: '%s' leaves its directions open; fdh6 to fdh26 have theirs",
			                 bv_name(names->index[i]));
	return HN_OK;
}

static int32_t root_kind_init(RootKind *kind, const RootParams *params) {
	kind->params = mem_alloc(sizeof *kind->params);
	if (kind->params == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = bv_params_take(&kind->space, kind->params, kind->bv, params->set, params->def, true);
	if (status != HN_OK || kind->bv->directions == 0) return status;
	kind->directions = mem_alloc_zero(sizeof *kind->directions);
	if (kind->directions == NULL) return HN_ERR_NO_MEMORY;
	kind->space.directions = kind->directions;
	return kdop_choose(&kind->bv, kind->directions, kind->space.params);
}

int32_t root_list_init(RootList *list, const ParamNames *names, double scale, const RootParams *params) {
	int32_t status = HN_OK;
	*list = (RootList){ .count = names->count };
	for (int32_t i = 0; i < names->count && status == HN_OK; ++i) {
		list->kinds[i] = (RootKind){ .bv = bv_class(names->index[i]), .space.scale = scale };
		status = root_kind_init(&list->kinds[i], params);
	}
	return status;
}

void root_list_free(RootList *list) {
	for (int32_t i = 0; i < list->count; ++i) {
		Directions *directions = list->kinds[i].directions;
		if (directions != NULL) directions_free(directions);
		mem_free(directions, sizeof *directions);
		mem_free(list->kinds[i].params, sizeof *list->kinds[i].params);
	}
	*list = (RootList){ 0 };
}

// A root is fitted as a tree of one node: a leaf with all triangles, in any order.
static void root_fit(const RootKind *kind, void *node, const TreeView *tree, int32_t triangles,
                     HnVec3 *scratch) {
	TopoNode leaf = { 0, triangles };
	kind->bv->link(node, &leaf, 1);
	if (kind->bv->fit_nodes != NULL)
		kind->bv->fit_nodes(node, tree, scratch, &kind->space);
	else
		kind->bv->refit(node, tree, &kind->space);
}

static int32_t roots_fit(RootSet *set, const RootList *list, const MeshView *mesh, int32_t *order,
                         HnVec3 *scratch) {
	TreeView view = { .order = order, .xyz = mesh->xyz, .triangles = mesh->triangles, .node_count = 1 };
	for (int32_t i = 0; i < mesh->triangle_count; ++i) order[i] = i;
	for (int32_t i = 0; i < list->count; ++i) {
		if (set->nodes[i] == NULL) set->nodes[i] = mem_alloc_zero(list->kinds[i].bv->node_size);
		if (set->nodes[i] == NULL) return HN_ERR_NO_MEMORY;
		root_fit(&list->kinds[i], set->nodes[i], &view, mesh->triangle_count, scratch);
	}
	return HN_OK;
}

int32_t root_set_create(RootSet *set, const RootList *list, const MeshView *mesh) {
	*set = (RootSet){ 0 };
	return root_set_refit(set, list, mesh);
}

int32_t root_set_refit(RootSet *set, const RootList *list, const MeshView *mesh) {
	if (list->count == 0 || mesh->triangle_count == 0) return HN_OK;
	size_t order_size = mem_array_size(mesh->triangle_count, sizeof(int32_t));
	size_t room_size = mem_array_size(3 * (int64_t)mesh->triangle_count, sizeof(HnVec3));
	int32_t *order = mem_alloc(order_size), status = HN_ERR_NO_MEMORY;
	HnVec3 *scratch = mem_alloc(room_size);
	if (order != NULL && scratch != NULL) status = roots_fit(set, list, mesh, order, scratch);
	mem_free(order, order_size);
	mem_free(scratch, room_size);
	return status;
}

void root_set_free(RootSet *set, const RootList *list) {
	for (int32_t i = 0; i < list->count; ++i) mem_free(set->nodes[i], list->kinds[i].bv->node_size);
	*set = (RootSet){ 0 };
}

size_t root_set_bytes(const RootSet *set, const RootList *list) {
	size_t bytes = 0;
	for (int32_t i = 0; i < list->count; ++i)
		if (set->nodes[i] != NULL) bytes += list->kinds[i].bv->node_size;
	return bytes;
}

int32_t moved_roots_create(MovedRoots *roots, const RootList *list, const RootSet *rest) {
	*roots = (MovedRoots){ 0 };
	for (int32_t i = 0; i < list->count && rest->nodes[i] != NULL; ++i) {
		const BvClass *bv = list->kinds[i].bv;
		roots->set.nodes[i] = mem_alloc(bv->node_size);
		if (roots->set.nodes[i] == NULL) return HN_ERR_NO_MEMORY;
		memcpy(roots->set.nodes[i], rest->nodes[i], bv->node_size);
		if (!bv->rigid) continue;
		roots->motions[i] = mem_alloc_zero(bv->follow_size);
		if (roots->motions[i] == NULL) return HN_ERR_NO_MEMORY;
	}
	return HN_OK;
}

void moved_roots_free(MovedRoots *roots, const RootList *list) {
	for (int32_t i = 0; i < list->count; ++i) mem_free(roots->motions[i], list->kinds[i].bv->follow_size);
	root_set_free(&roots->set, list);
	*roots = (MovedRoots){ 0 };
}

static void root_place(const RootKind *kind, void *node, const void *rest, void *follow, const BvStep *step) {
	kind->bv->follow(follow, step, rest, &kind->space);
	TreePlacement one = { .nodes = node,
		                  .rest = rest,
		                  .by = MOVE_PLACE,
		                  .translation = step->translation,
		                  .follow = follow,
		                  .space = &kind->space };
	kind->bv->move(&one, 0, 1, false);
}

static void root_refit(const RootKind *kind, void *node, const MovedTree *moved) {
	TreeView view = moved->placement.view;
	view.node_count = 1, view.parent_first = NULL;
	if (moved->rest->all_used)
		kind->bv->fit(node, (const HnVec3 *)(const void *)view.xyz, moved->mesh.vertex_count, &kind->space);
	else
		kind->bv->refit(node, &view, &kind->space);
}

bool root_list_turns(const RootList *list) {
	bool turns = list->count > 0;
	for (int32_t i = 0; i < list->count; ++i) turns &= list->kinds[i].bv->rigid;
	return turns;
}

void moved_roots_turn(MovedRoots *roots, const RootList *list, const RootSet *rest, const BvStep *step) {
	for (int32_t i = 0; i < list->count && roots->set.nodes[i] != NULL; ++i)
		if (list->kinds[i].bv->rigid)
			root_place(&list->kinds[i], roots->set.nodes[i], rest->nodes[i], roots->motions[i], step);
}

void moved_roots_step(MovedRoots *roots, const RootList *list, const RootSet *rest, MovedTree *moved) {
	moved_roots_turn(roots, list, rest, &moved->total);
	for (int32_t i = 0; i < list->count && roots->set.nodes[i] != NULL; ++i) {
		if (list->kinds[i].bv->rigid) continue;
		moved_place_for_roots(moved);
		root_refit(&list->kinds[i], roots->set.nodes[i], moved);
	}
}

bool roots_meet(const RootList *list, const RootSet *a, const MovedRoots *b, int64_t *tests) {
	for (int32_t i = 0; i < list->count; ++i) {
		// a body without triangles meets nothing
		if (a->nodes[i] == NULL || b->set.nodes[i] == NULL) return false;
		*tests += 1;
		if (!list->kinds[i].bv->overlaps(a->nodes[i], b->set.nodes[i])) return false;
	}
	return true;
}
