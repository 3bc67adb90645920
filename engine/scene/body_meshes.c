#include "scene/body_meshes.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"

static size_t xyz_size(const HnScene *scene, int32_t body) {
	return mem_array_size(3 * (int64_t)scene_mesh(scene, body)->vertex_count, sizeof(double));
}
static size_t changed_size(const HnScene *scene, int32_t body) {
	return mem_array_size(scene->bodies[body].frames.moved_count, sizeof(int32_t));
}
static size_t bodies_size(const HnScene *scene) {
	return mem_array_size(scene->body_count, sizeof(BodyMesh));
}

static int32_t shape_init(BodyMesh *out, const HnScene *scene, int32_t body) {
	out->xyz = mem_alloc(xyz_size(scene, body));
	out->changed = mem_alloc(changed_size(scene, body));
	if (out->xyz == NULL || out->changed == NULL) return HN_ERR_NO_MEMORY;
	const HnSceneMesh *mesh = scene_mesh(scene, body);
	if (mesh->vertex_count > 0) memcpy(out->xyz, mesh->xyz, xyz_size(scene, body));
	return HN_OK;
}

int32_t body_meshes_init(BodyMeshes *out, const HnScene *scene) {
	*out = (BodyMeshes){ .scene = scene, .slot_count = scene->mesh_count };
	bool deforms = false;
	for (int32_t b = 0; b < scene->body_count; ++b) deforms |= scene_deforms(scene, b);
	if (!deforms) return HN_OK;
	out->bodies = mem_alloc_zero(bodies_size(scene));
	int32_t status = out->bodies == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	for (int32_t b = 0; b < scene->body_count && status == HN_OK; ++b)
		if (scene_deforms(scene, b)) {
			out->bodies[b].slot = out->slot_count++;
			status = shape_init(&out->bodies[b], scene, b);
		}
	if (status != HN_OK) body_meshes_free(out);
	return status;
}

void body_meshes_free(BodyMeshes *body_meshes) {
	const HnScene *scene = body_meshes->scene;
	for (int32_t b = 0; body_meshes->bodies != NULL && b < scene->body_count; ++b) {
		mem_free(body_meshes->bodies[b].xyz, xyz_size(scene, b));
		mem_free(body_meshes->bodies[b].changed, changed_size(scene, b));
	}
	if (body_meshes->bodies != NULL) mem_free(body_meshes->bodies, bodies_size(scene));
	*body_meshes = (BodyMeshes){ 0 };
}

// Resets a body to rest. Only its moved vertices can differ between rest and any of its frames.
static void shape_rest(BodyMesh *shape, const HnSceneMesh *mesh, const HnSceneFrames *frames) {
	shape->changed_count = 0;
	for (int32_t i = 0; i < frames->moved_count; ++i) {
		int64_t at = 3 * (int64_t)frames->moved[i];
		memcpy(shape->xyz + at, mesh->xyz + at, 3 * sizeof(double));
	}
}

void body_meshes_rest(BodyMeshes *body_meshes) {
	const HnScene *scene = body_meshes->scene;
	body_meshes->version += 1;
	for (int32_t b = 0; body_meshes->bodies != NULL && b < scene->body_count; ++b)
		if (scene_deforms(scene, b))
			shape_rest(&body_meshes->bodies[b], scene_mesh(scene, b), &scene->bodies[b].frames);
}

static void shape_step(BodyMesh *shape, const HnSceneFrames *frames, const double *frame) {
	int32_t count = 0;
	for (int32_t i = 0; i < frames->moved_count; ++i) {
		double *xyz = shape->xyz + 3 * (int64_t)frames->moved[i];
		const double *now = frame + 3 * (int64_t)i;
		if (memcmp(xyz, now, 3 * sizeof(double)) == 0) continue;
		memcpy(xyz, now, 3 * sizeof(double));
		shape->changed[count++] = i;
	}
	shape->changed_count = count;
}

void body_meshes_step(BodyMeshes *body_meshes, int32_t step) {
	const HnScene *scene = body_meshes->scene;
	body_meshes->version += 1;
	for (int32_t b = 0; body_meshes->bodies != NULL && b < scene->body_count; ++b)
		if (scene_deforms(scene, b))
			shape_step(&body_meshes->bodies[b], &scene->bodies[b].frames, scene_frame(scene, b, step));
}

HnVec3 scene_vertex(const HnScene *scene, int32_t body, int32_t vertex, int32_t step) {
	const HnSceneFrames *frames = &scene->bodies[body].frames;
	int32_t lo = 0, hi = frames->moved_count;
	while (lo < hi) {
		int32_t middle = lo + (hi - lo) / 2;
		if (frames->moved[middle] < vertex)
			lo = middle + 1;
		else
			hi = middle;
	}
	if (lo < frames->moved_count && frames->moved[lo] == vertex)
		return vec3_load(scene_frame(scene, body, step) + 3 * (int64_t)lo);
	return vec3_load(scene_mesh(scene, body)->xyz + 3 * (int64_t)vertex);
}
