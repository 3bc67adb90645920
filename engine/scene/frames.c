#include "scene/frames.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "scene/scene_file.h"

static size_t moved_size(const HnSceneFrames *f) { return mem_array_size(f->moved_count, sizeof(int32_t)); }
static size_t xyz_size(const HnSceneFrames *f) {
	return mem_array_size(frames_coordinates(f->count, f->moved_count), sizeof(double));
}

// room is for all vertices of the mesh at one step.
static int32_t frames_fill(const Deform *deform, int32_t *moved, double *xyz, double *room) {
	for (int32_t i = 0; i < deform->moved_count; ++i) moved[i] = deform->moved[i];
	for (int32_t step = 0; step < deform->def.steps && deform->moved_count > 0; ++step) {
		int32_t status = deform_place(deform, step, room);
		if (status != HN_OK) return status;
		for (int32_t i = 0; i < deform->moved_count; ++i, xyz += 3)
			memcpy(xyz, room + 3 * (int64_t)moved[i], 3 * sizeof(double));
	}
	return HN_OK;
}

static int32_t frames_make(HnSceneFrames *out, const Deform *deform) {
	*out = (HnSceneFrames){ .count = deform->def.steps, .moved_count = deform->moved_count };
	if (frames_coordinates(out->count, out->moved_count) < 0)
		return error_set(HN_ERR_BAD_INPUT, "%d moved vertices at %d steps take more than the %d GiB allowed",
		                 out->moved_count, out->count, FRAMES_GIB_MAX);
	size_t room_size = mem_array_size(3 * (int64_t)deform->mesh->vertex_count, sizeof(double));
	int32_t *moved = mem_alloc(moved_size(out));
	double *xyz = mem_alloc(xyz_size(out)), *room = mem_alloc(room_size);
	out->moved = moved, out->xyz = xyz;
	bool ready = moved != NULL && xyz != NULL && room != NULL;
	int32_t status = ready ? frames_fill(deform, moved, xyz, room) : HN_ERR_NO_MEMORY;
	mem_free(room, room_size);
	return status;
}

int32_t frames_create(HnSceneFrames *out, const HnMesh *mesh, const DeformDef *def) {
	Deform deform;
	*out = (HnSceneFrames){ 0 };
	int32_t status = deform_init(&deform, mesh, def);
	if (status != HN_OK) return status;
	status = frames_make(out, &deform);
	deform_free(&deform);
	if (status != HN_OK) frames_free(out);
	return status;
}

void frames_free(HnSceneFrames *frames) {
	if (frames->moved != NULL) mem_free((void *)(uintptr_t)frames->moved, moved_size(frames));
	if (frames->xyz != NULL) mem_free((void *)(uintptr_t)frames->xyz, xyz_size(frames));
	*frames = (HnSceneFrames){ 0 };
}
