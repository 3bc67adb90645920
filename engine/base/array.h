// Growing arrays. Example: ARRAY(int32_t) ids = { 0 }; ARRAY_PUSH(&ids, 7); ARRAY_FREE(&ids). ARRAY_PUSH
// returns false and sets the error text if memory is out.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"

#define ARRAY(type)                                                                                          \
	struct {                                                                                                 \
		type *data;                                                                                          \
		int64_t count, capacity;                                                                             \
	}

// Makes room for `wanted` items in total. Returns false and leaves the array unchanged if memory is out.
#define ARRAY_RESERVE(a, wanted)                                                                             \
	array_reserve((void **)&(a)->data, &(a)->capacity, (wanted), sizeof *(a)->data)
#define ARRAY_PUSH(a, item)                                                                                  \
	(((a)->count < (a)->capacity || ARRAY_RESERVE((a), (a)->count + 1))                                      \
	     ? ((a)->data[(a)->count] = (item), (a)->count += 1, true)                                           \
	     : false)
#define ARRAY_FREE(a)                                                                                        \
	(mem_free((a)->data, (size_t)(a)->capacity * sizeof *(a)->data), (a)->data = 0,                          \
	 (a)->count = (a)->capacity = 0)

// Checks an array that a caller of the library hands in. HN_ERR_BAD_INPUT if the count is negative, the count
// exceeds the capacity, or there is a capacity but no data; the text begins with `what`.
int32_t array_check(const void *data, int64_t count, int64_t capacity, const char *what);
// Grows the capacity to at least `wanted` items, and by at least one half.
bool array_reserve(void **data, int64_t *capacity, int64_t wanted, size_t item_size);
