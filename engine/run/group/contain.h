// Members that may report too much, or too little.
#pragma once

#include "run/group/session.h"

// Compares what members report that may report too much: every contact must be in it.
int32_t session_contain(Session *session);
