// Collects for the manifest which counters of a run were counted, and why others were not.
#pragma once

#include "run/result/result.h"

typedef struct CounterNotes {
	uint32_t wanted;
	int32_t counted[COUNTERS], missed[COUNTERS];
	char why[COUNTERS][COUNTER_WHY_SIZE + 160]; // the reason of the first missing one
	char tool[40];
} CounterNotes;

void counters_note(CounterNotes *noted, const Result *result);
// "counters": { "instructions": "perf_event_open: ...", "callgrind": "counted by callgrind-3.19.0" }
void counters_manifest(struct cJSON *manifest, const CounterNotes *noted);
