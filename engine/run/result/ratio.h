// The ratio of a member's time to that of another, such as the group's first.
#pragma once

#include "run/result/result.h"
#include "stats/stats.h"

enum { RATIO_RESAMPLES = 2000 };
// Finds where sessions begin. sessions: the session of each of n values; NULL: all belong to one. Writes
// begin[0] to begin[count], at most n + 1 places. Returns count.
int64_t ratio_sessions(const int64_t *sessions, int64_t n, int64_t *begin);
// The ratio of two medians whose values are paired by round. sessions: the session of each round, in the
// order of rounds; NULL: not known. Resamples whole sessions, or blocks of rounds if sessions are not known.
// The bounds are NaN if there are too few of these. begin: n + 1 places; scratch: 4 * n + RATIO_RESAMPLES
// doubles.
Interval ratio_of(const double *a, const double *b, const int64_t *sessions, int64_t n, uint64_t seed,
                  int64_t *begin, double *scratch);
// The ratio of a member to another, over the rounds in which both took part. NaN: there are none. point: of
// the member; it decides the draws. HN_ERR_NO_MEMORY.
int32_t result_ratio(const Result *result, int32_t member, int32_t over, int32_t point, Interval *out);
