// Ends of child processes. Nothing here reaps them: the caller still waits for them.
#pragma once

#include <stdbool.h>
#include <sys/types.h>

// A process that has closed its files because it dies has ended within so many seconds.
#define CHILD_DYING_S 3.0

bool child_has_ended(pid_t pid); // also if there is no such child
// Waits for its end, for so many seconds at most. False: it lives.
bool child_ends_within(pid_t pid, double seconds);
