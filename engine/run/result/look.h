// Looks at a population's group whose rounds go on until claims are decided. What a look found is a record,
// so a group that goes on later does not look again.
#pragma once

#include "run/result/result.h"

// Is there a look after the rounds that there are, which nobody took?
bool look_is_due(const Result *result);
// What is open, and which members are needed for it: those that are compared, and the twin with its original.
// needed: one for each member. HN_ERR_NO_MEMORY.
int32_t look_take(Look *out, bool *needed, const Result *result);
