// The orders that read the clock.
#pragma once

#include "run/worker/state.h"

int32_t sample_build(WorkerState *state, void **payload, size_t *size);
int32_t sample_calibrate(WorkerState *state, const Order *order, Reply *reply);
int32_t sample_take(WorkerState *state, const Order *order, Reply *reply, void **payload, size_t *size);
int32_t sample_steps(WorkerState *state, const Order *order, void **payload, size_t *size);
