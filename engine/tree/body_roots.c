#include "tree/body_roots.h"

#include <math.h>

#include "base/error.h"
#include "base/mem.h"

static size_t slots_size(const BodyRoots *r) {
	return mem_array_size(r->shapes->slot_count, sizeof(SlotRoots));
}
static size_t used_size(const SlotRoots *slot) { return mem_array_size(slot->vertex_count, sizeof(int32_t)); }
static size_t placed_size(const BodyRoots *r) { return mem_array_size(3 * r->placed_count, sizeof(double)); }
static SlotRoots *slot_of(const BodyRoots *r, int32_t body) {
	return &r->slots[body_meshes_slot(r->shapes, body)];
}

static void reach_widen(SlotRoots *slot, const double *xyz, int64_t count) {
	for (int64_t i = 0; i < 3 * count; ++i) slot->reach[i % 3] = fmax(slot->reach[i % 3], fabs(xyz[i]));
}

// Finds the vertices that triangles use, ascending.
static int32_t used_find(SlotRoots *slot, const MeshView *mesh) {
	slot->vertex_count = mesh->vertex_count;
	slot->used = mem_alloc_zero(used_size(slot));
	if (slot->used == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) slot->used[mesh->triangles[i]] = 1;
	for (int32_t v = 0; v < mesh->vertex_count; ++v)
		if (slot->used[v] != 0) slot->used[slot->used_count++] = v;
	return HN_OK;
}

static int32_t slot_create(BodyRoots *r, int32_t body, bool apart) {
	SlotRoots *slot = slot_of(r, body);
	MeshView mesh = body_meshes_view(r->shapes, body);
	const HnSceneFrames *frames = &r->shapes->scene->bodies[body].frames;
	if (slot->rest.nodes[0] != NULL) return HN_OK;
	slot->body = -1;
	reach_widen(slot, mesh.xyz, mesh.vertex_count);
	reach_widen(slot, frames->xyz, (int64_t)frames->count * frames->moved_count);
	if (mesh.vertex_count > r->placed_count) r->placed_count = mesh.vertex_count;
	int32_t status = root_set_create(&slot->rest, &r->list, &mesh);
	if (status == HN_OK) status = moved_roots_create(&slot->moved, &r->list, &slot->rest);
	return status == HN_OK && apart && !r->turns && slot->used == NULL ? used_find(slot, &mesh) : status;
}

int32_t body_roots_create(BodyRoots *out, const BodyMeshes *shapes, const ParamNames *names,
                          const RootParams *params, bool apart) {
	*out = (BodyRoots){ .shapes = shapes };
	int32_t status = root_list_init(&out->list, names, ldexp(1, shapes->scene->scale_exponent), params);
	if (status != HN_OK || names->count == 0) return status;
	out->turns = root_list_turns(&out->list);
	out->slots = mem_alloc_zero(slots_size(out));
	if (out->slots == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t b = 0; b < shapes->scene->body_count && status == HN_OK; ++b)
		status = slot_create(out, b, apart);
	if (status != HN_OK || !apart || out->turns) return status;
	out->placed = mem_alloc(placed_size(out));
	return out->placed != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

void body_roots_free(BodyRoots *r) {
	for (int32_t s = 0; r->slots != NULL && s < r->shapes->slot_count; ++s) {
		SlotRoots *slot = &r->slots[s];
		root_set_free(&slot->rest, &r->list);
		moved_roots_free(&slot->moved, &r->list);
		if (slot->used != NULL) mem_free(slot->used, used_size(slot));
	}
	if (r->slots != NULL) mem_free(r->slots, slots_size(r));
	mem_free(r->placed, placed_size(r));
	root_list_free(&r->list);
	*r = (BodyRoots){ 0 };
}

size_t body_roots_bytes(const BodyRoots *r) {
	size_t bytes = 0;
	for (int32_t s = 0; r->slots != NULL && s < r->shapes->slot_count; ++s)
		bytes += root_set_bytes(&r->slots[s].rest, &r->list);
	return bytes;
}

void body_roots_begin(BodyRoots *r) {
	for (int32_t s = 0; r->slots != NULL && s < r->shapes->slot_count; ++s) r->slots[s].body = -1;
}

void body_roots_step(BodyRoots *r) {
	r->time += 1;
	r->moved = 0;
}

int32_t body_roots_follow(BodyRoots *r, int32_t body) {
	MeshView mesh = body_meshes_view(r->shapes, body);
	return root_set_refit(&slot_of(r, body)->rest, &r->list, &mesh);
}

// Refits the roots that do not turn with the body to its vertices at their current positions.
static void roots_refit(BodyRoots *r, SlotRoots *slot, int32_t body, const HnPose *pose) {
	const double *xyz = body_meshes_xyz(r->shapes, body);
	for (int32_t i = 0; i < slot->used_count; ++i)
		vec3_store(r->placed + 3 * (int64_t)i, pose_place(pose, vec3_load(xyz + 3 * (int64_t)slot->used[i])));
	for (int32_t i = 0; i < r->list.count; ++i) {
		const RootKind *kind = &r->list.kinds[i];
		if (!kind->bv->rigid)
			kind->bv->fit(slot->moved.set.nodes[i], (const HnVec3 *)(const void *)r->placed, slot->used_count,
			              &kind->space);
	}
}

const MovedRoots *body_roots_move(BodyRoots *r, int32_t frame, int32_t body, int32_t step) {
	SlotRoots *slot = slot_of(r, body);
	if (slot->rest.nodes[0] == NULL) return &slot->moved;
	if (slot->frame == frame && slot->body == body && slot->time == r->time) return &slot->moved;
	HnPose pose = scene_relative(r->shapes->scene, frame, body, step);
	BvStep total;
	rest_step(slot->reach, &pose, &total);
	moved_roots_turn(&slot->moved, &r->list, &slot->rest, &total);
	if (!r->turns) roots_refit(r, slot, body, &pose);
	slot->frame = frame, slot->body = body, slot->time = r->time;
	r->moved += 1;
	return &slot->moved;
}
