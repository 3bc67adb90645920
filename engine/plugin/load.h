// Loading plug-ins. Their code may do anything, so only short-lived processes and workers do this.
#pragma once

#include "base/text.h"
#include "plugin/plugin.h"

// Loads a file, and writes a description of each of its algorithms as a line of JSON (run/plan/plugins.h).
// Errors: HN_ERR_BAD_INPUT, HN_ERR_INVALID and those of reading files; the text says what is wrong.
int32_t plugin_describe(Text *out, const char *file);
// For a worker: loads the algorithm that an order names: "FILE\nNAME\nKEY", or makes the class of another
// program's results, which are read later (external.h). HN_ERR_INVALID: the file or one
// of its shared objects is not what it was when the plan was made.
int32_t plugin_load(const HnDetectClass **out, const char *order);
// The name of a class in an order: that of the class, or what plugin_load takes.
int32_t plugin_order_name(Text *out, const HnDetectClass *class);
static inline bool plugin_is_order(const char *kind) {
	for (; *kind != '\0'; ++kind)
		if (*kind == '\n') return true;
	return false;
}
