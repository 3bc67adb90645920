// Plug-ins of whole scenes and of boxes: the plug-in decides a whole step.
#include "plugin/adapters.h"

#include "base/mem.h"
#include "plugin/core.h"

typedef struct PluginScenes {
	BodyMeshes body_meshes; // empty for boxes
	PluginCore core;
} PluginScenes;

static void scenes_destroy(void *self) {
	PluginScenes *scenes = self;
	if (scenes == NULL) return;
	if (scenes->core.plugin != NULL) plugin_core_free(&scenes->core);
	if (scenes->body_meshes.scene != NULL) body_meshes_free(&scenes->body_meshes);
	mem_free(scenes, sizeof *scenes);
}

static int32_t scenes_create(void **out, const HnDetectClass *class, const HnScene *scene, HnQuery query,
                             const void *params) {
	PluginScenes *scenes = mem_alloc_zero(sizeof *scenes);
	if (scenes == NULL) return HN_ERR_NO_MEMORY;
	int32_t status = scene->body_count > 0 ? body_meshes_init(&scenes->body_meshes, scene) : HN_OK;
	if (status == HN_OK) status = plugin_core_init(&scenes->core, class, scene, query, params);
	if (status == HN_OK)
		*out = scenes;
	else
		scenes_destroy(scenes);
	return status;
}

static void scenes_begin(void *self) {
	PluginScenes *scenes = self;
	if (scenes->body_meshes.bodies != NULL) body_meshes_rest(&scenes->body_meshes);
	plugin_core_begin(&scenes->core);
}

static void scenes_step(PluginScenes *scenes, int32_t step, bool counted) {
	BodyMeshes *meshes = scenes->core.scene->body_count > 0 ? &scenes->body_meshes : NULL;
	if (meshes != NULL) body_meshes_step(meshes, step);
	plugin_core_step(&scenes->core, meshes, step, counted);
}

static int32_t scenes_update(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	PluginScenes *scenes = self;
	(void)out;
	scenes_step(scenes, step, counts != NULL);
	return plugin_core_update(&scenes->core);
}

// The pairs of boxes that a plug-in reports are its broad phase's, unless it counts these itself.
static void count_query(PluginCore *core, int64_t reported, Counts *counts) {
	int64_t before = counts->broad_pairs;
	plugin_core_count(core, counts);
	if (core->plugin->kind == HN_PLUGIN_BOXES && counts->broad_pairs == before)
		counts->broad_pairs += reported;
}

static int32_t scenes_query(void *self, int32_t step, HnContactBuffer *out, Counts *counts) {
	PluginScenes *scenes = self;
	PluginCore *core = &scenes->core;
	if (core->plugin->update == NULL) scenes_step(scenes, step, counts != NULL);
	HnPluginContacts *contacts = plugin_core_contacts(core, out);
	int32_t status = core->plugin->query(core->self, &core->step.step, contacts);
	out->count = contacts->count;
	status = plugin_core_after(core, "query", status);
	if (status == HN_OK && counts != NULL) count_query(core, out->count, counts);
	return status;
}

static void scenes_own_counts(const void *self, int64_t *out) {
	plugin_core_own_counts(&((const PluginScenes *)self)->core, out);
}

static size_t scenes_bytes(const void *self) {
	return plugin_core_bytes(&((const PluginScenes *)self)->core);
}

void plugin_scenes_resolve(HnDetectClass *class, bool updates) {
	DetectPhases phases = { 0 };
	if (class->objects) {
		phases.place = updates ? scenes_update : NULL;
		phases.broad = scenes_query;
	} else {
		phases.update = updates ? scenes_update : NULL;
		phases.narrow = scenes_query;
	}
	class->create = scenes_create;
	class->destroy = scenes_destroy;
	class->begin = scenes_begin;
	class->timed = class->counted = phases;
	class->own_counts = scenes_own_counts;
	class->bytes = scenes_bytes;
}
