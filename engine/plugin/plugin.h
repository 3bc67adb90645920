// Plug-ins as algorithms. A class is made from what a plug-in says of itself, so scenarios, plans and results
// know it without its code. Only a worker loads the code (plugin/load.h) and binds it to the class.
#pragma once

#include "base/error.h" // for stddef.h and stdint.h
#include "api/plugin.h"
#include "detect/detect.h"

typedef struct PluginInfo {
	HnPlugin plugin; // its texts are copies; unless it is bound, its functions must not be called
	bool bound;
	char *file;                // absolute path of the shared object
	char *key;                 // a hash of the file and of all shared objects that it pulled in
	char *text;                // its description, as it was given (run/plan/plugins.h)
	struct External *external; // results of another program, which are read and never run; NULL: it is code
} PluginInfo;

// Where a description comes from.
typedef struct PluginSource {
	const char *file, *key, *text;
	struct External *external; // plugin/external.h; NULL: a plug-in
} PluginSource;

enum { PLUGIN_PARAMS_MAX = 32, PLUGIN_COUNTERS_MAX = 16, PLUGIN_NAME_MAX = 40 };

// The status of what a plug-in cannot do. The row is skipped.
enum { PLUGIN_UNSUPPORTED = HN_PLUGIN_ERR_UNSUPPORTED };

// HN_ERR_BAD_INPUT names what breaks the rules of api/plugin.h: names, ranges, lists, missing functions.
// functions: whether they are checked, too.
int32_t plugin_check(const HnPlugin *plugin, bool functions);
// Adds the algorithm to the registry; everything is copied except `external`, which a class that is new owns.
// An equal one (name, file and key) is found again. HN_ERR_EXISTS: another algorithm has that name.
int32_t plugin_add(const HnDetectClass **out, const HnPlugin *described, const PluginSource *source);
// Binds the functions of a loaded plug-in to the class that was made from its description.
// HN_ERR_BAD_INPUT: they differ.
int32_t plugin_bind(const HnDetectClass *class, const HnPlugin *loaded);
// Results of another program: their class is never run, and its times are told. NULL: something else.
const struct External *plugin_external(const HnDetectClass *class);
