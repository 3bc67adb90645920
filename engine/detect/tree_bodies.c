#include "detect/tree_bodies.h"

#include "base/error.h"
#include "base/mem.h"

static size_t rest_size(const TreeBodies *bodies) {
	return mem_array_size(bodies->shapes.slot_count, sizeof(RestTree));
}
static size_t roots_size(const TreeBodies *bodies) {
	return mem_array_size(bodies->shapes.slot_count, sizeof(RootSet));
}

// Only bodies that are brought into another's frame follow a motion.
static int32_t deforming_check(const TreeBodies *bodies) {
	int32_t status = HN_OK;
	for (int32_t b = 1; b < bodies->scene->body_count && status == HN_OK; ++b)
		if (scene_deforms(bodies->scene, b)) {
			status = moved_def_check_deforming(&bodies->def);
			if (status != HN_OK) error_prefix(status, "body %d", b + 1);
		}
	return status;
}

static int32_t rest_room(TreeBodies *bodies) {
	const HnScene *scene = bodies->scene;
	bodies->rest = mem_alloc_zero(rest_size(bodies));
	bodies->rest_roots = mem_alloc_zero(roots_size(bodies));
	if (bodies->rest == NULL || bodies->rest_roots == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		if (!scene_deforms(scene, b)) continue;
		tree_bodies_tree(bodies, b)->frames = &scene->bodies[b].frames;
		tree_bodies_tree(bodies, b)->shape = &bodies->shapes.bodies[b];
	}
	return HN_OK;
}

static int32_t builder_create(TreeBodies *bodies) {
	const HnScene *scene = bodies->scene;
	int32_t triangles = 0;
	for (int32_t m = 0; m < scene->mesh_count; ++m)
		if (scene->meshes[m].triangle_count > triangles) triangles = scene->meshes[m].triangle_count;
	return topo_builder_init(&bodies->builder, triangles);
}

static int32_t trees_build(TreeBodies *bodies, bool all) {
	const HnScene *scene = bodies->scene;
	bool rests = all || moved_def_needs_rest(&bodies->def);
	for (int32_t body = 0; body < scene->body_count - (rests ? 0 : 1); ++body) {
		RestTree *rest = tree_bodies_tree(bodies, body);
		if (rest->tree.order != NULL) continue;
		TreeMesh mesh = tree_bodies_mesh(bodies, body);
		int32_t status = tree_build(&rest->tree, &bodies->def.tree, &bodies->builder, &mesh);
		if (status == HN_OK && (rest->frames != NULL || all))
			status = rest_tree_complete(rest, tree_bodies_def(bodies, body), &rest->tree, &mesh);
		if (status != HN_OK) return status;
	}
	return HN_OK;
}

static int32_t roots_build(TreeBodies *bodies) {
	for (int32_t b = 0; b < bodies->scene->body_count; ++b) {
		TreeMesh mesh = tree_bodies_mesh(bodies, b);
		RootSet *roots = tree_bodies_roots(bodies, b);
		if (roots->nodes[0] != NULL) continue;
		int32_t status = root_set_create(roots, &bodies->roots, &mesh);
		if (status != HN_OK) return status;
	}
	return HN_OK;
}

int32_t tree_bodies_build(TreeBodies *bodies, bool all) {
	bodies->deforming = moved_def_deforming(&bodies->def);
	int32_t status = deforming_check(bodies);
	if (status == HN_OK) status = rest_room(bodies);
	if (status == HN_OK) status = builder_create(bodies);
	if (status == HN_OK) status = trees_build(bodies, all);
	return status == HN_OK ? roots_build(bodies) : status;
}

void tree_bodies_thin(TreeBodies *bodies) {
	const MovedDef *def = &bodies->def;
	bool builds =
	    def->by == MOVE_REBUILD || (bodies->shapes.bodies != NULL && def->tree.bv->refit_marked == NULL);
	if (!builds) topo_builder_free(&bodies->builder);
	if (!builds && !moved_def_fits(def)) fit_room_free(&bodies->room);
}

void tree_bodies_free(TreeBodies *bodies) {
	for (int32_t r = 0; bodies->rest != NULL && r < bodies->shapes.slot_count; ++r)
		rest_tree_free(&bodies->rest[r], &bodies->def);
	for (int32_t r = 0; bodies->rest_roots != NULL && r < bodies->shapes.slot_count; ++r)
		root_set_free(&bodies->rest_roots[r], &bodies->roots);
	root_list_free(&bodies->roots);
	if (bodies->rest != NULL) mem_free(bodies->rest, rest_size(bodies));
	if (bodies->rest_roots != NULL) mem_free(bodies->rest_roots, roots_size(bodies));
	shapes_free(&bodies->shapes);
	topo_builder_free(&bodies->builder);
	fit_room_free(&bodies->room);
	Directions *directions = (Directions *)(uintptr_t)bodies->def.tree.space.directions;
	if (directions != NULL) directions_free(directions);
	mem_free(directions, sizeof *directions);
}

size_t tree_bodies_bytes(const TreeBodies *bodies) {
	size_t bytes = 0;
	for (int32_t r = 0; r < bodies->shapes.slot_count; ++r)
		bytes += rest_tree_bytes(&bodies->rest[r], &bodies->def) +
		         root_set_bytes(&bodies->rest_roots[r], &bodies->roots);
	return bytes;
}

void tree_bodies_rest(TreeBodies *bodies) {
	const HnScene *scene = bodies->scene;
	shapes_rest(&bodies->shapes);
	for (int32_t b = 0; bodies->shapes.bodies != NULL && b < scene->body_count; ++b) {
		if (!scene_deforms(scene, b)) continue;
		TreeMesh mesh = tree_bodies_mesh(bodies, b);
		rest_tree_relax(tree_bodies_tree(bodies, b), &bodies->deforming, &mesh, bodies->shapes.version);
	}
}

int32_t tree_bodies_follow(TreeBodies *bodies) {
	const HnScene *scene = bodies->scene;
	bodies->room.status = HN_OK; // what lacked memory in an earlier step is fitted again in this one
	for (int32_t b = 0; bodies->shapes.bodies != NULL && b < scene->body_count; ++b) {
		if (!scene_deforms(scene, b)) continue;
		TreeMesh mesh = tree_bodies_mesh(bodies, b);
		int32_t status = rest_tree_follow(tree_bodies_tree(bodies, b), &bodies->deforming, &mesh,
		                                  &bodies->builder, bodies->shapes.version);
		if (status == HN_OK) status = root_set_refit(tree_bodies_roots(bodies, b), &bodies->roots, &mesh);
		if (status != HN_OK) return status;
	}
	return HN_OK;
}

void tree_bodies_counts(const TreeBodies *bodies, Counts *counts) {
	for (int32_t r = bodies->scene->mesh_count; r < bodies->shapes.slot_count; ++r) {
		counts->nu += bodies->rest[r].made;
		if (bodies->rest_roots[r].nodes[0] != NULL) counts->nu += bodies->roots.count;
		counts->vertices_projected += bodies->rest[r].changed;
	}
}
