// What a member does before it is timed: it builds, counts, and proves its timed kernels.
#pragma once

#include "run/group/session.h"

// Starts a worker, which builds the structure that the member measures.
int32_t member_open(Session *session, int32_t member);
// The same. The worker also counts and, if it will be timed, proves its timed kernels against the counted
// ones.
int32_t member_prepare(Session *session, int32_t member);
