// How a tree is placed in another frame: which nodes are updated when (`update`), and from what (`by`).
#pragma once

#include "tree/tree.h"

typedef enum TreeUpdate {
	UPDATE_FULL,    // every node in every step
	UPDATE_LAYERED, // the root in every step, the other nodes at the step's first test that the root passes
	UPDATE_LAZY,    // each node when it is first met in a step
	UPDATES,
} TreeUpdate;
const char *tree_update_name(int32_t index); // in the form of Param.choice

typedef struct MovedDef {
	TreeDef tree;
	TreeUpdate update;
	MoveBy by;
	bool
	    // a root list (tree/roots.h) is tested first; `layered` moves no node before its roots overlap
	    rooted;
} MovedDef;

// Checks that the volume supports this combination. HN_ERR_BAD_INPUT names what does not go together.
int32_t moved_def_check(const MovedDef *def);
// True if nodes are placed when they are met; false if every step begins with an update phase.
bool moved_def_is_lazy(const MovedDef *def);
// The kind of traversal that this needs.
Walk moved_def_walk(const MovedDef *def, bool counted);
// True if volumes are fitted during the motion.
bool moved_def_fits(const MovedDef *def);
// True if the volumes at rest are needed beside those that move.
bool moved_def_needs_rest(const MovedDef *def);
// True if nothing moves before the roots overlap.
bool moved_def_waits(const MovedDef *def);

// Checks that a body that deforms can follow a motion in this way. HN_ERR_BAD_INPUT names what does not fit.
int32_t moved_def_check_deforming(const MovedDef *def);
// The definition that replaces `def` for a body that deforms: if nodes are not made from their children, the
// tree is rebuilt instead of refitted.
MovedDef moved_def_deforming(const MovedDef *def);
