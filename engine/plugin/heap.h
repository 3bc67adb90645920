// The bytes of the heap that are in use, by whatever code of this process. 0: the C library does not tell.
#pragma once

#include <stddef.h>

size_t plugin_heap_bytes(void);
