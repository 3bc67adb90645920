// Processes that a worker left behind: its children, and what these left. They end with it, whatever groups
// or sessions they joined.
#pragma once

#include <sys/types.h>

// Before the first worker: makes this process the parent of what its children leave behind. Children that it
// has already are known: of a shell that became this program, or of the first process of a container.
void strays_begin(void);
// A worker counts as known from its start to its end.
void strays_know(pid_t worker);
void strays_forget(pid_t worker);
// Ends all children of this process that are neither known nor of its own process group, and what they leave.
void strays_end(void);
