// Slow-downs of a known size. Scripts use them to see whether a run finds these and no others. They exist
// only in builds with PLANTED_TIMES (config=measure), never in a release. The environment of the run sets
// them:
//
//   HARNESS_PLANT_SLOW=b:0.05     samples of what is called "b", by label or else kind, last 5 % longer
//   HARNESS_PLANT_PROCESS=0.05    those of every worker last longer by a share of its own, up to 5 %
//   HARNESS_PLANT_DRIFT=0.2       those of all last longer by a share that grows by 20 % a minute,
//   HARNESS_PLANT_ORIGIN=12.5     since the monotonic clock showed so many seconds, or a first worker began
#pragma once

#include <stdint.h>

#include "detect/detect.h"

// Before a worker starts, in its supervisor: its label and the origin of the drift, for it to inherit.
void planted_announce(const char *label);
// In the worker: waits as long as is planted after the parts of a sample, and adds that to them.
void planted_slow_down(const char *kind, int64_t ns[STEP_PARTS]);
