// Hardware counters: their names, their values for a member, and their record in the journal. events.c counts
// in the worker; group/count_events.c collects the values in the supervisor.
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
#include "machine/counters.def"
#undef COUNTER
	COUNTERS
};

// A counter has one or more columns; these functions take the index of a column. NULL past the end. Columns
// with the same name belong to one counter, which a user requests by that name.
const char *counter_column(int32_t index);
const char *counter_name(int32_t index);
const char *counter_about(int32_t index);
CounterSource counter_source(int32_t index);
// The columns of a name as bits 1 << index. 0: there is no such counter.
uint32_t counter_mask(const char *name);
// The columns in the mask that have this source.
uint32_t counters_of(uint32_t mask, CounterSource source);

enum { COUNTER_WHY_SIZE = 200 };
// The counts of one member: per step, except rss and the instructions of a build. NaN: not counted; `why` has
// the reason.
typedef struct CounterValues {
	double value[COUNTERS];
	char why[COUNTERS][COUNTER_WHY_SIZE];
	char tool[40]; // the tool that counted the instructions, with its version; "": none
} CounterValues;
void counter_values_init(CounterValues *out);
// Sets the reason for all columns in the mask.
void counter_values_miss(CounterValues *counter_values, uint32_t mask, const char *why);

void entry_counters(Text *line, int32_t member, const CounterValues *counter_values, uint32_t mask);
struct cJSON;
int32_t counter_values_apply(CounterValues *out, const struct cJSON *record); // HN_ERR_BAD_INPUT
