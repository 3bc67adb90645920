#include "broad/bake.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "broad/bodies.h"
#include "bv/bv.h"
#include "mesh/hull.h"

// The data computed once for a mesh that does not deform. Poses with the same rotation share a box.
typedef struct BakeMesh {
	const HnMesh *mesh;
	double radius;
	BodyBox box;   // for objects that are boxes
	double margin; // likewise
	int32_t turns; // how many rotations were asked for, counted up to 2
	BodyEnds ends; // made at the second rotation
	void *rest;    // for other volumes: a node
} BakeMesh;

typedef struct Bake {
	const HnSceneDef *def;
	const BroadVolume *volume;
	const BvClass *bv; // NULL: the objects are boxes
	BvSpace space;
	ARRAY(BakeMesh) meshes;
	int32_t *of_body; // for each body an index into meshes; -1: it deforms or has no triangles
	int32_t *slots;   // a hash table of meshes by address: index + 1
	int64_t slot_count;
	double *shape;     // the vertices of one deforming body; room for the largest
	int64_t shape_max; // the number of those vertices
	void *node, *rest, *follow;
	unsigned char *volumes;
	uint8_t *present; // NULL: all bodies are always present
	uint8_t *fixed;   // NULL: no body is fixed
} Bake;

static bool deforms(const HnSceneDefBody *body) { return body->frames.count > 0; }
static bool is_empty(const HnSceneDefBody *body) {
	return body->mesh->vertex_count == 0 || body->mesh->triangle_count == 0;
}
static bool is_there(const HnSceneDefBody *body, int32_t step) {
	return !is_empty(body) && (body->present == NULL || body->present[step] != 0);
}
static const HnPose *pose_at(const HnSceneDefBody *body, int32_t step) {
	return &body->poses[body->pose_count == 1 ? 0 : step];
}
static bool has_fixed(const HnSceneDef *def) {
	bool any = false;
	for (int32_t b = 0; b < def->body_count; ++b) any |= def->bodies[b].fixed;
	return any;
}
static size_t fixed_size(const HnSceneDef *def) { return (size_t)def->body_count; }
static int64_t all_volumes(const HnSceneDef *def) { return (int64_t)def->body_count * def->step_count; }

// Input
// ------------------------------------------------------------------------------------------------------

static int32_t refuse(const HnSceneDef *def, int32_t body, const char *what) {
	return error_set(HN_ERR_BAD_INPUT, "body %d of %d %s", body + 1, def->body_count, what);
}

static int32_t body_check(const HnSceneDef *def, int32_t b) {
	const HnSceneDefBody *body = &def->bodies[b];
	const HnSceneFrames *frames = &body->frames;
	if (body->pose_count != 1 && body->pose_count != def->step_count)
		return error_set(HN_ERR_BAD_INPUT, "body %d of %d has %d poses; a scene of %d steps needs 1 or %d",
		                 b + 1, def->body_count, body->pose_count, def->step_count, def->step_count);
	if (body->fixed && (body->pose_count != 1 || frames->count != 0))
		return refuse(def, b, "is fixed, and moves or deforms");
	int32_t status = scene_frames_check(def, b);
	if (status != HN_OK) return status;
	if (deforms(body)) status = mesh_check(body->mesh); // the meshes of other bodies are checked once each
	if (status != HN_OK) return error_prefix(status, "body %d of %d", b + 1, def->body_count);
	for (int32_t i = 0; frames->count > 0 && i < frames->moved_count; ++i)
		if (frames->moved[i] < 0 || frames->moved[i] >= body->mesh->vertex_count)
			return refuse(def, b, "moves a vertex that its mesh does not have");
	for (int64_t i = 0; i < 3 * (int64_t)frames->count * frames->moved_count; ++i)
		if (!isfinite(frames->xyz[i])) return refuse(def, b, "deforms to where coordinates are not finite");
	for (int32_t step = 0; step < def->step_count; ++step) {
		if (body->present != NULL && body->present[step] > 1)
			return refuse(def, b, "is neither there nor not in some step");
		if (body->pose_count == 1 ? step > 0 : !is_there(body, step)) continue;
		const char *wrong = scene_pose_wrong(pose_at(body, step));
		if (wrong != NULL)
			return error_set(HN_ERR_BAD_INPUT, "body %d of %d, step %d of %d: %s", b + 1, def->body_count,
			                 step + 1, def->step_count, wrong);
	}
	return HN_OK;
}

