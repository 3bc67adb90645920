// A level of the volume trees of a scene's bodies: those of the algorithm `aabb` with its defaults. A leaf
// above the level stands for itself.
#pragma once

#include "bv/aabb.h"
#include "draw/scenery.h"
#include "tree/tree.h"

typedef struct DrawBox {
	HnVec3 corner[8]; // projected; bit i of the index: the greater bound along axis i
	uint8_t rgb[3];
} DrawBox;

typedef ARRAY(Aabb) BoxList;

typedef struct DrawLevels {
	int32_t level;  // 0: the root
	BoxList *boxes; // of each slot of the bodies' shapes (scene/body_meshes.h), once it was needed
	int32_t slot_count;
	int32_t step; // of the boxes
} DrawLevels;

// The level that shows most and still can be told apart: deep for two bodies, the roots for a crowd.
int32_t levels_choose(int32_t bodies);
int32_t levels_init(DrawLevels *out, const Scenery *scenery, int32_t level); // HN_ERR_NO_MEMORY
void levels_free(DrawLevels *levels);                            // one that is all zero is allowed
typedef bool (*DrawBoxVisit)(void *context, const DrawBox *box); // false: no memory
// Calls visit for the boxes of each body in the world. HN_ERR_NO_MEMORY.
int32_t levels_each(DrawLevels *levels, const Scenery *scenery, const DrawView *view, DrawBoxVisit visit,
                    void *context);
