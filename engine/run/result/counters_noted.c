#include "run/result/counters_noted.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void note_member(CounterNotes *noted, const Result *result, int32_t member) {
	const Member *m = &result->members[member];
	for (int32_t i = 0; i < COUNTERS; ++i) {
		if ((result->group->counters & 1u << i) == 0) continue;
		if (isfinite(m->counter_values.value[i])) {
			noted->counted[i] += 1;
		} else if (noted->missed[i]++ == 0) {
			snprintf(noted->why[i], sizeof noted->why[i], "point %d (%.100s): %s",
			         result->group->algorithms[m->algorithm].point, member_label(result, member),
			         m->counter_values.why[i]);
		}
	}
	if (m->counter_values.tool[0] != '\0')
		snprintf(noted->tool, sizeof noted->tool, "%s", m->counter_values.tool);
}

void counters_note(CounterNotes *noted, const Result *result) {
	noted->wanted |= result->group->counters;
	for (int32_t i = 0; i < result->member_count; ++i)
		if (result->members[i].has_counters) note_member(noted, result, i);
}

void counters_manifest(cJSON *manifest, const CounterNotes *noted) {
	if (noted->wanted == 0) return;
	cJSON *counters = cJSON_AddObjectToObject(manifest, "counters");
	for (int32_t i = 0; i < COUNTERS; ++i) {
		bool wanted = (noted->wanted & 1u << i) != 0;
		if (!wanted || cJSON_HasObjectItem(counters, counter_name(i))) continue;
		char text[sizeof noted->why[i] + 60];
		int32_t all = noted->counted[i] + noted->missed[i];
		if (all == 0)
			snprintf(text, sizeof text, "counted at no point");
		else if (noted->missed[i] > 0)
			snprintf(text, sizeof text, "missing at %d of %d points: %s", noted->missed[i], all,
			         noted->why[i]);
		else
			snprintf(text, sizeof text, "counted%s%s", counter_source(i) == COUNTER_CALLGRIND ? " by " : "",
			         counter_source(i) == COUNTER_CALLGRIND ? noted->tool : "");
		cJSON_AddStringToObject(counters, counter_name(i), text);
	}
}