static int32_t def_check(const HnSceneDef *def) {
	int32_t status = scene_def_given(def);
	if (status != HN_OK) return status;
	if (def->body_count < 1) return error_set(HN_ERR_BAD_INPUT, "a scene needs at least one body");
	if (def->step_count < 1) return error_set(HN_ERR_BAD_INPUT, "a scene needs at least one step");
	for (int32_t b = 0; status == HN_OK && b < def->body_count; ++b) status = body_check(def, b);
	return status;
}

// Meshes
// ------------------------------------------------------------------------------------------------------

// Returns the mesh's slot, or the free slot where it belongs.
static int64_t mesh_slot(const Bake *bake, const HnMesh *mesh) {
	int64_t at = (int64_t)(((uint64_t)(uintptr_t)mesh * 0x9e3779b97f4a7c15u) >> 20) & (bake->slot_count - 1);
	while (bake->slots[at] != 0 && bake->meshes.data[bake->slots[at] - 1].mesh != mesh)
		at = (at + 1) & (bake->slot_count - 1);
	return at;
}

static int32_t mesh_add(Bake *bake, const HnMesh *mesh, int32_t *index) {
	int64_t at = mesh_slot(bake, mesh);
	if (bake->slots[at] == 0) {
		int32_t status = mesh_check(mesh);
		if (status != HN_OK) return status;
		BakeMesh new = { .mesh = mesh, .radius = points_radius(mesh->xyz, mesh->vertex_count) };
		if (!ARRAY_PUSH(&bake->meshes, new)) return HN_ERR_NO_MEMORY;
		bake->slots[at] = (int32_t)bake->meshes.count;
	}
	*index = bake->slots[at] - 1;
	return HN_OK;
}

