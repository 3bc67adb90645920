// Growing arrays: ARRAY(int32_t) ids = { 0 }; ... ARRAY_PUSH(&ids, 7) is false when memory is out (error text
// set).
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

#define ARRAY(type)                                                                                          \
	struct {                                                                                                 \
		type *data;                                                                                          \
		int64_t count, capacity;                                                                             \
	}

// Room for `capacity` items in all; true, or false with the array as it was.
#define ARRAY_RESERVE(a, wanted)                                                                             \
	array_reserve((void **)&(a)->data, &(a)->capacity, (wanted), sizeof *(a)->data)
#define ARRAY_PUSH(a, item)                                                                                  \
	(((a)->count < (a)->capacity || ARRAY_RESERVE((a), (a)->count + 1))                                      \
	     ? ((a)->data[(a)->count] = (item), (a)->count += 1, true)                                           \
	     : false)
#define ARRAY_FREE(a)                                                                                        \
	(mem_free((a)->data, (size_t)(a)->capacity * sizeof *(a)->data), (a)->data = 0,                          \
	 (a)->count = (a)->capacity = 0)

// Of an array that a caller of the library hands in: HN_ERR_BAD_INPUT, naming it, for negative counts, more
// items than room, and items without data.
int32_t array_check(const void *data, int64_t count, int64_t capacity, const char *what);
// Grows to at least `wanted` items, by half as much again.
bool array_reserve(void **data, int64_t *capacity, int64_t wanted, size_t item_size);
