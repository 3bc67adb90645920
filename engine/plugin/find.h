// Where the file of a plug-in is.
#pragma once

#include <stdbool.h>

#include "base/file.h"

enum { PLUGIN_PLACES = 4 };
typedef struct PluginPlaces {
	char paths[PLUGIN_PLACES][PATH_SIZE]; // in the order in which they are tried
	int count;
	bool named; // a name, which is looked for in several folders; else a path
} PluginPlaces;

// Where a plug-in is looked for that is called by a path (it has a '/' or ends in .so) or a name. The paths
// are relative as the given one is. HN_ERR_IO: the path is too long.
int32_t plugin_places(PluginPlaces *out, const char *given);
// The absolute path, links resolved, of the first such file in the current directory. HN_ERR_NOT_FOUND names
// those that were tried.
int32_t plugin_find(char out[PATH_SIZE], const char *given);
