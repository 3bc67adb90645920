// The life of one group, from its scene to its finished file: sessions of workers, agreement, rounds.
#pragma once

#include "run/group/session.h"

typedef struct GroupEnd {
	bool stopped;  // a signal asked to
	bool measured; // it was not finished before
	bool finished;
	bool prepared;
	double seconds; // of all its sessions
} GroupEnd;

// Measures until it is finished, a signal asks to stop, or as the definition says. Errors are of files and
// memory only.
int32_t group_measure(const GroupDef *def, GroupEnd *end);
// What is prepared is finished with the rounds that there are.
int32_t group_finish(const GroupDef *def, GroupEnd *end);
