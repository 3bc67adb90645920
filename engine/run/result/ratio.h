// The ratio of a member's time to that of the group's first member.
#pragma once

#include "run/result/result.h"
#include "stats/stats.h"

enum { RATIO_RESAMPLES = 2000 };
// Where sessions begin, of n values whose sessions (ids; NULL: one) these are: begin[0] to begin[count], n +
// 1 places at most. Returns count.
int64_t ratio_sessions(const int64_t *sessions, int64_t n, int64_t *begin);
// Ratio of two medians whose values are paired by round, and taken in these sessions (ids, in the order of
// rounds; NULL: not known). Whole sessions are resampled, or blocks of rounds where they are not known.
// Bounds are NaN where there are too few of either. begin: n + 1 places; scratch: 4 * n + RATIO_RESAMPLES
// doubles.
Interval ratio_of(const double *a, const double *b, const int64_t *sessions, int64_t n, uint64_t seed,
                  int64_t *begin, double *scratch);
// Of a member to the first, over the rounds in which both took part. NaN: none. HN_ERR_NO_MEMORY.
int32_t result_ratio(const Result *result, int32_t member, int32_t point, Interval *out);
