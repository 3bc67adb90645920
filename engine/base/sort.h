// Sorting that gives the same order on every machine. Every order is total (ties by index), and libc's qsort
// is not used.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Sorts n quadruples of int32 (body a, triangle a, body b, triangle b) in ascending order; all values are >=
// 0. scratch is as large as quads. The method is an LSD radix sort that skips constant bytes.
void sort_quads(int32_t *quads, int64_t n, int32_t *scratch);

// Sorts n doubles (no NaN) in ascending order; equal keys keep their order. index is permuted with the keys.
// Both scratch arrays have n elements.
void sort_doubles_indexed(double *keys, int32_t *index, int64_t n, double *key_scratch,
                          int32_t *index_scratch);
// in place, by heapsort: no extra memory, O(n log n) for every input
void sort_doubles(double *values, int64_t n);
