// The engine's own `aabb`, through its library, as a plug-in: what a call of a plug-in costs more than one of
// an algorithm that is built in. Only for scenes of two bodies.
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "plugin.h"

typedef struct Shim {
	HnScene *scene; // the second body's poses are overwritten in each call
	HnDetector detector;
	HnPose *poses;
	HnContactBuffer found;
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

static int32_t shim_create(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query,
                           const double *values) {
	(void)values;
	Shim *s = *self = calloc(1, sizeof *s);
	if (s == NULL || scene->body_count != 2) return HN_PLUGIN_ERR_UNSUPPORTED;
	HnMesh mesh[2];
	HnPose still = hn_pose_identity(), *moving = malloc((size_t)scene->step_count * sizeof *moving);
	if (moving == NULL) return HN_PLUGIN_ERR_MEMORY;
	for (int32_t i = 0; i < scene->step_count; ++i) {
		moving[i] = still;
		moving[i].t.x = i; // a body that moves
	}
	for (int i = 0; i < 2; ++i) {
		const HnPluginMesh *m = &scene->meshes[scene->bodies[i].mesh];
		mesh[i] = (HnMesh){ (double *)m->xyz, (int32_t *)m->triangles, m->vertex_count, m->triangle_count };
	}
	const HnSceneDefBody bodies[2] = {
		{ .mesh = &mesh[0], .poses = &still, .pose_count = 1 },
		{ .mesh = &mesh[1], .poses = moving, .pose_count = scene->step_count },
	};
	const HnSceneDef def = { .bodies = bodies, .body_count = 2, .step_count = scene->step_count };
	int32_t status = hn_scene_create(&s->scene, &def);
	free(moving);
	if (status != HN_OK) return fail(host);
	s->poses = (HnPose *)s->scene->bodies[1].poses;
	status = hn_detector_create(&s->detector, "aabb", s->scene,
	                            query == HN_PLUGIN_QUERY_FIRST ? HN_QUERY_FIRST : HN_QUERY_ALL, "");
	return status == HN_OK ? HN_PLUGIN_OK : fail(host);
}

static void shim_begin(void *self) { hn_detector_begin(&((Shim *)self)->detector); }

static int32_t shim_pair(void *self, const HnPluginPair *pair, HnPluginContacts *out) {
	Shim *s = self;
	memcpy(&s->poses[pair->step], pair->relative, sizeof(HnPose));
	int32_t status = hn_detector_step(&s->detector, pair->step, &s->found, NULL);
	while (status == HN_OK && out->count + s->found.count > out->capacity)
		if (!out->grow(out)) return HN_PLUGIN_ERR_MEMORY;
	if (status != HN_OK) return HN_PLUGIN_ERR_FAILED;
	if (s->found.count > 0)
		memcpy(&out->data[out->count], s->found.data, (size_t)s->found.count * sizeof *out->data);
	out->count += s->found.count;
	return HN_PLUGIN_OK;
}

static const HnPlugin s_plugin = {
	.size = sizeof(HnPlugin),
	.version = HN_PLUGIN_VERSION,
	.kind = HN_PLUGIN_PAIRS,
	.name = "shim",
	.about = "aabb through the library",
	.source = "tests",
	.library = "libharness",
	.can = HN_PLUGIN_CAN_ALL | HN_PLUGIN_CAN_FIRST,
	.answers = HN_PLUGIN_EXACT,
	.create = shim_create,
	.destroy = shim_destroy,
	.begin = shim_begin,
	.pair = shim_pair,
};

const HnPlugin *harness_plugin(int32_t version, int32_t index) {
	(void)version;
	return index == 0 ? &s_plugin : NULL;
}
