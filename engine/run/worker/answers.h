// The orders of a worker that ask what the algorithm finds.
#pragma once

#include "run/worker/state.h"

// counted: by the counted kernels, else by the timed ones, on a detector made anew.
int32_t answers_order(WorkerState *state, bool counted, Reply *reply, void **payload, size_t *size);
int32_t answers_contacts(WorkerState *state, const Order *order, void **payload, size_t *size);
int32_t answers_follow(WorkerState *state, const Order *order, void **payload, size_t *size);
