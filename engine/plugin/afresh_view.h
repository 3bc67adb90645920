// A window of a scene whose bodies or boxes can be moved to places where nobody was asked about them before.
#pragma once

#include "scene/scene.h"

typedef struct AfreshView {
	HnScene scene; // what algorithms see; it borrows the meshes and shapes of `of`
	const HnScene *of;
	int32_t first; // the window's first step
	HnSceneBody *bodies;
	HnPose *poses;     // of all bodies that are not fixed
	size_t poses_size; // bytes
	double *extents;   // of each body: the largest coordinate of its mesh
	float *boxes;      // of the present variant; those of earlier ones stay as they are
	struct AfreshBoxes *kept;
} AfreshView;

// Makes a view of at most step_count steps from `first` on, around the end to the first one. It is at variant
// 0: the motion as it is. HN_ERR_NO_MEMORY; afresh_view_free must be called then, too.
int32_t afresh_view_make(AfreshView *out, const HnScene *scene, int32_t first, int32_t step_count);
void afresh_view_free(AfreshView *view); // all zero is allowed
// Whether there is anything that can be moved.
bool afresh_view_moves(const AfreshView *view);
// Moves everything that is not fixed a little, in each step another way: by up to a fiftieth of its size. A
// variant is the same each time; 0 is the motion as it is. HN_ERR_NO_MEMORY.
int32_t afresh_view_move(AfreshView *view, uint64_t variant);
// Moves everything that is not fixed by next to nothing from where it is in the motion: equal places stay
// equal, and each is another one than in any variant. nudge: 1 or more. HN_ERR_NO_MEMORY.
int32_t afresh_view_nudge(AfreshView *view, int32_t nudge);
