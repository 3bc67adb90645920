#include "draw/scenery.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "draw/solids.h"
#include "scene/scene_ply.h"

int32_t scenery_body_count(const HnScene *scene) {
	return scene->objects.count > 0 ? scene->objects.count : scene->body_count;
}

static int64_t triangles_of(const HnScene *scene) {
	return scene->objects.count > 0 ? (int64_t)scene->objects.count * solid_triangles(scene->objects.volume)
	                                : scene_triangle_count(scene);
}

static void number_triangles(Scenery *scenery) {
	const HnScene *scene = scenery->scene;
	int32_t next = 0;
	for (int32_t b = 0; b < scenery_body_count(scene); ++b) {
		bool solid = scene->objects.count > 0;
		scenery->begin[b] = next;
		next += solid ? solid_triangles(scene->objects.volume) : scene_mesh(scene, b)->triangle_count;
		if (!solid && scene_mesh(scene, b)->vertex_count > scenery->vertex_most)
			scenery->vertex_most = scene_mesh(scene, b)->vertex_count;
	}
}

int32_t scenery_init(Scenery *out, const HnScene *scene) {
	int64_t triangles = triangles_of(scene), bodies = scenery_body_count(scene);
	*out = (Scenery){ .scene = scene, .vertex_most = SOLID_VERTICES_MOST };
	if (triangles > INT32_MAX)
		return error_set(HN_ERR_BAD_INPUT, "%lld triangles are too many for a picture", (long long)triangles);
	int32_t status = scene->objects.count > 0 ? HN_OK : body_meshes_init(&out->shapes, scene);
	if (status != HN_OK) return status;
	out->triangle_count = (int32_t)triangles;
	out->begin = mem_alloc(mem_array_size(bodies, sizeof *out->begin));
	out->touching = mem_alloc_zero((size_t)triangles);
	if (out->begin != NULL) number_triangles(out);
	out->projected = mem_alloc(mem_array_size(out->vertex_most, sizeof *out->projected));
	if (out->begin != NULL && out->touching != NULL && out->projected != NULL) {
		scenery_step(out, 0, NULL, 0);
		return HN_OK;
	}
	scenery_free(out);
	return HN_ERR_NO_MEMORY;
}

void scenery_free(Scenery *scenery) {
	if (scenery->scene == NULL) return;
	mem_free(scenery->projected, (size_t)scenery->vertex_most * sizeof *scenery->projected);
	mem_free(scenery->touching, (size_t)scenery->triangle_count);
	mem_free(scenery->begin, (size_t)scenery_body_count(scenery->scene) * sizeof *scenery->begin);
	body_meshes_free(&scenery->shapes);
	*scenery = (Scenery){ 0 };
}

// An object touches as a whole.
static void mark(Scenery *scenery, int32_t body, int32_t triangle) {
	const HnSceneObjects *objects = &scenery->scene->objects;
	uint8_t *first = scenery->touching + scenery->begin[body];
	if (objects->count > 0)
		memset(first, 1, (size_t)solid_triangles(objects->volume));
	else
		first[triangle] = 1;
}

void scenery_step(Scenery *scenery, int32_t step, const HnContact *contacts, int64_t count) {
	scenery->step = step;
	if (scenery->scene->objects.count == 0) body_meshes_step(&scenery->shapes, step);
	memset(scenery->touching, 0, (size_t)scenery->triangle_count);
	for (int64_t i = 0; i < count; ++i) {
		mark(scenery, contacts[i].body_a, contacts[i].triangle_a);
		mark(scenery, contacts[i].body_b, contacts[i].triangle_b);
	}
}

typedef struct Visit {
	DrawVisit f;
	void *context;
} Visit;

// Visits the triangles of a body, whose vertices are projected.
static void visit_body(const Scenery *scenery, int32_t body, const int32_t *triangles, int32_t count,
                       Visit visit) {
	int32_t first = scenery->begin[body];
	for (int32_t t = 0; t < count; ++t) {
		DrawTriangle out = { .id = first + t, .body = body, .touching = scenery->touching[first + t] != 0 };
		for (int i = 0; i < 3; ++i) out.corner[i] = scenery->projected[triangles[3 * (int64_t)t + i]];
		visit.f(visit.context, &out);
	}
}

static void visit_bodies(const Scenery *scenery, const DrawView *view, Visit visit) {
	for (int32_t b = 0; b < scenery->scene->body_count; ++b) {
		HnSceneMesh mesh = body_meshes_mesh(&scenery->shapes, b);
		const HnPose *pose = scene_pose(scenery->scene, b, scenery->step);
		for (int32_t v = 0; v < mesh.vertex_count; ++v)
			scenery->projected[v] =
			    view_project(view, pose_place(pose, vec3_load(mesh.xyz + 3 * (int64_t)v)));
		visit_body(scenery, b, mesh.triangles, mesh.triangle_count, visit);
	}
}

static void visit_objects(const Scenery *scenery, const DrawView *view, Visit visit) {
	const HnSceneObjects *objects = &scenery->scene->objects;
	for (int32_t i = 0; i < objects->count; ++i) {
		int64_t at = (int64_t)scenery->step * objects->count + i;
		if (objects->present != NULL && objects->present[at] == 0) continue;
		DrawSolid solid;
		solid_make(&solid, objects->volume, (const char *)objects->volumes + at * objects->size);
		for (int32_t v = 0; v < solid.vertex_count; ++v)
			scenery->projected[v] = view_project(view, solid.vertices[v]);
		visit_body(scenery, i, solid.triangles, solid.triangle_count, visit);
	}
}

void scenery_each(const Scenery *scenery, const DrawView *view, DrawVisit visit, void *context) {
	if (scenery->scene->objects.count > 0)
		visit_objects(scenery, view, (Visit){ visit, context });
	else
		visit_bodies(scenery, view, (Visit){ visit, context });
}
