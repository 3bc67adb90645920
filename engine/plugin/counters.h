// Counters of plug-ins. Those that are called like a count of the engine fill its column; each of the others
// has a column of its own, <plug-in>_<counter>.
#pragma once

#include "plugin/plugin.h"

// The count of the engine that a counter of this name fills, as an index for count_get; -1: none, so that the
// counter is the plug-in's own.
int32_t plugin_count_index(const char *name);
static inline bool plugin_counter_is_own(const HnPluginCounter *counter) {
	return plugin_count_index(counter->name) < 0;
}
// The number of counters of a plug-in's own; 0 for a class that is none, or NULL.
int32_t plugin_own_counters(const HnDetectClass *class);
// The sums of all counters of a plug-in since it was created, at their places: of counted steps, whose counts
// are in `sums`. Nothing for a class that is none.
void plugin_counters_sums(int64_t out[PLUGIN_COUNTERS_MAX], const HnDetector *detector,
                          const int64_t sums[COUNT_FIELDS]);
// Whether a row of the class has this count of the engine. A plug-in does not have those that neither it nor
// the engine counts; these are not 0, but unknown.
bool plugin_has_count(const HnDetectClass *class, const char *name);
