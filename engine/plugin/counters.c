#include "plugin/counters.h"

#include <string.h>

#include "plugin/external.h"

// Contacts and exact tests are counted by the engine, and a plug-in has no part in the rest.
static const struct {
	const char *name;
	int32_t index;
} s_counts[] = { { "nb", COUNT_INDEX_nb },
	             { "np", COUNT_INDEX_np },
	             { "nu", COUNT_INDEX_nu },
	             { "broad_tests", COUNT_INDEX_broad_tests },
	             { "broad_pairs", COUNT_INDEX_broad_pairs } };
enum { FILLED = sizeof s_counts / sizeof s_counts[0] };

int32_t plugin_count_index(const char *name) {
	for (int32_t i = 0; i < FILLED; ++i)
		if (strcmp(s_counts[i].name, name) == 0) return s_counts[i].index;
	return -1;
}

static bool plugin_has_counter(const HnPlugin *plugin, const char *name) {
	for (int32_t i = 0; i < plugin->counter_count; ++i)
		if (strcmp(plugin->counters[i].name, name) == 0) return true;
	return false;
}

int32_t plugin_own_counters(const HnDetectClass *class) {
	if (class == NULL || class->plugin == NULL) return 0;
	const HnPlugin *plugin = &class->plugin->plugin;
	int32_t own = 0;
	for (int32_t i = 0; i < plugin->counter_count; ++i) own += plugin_counter_is_own(&plugin->counters[i]);
	return own;
}

void plugin_counters_sums(int64_t out[PLUGIN_COUNTERS_MAX], const HnDetector *detector,
                          const int64_t sums[COUNT_FIELDS]) {
	const HnDetectClass *class = detector->class_;
	if (class->plugin == NULL) return;
	const HnPlugin *plugin = &class->plugin->plugin;
	if (class->own_counts != NULL) class->own_counts(detector->self, out);
	for (int32_t i = 0; i < plugin->counter_count; ++i) {
		int32_t index = plugin_count_index(plugin->counters[i].name);
		if (index >= 0) out[i] = sums[index];
	}
}

static bool is_of(const char *name, const char *const *names, int32_t count) {
	for (int32_t i = 0; i < count; ++i)
		if (strcmp(names[i], name) == 0) return true;
	return false;
}

// What the engine itself counts of a plug-in: contacts, and what its driver and its broad phase do.
static bool engine_counts(const HnPlugin *plugin, const char *name) {
	static const char *const s_names[] = { "contacts", "broad_pairs", "broad_tests", "broad_repeats",
		                                   "root_tests" };
	return is_of(name, s_names,
	             plugin->kind == HN_PLUGIN_PAIRS   ? 5
	             : plugin->kind == HN_PLUGIN_BOXES ? 2
	                                               : 1);
}

bool plugin_has_count(const HnDetectClass *class, const char *name) {
	if (class->plugin == NULL) return true;
	const External *external = class->plugin->external;
	if (external != NULL) return strcmp(name, "contacts") == 0 && external->grain != EXTERNAL_BODIES;
	const HnPlugin *plugin = &class->plugin->plugin;
	return plugin_has_counter(plugin, name) || engine_counts(plugin, name);
}
