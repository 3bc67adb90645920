// What a row says of algorithms that are not the engine's: what their contacts are, and the times that
// another program states.
#pragma once

#include "run/result/result.h"
#include "stats/stats.h"

// Times of another program, per step. They were not measured here, so they are never compared with measured
// ones.
typedef struct Stated {
	int64_t n;       // passes; -1: there are no times
	Interval step;   // in ms; no bounds for fewer than 6 passes
	Interval ratio;  // to the group's first member of the same run, paired by pass
	const char *run; // borrowed; NULL: the file names none
} Stated;

// NaN and -1 for members that have no such times. HN_ERR_NO_MEMORY.
int32_t stated_find(Stated *out, const Result *result, int32_t member);

enum { SEMANTICS_SIZE = 400 };
// "all contacts, exact: surfaces, touching counts, double". Of the engine's algorithms it is our statement,
// of others their own, after what they promise.
void semantics_of(char out[SEMANTICS_SIZE], const Result *result, int32_t member);
