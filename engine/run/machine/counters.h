// Counters beside the times: what they are called, what was counted of a member, how it is written down. Who
// counts: events.c in the worker, counter_values.c in the supervisor.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

typedef enum CounterSource {
	COUNTER_PERF,      // perf_event_open(2)
	COUNTER_RSS,       // /proc/self/status
	COUNTER_CALLGRIND, // a worker under valgrind
} CounterSource;

enum {
#define COUNTER(name, column, source, unit, scope, title, about) COUNTER_INDEX_##column,
#include "run/machine/counters.def"
#undef COUNTER
	COUNTERS
};

// By the column; NULL past the end. The counter of the name that a user says has all columns of that name.
const char *counter_column(int32_t index);
const char *counter_name(int32_t index);
const char *counter_about(int32_t index);
CounterSource counter_source(int32_t index);
// The columns of a name as bits 1 << index; 0: there is none of that name.
uint32_t counter_mask(const char *name);
// Of those in the mask, those of a source.
uint32_t counters_of(uint32_t mask, CounterSource source);

enum { COUNTER_WHY_SIZE = 200 };
// What was counted of one member; per step but for rss and a build. NaN: it was not, and why.
typedef struct CounterValues {
	double value[COUNTERS];
	char why[COUNTERS][COUNTER_WHY_SIZE];
	char tool[40]; // that counted the instructions, with its version; "": none did
} CounterValues;
void counter_values_init(CounterValues *out);
void counter_values_miss(CounterValues *counter_values, uint32_t mask, const char *why); // all of these

void entry_counters(Text *line, int32_t member, const CounterValues *counter_values, uint32_t mask);
struct cJSON;
int32_t counter_values_apply(CounterValues *out, const struct cJSON *record); // HN_ERR_BAD_INPUT
