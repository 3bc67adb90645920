#include "plugin/shrink.h"

#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"

// Indices that are kept.
typedef struct Kept {
	int32_t *data, count, capacity;
} Kept;

typedef struct Shrink {
	const ShrinkDef *def;
	Kept bodies, steps, triangles; // triangles: counted over all bodies; unused for objects
	int64_t *first;                // the number of the first triangle of each body, and of all
	int32_t tests;
	int32_t status;
	bool late;
} Shrink;

static int32_t kept_init(Kept *kept, int64_t count) {
	if (count > INT32_MAX) return error_set(HN_ERR_BAD_INPUT, "too many triangles to reduce");
	kept->data = mem_alloc(mem_array_size(count + 1, sizeof *kept->data));
	if (kept->data == NULL) return HN_ERR_NO_MEMORY;
	kept->count = kept->capacity = (int32_t)count;
	for (int32_t i = 0; i < kept->count; ++i) kept->data[i] = i;
	return HN_OK;
}

static void kept_free(Kept *kept) {
	if (kept->data != NULL) mem_free(kept->data, mem_array_size(kept->capacity + 1, sizeof *kept->data));
	*kept = (Kept){ 0 };
}

// Scenes of what is kept
// ------------------------------------------------------------------------------------------------------

// The mesh of the kept triangles of a body, without unused vertices. *out is NULL if none is kept.
static int32_t mesh_make(HnMesh **out, const Shrink *s, int32_t body) {
	const HnSceneMesh *mesh = scene_mesh(s->def->scene, body);
	int32_t count = 0, vertices = 0;
	*out = NULL;
	int32_t *place = mem_alloc(mem_array_size(mesh->vertex_count + 1, sizeof *place));
	if (place == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t v = 0; v < mesh->vertex_count; ++v) place[v] = -1;
	for (int32_t i = 0; i < s->triangles.count; ++i) {
		int64_t t = s->triangles.data[i] - s->first[body];
		if (t < 0 || t >= mesh->triangle_count) continue;
		count += 1;
		for (int k = 0; k < 3; ++k) place[mesh->triangles[3 * t + k]] = 0;
	}
	for (int32_t v = 0; v < mesh->vertex_count; ++v)
		if (place[v] == 0) place[v] = vertices++;
	int32_t status = count > 0 ? hn_mesh_create(out, vertices, count) : HN_OK;
	for (int32_t v = 0; *out != NULL && v < mesh->vertex_count; ++v)
		if (place[v] >= 0) memcpy((*out)->xyz + 3 * (int64_t)place[v], mesh->xyz + 3 * (int64_t)v, 24);
	for (int32_t i = 0, at = 0; *out != NULL && i < s->triangles.count; ++i) {
		int64_t t = s->triangles.data[i] - s->first[body];
		if (t < 0 || t >= mesh->triangle_count) continue;
		for (int k = 0; k < 3; ++k) (*out)->triangles[at++] = place[mesh->triangles[3 * t + k]];
	}
	mem_free(place, mem_array_size(mesh->vertex_count + 1, sizeof *place));
	return status;
}

static HnPose *poses_make(const Shrink *s, int32_t body) {
	HnPose *poses = mem_alloc(mem_array_size(s->steps.count + 1, sizeof *poses));
	for (int32_t i = 0; poses != NULL && i < s->steps.count; ++i)
		poses[i] = *scene_pose(s->def->scene, body, s->steps.data[i]);
	return poses;
}

static int32_t body_make(HnSceneDefBody *out, const Shrink *s, int32_t body) {
	const HnSceneBody *from = &s->def->scene->bodies[body];
	HnMesh *mesh = NULL;
	int32_t status = mesh_make(&mesh, s, body);
	*out = (HnSceneDefBody){ .mesh = mesh, .fixed = from->fixed };
	if (status != HN_OK || mesh == NULL) return status;
	out->poses = poses_make(s, body);
	out->pose_count = from->pose_count == 1 ? 1 : s->steps.count;
	return out->poses == NULL ? HN_ERR_NO_MEMORY : HN_OK;
}

