// What a member does before it is timed: it builds, counts, and proves its timed kernels.
#pragma once

#include "run/group/session.h"

// A worker that has built what the member measures.
int32_t member_open(Session *session, int32_t member);
// The same, and it has counted and, where it will be timed, proved its timed kernels by the counted ones.
int32_t member_prepare(Session *session, int32_t member);
