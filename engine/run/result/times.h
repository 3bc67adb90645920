// The times of a member of a group, or of its builds, with their sessions.
#pragma once

#include "run/result/result.h"
#include "stats/stats.h"

typedef struct MemberTimes {
	double *values;  // one for each complete round of the member, in order
	double *scratch; // as large as values
	int64_t *begin;  // the index of the first value of each session
	int64_t n, sessions;
	int32_t session; // of the last value
	int64_t most;    // capacity, in values
} MemberTimes;

// Allocates room for the times of any member and `more` values. HN_ERR_NO_MEMORY; call times_free in any
// case.
int32_t times_init(MemberTimes *out, const Result *result, int64_t more);
void times_free(MemberTimes *times);
// Of a population an instance is of a slow core, not a sample.
bool sample_is_quiet(const Result *result, const Sample *sample);
// With what a slow core took, and without the error of that.
double sample_measured_ms(const Result *result, const Sample *sample, int32_t part);
// The samples of a round that counts, in which two members took part; they may be one.
typedef struct SamplePair {
	const Sample *a, *b;
} SamplePair;
// The next of them from place *at on, 0 at first. False: there is none.
bool samples_next(SamplePair *out, const Result *result, int32_t a, int32_t b, int64_t *at);
// Do those rounds of two members alone count in which both were on a quiet core? They do where they are
// enough (stats_quiet_enough), and some are not.
bool times_quiet_alone(const Result *result, int32_t a, int32_t b);
// Takes milliseconds per step, for one part or for all together (-1): of the quiet samples, as they were
// measured, where they alone count, else of all, without what a slow core took.
void times_take(MemberTimes *times, const Result *result, int32_t member, int32_t part);
void times_take_all(MemberTimes *times, const Result *result, int32_t member, int32_t part);
// Takes the times of builds. times_init must have got their number as `more`.
void times_take_builds(MemberTimes *times, const Member *member);
// The least as it was measured: with what a slow core took.
double times_least(const Result *result, int32_t member);
Sessions times_sessions(const MemberTimes *times);
