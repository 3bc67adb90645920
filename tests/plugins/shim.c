// The engine's own `aabb` as a plug-in: what a call of a plug-in costs more than one of an algorithm that is
// built in. It is linked with the engine's objects, and drives a second scene whose poses it writes. Bodies
// are neither fixed nor do they deform. tests/measure/plugin_call takes the times.
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "detect/pair_class.h"
#include "plugin/plugin.h"

typedef struct Shim {
	HnScene *scene;
	HnDetector detector;
	HnContactBuffer found;
	int64_t index; // of the next pair of the step
} Shim;

static void shim_destroy(void *self) {
	Shim *s = self;
	hn_detector_destroy(&s->detector);
	hn_contact_buffer_free(&s->found);
	hn_scene_close(s->scene);
	free(s);
}

static int32_t fail(HnPluginHost *host) {
	strncpy(host->error, hn_error_text(), sizeof host->error - 1);
	return HN_PLUGIN_ERR_FAILED;
}

// All bodies move, by poses that `update` replaces.
static int32_t scene_make(HnScene **out, const HnPluginScene *given) {
	int32_t status = HN_ERR_NO_MEMORY, steps = given->step_count;
	HnMesh *meshes = calloc((size_t)given->body_count, sizeof *meshes);
	HnSceneDefBody *bodies = calloc((size_t)given->body_count, sizeof *bodies);
	HnPose *poses = malloc((size_t)steps * sizeof *poses);
	for (int32_t i = 0; poses != NULL && i < steps; ++i) {
		poses[i] = hn_pose_identity();
		poses[i].t.x = i;
	}
	for (int32_t b = 0; meshes != NULL && bodies != NULL && b < given->body_count; ++b) {
		const HnPluginMesh *m = &given->meshes[given->bodies[b].mesh];
		meshes[b] = (HnMesh){ (double *)m->xyz, (int32_t *)m->triangles, m->vertex_count, m->triangle_count };
		bodies[b] = (HnSceneDefBody){ .mesh = &meshes[b], .poses = poses, .pose_count = steps };
	}
	if (meshes != NULL && bodies != NULL && poses != NULL)
		status = hn_scene_create(
		    out, &(HnSceneDef){ .bodies = bodies, .body_count = given->body_count, .step_count = steps });
	free(poses);
	free(bodies);
	free(meshes);
	return status;
}

static int32_t shim_create(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query,
                           const double *values) {
	(void)values;
	for (int32_t b = 0; b < scene->body_count; ++b)
		if (scene->bodies[b].fixed || scene->step_count < 2) return HN_PLUGIN_ERR_UNSUPPORTED;
	Shim *s = *self = calloc(1, sizeof *s);
	if (s == NULL) return HN_PLUGIN_ERR_MEMORY;
	int32_t status = scene_make(&s->scene, scene);
	if (status == HN_OK)
		status = hn_detector_create(&s->detector, "aabb", s->scene,
		                            query == HN_PLUGIN_QUERY_FIRST ? HN_QUERY_FIRST : HN_QUERY_ALL, "");
	return status == HN_OK ? HN_PLUGIN_OK : fail(host);
}

static void shim_begin(void *self) { hn_detector_begin(&((Shim *)self)->detector); }

// The update of the algorithm that is built in.
static int32_t shim_update(void *self, const HnPluginStep *step) {
	Shim *s = self;
	for (int32_t b = 0; b < s->scene->body_count; ++b)
		memcpy((HnPose *)&s->scene->bodies[b].poses[step->step], &step->poses[b], sizeof(HnPose));
	s->index = 0;
	int32_t status = s->detector.class_->timed.update(s->detector.self, step->step, &s->found, NULL);
	return status == HN_OK ? HN_PLUGIN_OK : HN_PLUGIN_ERR_FAILED;
}

static int32_t shim_pair(void *self, const HnPluginPair *pair, HnPluginContacts *out) {
	Shim *s = self;
	s->found.count = 0;
	const BodyPair own = { .a = pair->a, .b = pair->b, .step = pair->step, .index = s->index++ };
	int32_t status = pair_driver_decide(s->detector.self, &own, &s->found, NULL);
	if (status != HN_OK) return HN_PLUGIN_ERR_FAILED;
	if (s->found.count == 0) return HN_PLUGIN_OK;
	while (out->count + s->found.count > out->capacity)
		if (!out->grow(out)) return HN_PLUGIN_ERR_MEMORY;
	memcpy(&out->data[out->count], s->found.data, (size_t)s->found.count * sizeof *out->data);
	out->count += s->found.count;
	return HN_PLUGIN_OK;
}

static const HnPlugin s_plugin = {
	.size = sizeof(HnPlugin),
	.version = HN_PLUGIN_VERSION,
	.kind = HN_PLUGIN_PAIRS,
	.name = "shim",
	.about = "aabb as a plug-in",
	.source = "tests",
	.can = HN_PLUGIN_CAN_ALL | HN_PLUGIN_CAN_FIRST,
	.answers = HN_PLUGIN_EXACT,
	.create = shim_create,
	.destroy = shim_destroy,
	.begin = shim_begin,
	.update = shim_update,
	.pair = shim_pair,
};

__attribute__((visibility("default"))) const HnPlugin *harness_plugin(int32_t version, int32_t index) {
	(void)version;
	return index == 0 ? &s_plugin : NULL;
}
