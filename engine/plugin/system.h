// What of its process a plug-in must leave as it found it: signal handlers and mask, threads, standard
// output.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Remembers the state as it is, and points standard output to a file of its own, so that what is written
// there is noticed and reaches nobody. HN_ERR_IO: that file cannot be made.
int32_t plugin_system_begin(void);
// HN_ERR_INVALID says what `who` changed since then. HN_OK if nothing, or before plugin_system_begin.
int32_t plugin_system_look(const char *who);
