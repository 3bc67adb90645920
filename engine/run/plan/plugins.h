// Descriptions of plug-ins as JSON, one object for each algorithm: what a short-lived process writes
// (plugin_describe), what a plan keeps in "plugins", and what classes are made of. It is not trusted.
#pragma once

#include "support/json.h"
#include "plugin/plugin.h"

// Adds the class that a description is of. HN_ERR_BAD_INPUT: what it lacks; and the errors of plugin_add.
int32_t plugins_add(const HnDetectClass **out, const char *text);
// Adds the classes of a plan's list of descriptions. NULL: there is no list.
int32_t plugins_read(const cJSON *list);
// For the manifest: name, file, library and shared objects with their hashes, of each plug-in of the plan; of
// another program's results the hashes of their files.
cJSON *plugins_manifest(const cJSON *list);
