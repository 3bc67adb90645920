// Counters of a group's points.
#pragma once

#include "run/group/session.h"

int32_t session_count_events(Session *session);
