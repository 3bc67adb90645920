// Which nodes of a tree are brought into another frame when (update) and from what (by).
#pragma once

#include "tree/tree.h"

typedef enum TreeUpdate {
	UPDATE_FULL,    // every node in every step
	UPDATE_LAYERED, // the root in every step, the others in the first step's test that the root passes
	UPDATE_LAZY,    // each node when it is first met in a step
	UPDATES,
} TreeUpdate;
const char *tree_update_name(int32_t index); // as Param.choice wants it

typedef struct MovedDef {
	TreeDef tree;
	TreeUpdate update;
	MoveBy by;
	bool
	    rooted; // roots of their own (tree/roots.h) are tested first: `layered` moves no node before they met
} MovedDef;

// Is there such a way for this volume? HN_ERR_BAD_INPUT names what does not go together.
int32_t moved_def_check(const MovedDef *def);
// Does every step begin with an update phase, or is all of it done as nodes are met?
bool moved_def_is_lazy(const MovedDef *def);
// The walk for it.
Walk moved_def_walk(const MovedDef *def, bool counted);
// Are volumes fitted while it moves?
bool moved_def_fits(const MovedDef *def);
// Are volumes at rest needed beside those that move?
bool moved_def_needs_rest(const MovedDef *def);
// Does nothing move before roots have met?
bool moved_def_waits(const MovedDef *def);

// Can a body that deforms follow a motion so? HN_ERR_BAD_INPUT names what it cannot.
int32_t moved_def_check_deforming(const MovedDef *def);
// What stands for `def` where the body deforms: nodes that are not made of their children are not refitted,
// the tree is rebuilt.
MovedDef moved_def_deforming(const MovedDef *def);
