// Which instruction set kernels use: one that the machine has, and no other; and what operations on lanes
// give from each.
#include <check.h>
#include <string.h>

#include "base/error.h"
#include "lanes.h"
#include "simd/simd.h"
#include "suite.h"

START_TEST(the_widest_that_there_is) {
	ck_assert(simd_available(SIMD_BASELINE));
	ck_assert_int_eq(hn_simd_choose(NULL), HN_OK);
	ck_assert(simd_available(simd_set()));
	for (int32_t wider = (int32_t)simd_set() + 1; wider < SIMD_SETS; ++wider)
		ck_assert(!simd_available((SimdSet)wider));
}

START_TEST(one_by_name) {
	for (int32_t set = 0; set < SIMD_SETS; ++set) {
		int32_t status = hn_simd_choose(simd_name(set));
		ck_assert_int_eq(status, simd_available((SimdSet)set) ? HN_OK : HN_ERR_BAD_INPUT);
		if (status == HN_OK) ck_assert_int_eq((int)simd_set(), set);
	}
	ck_assert_ptr_null(simd_name(SIMD_SETS));
}

// A worker is told the set of its supervisor, and may be in a place that has less.
START_TEST(no_wider_than_asked_for) {
	for (int32_t set = 0; set < SIMD_SETS; ++set) {
		simd_choose_up_to((SimdSet)set);
		ck_assert(simd_available(simd_set()));
		ck_assert_int_le((int)simd_set(), set);
		for (int32_t between = (int32_t)simd_set() + 1; between <= set; ++between)
			ck_assert(!simd_available((SimdSet)between));
	}
}

START_TEST(an_unknown_one_changes_nothing) {
	ck_assert_int_eq(hn_simd_choose("baseline"), HN_OK);
	ck_refused(hn_simd_choose("avx9"), HN_ERR_BAD_INPUT, "avx9");
	ck_assert_int_eq((int)simd_set(), SIMD_BASELINE);
}

static void as_plain(SimdSet set, void (*answers)(LanesAnswers *out)) {
	static LanesAnswers plain, other;
	if (!simd_available(set)) return;
	lanes_answers_plain(&plain);
	answers(&other);
	ck_assert_int_gt(plain.count, 0);
	ck_assert_int_eq(plain.count, other.count);
	for (int i = 0; i < plain.count; ++i)
		ck_assert_msg(plain.hashes[i] == other.hashes[i], "%s, %s: not as in plain C",
		              simd_name((int32_t)set), plain.names[i]);
}

START_TEST(the_same_bits_from_each) {
	as_plain(SIMD_BASELINE, lanes_answers_baseline);
#if defined(__x86_64__) || defined(__i386__)
	as_plain(SIMD_AVX2, lanes_answers_avx2);
	as_plain(SIMD_AVX512, lanes_answers_avx512);
#endif
}

TEST_SUITE(simd, suite, tc) {
	tcase_add_test(tc, the_widest_that_there_is);
	tcase_add_test(tc, one_by_name);
	tcase_add_test(tc, no_wider_than_asked_for);
	tcase_add_test(tc, an_unknown_one_changes_nothing);
	tcase_add_test(tc, the_same_bits_from_each);
}
