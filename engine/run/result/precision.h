// Decides whether a group has enough rounds, and whether it is complete.
#pragma once

#include "run/result/result.h"
#include "run/result/schedule.h"

// Are there enough rounds? Also true if there is no memory to compute it. A group with preempted samples has
// enough at the first look, because it has no interval and so never reaches a precision; one that is slow
// after SLOW_LOOKS times as many rounds, as later ones may tell what the core took.
enum { SLOW_LOOKS = 4 };
bool result_has_enough(const Result *result);
// The number of rounds at the end of a session that begins now. A group's rounds are shared by at least
// STATS_SESSIONS_MIN sessions. A session has at most the square root of the number of rounds before it, but
// at least 2. So both the number of sessions and their length grow: few sessions say little about how
// processes differ, and each session takes time to start. Those of a population stay short, as their rounds
// are long. hasty: time may end before there are sessions for an interval, so it has one round.
enum { SESSION_ROUNDS_MIN = 2 };
int32_t result_session_end(const Result *result, bool hasty);
// The worst precision of the group's ok members: of medians, or of ratios over the population; or how far
// from its limit an open question's interval reaches, by the last look. NaN: not known, or the group is
// disturbed. HN_ERR_NO_MEMORY.
int32_t result_precision(const Result *result, double *worst);
// Do the group's ok members miss the precision that was asked for? *worst is infinite if it is not known.
int32_t result_imprecise(const Result *result, bool *imprecise, double *worst);
// The group was finished before it had enough rounds, because the budget ended.
bool result_was_cut(const Result *result);

typedef struct Completeness {
	bool prepared; // everything but rounds is complete, and there is one round
	bool complete;
} Completeness;
Completeness result_completeness(const Result *result);
bool result_is_prepared(const Result *result);
