// Reads the records of instances of a population.
#pragma once

#include <cjson/cJSON.h>

#include "run/result/result.h"

// What was counted of each instance of a member. HN_ERR_BAD_INPUT, HN_ERR_NO_MEMORY.
int32_t instances_apply(const Result *result, Member *member, const cJSON *json);
// The times of the instances of a block, in the samples of a round that counts; result_apply has read
// these. The same errors.
int32_t instances_apply_block(Result *result, const cJSON *block, const cJSON *samples);
