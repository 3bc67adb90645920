// Plug-ins of pairs: the driver chooses pairs of bodies, and the plug-in decides them.
#include "plugin/adapters.h"

#include "base/mem.h"
#include "plugin/core.h"

typedef struct PluginPairs {
	const PairContext *context;
	PluginCore core;
} PluginPairs;

static void pairs_destroy(void *self) {
	PluginPairs *pairs = self;
	if (pairs == NULL) return;
	plugin_core_free(&pairs->core);
	mem_free(pairs, sizeof *pairs);
}

static int32_t pairs_create(void **out, PairContext *context, const void *params) {
	PluginPairs *pairs = *out = mem_alloc_zero(sizeof *pairs);
	if (pairs == NULL) return HN_ERR_NO_MEMORY;
	pairs->context = context;
	return plugin_core_init(&pairs->core, context->class_, context->scene,
	                        context->first ? HN_QUERY_FIRST : HN_QUERY_ALL, params);
}

static void pairs_begin(void *self) { plugin_core_begin(&((PluginPairs *)self)->core); }

static int32_t pairs_step(void *self) {
	PluginPairs *pairs = self;
	const PairContext *context = pairs->context;
	plugin_core_step(&pairs->core, &context->body_meshes, context->step, context->counted);
	return plugin_core_update(&pairs->core);
}

// The whole step was updated; no pair is.
static int32_t pairs_update(void *self, const BodyPair *pair, bool *kept, Counts *counts) {
	(void)self, (void)pair, (void)counts;
	*kept = false;
	return HN_OK;
}

// The driver has just written the numbers of both bodies, one after the other. A read of both as one word
// would wait until they are in the cache, which takes as long as the rest of the call; compilers join the two
// reads unless a call is between them.
static int32_t pairs_decide(PluginPairs *pairs, const BodyPair *pair, HnContactBuffer *out, bool counted) {
	PluginCore *core = &pairs->core;
	const BodyMeshes *meshes = &pairs->context->body_meshes;
	const HnPose *pose_a = scene_pose(core->scene, pair->a, pair->step);
	const HnPose *pose_b = scene_pose(core->scene, pair->b, pair->step);
	const int32_t a = pair->a;
	const HnPose relative = pose_relative(pose_a, pose_b);
	const int32_t b = pair->b;
	bool deform = meshes->bodies != NULL;
	const HnPluginPair given = {
		.size = sizeof given,
		.a = a,
		.b = b,
		.step = pair->step,
		.counted = counted,
		.pose_a = (const void *)pose_a,
		.pose_b = (const void *)pose_b,
		.relative = (const void *)&relative,
		.xyz_a = deform ? body_meshes_xyz(meshes, a) : core->xyz[a],
		.xyz_b = deform ? body_meshes_xyz(meshes, b) : core->xyz[b],
	};
	HnPluginContacts *contacts = plugin_core_contacts(core, out);
	int32_t status = core->plugin->pair(core->self, &given, contacts);
	out->count = contacts->count;
	return plugin_core_after(core, "pair", status);
}

static int32_t pairs_timed(void *self, const BodyPair *pair, HnContactBuffer *out) {
	return pairs_decide(self, pair, out, false);
}

static int32_t pairs_counted(void *self, const BodyPair *pair, HnContactBuffer *out, Counts *counts) {
	(void)counts;
	return pairs_decide(self, pair, out, true);
}

static void pairs_counts(void *self, Counts *counts) {
	plugin_core_count(&((PluginPairs *)self)->core, counts);
}

static void pairs_own_counts(const void *self, int64_t *out) {
	plugin_core_own_counts(&((const PluginPairs *)self)->core, out);
}

static size_t pairs_bytes(const void *self) { return plugin_core_bytes(&((const PluginPairs *)self)->core); }

#define PLUGIN_PAIRS_CLASS                                                                                   \
	.create = pairs_create, .destroy = pairs_destroy, .begin = pairs_begin, .timed = pairs_timed,            \
	.counted = pairs_counted, .counts = pairs_counts, .own_counts = pairs_own_counts, .bytes = pairs_bytes

const PairClass *plugin_pairs(bool updates) {
	static const PairClass s_updates = { PLUGIN_PAIRS_CLASS, .step = pairs_step, .update = pairs_update };
	static const PairClass s_plain = { PLUGIN_PAIRS_CLASS };
	return updates ? &s_updates : &s_plain;
}
