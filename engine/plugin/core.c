#include "plugin/core.h"

#include <string.h>
#include <sys/mman.h>

#include "base/error.h"
#include "base/mem.h"
#include "detect/pair_class.h"
#include "exact/tri_tri.h"
#include "plugin/counters.h"
#include "plugin/system.h"

#define BYTES_MOST ((size_t)1 << 47) // the addresses of a process

_Static_assert(sizeof(HnPluginContact) == sizeof(HnContact), "contacts are written in place");
_Static_assert(sizeof(HnPluginPose) == sizeof(HnPose) && offsetof(HnPluginPose, t) == offsetof(HnPose, t),
               "poses are read in place");

static int32_t contacts_grow(HnPluginContacts *contacts) {
	HnContactBuffer *buffer = ((PluginContacts *)(void *)contacts)->buffer;
	buffer->count = contacts->count;
	if (!hn_contact_buffer_reserve(buffer, 2 * buffer->capacity + 16)) return 0;
	contacts->data = (HnPluginContact *)(void *)buffer->data;
	contacts->capacity = buffer->capacity;
	return 1;
}

static void step_relative(const HnPluginStep *step, int32_t a, int32_t b, HnPluginPose *out) {
	const PluginStep *own = (const void *)step;
	HnPose relative = scene_relative(own->scene, a, b, step->step);
	memcpy(out, &relative, sizeof *out);
}

static void host_place(const HnPluginPose *pose, const double *xyz, int64_t count, double *out) {
	hn_pose_place_all((const HnPose *)(const void *)pose, xyz, count, out);
}

static int32_t host_triangles_meet(const double *a, const double *b) {
	Triangle one, other;
	for (int k = 0; k < 3; ++k) {
		one.p[k] = vec3_load(a + 3 * (size_t)k);
		other.p[k] = vec3_load(b + 3 * (size_t)k);
	}
	return tri_tri_meet(&one, &other);
}

// The error that a plug-in returned, with its text.
static int32_t own_error(PluginCore *core, const char *call, int32_t status) {
	const char *name = core->plugin->name;
	core->host.error[HN_PLUGIN_ERROR_SIZE - 1] = '\0';
	core->host.error[strcspn(core->host.error, "\r\n")] = '\0';
	const char *said = core->host.error[0] != '\0' ? core->host.error : "it says no more";
	if (status == HN_PLUGIN_ERR_MEMORY)
		return error_set(HN_ERR_NO_MEMORY, "plug-in %s: '%s' has no memory: %s", name, call, said);
	if (status == HN_PLUGIN_ERR_UNSUPPORTED) return error_set(PLUGIN_UNSUPPORTED, "%s: %s", name, said);
	return error_set(HN_ERR_INVALID, "plug-in %s: '%s' returned %d: %s", name, call, status, said);
}

// An error of the plug-in itself comes before changed control words. Its text belongs to this call alone.
int32_t plugin_core_failed(PluginCore *core, const char *call, int32_t status) {
	char text[CONTROL_TEXT_SIZE];
	bool changed = control_words_restore(text, core->control);
	int32_t out = changed && status == HN_PLUGIN_OK ? error_set(HN_ERR_INVALID, "plug-in %s: '%s' changed %s",
	                                                            core->plugin->name, call, text)
	                                                : own_error(core, call, status);
	core->host.error[0] = '\0';
	return out;
}

// After a call that returns no status: changed control words are put back, and the next plugin_system_look
// tells them.
static void look_after(const PluginCore *core, const char *call) {
	char text[CONTROL_TEXT_SIZE];
	if (control_words_restore(text, core->control))
		plugin_system_note("plug-in %s: '%s' changed %s", core->plugin->name, call, text);
}

// What the plug-in says that it cannot do.
static int32_t refuse_unsupported(const HnPlugin *plugin, const HnScene *scene, HnQuery query) {
	static const char *const s_lacks[2] = { "it does not report all contacts",
		                                    "it does not stop at the first contact" };
	bool boxes = plugin->kind == HN_PLUGIN_BOXES, deforms = false;
	uint32_t needed = query == HN_QUERY_FIRST ? HN_PLUGIN_CAN_FIRST : HN_PLUGIN_CAN_ALL;
	for (int32_t b = 0; b < scene->body_count; ++b) deforms = deforms || scene_deforms(scene, b);
	if (!boxes && (plugin->can & needed) == 0)
		return error_set(PLUGIN_UNSUPPORTED, "%s: %s", plugin->name, s_lacks[query == HN_QUERY_FIRST]);
	if (deforms && (plugin->can & HN_PLUGIN_CAN_DEFORM) == 0)
		return error_set(PLUGIN_UNSUPPORTED, "%s: it cannot do bodies that deform", plugin->name);
	if (boxes && strcmp(scene->objects.volume, "aabb") != 0)
		return error_set(PLUGIN_UNSUPPORTED, "%s: it takes boxes (aabb) alone, not %.15s", plugin->name,
		                 scene->objects.volume);
	return HN_OK;
}

