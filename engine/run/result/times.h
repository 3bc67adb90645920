// The times of one member of a group, or of its builds, and the sessions that they are of.
#pragma once

#include "run/result/result.h"
#include "stats/stats.h"

typedef struct MemberTimes {
	double *values;  // of the member's complete rounds, in their order
	double *scratch; // as many places
	int64_t *begin;  // of its sessions
	int64_t n, sessions;
	int32_t session; // the last one's
	int64_t most;    // capacity, in values
} MemberTimes;

// Room for the times of any member, and for `more` values in `scratch`. HN_ERR_NO_MEMORY; freed in any case.
int32_t times_init(MemberTimes *out, const Result *result, int64_t more);
void times_free(MemberTimes *times);
// Milliseconds a step: of a part, or all together (-1).
void times_take(MemberTimes *times, const Result *result, int32_t member, int32_t part);
void times_take_builds(MemberTimes *times, const Member *member); // times_init had room for as many more
Sessions times_sessions(const MemberTimes *times);
