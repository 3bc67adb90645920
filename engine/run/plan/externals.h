// Results of other programs in a plan's list of plug-ins (plugins.h): the member "external" of a description.
// { "grain": 0, "sha256": "...", "scene": "...",
//   "times": { "file": "...", "sha256": "...", "run": "...", "steps": 0, "pass": [1, 2], "ms": [3.1, 3.2] } }
// scene, times and run may be missing or null.
#pragma once

#include "plugin/external.h"
#include "support/json.h"

// HN_ERR_BAD_INPUT: what it lacks. The caller frees *out.
int32_t externals_read(External **out, const cJSON *json);
// For the manifest: leaves out the times themselves.
void externals_shorten(cJSON *plugin);
