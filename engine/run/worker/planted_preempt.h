// Preempted samples for tests, in builds with PLANTED or PLANTED_TIMES, never in a release. The environment
// of the run sets them; where the variable is set, nothing else is taken for preempted:
//
//   HARNESS_PLANT_PREEMPT=none    no sample
//   HARNESS_PLANT_PREEMPT=all     all samples
//   HARNESS_PLANT_PREEMPT=b:3     the third sample of each worker of the algorithm with the label or kind "b"
//   HARNESS_PLANT_PREEMPT=b:1-3   its first three samples
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Called in the supervisor before it starts a worker. Puts the label into the environment that the worker
// inherits.
void planted_preempt_announce(const char *label);
// Times of instances for tests, where the environment has HARNESS_PLANT_INSTANCES: "aabb:2,bsp:3" gives those
// of these kinds 2 and 3 times 1 us and 10 ns a contact found. `ns` is the real time, and that of other
// kinds.
double planted_instance_ns(const char *kind, int64_t contacts, double ns);
bool planted_preempt_is_set(void); // so that real preemptions are nothing
// sample: number of the worker's sample, from 1; real: was it preempted in truth?
bool planted_preempt(const char *kind, int32_t sample, bool real);
