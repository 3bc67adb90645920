#include "detect/tree_bodies.h"

#include "base/error.h"
#include "base/mem.h"

static size_t rest_size(const TreeBodies *bodies) {
	return mem_array_size(bodies->context->body_meshes.slot_count, sizeof(RestTree));
}

// Only bodies that are placed in another body's frame follow a motion.
static int32_t deforming_check(const TreeBodies *bodies) {
	int32_t status = HN_OK;
	for (int32_t b = 1; b < bodies->context->scene->body_count && status == HN_OK; ++b)
		if (scene_deforms(bodies->context->scene, b)) {
			status = moved_def_check_deforming(&bodies->def);
			if (status != HN_OK) error_prefix(status, "body %d", b + 1);
		}
	return status;
}

static int32_t rest_create(TreeBodies *bodies) {
	const HnScene *scene = bodies->context->scene;
	bodies->rest = mem_alloc_zero(rest_size(bodies));
	if (bodies->rest == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		if (!scene_deforms(scene, b)) continue;
		tree_bodies_tree(bodies, b)->frames = &scene->bodies[b].frames;
		tree_bodies_tree(bodies, b)->shape = &bodies->context->body_meshes.bodies[b];
	}
	return HN_OK;
}

static int32_t builder_create(TreeBodies *bodies) {
	const HnScene *scene = bodies->context->scene;
	int32_t triangles = 0;
	for (int32_t m = 0; m < scene->mesh_count; ++m)
		if (scene->meshes[m].triangle_count > triangles) triangles = scene->meshes[m].triangle_count;
	return topo_builder_init(&bodies->builder, triangles);
}

int32_t tree_bodies_init(TreeBodies *bodies) {
	bodies->deforming = moved_def_deforming(&bodies->def);
	int32_t status = deforming_check(bodies);
	if (status == HN_OK) status = rest_create(bodies);
	return status == HN_OK ? builder_create(bodies) : status;
}

// No body is placed in the frame of the last body. So the last body's tree at rest may not be needed if there
// are few pairs.
int32_t tree_bodies_prepare(TreeBodies *bodies, int32_t body) {
	bool many = bodies->context->many, last = body == bodies->context->scene->body_count - 1;
	RestTree *rest = tree_bodies_tree(bodies, body);
	if (rest->tree.order != NULL || (last && !many && !moved_def_needs_rest(&bodies->def))) return HN_OK;
	MeshView mesh = body_meshes_view(&bodies->context->body_meshes, body);
	int32_t status = tree_build(&rest->tree, &bodies->def.tree, &bodies->builder, &mesh);
	if (status == HN_OK && (rest->frames != NULL || many))
		status = rest_tree_complete(rest, tree_bodies_def(bodies, body), &rest->tree, &mesh);
	return status;
}

void tree_bodies_thin(TreeBodies *bodies) {
	const MovedDef *def = &bodies->def;
	bool builds = def->by == MOVE_REBUILD ||
	              (bodies->context->body_meshes.bodies != NULL && def->tree.bv->refit_marked == NULL);
	if (!builds) topo_builder_free(&bodies->builder);
	if (!builds && !moved_def_fits(def)) fit_scratch_free(&bodies->scratch);
}

void tree_bodies_free(TreeBodies *bodies) {
	for (int32_t r = 0; bodies->rest != NULL && r < bodies->context->body_meshes.slot_count; ++r)
		rest_tree_free(&bodies->rest[r], &bodies->def);
	if (bodies->rest != NULL) mem_free(bodies->rest, rest_size(bodies));
	topo_builder_free(&bodies->builder);
	fit_scratch_free(&bodies->scratch);
	Directions *directions = (Directions *)(uintptr_t)bodies->def.tree.space.directions;
	if (directions != NULL) directions_free(directions);
	mem_free(directions, sizeof *directions);
}

size_t tree_bodies_bytes(const TreeBodies *bodies) {
	size_t bytes = 0;
	for (int32_t r = 0; r < bodies->context->body_meshes.slot_count; ++r)
		bytes += rest_tree_bytes(&bodies->rest[r], &bodies->def);
	return bytes;
}

void tree_bodies_rest(TreeBodies *bodies, int32_t body) {
	MeshView mesh = body_meshes_view(&bodies->context->body_meshes, body);
	rest_tree_relax(tree_bodies_tree(bodies, body), &bodies->deforming, &mesh,
	                bodies->context->body_meshes.version);
}

int32_t tree_bodies_follow(TreeBodies *bodies, int32_t body, Counts *counts) {
	MeshView mesh = body_meshes_view(&bodies->context->body_meshes, body);
	RestTree *rest = tree_bodies_tree(bodies, body);
	int32_t status = rest_tree_follow(rest, &bodies->deforming, &mesh, &bodies->builder,
	                                  bodies->context->body_meshes.version);
	if (status != HN_OK || counts == NULL) return status;
	counts->nu += rest->made;
	counts->vertices_projected += rest->changed;
	return HN_OK;
}
