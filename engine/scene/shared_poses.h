// Bodies that stay in one and the same pose.
#pragma once

#include "scene/scene.h"

// lowest[b] is the lowest body that has the same single pose as b, to the bit; for a body that moves it is b.
// HN_ERR_NO_MEMORY.
int32_t shared_poses_find(int32_t *lowest, const HnScene *scene);
