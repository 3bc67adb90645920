// Broad phases as the library has them.
#include "base/error.h"
#include "base/mem.h"
#include "broad/bake.h"
#include "broad/broad.h"

struct BroadPhase {
	Broad broad;
};

int32_t broad_volume_floats(const char *volume) {
	const BroadVolume *found = broad_volume_find(volume);
	return found != NULL ? (int32_t)(found->size / sizeof(float)) : 0;
}

int32_t broad_phase_create(BroadPhase **out, const char *name, const char *volume, const char *params) {
	*out = NULL;
	BroadPhase *phase = mem_alloc_zero(sizeof *phase);
	if (phase == NULL) return ERR_NO_MEMORY;
	int32_t status = broad_create(&phase->broad, name, volume, params);
	if (status == ERR_OK)
		*out = phase;
	else
		mem_free(phase, sizeof *phase);
	return status;
}

void broad_phase_destroy(BroadPhase *phase) {
	if (phase == NULL) return;
	broad_destroy(&phase->broad);
	mem_free(phase, sizeof *phase);
}

int32_t broad_phase_place(BroadPhase *phase, int32_t first, int32_t count, const float *volumes) {
	return broad_place(&phase->broad, first, count, volumes);
}

int32_t broad_phase_remove(BroadPhase *phase, int32_t number) { return broad_remove(&phase->broad, number); }
void broad_phase_forget(BroadPhase *phase) { broad_forget(&phase->broad); }
int32_t broad_phase_update(BroadPhase *phase) { return broad_update(&phase->broad); }
int32_t broad_phase_build(BroadPhase *phase) { return broad_build(&phase->broad); }

int32_t broad_phase_query(BroadPhase *phase, BroadPairs *out, int64_t *counts) {
	BroadCounts found = { 0 };
	int32_t status = broad_query(&phase->broad, out, counts != NULL ? &found : NULL);
	const int64_t *sums = (const int64_t *)(const void *)&found;
	for (int32_t i = 0; counts != NULL && broad_count_name(i) != NULL; ++i) counts[i] += sums[i];
	return status;
}

size_t broad_phase_bytes(const BroadPhase *phase) { return broad_bytes(&phase->broad); }
size_t broad_phase_object_bytes(const BroadPhase *phase) { return broad_object_bytes(&phase->broad); }

int32_t scene_create_objects(Scene **out, const SceneDef *def, const char *volume) {
	SceneObjects objects;
	int32_t status = objects_bake(&objects, def, volume);
	if (status != ERR_OK) return status;
	status = scene_create(out, &(SceneDef){ .step_count = def->step_count, .objects = objects });
	objects_bake_free(&objects, def->step_count);
	return status;
}
