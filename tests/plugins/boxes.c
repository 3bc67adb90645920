// All pairs of boxes as a plug-in, with one fault each: cc -DFAULT=<name> -DNAME='"boxes_<name>"'.
#include <stddef.h>
#include <stdint.h>

#include "plugin.h"

enum {
	none,
	wrong,  // leaves out the first pair of each step
	extra,  // reports a pair of boxes apart in each step
	inexact // reports such a pair, and says that it may
};

static int64_t s_counts[2]; // pairs compared: one counter of the engine's name, and one of our own

static int32_t boxes_create(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query,
                            const double *values) {
	(void)host, (void)query, (void)values;
	*self = (void *)scene; // it lasts until `destroy`
	return HN_PLUGIN_OK;
}

static void boxes_destroy(void *self) { (void)self; }

static int is_asked(const HnPluginScene *scene, const HnPluginStep *step, int32_t a, int32_t b) {
	if (step->boxes_there != NULL && !(step->boxes_there[a] && step->boxes_there[b])) return 0;
	return scene->boxes_fixed == NULL || !(scene->boxes_fixed[a] && scene->boxes_fixed[b]);
}

static int do_meet(const float *p, const float *q) {
	for (int k = 0; k < 3; ++k)
		if (p[k + 3] < q[k] || q[k + 3] < p[k]) return 0;
	return 1;
}

static int32_t boxes_query(void *self, const HnPluginStep *step, HnPluginContacts *out) {
	const HnPluginScene *scene = self;
	int left_out = FAULT != wrong, added = FAULT != extra && FAULT != inexact;
	for (int32_t a = 0; a < scene->box_count; ++a)
		for (int32_t b = a + 1; b < scene->box_count; ++b) {
			if (!is_asked(scene, step, a, b)) continue;
			s_counts[0] += 1;
			s_counts[1] += 2;
			int meets = do_meet(step->boxes + 6 * (size_t)a, step->boxes + 6 * (size_t)b);
			if (meets && !left_out) {
				left_out = 1;
				continue;
			}
			if (!meets && added) continue;
			if (!meets) added = 1;
			if (out->count == out->capacity && !out->grow(out)) return HN_PLUGIN_ERR_MEMORY;
			out->data[out->count++] = (HnPluginContact){ a, 0, b, 0 };
		}
	return HN_PLUGIN_OK;
}

static void boxes_begin(void *self) {
	(void)self;
	s_counts[0] = s_counts[1] = 0;
}

static void boxes_count(void *self, int64_t *values) {
	(void)self;
	for (int i = 0; i < 2; ++i) values[i] = s_counts[i];
}

static const HnPluginCounter s_counters[] = { { "broad_tests", "pairs", "pairs of boxes compared" },
	                                          { "read", "boxes", "boxes read" } };

static const HnPlugin s_plugin = {
	.size = sizeof(HnPlugin),
	.version = HN_PLUGIN_VERSION,
	.kind = HN_PLUGIN_BOXES,
	.name = NAME,
	.about = "all pairs of boxes with a fault",
	.source = "tests",
	.can = HN_PLUGIN_CAN_ALL,
	.semantics = "touching counts, float",
	.counters = s_counters,
	.counter_count = 2,
	.begin = boxes_begin,
	.count = boxes_count,
	.answers = FAULT == inexact ? HN_PLUGIN_INEXACT : HN_PLUGIN_EXACT,
	.create = boxes_create,
	.destroy = boxes_destroy,
	.query = boxes_query,
};

const HnPlugin *harness_plugin(int32_t asked, int32_t index);
const HnPlugin *harness_plugin(int32_t asked, int32_t index) {
	(void)asked;
	return index == 0 ? &s_plugin : NULL;
}