static void values_fill(PluginCore *core, const HnDetectClass *class, const void *params) {
	for (int32_t i = 0; i < core->plugin->param_count; ++i) {
		const Param *p = &class->params.params[i];
		const char *at = (const char *)params + p->offset;
		core->given->values[i] =
		    p->type == PARAM_REAL ? *(const double *)(const void *)at : *(const int32_t *)(const void *)at;
	}
}

static void scene_fill(PluginCore *core, const HnScene *scene) {
	HnPluginMesh *meshes = (void *)(core->given + 1);
	HnPluginBody *bodies = (void *)(meshes + scene->mesh_count);
	for (int32_t m = 0; m < scene->mesh_count; ++m) {
		const HnSceneMesh *mesh = &scene->meshes[m];
		meshes[m] = (HnPluginMesh){ mesh->xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
	}
	for (int32_t b = 0; b < scene->body_count; ++b) {
		const HnSceneBody *body = &scene->bodies[b];
		bodies[b] = (HnPluginBody){ body->mesh, body->fixed, scene_deforms(scene, b) };
		core->xyz[b] = scene_mesh(scene, b)->xyz;
	}
	core->given->scene = (HnPluginScene){ .size = sizeof(HnPluginScene),
		                                  .meshes = meshes,
		                                  .bodies = bodies,
		                                  .mesh_count = scene->mesh_count,
		                                  .body_count = scene->body_count,
		                                  .step_count = scene->step_count,
		                                  .box_count = scene->objects.count,
		                                  .boxes_fixed = scene->objects.fixed };
}

static size_t array_size(int32_t count, size_t size) { return mem_array_size(count + 1, size); }

static void *pages_make(size_t size) {
	void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return pages != MAP_FAILED ? pages : NULL;
}

static int32_t given_make(PluginCore *core, const HnDetectClass *class, const HnScene *scene,
                          const void *params) {
	core->given_size = sizeof *core->given + array_size(scene->mesh_count, sizeof(HnPluginMesh)) +
	                   array_size(scene->body_count, sizeof(HnPluginBody));
	core->step_size = array_size(scene->body_count, sizeof *core->poses + sizeof *core->xyz);
	core->given = pages_make(core->given_size);
	core->poses = pages_make(core->step_size);
	if (core->given == NULL || core->poses == NULL)
		return error_set(HN_ERR_NO_MEMORY, "no pages for what a plug-in is given");
	core->xyz = (void *)(core->poses + scene->body_count + 1);
	scene_fill(core, scene);
	values_fill(core, class, params);
	mprotect(core->given, core->given_size, PROT_READ); // if it fails, writes go unnoticed
	return HN_OK;
}

int32_t plugin_core_init(PluginCore *core, const HnDetectClass *class, const HnScene *scene, HnQuery query,
                         const void *params) {
	const PluginInfo *info = class->plugin;
	core->plugin = &info->plugin;
	core->scene = scene;
	if (!info->bound)
		return error_set(HN_ERR_INVALID, "plug-in %s: its code is loaded in workers alone", class->name);
	int32_t status = refuse_unsupported(core->plugin, scene, query);
	if (status != HN_OK) return status;
	status = given_make(core, class, scene, params);
	if (status != HN_OK) return status;
	core->host = (HnPluginHost){ .size = sizeof core->host,
		                         .version = HN_PLUGIN_VERSION,
		                         .place = host_place,
		                         .triangles_meet = host_triangles_meet };
	core->contacts.contacts.grow = contacts_grow;
	core->step =
	    (PluginStep){ .step = { .size = sizeof core->step.step, .relative = step_relative }, .scene = scene };
	core->control = control_words();
	int32_t made = core->plugin->create(&core->self, &core->host, &core->given->scene,
	                                    query == HN_QUERY_FIRST ? HN_PLUGIN_QUERY_FIRST : HN_PLUGIN_QUERY_ALL,
	                                    core->given->values);
	return plugin_core_after(core, "create", made);
}

void plugin_core_free(PluginCore *core) {
	if (core->self != NULL) {
		core->plugin->destroy(core->self);
		look_after(core, "destroy");
	}
	if (core->given != NULL) munmap(core->given, core->given_size);
	if (core->poses != NULL) munmap(core->poses, core->step_size);
}

void plugin_core_begin(PluginCore *core) {
	memset(core->counted, 0, sizeof core->counted);
	core->host.error[0] = '\0';
	if (core->plugin->begin == NULL) return;
	core->plugin->begin(core->self);
	look_after(core, "begin");
}

static void boxes_at(PluginCore *core, int32_t step) {
	const HnSceneObjects *objects = &core->scene->objects;
	HnPluginStep *s = &core->step.step;
	s->boxes = (const float *)objects->volumes + (size_t)step * (size_t)objects->count * 6;
	s->boxes_there =
	    objects->present == NULL ? NULL : objects->present + (size_t)step * (size_t)objects->count;
}

// In counted passes a plug-in that writes over what a step gives it crashes. In timed passes the calls would
// cost time.
static void step_protect(PluginCore *core, int protection) {
	bool done = mprotect(core->poses, core->step_size, protection) == 0;
	core->step_protected = done && protection == PROT_READ;
}

void plugin_core_step(PluginCore *core, const BodyMeshes *meshes, int32_t step, bool counted) {
	HnPluginStep *s = &core->step.step;
	s->step = step;
	s->counted = counted;
	if (meshes == NULL) {
		boxes_at(core, step);
		return;
	}
	if (core->step_protected) step_protect(core, PROT_READ | PROT_WRITE);
	for (int32_t b = 0; b < core->scene->body_count; ++b) {
		memcpy(&core->poses[b], scene_pose(core->scene, b, step), sizeof core->poses[b]);
		if (meshes->bodies != NULL) core->xyz[b] = body_meshes_xyz(meshes, b);
	}
	s->poses = core->poses;
	s->xyz = core->xyz;
	if (counted) step_protect(core, PROT_READ);
}

int32_t plugin_core_update(PluginCore *core) {
	return plugin_core_after(core, "update", core->plugin->update(core->self, &core->step.step));
}

static const int64_t s_untouched = 0x5a5a5a5a5a5a5a5a; // behind the counters

static void look_at_counters(const HnPlugin *plugin, const int64_t now[2 * PLUGIN_COUNTERS_MAX]) {
	for (int32_t i = 0; i < plugin->counter_count; ++i)
		if (now[i] < 0)
			plugin_system_note("plug-in %s: the counter '%s' is %lld", plugin->name, plugin->counters[i].name,
			                   (long long)now[i]);
	for (int32_t i = plugin->counter_count; i < 2 * PLUGIN_COUNTERS_MAX; ++i)
		if (now[i] != s_untouched)
			plugin_system_note("plug-in %s: 'count' wrote more than its %d counters", plugin->name,
			                   plugin->counter_count);
}

void plugin_core_count(PluginCore *core, Counts *counts) {
	const HnPlugin *plugin = core->plugin;
	int64_t now[2 * PLUGIN_COUNTERS_MAX] = { 0 };
	if (plugin->count == NULL) return;
	for (int32_t i = plugin->counter_count; i < 2 * PLUGIN_COUNTERS_MAX; ++i) now[i] = s_untouched;
	plugin->count(core->self, now);
	look_after(core, "count");
	look_at_counters(plugin, now);
	for (int32_t i = 0; i < plugin->counter_count; ++i) {
		int32_t index = plugin_count_index(plugin->counters[i].name);
		int64_t *sum = index >= 0 ? &((int64_t *)counts)[index] : &core->own[i];
		*sum += now[i] - core->counted[i];
		core->counted[i] = now[i];
	}
}

void plugin_core_own_counts(const PluginCore *core, int64_t *out) {
	memcpy(out, core->own, sizeof core->own);
}

size_t plugin_core_bytes(const PluginCore *core) {
	if (core->plugin->bytes == NULL) return 0;
	size_t bytes = core->plugin->bytes(core->self);
	look_after(core, "bytes");
	if (bytes > BYTES_MOST)
		plugin_system_note("plug-in %s: 'bytes' returned %zu, more than there are addresses",
		                   core->plugin->name, bytes);
	return bytes;
}
