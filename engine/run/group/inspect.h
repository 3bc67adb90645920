// What the scenario wants to know about structures.
#pragma once

#include "run/group/session.h"

int32_t session_inspect(Session *session);
