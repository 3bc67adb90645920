// Plug-ins are read by a short-lived process, so what their code does harms nobody else.
#pragma once

#include <stdint.h>

#include "base/text.h"

// The memory that a process with a plug-in's code may take, in bytes: half of the machine's.
uint64_t plugin_process_memory(void);

// Its main function (harness --plugin FILE): writes the descriptions to stdout, one line of JSON for each
// algorithm. An exit code; if it is not 0, a message is on stderr.
int plugin_process_main(const char *file);
// Runs such a process. HN_ERR_BAD_INPUT: the file is no plug-in, or the process crashed, hung or ended
// otherwise; the text says which.
int32_t plugin_process_describe(Text *out, const char *file);
