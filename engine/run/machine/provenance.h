// What was run: commit, and the diff that the build had beside it.
#pragma once

struct cJSON;

#include <stdint.h>

// patch.diff in the folder, where this binary was built from a tree with changes and its diff is still beside
// it.
int32_t provenance_write(const char *folder);
// "commit", "dirty", and "patch": where the diff is, or why there is none.
void provenance_manifest(struct cJSON *manifest);
