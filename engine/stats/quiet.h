// What others on a processor's other hyper-thread take of times: of a sample of which they had a share f of
// the passes, 1 / (1 + c f) is what a quiet core would have taken. c differs from one algorithm to another
// (0.2 to 0.6 were seen), so it comes from the samples themselves.
#pragma once

#include <stdbool.h>

#include "stats/stats.h"

// Of times of one algorithm, and the share of each that was on a slow core, in [0, 1].
typedef struct QuietTimes {
	Sessions of;
	const double *shares; // as many as values
	double error; // how much the error of c is to differ between sessions: 1 where the corrected values
	              // are averaged, QUIET_MEDIANS where medians are taken of them
} QuietTimes;

// A median sees less than its part of the few sessions that tell c. By simulation (tests/test_quiet.c):
// intervals of ratios of medians hold 92 to 99 % with 1.25, and 90 to 98 % with 1.
#define QUIET_MEDIANS 1.25
enum { QUIET_VALUES_MIN = 6, QUIET_SESSIONS_MIN = 3 };
#define QUIET_VARIANCE_MIN 1e-3 // of the shares of all sessions but one
// Between the medians of the highest and of the lowest shares: a third of them at most, on its side of the
// middle.
#define QUIET_SPREAD_MIN 0.3

// A value of which no more than this share was on a slow core is one of a quiet core. Those alone are enough
// if they are in so many sessions, of all: then c is not asked, and a ratio is at most QUIET_SHARE times the
// difference of two c off, which is 1 %. Which they are is told by the shares, not by the times.
#define QUIET_SHARE 0.02
static inline bool stats_quiet_enough(int64_t quiet_sessions, int64_t sessions) {
	return quiet_sessions >= STATS_SESSIONS_MIN && 2 * quiet_sessions >= sessions;
}

// By how much to multiply each value. c is a regression on the shares, without what lies outside of a
// resistant line (Tukey 1977) by more than three deviations. Each session differs besides by what its
// pseudo-value of c (Quenouille 1956) would change of the mean share: so the error of c is a difference
// between sessions, as large as it is in a mean over all, and every interval over these covers it; one of
// more than exp (0.5) is cut. False, and factors of 1: the values are too few, their shares too much alike,
// or one session alone tells c. scratch: 4 doubles a value, and QUIET_SUMS for each session and one more.
enum { QUIET_SUMS = 5 };
bool stats_quiet(double *factors, const QuietTimes *times, double *scratch);
