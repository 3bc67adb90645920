#include "plugin/heap.h"

#include <malloc.h>
#include <stdlib.h>

#ifdef __GLIBC__
// glibc keeps some freed blocks of each small size for each thread (7 in version 2.36), and mallinfo2 counts
// them as used. Freeing more than that makes the cache full, so that it is the same at each count.
static void fill_thread_cache(void) {
	enum { BLOCKS = 32, SIZES = 65, STEP = 16 };
	void *volatile blocks[BLOCKS]; // no compiler may leave the pairs of malloc and free out
	for (size_t size = 1; size < SIZES; ++size) {
		for (int i = 0; i < BLOCKS; ++i) blocks[i] = malloc(size * STEP);
		for (int i = 0; i < BLOCKS; ++i) free(blocks[i]);
	}
}
#endif

size_t plugin_heap_bytes(void) {
#ifdef __GLIBC__
	fill_thread_cache();
	struct mallinfo2 info = mallinfo2();
	return info.uordblks + info.hblkhd;
#else
	return 0;
#endif
}
