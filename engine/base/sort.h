// Sorting that is the same on every machine: every order is total (ties by index), no libc qsort.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Ascending order of n quadruples of int32 (body a, triangle a, body b, triangle b), all values >= 0.
// scratch: as large as data. LSD radix sort, passes over constant bytes skipped.
void sort_quads(int32_t *quads, int64_t n, int32_t *scratch);

// keys ascending, ties by the order they came in; n doubles (no NaN). index is permuted along. scratch of n
// each.
void sort_doubles_indexed(double *keys, int32_t *index, int64_t n, double *key_scratch,
                          int32_t *index_scratch);
void sort_doubles(double *values, int64_t n); // in place, heapsort: no memory, n log n for every input
