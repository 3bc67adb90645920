// Checked allocation with exact byte counts. Memory is one of the measured results, so every byte that an
// algorithm holds is allocated here. The caller gives the size when it frees a block. Not thread-safe: only
// one thread of a process may allocate.
#pragma once

#include "api/engine.h"

// Returns NULL and sets the error text if the limit or the system refuses. Size 0 gives a pointer that may be
// freed. Memory is aligned to 64 bytes (a cache line and every SIMD width). A block of 2 MB or more begins at
// a huge page, and the system is asked for such pages.
void *mem_alloc(size_t size) __attribute__((malloc));
void *mem_alloc_zero(size_t size) __attribute__((malloc));
// Resizes a block. On failure the old block is unchanged. p may be NULL with old_size 0.
void *mem_resize(void *p, size_t old_size, size_t new_size);
void mem_free(void *p, size_t size); // NULL is allowed

// count * size, or SIZE_MAX if the product overflows; every allocation refuses SIZE_MAX.
size_t mem_array_size(int64_t count, size_t size);

// The highest number of live bytes since the start or since mem_reset_peak.
size_t mem_peak_bytes(void);
void mem_reset_peak(void);
int64_t mem_allocation_count(void); // since the start of the process; mem_fail_at uses the same numbers

// For tests: makes the allocation with this number fail, once. Numbers are as mem_allocation_count counts,
// from 1; 0 means none.
void mem_fail_at(int64_t allocation);
