// The timed parts of a session: builds, repeats of a sample, rounds, steps.
#pragma once

#include "run/group/session.h"

int32_t session_builds(Session *session);
int32_t session_calibrate(Session *session);
int32_t session_rounds(Session *session);
int32_t session_steps(Session *session);
