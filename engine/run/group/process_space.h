// The process namespace of a worker. A worker in one is not its first process, which abort() and other
// signals of its own would not end: it is a sibling of the first process. Both are children of the
// supervisor, which sees a worker's end as that of any other child. The end of the first process ends all in
// the namespace.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct ProcessSpace {
	pid_t worker;
	pid_t first; // of the worker's namespace; 0: it has none
} ProcessSpace;

// Makes a namespace for the children of this process. Whether it took hold and can be used.
bool process_space_take_on(void);
// In a child of the supervisor, between fork and exec: writes a ProcessSpace to `told`. If this process took
// a namespace on, it ends, and this function returns in the worker. The first process holds nothing but
// `lasts`, the end of a pipe to the supervisor: it ends when the supervisor has closed the other end, or is
// no more.
void process_space_enter(bool taken, int told, int lasts);
// In the supervisor: what its child `pid` has told. HN_ERR_IO: there is no worker.
int32_t process_space_read(ProcessSpace *out, pid_t pid, int told);
// Ends all that is left in the namespace, if there is one. The worker has been waited for.
void process_space_end(ProcessSpace *space);
