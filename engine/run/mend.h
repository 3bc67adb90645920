// Files of a run that were lost, emptied or damaged after they were written.
#pragma once

#include <stdint.h>

#include "run/plan/plan.h"

// Makes them again from the staging directory, which is of the same plan, and says so. What is measured again
// or written anew in any case is left alone.
int32_t run_mend(const char *run_dir, const char *staging, const Plan *plan);
