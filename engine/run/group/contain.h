// Members that may report too much, or too little.
#pragma once

#include "run/group/session.h"

// Compares the reports of conservative members with an exact one: they must contain every contact.
int32_t session_contain(Session *session);
