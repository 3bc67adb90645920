// The records of instances of a population.
#pragma once

#include <cjson/cJSON.h>

#include "run/result/result.h"
#include "scene/scene.h"

// Where the scene's body that moves is at the beginning of each instance; NULL in *out: no single body moves.
int32_t instances_poses(DrawnPose **out, const Result *result, const HnScene *scene); // HN_ERR_NO_MEMORY
// These read records. HN_ERR_BAD_INPUT, HN_ERR_NO_MEMORY.
int32_t instances_apply_poses(Result *result, const cJSON *json);
// What was counted of each instance of a member.
int32_t instances_apply(const Result *result, Member *member, const cJSON *json);
// The times of the instances of a block, in the samples of a round that counts; result_apply has read
// these. The same errors.
int32_t instances_apply_block(Result *result, const cJSON *block, const cJSON *samples);
