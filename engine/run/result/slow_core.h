// Samples that count although the core was slow for a share of their passes (machine/slowed.h). What that
// took is told by the samples of a group themselves, which had other shares (stats/quiet.h), and is left out
// of their times, unless quiet samples are enough (times.h).
#pragma once

#include "run/result/result.h"

#define SLOW_SHARE 0.2 // more passes on a slow core are told of

// To be called after records were applied. Where an ok member has more than SLOW_SHARE of its passes on a
// slow core, its samples do not tell what that took, and quiet ones are not enough, the member is slow,
// unless its policy is that all rounds count, or its sessions are too few for an interval anyway. If it is
// the first or its twin, which tell the noise of all, all are. Of a population nothing is left out here, as
// rounds ask different things; drawn.h does it by instances.
// HN_ERR_NO_MEMORY.
int32_t slow_core_correct(Result *result);
// The part of a run's time that asking again for a slow core may cost. hasty: time may end before there are
// sessions for an interval.
double slow_core_part(bool hasty);
// Has a member's median no interval, because rounds with a preempted sample count or the core was slow? Of
// the result: has any?
bool member_is_disturbed(const Result *result, int32_t member);
bool result_is_disturbed(const Result *result);
