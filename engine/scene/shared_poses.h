// Bodies that stay for good in one and the same pose.
#pragma once

#include "scene/scene.h"

// lowest[b]: the lowest body with the same single pose as b, to the bit; of a body that moves, itself.
// HN_ERR_NO_MEMORY.
int32_t shared_poses_find(int32_t *lowest, const HnScene *scene);
