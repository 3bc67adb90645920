// Whether an algorithm answers what it is asked, or what it remembers: it is asked about places where nobody
// was asked before, and then about the same places again.
#pragma once

#include "detect/detect.h"

typedef struct AfreshDef {
	const char *kind, *params;
	HnQuery query; // not HN_QUERY_APPROACH
	const HnScene *scene;
	int32_t (*alive)(void *context); // called from time to time; an error ends the look. NULL: nothing is
	// Its instructions since `begin`, where they can be counted; otherwise NaN. NULL: nowhere.
	double (*instructions)(void *context, bool begin);
	void *context;
} AfreshDef;

enum { AFRESH_TEXT_SIZE = 200 };
typedef struct AfreshReport {
	bool looked;   // false: nothing moves in the scene, or a step takes too long
	double share;  // of the work for new places, that for the same ones again; NaN: too short to tell
	int64_t grown; // bytes by which the heap grew for each new step, whatever was asked before
	bool wrong;    // an answer that is wrong at a new place
	char text[AFRESH_TEXT_SIZE]; // what is against the rules; empty: nothing
} AfreshReport;

// Makes a detector of its own, which the algorithm may not tell from another. An error is one of the
// algorithm's calls, or HN_ERR_NO_MEMORY.
int32_t afresh_look(AfreshReport *out, const AfreshDef *def);
