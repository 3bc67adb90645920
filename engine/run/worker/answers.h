// The orders that ask for an algorithm's answers.
#pragma once

#include "run/worker/state.h"

int32_t answers_count(WorkerState *state, const Order *order, Reply *reply, void **payload, size_t *size);
// By the timed kernels, on a new detector.
int32_t answers_prove(WorkerState *state, Reply *reply, void **payload, size_t *size);
int32_t answers_contacts(WorkerState *state, const Order *order, void **payload, size_t *size);
int32_t answers_follow(WorkerState *state, const Order *order, void **payload, size_t *size);
int32_t answers_afresh(WorkerState *state, void **payload, size_t *size);
