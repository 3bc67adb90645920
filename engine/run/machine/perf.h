// One counter of perf_event_open(2) for a piece of work of this process. Kernel code is not counted.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Opens the counter of a column (counters.h) without starting it; -1, and why in words for the manifest.
int perf_open(int32_t counter, char *why, size_t size);
void perf_start(int fd);
// Stops, and reads what was counted since perf_start. NaN: the processor had no counter free all the time,
// why says so.
double perf_stop(int fd, char *why, size_t size);
