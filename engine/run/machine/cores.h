// Assigns processors. Workers use one of them and everything else uses the others, so that the supervisor and
// scenario code take no time from the measurement.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// list: "3", "2-5,8" of those that may be used; NULL: all that this process may. Workers get the last one, as
// the first serve most interrupts; this process and what it starts moves to the others of the list, else to
// any other. HN_ERR_BAD_INPUT names what is no list, and a processor that is not there or not allowed.
int32_t cores_choose(const char *list);
int32_t
cores_measuring(void);   // -1: workers cannot be pinned. Without cores_choose, as of NULL, but nobody moves
bool cores_shared(void); // there is no other one for the supervisor
