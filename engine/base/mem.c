#include "base/mem.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/error.h"

enum { ALIGNMENT = 64, HUGE_PAGE = 2 << 20 };

// Of the whole process; several threads may ask for memory at once. Between two threads the limit is not
// sharp.
static _Atomic size_t s_live, s_peak, s_limit = SIZE_MAX;
static _Atomic int64_t s_count, s_fail_at;

static size_t now(const _Atomic size_t *value) { return atomic_load_explicit(value, memory_order_relaxed); }

static int32_t admit(size_t grow) {
	int64_t count = atomic_fetch_add_explicit(&s_count, 1, memory_order_relaxed) + 1;
	size_t live = now(&s_live), limit = now(&s_limit);
	if (count == atomic_load_explicit(&s_fail_at, memory_order_relaxed))
		return error_set(HN_ERR_NO_MEMORY, "out of memory (planted)");
	if (grow > limit || live > limit - grow)
		return error_set(HN_ERR_NO_MEMORY, "out of memory: %zu bytes asked for, %zu in use, limit %zu", grow,
		                 live, limit);
	return HN_OK;
}

static void count_live(size_t size) {
	size_t live = atomic_fetch_add_explicit(&s_live, size, memory_order_relaxed) + size, peak = now(&s_peak);
	while (live > peak && !atomic_compare_exchange_weak(&s_peak, &peak, live)) {
	}
}

// A block may be read up to the end of its last 64 bytes. Only the bytes that were asked for are counted.
static size_t padded(size_t size) {
	if (size == 0) size = 1;
	return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

// A sanitizer knows where a block of aligned_alloc begins and ends. aligned_alloc takes several times as long
// as malloc for the many small blocks of fits. Builds without a sanitizer therefore use malloc and store its
// pointer just before the aligned block.
#ifdef SANITIZED
static void *take(size_t size) { return aligned_alloc(ALIGNMENT, padded(size)); }
static void give_back(void *p) { free(p); }
#else
static void *take_aligned(size_t size, size_t alignment) {
	char *begin = malloc(padded(size) + sizeof begin + alignment - 1);
	if (begin == NULL) return NULL;
	char *p = begin + sizeof begin;
	p += -(uintptr_t)p & (alignment - 1);
	memcpy(p - sizeof begin, &begin, sizeof begin);
	return p;
}

// New memory costs a fault for each of its pages, and pages that are used at random miss the buffers of
// address translation. So a large block begins at a huge page, and the kernel is asked for huge ones. None
// reaches past the end of the block, because all of it would count as used. The kernel may say no.
static void *take(size_t size) {
	if (size < HUGE_PAGE) return take_aligned(size, ALIGNMENT);
	void *p = take_aligned(size, HUGE_PAGE);
#ifdef MADV_HUGEPAGE
	if (p != NULL) madvise(p, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#endif
	return p;
}

static void give_back(void *p) {
	char *begin;
	memcpy(&begin, (char *)p - sizeof begin, sizeof begin);
	free(begin);
}
#endif

void *mem_alloc(size_t size) {
	if (admit(size) != HN_OK) return NULL;
	void *p = size > SIZE_MAX / 2 ? NULL : take(size);
	if (p == NULL) {
		error_set(HN_ERR_NO_MEMORY, "out of memory: the system refuses %zu bytes", size);
		return NULL;
	}
	count_live(size);
	return p;
}

void *mem_alloc_zero(size_t size) {
	void *p = mem_alloc(size);
	if (p != NULL) memset(p, 0, size);
	return p;
}

void *mem_resize(void *p, size_t old_size, size_t new_size) {
	void *q = mem_alloc(new_size);
	if (q == NULL) return NULL;
	if (p != NULL) {
		memcpy(q, p, old_size < new_size ? old_size : new_size);
		mem_free(p, old_size);
	}
	return q;
}

void mem_free(void *p, size_t size) {
	if (p == NULL) return;
	size_t live = atomic_fetch_sub_explicit(&s_live, size, memory_order_relaxed);
	CHECK(live >= size);
	give_back(p);
}

size_t mem_array_size(int64_t count, size_t size) {
	size_t bytes;
	if (count < 0 || __builtin_mul_overflow((size_t)count, size, &bytes)) return SIZE_MAX;
	return bytes;
}

size_t hn_mem_live_bytes(void) { return s_live; }
size_t mem_peak_bytes(void) { return s_peak; }
void mem_reset_peak(void) { s_peak = s_live; }
int64_t mem_allocation_count(void) { return s_count; }
void hn_mem_set_limit(size_t bytes) { s_limit = bytes; }
void mem_fail_at(int64_t allocation) { s_fail_at = allocation; }