static int32_t meshes_create(Bake *bake) {
	const HnSceneDef *def = bake->def;
	for (bake->slot_count = 2; bake->slot_count < 2 * (int64_t)def->body_count;) bake->slot_count *= 2;
	bake->slots = mem_alloc_zero(mem_array_size(bake->slot_count, sizeof *bake->slots));
	bake->of_body = mem_alloc(mem_array_size(def->body_count, sizeof *bake->of_body));
	int32_t status = bake->slots == NULL || bake->of_body == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	for (int32_t b = 0; status == HN_OK && b < def->body_count; ++b) {
		const HnSceneDefBody *body = &def->bodies[b];
		bake->of_body[b] = -1;
		if (deforms(body) && body->mesh->vertex_count > bake->shape_max)
			bake->shape_max = body->mesh->vertex_count;
		if (deforms(body) || is_empty(body)) continue;
		status = mesh_add(bake, body->mesh, &bake->of_body[b]);
		if (status == HN_ERR_BAD_INPUT) error_prefix(status, "body %d of %d", b + 1, def->body_count);
	}
	if (status != HN_OK || bake->shape_max == 0) return status;
	bake->shape = mem_alloc(mem_array_size(3 * bake->shape_max, sizeof(double)));
	return bake->shape != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

// Computes the vertices of a deforming body at a step.
static void shape_follow(Bake *bake, const HnSceneDefBody *body, int32_t step) {
	const HnSceneFrames *frames = &body->frames;
	if (bake->shape == NULL) return; // no deforming body has vertices
	memcpy(bake->shape, body->mesh->xyz, 3 * (size_t)body->mesh->vertex_count * sizeof(double));
	const double *frame = frames_at(frames, step);
	for (int32_t i = 0; i < frames->moved_count; ++i)
		memcpy(bake->shape + 3 * (int64_t)frames->moved[i], frame + 3 * (int64_t)i, 3 * sizeof(double));
}

// Scale
// ------------------------------------------------------------------------------------------------------

// No vertex is farther from the origin of its body than this, in any step.
static double radius_of(const Bake *bake, int32_t b) {
	const HnSceneDefBody *body = &bake->def->bodies[b];
	// NOLINTNEXTLINE(clang-analyzer-core.NullDereference): an index was given when its mesh was added
	if (bake->of_body[b] >= 0) return bake->meshes.data[bake->of_body[b]].radius;
	double most = points_radius(body->mesh->xyz, body->mesh->vertex_count);
	for (int32_t i = 0; i < body->frames.count; ++i)
		most = greater(most, points_radius(frames_at(&body->frames, i), body->frames.moved_count));
	return most;
}

// Finds the scale from a bound on all coordinates. A rotation that is accurate to 1e-9 lengthens nothing by
// as much as 2^-20.
static int32_t find_scale(Bake *bake) {
	const HnSceneDef *def = bake->def;
	double most = 0;
	for (int32_t b = 0; b < def->body_count; ++b) {
		const HnSceneDefBody *body = &def->bodies[b];
		if (is_empty(body)) continue;
		double radius = radius_of(bake, b) * (1 + 0x1p-20);
		if (!(radius <= 2 * COORDINATE_MAX)) return refuse(def, b, "has a coordinate beyond 2^200");
		for (int32_t step = 0; step < def->step_count; ++step) {
			if (!is_there(body, step)) continue;
			HnVec3 t = pose_at(body, step)->t;
			for (int k = 0; k < 3; ++k) most = greater(most, fabs(vec3_get(t, k)) + radius);
		}
	}
	int binary = 1;
	if (most >= COORDINATE_MIN) frexp(most, &binary);
	bake->space.scale = ldexp(1, 1 - binary);
	return HN_OK;
}

// Volumes
// ------------------------------------------------------------------------------------------------------

// Makes the turned box of a mesh. From the second rotation on it is computed from the vertices of the convex
// hull, unless the mesh is too large for a hull.
static int32_t mesh_turn(BakeMesh *mesh, const HnMat3 *r) {
	// NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it was added
	if (mesh->turns > 0 && memcmp(&mesh->box.r, r, sizeof *r) == 0) return HN_OK;
	bool again = mesh->turns == 1 && mesh->mesh->vertex_count <= HN_HULL_POINTS_MAX;
	int32_t status = again ? body_ends_create(&mesh->ends, mesh->mesh->xyz, mesh->mesh->vertex_count) : HN_OK;
	if (status != HN_OK) return status;
	if (mesh->turns < 2) mesh->turns += 1;
	bool ends = mesh->ends.xyz != NULL;
	body_box_turn(&mesh->box.lo, &mesh->box.hi, r, ends ? mesh->ends.xyz : mesh->mesh->xyz,
	              ends ? mesh->ends.count : mesh->mesh->vertex_count);
	mesh->box.r = *r;
	mesh->margin = body_margin(r, mesh->radius);
	return HN_OK;
}

static int32_t bake_box(Bake *bake, int32_t b, const HnPose *pose, void *out) {
	Aabb placed;
	if (bake->of_body[b] >= 0) {
		BakeMesh *mesh = &bake->meshes.data[bake->of_body[b]];
		int32_t status = mesh_turn(mesh, &pose->r);
		if (status != HN_OK) return status;
		placed = body_box_place(mesh->box.lo, mesh->box.hi, mesh->margin, pose->t, bake->space.scale);
	} else {
		int32_t count = bake->def->bodies[b].mesh->vertex_count;
		HnVec3 lo, hi;
		body_box_turn(&lo, &hi, &pose->r, bake->shape, count);
		double margin = body_margin(&pose->r, points_radius(bake->shape, count));
		placed = body_box_place(lo, hi, margin, pose->t, bake->space.scale);
	}
	memcpy(out, &placed, sizeof placed);
	return HN_OK;
}

// The margin for a translation t, as in body_box_place.
static double wide_at(double margin, double t) { return margin + 0x1p-50 * fabs(t); }

static BvStep step_of(const HnPose *pose, double radius) {
	HnMat3 identity = mat3_identity();
	double margin = body_margin(&pose->r, radius);
	return (BvStep){ .r = pose->r,
		             .t = pose->t,
		             .margin = { wide_at(margin, pose->t.x), wide_at(margin, pose->t.y),
		                         wide_at(margin, pose->t.z) },
		             .translation = memcmp(&pose->r, &identity, sizeof identity) == 0 };
}

static void fit(const Bake *bake, void *node, const double *xyz, int32_t count) {
	bake->bv->fit(node, (const HnVec3 *)(const void *)xyz, count, &bake->space);
}

// Makes a volume that turns with its body: the volume at rest is moved.
static int32_t bake_rigid(Bake *bake, int32_t b, const HnPose *pose, void *out) {
	const void *rest = bake->rest;
	double radius;
	if (bake->of_body[b] >= 0) {
		BakeMesh *mesh = &bake->meshes.data[bake->of_body[b]];
		radius = mesh->radius;
		if (mesh->rest == NULL) {
			mesh->rest = mem_alloc_zero(bake->bv->node_size);
			if (mesh->rest == NULL) return HN_ERR_NO_MEMORY;
			fit(bake, mesh->rest, mesh->mesh->xyz, mesh->mesh->vertex_count);
		}
		rest = mesh->rest;
	} else {
		int32_t count = bake->def->bodies[b].mesh->vertex_count;
		radius = points_radius(bake->shape, count);
		fit(bake, bake->rest, bake->shape, count);
	}
	BvStep step = step_of(pose, radius);
	bake->bv->follow(bake->follow, &step, rest, &bake->space);
	TreePlacement one = { .nodes = bake->node,
		                  .rest = rest,
		                  .by = MOVE_PLACE,
		                  .translation = step.translation,
		                  .follow = bake->follow,
		                  .space = &bake->space };
	bake->bv->move(&one, 0, 1, false);
	memcpy(out, bake->node, bake->volume->size);
	return HN_OK;
}

static int32_t body_bake(Bake *bake, int32_t b) {
	const HnSceneDefBody *body = &bake->def->bodies[b];
	int32_t status = HN_OK;
	for (int32_t step = 0; status == HN_OK && step < bake->def->step_count; ++step) {
		int64_t at = (int64_t)step * bake->def->body_count + b;
		bool there = is_there(body, step);
		if (bake->present != NULL) bake->present[at] = there;
		if (!there) continue;
		void *out = bake->volumes + (size_t)at * bake->volume->size;
		if (deforms(body)) shape_follow(bake, body, step);
		status = bake->bv == NULL ? bake_box(bake, b, pose_at(body, step), out)
		                          : bake_rigid(bake, b, pose_at(body, step), out);
	}
	return status;
}

// The whole
// ------------------------------------------------------------------------------------------------------

static int32_t volume_choose(Bake *bake, const char *volume) {
	bake->volume = broad_volume_find(volume);
	if (bake->volume == NULL) return HN_ERR_NOT_FOUND;
	if (bake->volume->filter == NULL) return HN_OK;
	for (int32_t i = 0; bv_class(i) != NULL; ++i)
		if (strcmp(bv_class(i)->name, volume) == 0) bake->bv = bv_class(i);
	if (bake->bv == NULL) return HN_ERR_NOT_FOUND;
	bake->node = mem_alloc_zero(bake->bv->node_size);
	bake->rest = mem_alloc_zero(bake->bv->node_size);
	bake->follow = mem_alloc_zero(bake->bv->follow_size);
	return bake->node == NULL || bake->rest == NULL || bake->follow == NULL ? HN_ERR_NO_MEMORY : HN_OK;
}

static int32_t results_create(Bake *bake) {
	const HnSceneDef *def = bake->def;
	bool always = true;
	for (int32_t b = 0; b < def->body_count; ++b)
		always = always && def->bodies[b].present == NULL && !is_empty(&def->bodies[b]);
	bake->volumes = mem_alloc_zero(mem_array_size(all_volumes(def), bake->volume->size));
	if (!always) bake->present = mem_alloc_zero(mem_array_size(all_volumes(def), 1));
	if (bake->volumes == NULL || (!always && bake->present == NULL)) return HN_ERR_NO_MEMORY;
	if (!has_fixed(def)) return HN_OK;
	bake->fixed = mem_alloc(fixed_size(def));
	for (int32_t b = 0; bake->fixed != NULL && b < def->body_count; ++b)
		bake->fixed[b] = def->bodies[b].fixed;
	return bake->fixed == NULL ? HN_ERR_NO_MEMORY : HN_OK;
}

static void bake_free(Bake *bake) {
	const HnSceneDef *def = bake->def;
	size_t node = bake->bv != NULL ? bake->bv->node_size : 0;
	for (int64_t i = 0; i < bake->meshes.count; ++i) {
		body_ends_free(&bake->meshes.data[i].ends);
		mem_free(bake->meshes.data[i].rest, node);
	}
	ARRAY_FREE(&bake->meshes);
	mem_free(bake->slots, mem_array_size(bake->slot_count, sizeof *bake->slots));
	mem_free(bake->of_body, mem_array_size(def->body_count, sizeof *bake->of_body));
	mem_free(bake->shape, mem_array_size(3 * bake->shape_max, sizeof(double)));
	mem_free(bake->node, node);
	mem_free(bake->rest, node);
	if (bake->bv != NULL) mem_free(bake->follow, bake->bv->follow_size);
	mem_free(bake->volumes, mem_array_size(all_volumes(def), bake->volume != NULL ? bake->volume->size : 0));
	mem_free(bake->present, mem_array_size(all_volumes(def), 1));
	if (bake->fixed != NULL) mem_free(bake->fixed, fixed_size(def));
}

int32_t objects_bake(HnSceneObjects *out, const HnSceneDef *def, const char *volume) {
	Bake bake = { .def = def, .space = { .scale = 1 } };
	*out = (HnSceneObjects){ 0 };
	int32_t status = def_check(def);
	if (status != HN_OK) return status;
	status = volume_choose(&bake, volume);
	if (status == HN_OK) status = meshes_create(&bake);
	if (status == HN_OK) status = find_scale(&bake);
	if (status == HN_OK) status = results_create(&bake);
	for (int32_t b = 0; status == HN_OK && b < def->body_count; ++b) status = body_bake(&bake, b);
	if (status == HN_OK) {
		*out = (HnSceneObjects){ .count = def->body_count,
			                     .size = (int32_t)bake.volume->size,
			                     .volumes = bake.volumes,
			                     .present = bake.present,
			                     .fixed = bake.fixed,
			                     .scale_exponent = ilogb(bake.space.scale) };
		memcpy(out->volume, volume, strlen(volume)); // a known name is shorter than the buffer
		bake.volumes = NULL, bake.present = NULL, bake.fixed = NULL;
	}
	bake_free(&bake);
	return status;
}

void objects_bake_free(HnSceneObjects *objects, int32_t step_count) {
	int64_t count = (int64_t)objects->count * step_count;
	mem_free((void *)(uintptr_t)objects->volumes, mem_array_size(count, (size_t)objects->size));
	mem_free((void *)(uintptr_t)objects->present, mem_array_size(count, 1));
	mem_free((void *)(uintptr_t)objects->fixed, (size_t)objects->count);
	*objects = (HnSceneObjects){ 0 };
}

int32_t hn_scene_create_objects(HnScene **out, const HnSceneDef *def, const char *volume) {
	HnSceneObjects objects;
	int32_t status = error_if_null(out, "out");
	if (status != HN_OK) return status;
	*out = NULL;
	status = error_if_null(volume, "the name of an object volume");
	if (status != HN_OK) return status;
	status = objects_bake(&objects, def, volume);
	if (status != HN_OK) return status;
	status = hn_scene_create(out, &(HnSceneDef){ .step_count = def->step_count, .objects = objects });
	objects_bake_free(&objects, def->step_count);
	return status;
}
