// Errors, counted allocation, arrays, the clock.
#include "cheap.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "suite.h"

START_TEST(error_text_is_kept_and_prefixed) {
	ck_assert_int_eq(error_set(HN_ERR_IO, "cannot read %s", "a.obj"), HN_ERR_IO);
	ck_assert_str_eq(hn_error_text(), "cannot read a.obj");
	ck_assert_int_eq(error_prefix(HN_ERR_BAD_INPUT, "line %d", 7), HN_ERR_BAD_INPUT);
	ck_assert_str_eq(hn_error_text(), "line 7: cannot read a.obj");
	error_set(HN_ERR_IO, "again: %s", hn_error_text()); // an argument that is the old text
	ck_assert_str_eq(hn_error_text(), "again: line 7: cannot read a.obj");
}

START_TEST(error_text_never_overflows) {
	char longest[5000];
	memset(longest, 'x', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	error_set(HN_ERR_IO, "%s", longest);
	ck_assert_uint_gt(strlen(hn_error_text()), 500);
	for (int i = 0; i < 10; ++i) error_prefix(HN_ERR_IO, "%s", longest);
	ck_assert_uint_lt(strlen(hn_error_text()), sizeof longest);
	ck_assert_int_eq(hn_error_text()[0], 'x');
}

#ifndef SANITIZED // a sanitizer's blocks are those of the system
// Reads the flags of the mapping that holds an address, such as " rd wr mr hg ". False: they are unknown.
static bool mapping_flags(char *out, size_t size, const void *address) {
	FILE *file = fopen("/proc/self/smaps", "re");
	bool within = false, found = false;
	while (file != NULL && !found && fgets(out, (int)size, file) != NULL) {
		uintptr_t begin, end;
		if (sscanf(out, "%" SCNxPTR "-%" SCNxPTR " ", &begin, &end) == 2)
			within = (uintptr_t)address >= begin && (uintptr_t)address < end;
		found = within && strncmp(out, "VmFlags:", 8) == 0;
	}
	if (file != NULL) fclose(file);
	return found;
}

START_TEST(large_blocks_ask_for_huge_pages) {
	const size_t page = 2 << 20, sizes[] = { page, page + 1, 3 * page - 1, 9 * page + 100 };
	size_t before = hn_mem_live_bytes();
	char flags[256], *p = NULL;
	for (size_t i = 0, old = 0; i < sizeof sizes / sizeof sizes[0]; old = sizes[i++]) {
		p = mem_resize(p, old, sizes[i]);
		ck_assert_ptr_nonnull(p);
		ck_assert_uint_eq((uintptr_t)p % page, 0);
		if (access("/sys/kernel/mm/transparent_hugepage", F_OK) == 0 && mapping_flags(flags, sizeof flags, p))
			ck_assert_ptr_nonnull(strstr(flags, " hg"));
		for (size_t b = 0; b < old; ++b) cheap_assert(p[b] == (char)(b % 127));
		for (size_t b = 0; b < sizes[i]; ++b) p[b] = (char)(b % 127);
		ck_assert_uint_eq(hn_mem_live_bytes(), before + sizes[i]);
	}
	mem_free(p, sizes[3]);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}
#endif

START_TEST(live_bytes_are_exact) {
	enum { BLOCKS = 200 };
	void *block[BLOCKS] = { 0 };
	size_t size[BLOCKS] = { 0 }, before = hn_mem_live_bytes(), sum = before;
	Rng rng = rng_of(1, 0);
	mem_reset_peak();
	size_t peak = before;
	for (int turn = 0; turn < 5000; ++turn) {
		int i = (int)rng_below(&rng, BLOCKS);
		size_t wanted = (size_t)rng_below(&rng, 1000);
		int action = (int)rng_below(&rng, 3);
		if (action == 2) {
			mem_free(block[i], size[i]);
			sum -= size[i];
			block[i] = NULL;
			size[i] = 0;
		} else if (block[i] == NULL) {
			block[i] = action == 0 ? mem_alloc(wanted) : mem_alloc_zero(wanted);
			ck_assert_ptr_nonnull(block[i]);
			ck_assert_uint_eq((uintptr_t)block[i] % 64, 0);
			for (size_t b = 0; action == 1 && b < wanted; ++b) cheap_assert(((char *)block[i])[b] == 0);
			sum += size[i] = wanted;
		} else {
			if (size[i] > 0) memset(block[i], i, size[i]);
			size_t kept = size[i] < wanted ? size[i] : wanted;
			if (sum + wanted > peak) peak = sum + wanted; // both blocks exist while one is copied
			block[i] = mem_resize(block[i], size[i], wanted);
			for (size_t b = 0; b < kept; ++b) cheap_assert(((unsigned char *)block[i])[b] == i);
			sum += wanted;
			sum -= size[i];
			size[i] = wanted;
		}
		if (sum > peak) peak = sum;
		ck_assert_uint_eq(hn_mem_live_bytes(), sum);
		ck_assert_uint_eq(mem_peak_bytes(), peak);
	}
	for (int i = 0; i < BLOCKS; ++i) mem_free(block[i], size[i]);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	mem_free(NULL, 5);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

START_TEST(planted_failure_comes_once) {
	int64_t now = mem_allocation_count();
	mem_fail_at(now + 2);
	void *first = mem_alloc(10), *second = mem_alloc(10), *third = mem_alloc(10);
	ck_assert_ptr_nonnull(first);
	ck_assert_ptr_null(second);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "memory"));
	ck_assert_ptr_nonnull(third);
	ck_assert_int_eq(mem_allocation_count(), now + 3);
	mem_fail_at(mem_allocation_count() + 1);
	memset(first, 'a', 10);
	ck_assert_ptr_null(mem_resize(first, 10, 20));
	ck_assert_int_eq(((char *)first)[9], 'a'); // the old block is as it was
	mem_fail_at(0);
	mem_free(first, 10);
	mem_free(third, 10);
}

