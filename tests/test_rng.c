// Random numbers: the published generator, unbiased, the same everywhere.
#include "cheap.h"
#include <math.h>

#include "base/rng.h"
#include "suite.h"

// The reference outputs of xoshiro256** 1.0 for the state 1, 2, 3, 4 (those that the rand_xoshiro crate tests
// against, made with the authors' C code).
START_TEST(matches_the_reference) {
	static const uint64_t expected[] = { 11520u,
		                                 0u,
		                                 1509978240u,
		                                 1215971899390074240u,
		                                 1216172134540287360u,
		                                 607988272756665600u,
		                                 16172922978634559625u,
		                                 8476171486693032832u,
		                                 10595114339597558777u,
		                                 2904607092377533576u };
	Rng rng = { { 1, 2, 3, 4 } };
	for (int i = 0; i < 10; ++i) ck_assert_uint_eq(rng_u64(&rng), expected[i]);
}

START_TEST(seeds_and_streams_differ) {
	enum { N = 64 };
	uint64_t first[N * N];
	for (uint64_t seed = 0; seed < N; ++seed)
		for (uint64_t stream = 0; stream < N; ++stream) {
			Rng a = rng_of(seed, stream), b = rng_of(seed, stream);
			first[seed * N + stream] = rng_u64(&a);
			cheap_assert(first[seed * N + stream] == rng_u64(&b));
			cheap_assert(a.s[0] || a.s[1] || a.s[2] || a.s[3]);
		}
	for (int i = 0; i < N * N; ++i)
		for (int j = 0; j < i; ++j) cheap_assert(first[i] != first[j]);
}

// Chi-square of `cells` equally likely cells; mean cells - 1, variance 2 (cells - 1): 6 sigma.
static void check_even(const int64_t *count, int cells, double n) {
	double chi = 0;
	for (int i = 0; i < cells; ++i) {
		double d = (double)count[i] - n / cells;
		chi += d * d * cells / n;
	}
	ck_assert_double_lt(fabs(chi - (cells - 1)), 6 * sqrt(2.0 * (cells - 1)));
}

START_TEST(below_is_even_for_every_n) {
	Rng rng = rng_of(7, 1);
	for (uint64_t n = 1; n <= 40; ++n) {
		int64_t count[40] = { 0 };
		for (int i = 0; i < 20000; ++i) {
			uint64_t x = rng_below(&rng, n);
			cheap_assert(x < n);
			count[x] += 1;
		}
		if (n > 1) check_even(count, (int)n, 20000);
	}
	// n just above half the range: plain remainders would hit the lower third twice as often
	uint64_t n = (UINT64_C(1) << 63) + (UINT64_C(1) << 62);
	int64_t count[3] = { 0 };
	for (int i = 0; i < 30000; ++i) count[rng_below(&rng, n) / (UINT64_C(1) << 62)] += 1;
	check_even(count, 3, 30000);
}

START_TEST(doubles_fill_the_unit_interval) {
	enum { CELLS = 64, N = 200000 };
	Rng rng = rng_of(8, 2);
	int64_t count[CELLS] = { 0 }, pairs[CELLS * CELLS] = { 0 };
	int last = 0;
	for (int i = 0; i < N; ++i) {
		double x = rng_double(&rng);
		cheap_assert(x >= 0 && x < 1);
		cheap_assert(x * 0x1p53 == floor(x * 0x1p53));
		int cell = (int)(x * (double)CELLS);
		count[cell] += 1;
		pairs[last * CELLS + cell] += 1;
		last = cell;
		double y = rng_range(&rng, -3, 5);
		cheap_assert(y >= -3 && y <= 5);
	}
	check_even(count, CELLS, N);
	check_even(pairs, CELLS * CELLS, N);
}

TEST_SUITE(rng, suite, tc) {
	tcase_add_test(tc, matches_the_reference);
	tcase_add_test(tc, seeds_and_streams_differ);
	tcase_add_test(tc, below_is_even_for_every_n);
	tcase_add_test(tc, doubles_fill_the_unit_interval);
}
