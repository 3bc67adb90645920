// Are there enough rounds of a group, and is it complete?
#pragma once

#include "run/result/result.h"

// Are there enough rounds? Without memory to tell, yes.
enum { PRECISION_ROUNDS_MIN = 11, PRECISION_ROUNDS_MAX = 1000 };
bool result_has_enough(const Result *result);
// How many rounds there are when a session ends that begins now: STATS_SESSIONS_MIN sessions at least share
// the rounds of a group, and each has the square root of how many were before, at most, but 2 at least. So
// both grow, how many sessions there are and how long: few would hold little, and each takes time to begin.
int32_t result_session_end(const Result *result);
// The worst precision of its ok members; NaN: not known. HN_ERR_NO_MEMORY.
int32_t result_precision(const Result *result, double *worst);
// Was a precision asked of it that its ok members do not have? *worst is infinite where that is not known.
int32_t result_imprecise(const Result *result, bool *imprecise, double *worst);
// It was finished before it had enough rounds: its budget ended.
bool result_was_cut(const Result *result);

typedef struct Completeness {
	bool prepared; // all but rounds is there, and one of those
	bool complete;
} Completeness;
// count_only: nothing is timed.
Completeness result_completeness(const Result *result, bool count_only);
bool result_is_prepared(const Result *result);
