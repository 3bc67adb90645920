// The life of one group, from its scene to its finished file: sessions of workers, agreement, rounds.
#pragma once

#include "run/group/session.h"

typedef struct GroupEnd {
	bool stopped;  // a signal asked to
	bool measured; // the group was not finished before
	bool finished;
	bool prepared;
	bool failed;    // a point crashed, ran out of time or memory, or disagrees
	double seconds; // of all its sessions
} GroupEnd;

// Measures until the group is finished, a signal asks to stop, or the definition ends it. Only failures of
// files and memory are errors.
int32_t group_measure(const GroupDef *def, GroupEnd *end);
// Finishes a prepared group with the rounds that it has.
int32_t group_finish(const GroupDef *def, GroupEnd *end);
