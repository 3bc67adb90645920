// The sources of this binary: the commit, and the diff to it.
#pragma once

struct cJSON;

#include <stdint.h>

// Writes patch.diff into the folder, if this binary was built from a tree with changes and their diff is
// still beside it.
int32_t provenance_write(const char *folder);
// Adds "commit", "dirty" and "patch", which names the diff or says why there is none.
void provenance_manifest(struct cJSON *manifest);