START_TEST(limit_is_exact_and_huge_sizes_are_refused) {
	size_t before = hn_mem_live_bytes();
	hn_mem_set_limit(before + 100);
	void *p = mem_alloc(60);
	ck_assert_ptr_nonnull(p);
	ck_assert_ptr_null(mem_alloc(41));
	void *q = mem_alloc(40);
	ck_assert_ptr_nonnull(q);
	ck_assert_ptr_null(mem_alloc(1));
	mem_free(q, 40);
	mem_free(p, 60);
	ck_assert_ptr_null(mem_alloc(SIZE_MAX));
	hn_mem_set_limit(SIZE_MAX);
	ck_assert_ptr_null(mem_alloc(SIZE_MAX));
	ck_assert_ptr_null(mem_alloc(SIZE_MAX - 70));
	ck_assert_ptr_null(mem_alloc(SIZE_MAX / 2 + 2));
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	ck_assert_uint_eq(mem_array_size(3, 8), 24);
	ck_assert_uint_eq(mem_array_size(0, 8), 0);
	ck_assert_uint_eq(mem_array_size(-1, 8), SIZE_MAX);
	ck_assert_uint_eq(mem_array_size(INT64_MAX, 8), SIZE_MAX);
}

START_TEST(array_keeps_items_while_it_grows) {
	size_t before = hn_mem_live_bytes();
	ARRAY(int32_t) a = { 0 };
	for (int32_t i = 0; i < 10000; ++i) cheap_assert(ARRAY_PUSH(&a, 3 * i));
	ck_assert_int_eq(a.count, 10000);
	for (int32_t i = 0; i < 10000; ++i) ck_assert_int_eq(a.data[i], 3 * i);
	ck_assert_uint_eq(hn_mem_live_bytes() - before, (size_t)a.capacity * sizeof(int32_t));
	hn_mem_set_limit(hn_mem_live_bytes());
	int32_t pushed = 0;
	while (pushed < 100000 && ARRAY_PUSH(&a, 1)) pushed += 1;
	hn_mem_set_limit(SIZE_MAX);
	ck_assert_int_eq(a.count, a.capacity); // full, refused, and not changed
	ck_assert_int_eq(a.data[9999], 29997);
	cheap_assert(!ARRAY_RESERVE(&a, INT64_MAX));
	ARRAY_FREE(&a);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	ck_assert_int_eq(a.count, 0);
}

START_TEST(clock_runs_forwards) {
	ClockInfo info;
	ck_assert_int_eq(clock_self_test(&info), HN_OK);
	cheap_assert(info.cost_ns > 0 && info.resolution_ns > 0);
	int64_t last = clock_ns();
	for (int i = 0; i < 100000; ++i) {
		int64_t now = clock_ns();
		cheap_assert(now >= last);
		last = now;
	}
}

TEST_SUITE(base, suite, tc) {
	tcase_add_test(tc, error_text_is_kept_and_prefixed);
	tcase_add_test(tc, error_text_never_overflows);
	tcase_add_test(tc, live_bytes_are_exact);
#ifndef SANITIZED
	tcase_add_test(tc, large_blocks_ask_for_huge_pages);
#endif
	tcase_add_test(tc, planted_failure_comes_once);
	tcase_add_test(tc, limit_is_exact_and_huge_sizes_are_refused);
	tcase_add_test(tc, array_keeps_items_while_it_grows);
	tcase_add_test(tc, clock_runs_forwards);
}
