// For the manifest: which of a run's counters were counted, and why the others were not.
#pragma once

#include "run/result/result.h"

typedef struct CounterNotes {
	uint32_t wanted;
	int32_t counted[COUNTERS], missed[COUNTERS];
	char why[COUNTERS][COUNTER_WHY_SIZE + 160]; // of the first that was missed
	char tool[40];
} CounterNotes;

void counters_note(CounterNotes *noted, const Result *result);
// "counters": { "instructions": "perf_event_open: ...", "callgrind": "counted by callgrind-3.19.0" }
void counters_manifest(struct cJSON *manifest, const CounterNotes *noted);
