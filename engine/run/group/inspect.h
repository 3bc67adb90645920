// Inspects structures, as the scenario asks.
#pragma once

#include "run/group/session.h"

int32_t session_inspect(Session *session);
