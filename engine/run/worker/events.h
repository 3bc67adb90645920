// The orders that ask for counters of the processor or of valgrind.
#pragma once

#include "run/worker/state.h"

double worker_peak_rss(void); // bytes; NaN: not known
int32_t events_count(WorkerState *state, const Order *order, void **payload, size_t *size);
int32_t events_trace(WorkerState *state, Reply *reply);
