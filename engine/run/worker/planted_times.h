// Slow-downs of a known size. Scripts use them to see whether a run finds these and no others. They exist
// only in builds with PLANTED_TIMES (config=measure), never in a release. The environment of the run sets
// them:
//
//   HARNESS_PLANT_SLOW=b:0.05     samples of the algorithm with the label or kind "b" last 5 % longer
//   HARNESS_PLANT_PROCESS=0.05    samples of each worker last longer by its own random share, up to 5 %
//   HARNESS_PLANT_DRIFT=0.2       all samples last longer by a share that grows by 20 % a minute
//   HARNESS_PLANT_ORIGIN=12.5     the begin of the drift on the monotonic clock in seconds; by default the
//                                 start of the first worker
#pragma once

#include <stdint.h>

#include "detect/detect.h"

// Called in the supervisor before it starts a worker. Sets the label and the origin of the drift in the
// environment that the worker inherits.
void planted_announce(const char *label);
// Called in the worker after a sample. Waits for the planted time and adds it to the parts of the sample.
void planted_slow_down(const char *kind, int64_t ns[STEP_PARTS]);
