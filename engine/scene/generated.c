// The memory of generated scenes.
#include <string.h>

#include "base/mem.h"
#include "scene/generator_build.h"

int32_t generated_begin(GeneratedScene *out, int32_t meshes, int32_t bodies, int32_t nodes, int32_t steps) {
	*out = (GeneratedScene){ .step_count = steps };
	out->meshes = mem_alloc_zero(mem_array_size(meshes, sizeof *out->meshes));
	if (out->meshes == NULL) return HN_ERR_NO_MEMORY;
	out->mesh_count = meshes;
	out->bodies = mem_alloc_zero(mem_array_size(bodies, sizeof *out->bodies));
	if (out->bodies == NULL) return HN_ERR_NO_MEMORY;
	out->body_count = bodies;
	if (nodes == 0) return HN_OK;
	out->nodes = mem_alloc_zero(mem_array_size(nodes, sizeof *out->nodes));
	if (out->nodes == NULL) return HN_ERR_NO_MEMORY;
	out->node_count = nodes;
	return HN_OK;
}

HnPose *generated_poses(GeneratedScene *scene, int32_t body, int32_t count) {
	HnPose *poses = mem_alloc(mem_array_size(count, sizeof *poses));
	if (poses == NULL) return NULL;
	scene->bodies[body].poses = poses;
	scene->bodies[body].pose_count = count;
	return poses;
}

uint8_t *generated_presence(GeneratedScene *scene, int32_t body) {
	uint8_t *present = mem_alloc((size_t)scene->step_count);
	if (present == NULL) return NULL;
	memset(present, 1, (size_t)scene->step_count);
	scene->bodies[body].present = present;
	return present;
}

static void body_free(const HnSceneDefBody *body, int32_t step_count) {
	mem_free((void *)(uintptr_t)body->poses, mem_array_size(body->pose_count, sizeof *body->poses));
	mem_free((void *)(uintptr_t)body->present, (size_t)step_count);
}

void generated_free(GeneratedScene *scene) {
	for (int32_t b = 0; b < scene->body_count; ++b) body_free(&scene->bodies[b], scene->step_count);
	for (int32_t m = 0; m < scene->mesh_count; ++m) hn_mesh_destroy(scene->meshes[m]);
	mem_free(scene->bodies, mem_array_size(scene->body_count, sizeof *scene->bodies));
	mem_free(scene->meshes, mem_array_size(scene->mesh_count, sizeof(HnMesh *)));
	mem_free(scene->nodes, mem_array_size(scene->node_count, sizeof *scene->nodes));
	*scene = (GeneratedScene){ 0 };
}

HnSceneDef generated_def(const GeneratedScene *scene) {
	return (HnSceneDef){ .bodies = scene->bodies,
		                 .body_count = scene->body_count,
		                 .step_count = scene->step_count,
		                 .nodes = scene->nodes,
		                 .node_count = scene->node_count };
}
