// What of its process a plug-in must leave as it found it: signal handlers and mask, threads, standard
// output, and the surroundings (surroundings.h).
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Limits the addresses of this process, in bytes. 0: no limit. for_good: the process cannot raise it again.
void plugin_system_limit(uint64_t bytes, bool for_good);
// Remembers the state as it is, and points standard output to a file of its own, so that what is written
// there is noticed and reaches nobody. HN_ERR_IO: that file cannot be made.
int32_t plugin_system_begin(void);
// Keeps a fault for the next look, which has no other way to be told. The first of several is kept.
void plugin_system_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
// HN_ERR_INVALID says what was noted, or else what `who` changed since plugin_system_begin. HN_OK if nothing.
int32_t plugin_system_look(const char *who);
