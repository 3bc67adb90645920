// Checked allocation with exact byte counts: memory is one of the results, so every byte that an algorithm
// holds goes through here. Frees are sized. Not thread-safe: a process has one thread that allocates.
#pragma once

#include "api/engine.h"

// NULL when the limit or the system refuses; the error text is set. Size 0 gives a pointer that may be freed.
// Memory is aligned to 64 bytes (a cache line, and every SIMD width).
void *mem_alloc(size_t size) __attribute__((malloc));
void *mem_alloc_zero(size_t size) __attribute__((malloc));
// On failure the old block is untouched. p may be NULL with old_size 0.
void *mem_resize(void *p, size_t old_size, size_t new_size);
void mem_free(void *p, size_t size); // NULL is allowed

// count * size, or SIZE_MAX (which every allocation refuses) where the product does not fit.
size_t mem_array_size(int64_t count, size_t size);

size_t mem_peak_bytes(void);
void mem_reset_peak(void);
int64_t mem_allocation_count(void); // since the start of the process; also the number a failure is planted at

// The allocation with this number (as mem_allocation_count counts, from 1) fails, once; 0: none. For tests.
void mem_fail_at(int64_t allocation);