static int32_t bodies_scene(HnScene **out, const Shrink *s) {
	size_t size = mem_array_size(s->bodies.count + 1, sizeof(HnSceneDefBody));
	HnSceneDefBody *bodies = mem_alloc_zero(size);
	if (bodies == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = HN_OK, count = 0;
	for (int32_t i = 0; status == HN_OK && i < s->bodies.count; ++i) {
		status = body_make(&bodies[count], s, s->bodies.data[i]);
		count += bodies[count].mesh != NULL;
	}
	if (status == HN_OK && count < 2) status = HN_ERR_BAD_INPUT; // cannot fail: there is no pair
	if (status == HN_OK)
		status = hn_scene_create(
		    out, &(HnSceneDef){ .bodies = bodies, .body_count = count, .step_count = s->steps.count });
	for (int32_t i = 0; i < count; ++i) {
		hn_mesh_destroy((HnMesh *)bodies[i].mesh);
		if (bodies[i].poses != NULL)
			mem_free((HnPose *)bodies[i].poses, mem_array_size(s->steps.count + 1, sizeof(HnPose)));
	}
	mem_free(bodies, size);
	return status;
}

static int32_t objects_scene(HnScene **out, const Shrink *s) {
	const HnSceneObjects *from = &s->def->scene->objects;
	int64_t count = s->bodies.count, steps = s->steps.count;
	size_t bytes = (size_t)from->size, size = mem_array_size(count * steps + 1, bytes + 2);
	unsigned char *volumes = mem_alloc_zero(size);
	if (volumes == NULL) return HN_ERR_NO_MEMORY;
	unsigned char *present = volumes + (size_t)(count * steps) * bytes, *fixed = present + count * steps;
	for (int64_t t = 0; t < steps; ++t)
		for (int64_t i = 0; i < count; ++i) {
			int64_t at = (int64_t)s->steps.data[t] * from->count + s->bodies.data[i];
			memcpy(volumes + (size_t)(t * count + i) * bytes,
			       (const unsigned char *)from->volumes + (size_t)at * bytes, bytes);
			present[t * count + i] = from->present == NULL || from->present[at] != 0;
			fixed[i] = from->fixed != NULL && from->fixed[s->bodies.data[i]] != 0;
		}
	HnSceneObjects objects = *from;
	objects.count = s->bodies.count;
	objects.volumes = volumes;
	objects.present = from->present != NULL ? present : NULL;
	objects.fixed = from->fixed != NULL ? fixed : NULL;
	int32_t status =
	    count < 2 ? HN_ERR_BAD_INPUT
	              : hn_scene_create(out, &(HnSceneDef){ .step_count = s->steps.count, .objects = objects });
	mem_free(volumes, size);
	return status;
}

static int32_t scene_make(HnScene **out, const Shrink *s) {
	*out = NULL;
	return s->def->scene->objects.count > 0 ? objects_scene(out, s) : bodies_scene(out, s);
}

// The search
// ------------------------------------------------------------------------------------------------------

// A scene that cannot be made does not fail.
static bool still_fails(Shrink *s) {
	HnScene *scene = NULL;
	if (s->late || s->status != HN_OK) return false;
	if (clock_ns() > s->def->deadline_ns) return s->late = true, false;
	int32_t status = scene_make(&scene, s);
	if (status == HN_ERR_NO_MEMORY) s->status = status;
	if (status != HN_OK) return false;
	s->tests += 1;
	bool fails = s->def->fails(s->def->context, scene);
	hn_scene_close(scene);
	return fails;
}

// Tries without the indices from `begin` to `end`. True: they are gone.
static bool drop(Shrink *s, Kept *kept, int32_t begin, int32_t end) {
	int32_t count = kept->count, gone = end - begin;
	size_t size = mem_array_size(gone, sizeof *kept->data);
	int32_t *dropped = mem_alloc(size);
	if (dropped == NULL) return s->status = HN_ERR_NO_MEMORY, false;
	memcpy(dropped, kept->data + begin, size);
	memmove(kept->data + begin, kept->data + end, (size_t)(count - end) * sizeof *kept->data);
	kept->count = count - gone;
	bool fails = still_fails(s);
	if (!fails) {
		memmove(kept->data + end, kept->data + begin, (size_t)(count - end) * sizeof *kept->data);
		memcpy(kept->data + begin, dropped, size);
		kept->count = count;
	}
	mem_free(dropped, size);
	return fails;
}

// Drops parts, halves first, then ever smaller ones, until no single index can go.
static void reduce(Shrink *s, Kept *kept) {
	for (int32_t size = kept->count / 2; size >= 1;) {
		bool dropped = false;
		for (int32_t at = 0; at < kept->count && !s->late && s->status == HN_OK;) {
			int32_t end = at + size < kept->count ? at + size : kept->count;
			if (end - at < kept->count && drop(s, kept, at, end))
				dropped = true;
			else
				at = end;
		}
		if (s->late || s->status != HN_OK) return;
		if (size > kept->count / 2 && size > 1)
			size = kept->count / 2;
		else if (size > 1)
			size /= 2;
		else if (!dropped)
			return;
	}
}

static int32_t init(Shrink *s) {
	const HnScene *scene = s->def->scene;
	for (int32_t b = 0; b < scene->body_count; ++b)
		if (scene_deforms(scene, b))
			return error_set(HN_ERR_BAD_INPUT, "scenes with bodies that deform are not reduced");
	bool objects = scene->objects.count > 0;
	s->first = mem_alloc(mem_array_size(scene->body_count + 1, sizeof *s->first));
	if (s->first == NULL) return HN_ERR_NO_MEMORY;
	int64_t triangles = 0;
	for (int32_t b = 0; b < scene->body_count; ++b) {
		s->first[b] = triangles;
		triangles += scene_mesh(scene, b)->triangle_count;
	}
	int32_t status = kept_init(&s->bodies, objects ? scene->objects.count : scene->body_count);
	if (status == HN_OK) status = kept_init(&s->steps, scene->step_count);
	return status == HN_OK ? kept_init(&s->triangles, triangles) : status;
}

// Only triangles of kept bodies can be dropped one by one.
static void forget_others(Shrink *s) {
	int32_t left = 0;
	for (int32_t i = 0; i < s->triangles.count; ++i)
		for (int32_t k = 0; k < s->bodies.count; ++k) {
			int64_t t = s->triangles.data[i] - s->first[s->bodies.data[k]];
			if (t < 0 || t >= scene_mesh(s->def->scene, s->bodies.data[k])->triangle_count) continue;
			s->triangles.data[left++] = s->triangles.data[i];
			break;
		}
	s->triangles.count = left;
}

// Keeps the steps of one instance, if these fail the test.
static void keep_instance(Shrink *s) {
	Kept *steps = &s->steps;
	if (s->def->step_count <= 0 || s->def->step_count > steps->capacity) return;
	steps->count = s->def->step_count;
	for (int32_t i = 0; i < steps->count; ++i) steps->data[i] = s->def->first_step + i;
	if (still_fails(s)) return;
	steps->count = steps->capacity;
	for (int32_t i = 0; i < steps->count; ++i) steps->data[i] = i;
}

int32_t shrink_scene(HnScene **out, ShrinkReport *report, const ShrinkDef *def) {
	Shrink s = { .def = def };
	*out = NULL;
	int32_t status = init(&s);
	bool objects = def->scene->objects.count > 0;
	if (status == HN_OK) keep_instance(&s);
	while (status == HN_OK && !s.late) {
		int64_t before = (int64_t)s.bodies.count + s.steps.count + s.triangles.count;
		reduce(&s, &s.steps);
		reduce(&s, &s.bodies);
		if (!objects) {
			forget_others(&s);
			reduce(&s, &s.triangles);
		}
		status = s.status;
		if (before == (int64_t)s.bodies.count + s.steps.count + s.triangles.count) break;
	}
	if (status == HN_OK) status = scene_make(out, &s);
	if (status == HN_OK)
		*report = (ShrinkReport){ .bodies = objects ? s.bodies.count : (*out)->body_count,
			                      .triangles = objects ? 0 : s.triangles.count,
			                      .steps = s.steps.count,
			                      .tests = s.tests,
			                      .minimal = !s.late };
	if (s.first != NULL) mem_free(s.first, mem_array_size(def->scene->body_count + 1, sizeof *s.first));
	kept_free(&s.bodies);
	kept_free(&s.steps);
	kept_free(&s.triangles);
	return status;
}
