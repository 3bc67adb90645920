#include "machine/counters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "support/json.h"

static const struct {
	const char *name, *column, *about;
	CounterSource source;
} s_counters[COUNTERS] = {
#define COUNTER(name, column, source, unit, scope, title, about) { #name, #column, about, COUNTER_##source },
#include "machine/counters.def"
#undef COUNTER
};
_Static_assert(COUNTERS <= 32, "a set of counters is the bits of 32");

static bool is_there(int32_t index) { return index >= 0 && index < COUNTERS; }
const char *counter_column(int32_t index) { return is_there(index) ? s_counters[index].column : NULL; }
const char *counter_name(int32_t index) { return is_there(index) ? s_counters[index].name : NULL; }
const char *counter_about(int32_t index) { return is_there(index) ? s_counters[index].about : NULL; }
CounterSource counter_source(int32_t index) { return s_counters[index].source; }

uint32_t counter_mask(const char *name) {
	uint32_t mask = 0;
	for (int32_t i = 0; i < COUNTERS; ++i)
		if (strcmp(s_counters[i].name, name) == 0) mask |= 1u << i;
	return mask;
}

uint32_t counters_of(uint32_t mask, CounterSource source) {
	for (int32_t i = 0; i < COUNTERS; ++i)
		if (s_counters[i].source != source) mask &= ~(1u << i);
	return mask;
}

void counter_values_init(CounterValues *out) {
	*out = (CounterValues){ 0 };
	for (int32_t i = 0; i < COUNTERS; ++i) out->value[i] = (double)NAN;
}

void counter_values_miss(CounterValues *counter_values, uint32_t mask, const char *why) {
	for (int32_t i = 0; i < COUNTERS; ++i)
		if ((mask & 1u << i) != 0) snprintf(counter_values->why[i], sizeof counter_values->why[i], "%s", why);
}

void entry_counters(Text *line, int32_t member, const CounterValues *counter_values, uint32_t mask) {
	text_addf(line, "{\"type\":\"has_counters\",\"member\":%d,\"tool\":", member);
	text_add_json(line, counter_values->tool);
	for (int32_t i = 0; i < COUNTERS; ++i) {
		if ((mask & 1u << i) == 0) continue;
		text_addf(line, ",\"%s\":", s_counters[i].column);
		if (isfinite(counter_values->value[i]))
			text_add_number(line, counter_values->value[i]);
		else
			text_add_json(line, counter_values->why[i]);
	}
	text_add(line, "}");
}

// The value of a counter is a number, or a text that says why there is none.
int32_t counter_values_apply(CounterValues *out, const cJSON *record) {
	const cJSON *tool = json_get(record, "tool");
	counter_values_init(out);
	if (!cJSON_IsString(tool)) return error_set(HN_ERR_BAD_INPUT, "a record without tool");
	snprintf(out->tool, sizeof out->tool, "%s", tool->valuestring);
	for (int32_t i = 0; i < COUNTERS; ++i) {
		const cJSON *item = json_get(record, s_counters[i].column);
		if (cJSON_IsNumber(item)) out->value[i] = item->valuedouble;
		if (cJSON_IsString(item)) counter_values_miss(out, 1u << i, item->valuestring);
	}
	return HN_OK;
}
