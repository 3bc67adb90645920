// False positives of the volume test: of the pairs of nodes that a run tests and whose volumes pass the test,
// in how many are the volumes apart? Only for k-DOPs, whose test compares intervals (wei2000, theorem 1), of
// small whole directions. A traversal records the pairs that it tests, evenly spaced; each that passes is
// decided exactly.
#pragma once

#include "bv/circuits.h"
#include "detect/inspect.h"
#include "tree/tree.h"

typedef struct TreePasses {
	PairTrace trace; // filled by one traversal
	Circuits circuits;
	int64_t passed, apart;
} TreePasses;

// Whether it is known of this volume.
bool tree_passes_known(const TreeDef *def);
int32_t tree_passes_begin(TreePasses *out, const TreeDef *def); // HN_ERR_NO_MEMORY
void tree_passes_free(TreePasses *passes);
// Adds the traversal that `query` made.
void tree_passes_add(TreePasses *passes, const TreeDef *def, const PairQuery *query);
// Puts group PASSES into *out.
void tree_passes_put(const TreePasses *passes, Inspection *out);
