// What is timed of a session: builds, repeats of a sample, rounds, steps.
#pragma once

#include "run/group/session.h"

int32_t sitting_builds(Sitting *sitting);
int32_t sitting_calibrate(Sitting *sitting);
int32_t sitting_rounds(Sitting *sitting);
int32_t sitting_steps(Sitting *sitting);
