// Rounds with a preempted sample: which of them are taken again, and what becomes of a group that has too
// many of them.
#pragma once

#include "run/result/result.h"

// How often a group may take rounds again: as often as it has rounds. With a precision, its number of rounds
// is not known beforehand; then it is the number so far, or that before the first look at the precision.
int32_t result_retakes_max(const Result *result);
// Is the round with these samples taken again? It is if one of them was preempted, the group's policy is to
// take such rounds again, and its retakes are not used up.
bool result_retakes(const Result *result, const Sample *samples, int32_t count);

// What the groups of a run took again. Zero-initialize it.
typedef struct Retakes {
	int32_t rounds, groups; // rounds that were taken again; groups with such rounds
	int32_t disturbed;      // groups whose retakes were used up (Result.disturbed)
	int32_t policies[2];    // groups of each policy, indexed by Preempted
	double passes, slow;    // that count, and of them those on a slow core
	int32_t slow_groups;    // with members whose samples do not tell what that took (Result.slow)
} Retakes;
void retakes_add(Retakes *retakes, const Result *result);
