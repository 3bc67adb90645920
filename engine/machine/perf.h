// One counter of perf_event_open(2) for a part of this process's work. Kernel code is not counted.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Opens the counter of a column (counters.h) without starting it. -1: `why` has the reason for the manifest.
int perf_open(int32_t counter, char *why, size_t size);
void perf_start(int fd);
// Stops and reads the count since perf_start. NaN: the processor shared its counters with others; `why` says
// so.
double perf_stop(int fd, char *why, size_t size);
