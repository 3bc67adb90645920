// Sorts: every order is total, nothing is lost, the same on every input.
#include "cheap.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/sort.h"
#include "suite.h"

enum { MOST = 3000 };

static int compare_quads(const void *a, const void *b) {
	const int32_t *x = a, *y = b;
	for (int i = 0; i < 4; ++i)
		if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
	return 0;
}

static void check_quads(int32_t *quads, int64_t n) {
	static int32_t expected[4 * MOST], scratch[4 * MOST + 1];
	memcpy(expected, quads, (size_t)n * 16);
	qsort(expected, (size_t)n, 16, compare_quads);
	scratch[4 * n] = -77;
	sort_quads(quads, n, scratch);
	ck_assert_int_eq(scratch[4 * n], -77);
	if (n > 0) ck_assert_mem_eq(quads, expected, (size_t)n * 16);
}

START_TEST(quads_of_every_width) {
	static const uint32_t limits[] = { 1, 2, 255, 256, 257, 65536, 1u << 24, 1u << 31 };
	static int32_t quads[4 * MOST];
	Rng rng = rng_of(51, 0);
	for (int turn = 0; turn < 400; ++turn) {
		int64_t n = turn < 60 ? turn : (int64_t)rng_below(&rng, MOST + 1);
		uint32_t limit[4];
		for (int field = 0; field < 4; ++field) limit[field] = limits[rng_below(&rng, 8)];
		for (int64_t i = 0; i < 4 * n; ++i) quads[i] = (int32_t)rng_below(&rng, limit[i % 4]);
		check_quads(quads, n);
		check_quads(quads, n); // sorted already
		for (int64_t i = 0; i < n / 2; ++i) {
			int32_t swap[4];
			memcpy(swap, quads + 4 * i, 16);
			memcpy(quads + 4 * i, quads + 4 * (n - 1 - i), 16);
			memcpy(quads + 4 * (n - 1 - i), swap, 16);
		}
		check_quads(quads, n); // backwards
	}
}

START_TEST(quads_at_the_ends) {
	int32_t quads[] = { INT32_MAX, 0, 0, INT32_MAX, 0, INT32_MAX, 0, 0, INT32_MAX, 0,
		                0,         0, 0, 0,         0, INT32_MAX, 0, 0, 0,         0 };
	check_quads(quads, 5);
	cheap_assert(quads[3] == 0 && quads[19] == INT32_MAX);
}

// What hurts one kind of sort or another.
static double draw(int kind, int64_t i, int64_t n, Rng *rng) {
	double random = rng_double(rng);
	switch (kind) {
	case 0:
		return random - 0.5;
	case 1:
		return (double)i;
	case 2:
		return (double)(n - i);
	case 3:
		return 7;
	case 4:
		return floor(4 * random);
	case 5:
		return (double)(i < n / 2 ? i : n - i);
	case 6:
		return i % 2 == 0 ? (double)i : -(double)i;
	case 7:
		return random < 0.1 ? (double)INFINITY : random < 0.2 ? -(double)INFINITY : random;
	case 8:
		return ldexp(random, (int)(i % 2000) - 1000);
	default:
		return (double)(i * 7919 % (n + 1));
	}
}
enum { KINDS = 10 };

typedef struct Item {
	double key;
	int32_t index, place;
} Item;

static int compare_items(const void *a, const void *b) {
	const Item *x = a, *y = b;
	if (x->key != y->key) return x->key < y->key ? -1 : 1;
	return x->place < y->place ? -1 : x->place > y->place;
}

START_TEST(doubles_keep_ties_in_order) {
	static double keys[MOST], key_scratch[MOST], plain[MOST];
	static int32_t index[MOST], index_scratch[MOST];
	static Item items[MOST];
	Rng rng = rng_of(52, (uint64_t)_i);
	for (int turn = 0; turn < 60; ++turn) {
		int64_t n = turn < 40 ? turn : (int64_t)rng_below(&rng, MOST + 1);
		for (int64_t i = 0; i < n; ++i) {
			keys[i] = plain[i] = draw(_i, i, n, &rng);
			index[i] = (int32_t)rng_below(&rng, 1u << 31); // permuted along, whatever it is
			items[i] = (Item){ keys[i], index[i], (int32_t)i };
		}
		qsort(items, (size_t)n, sizeof *items, compare_items);
		sort_doubles_indexed(keys, index, n, key_scratch, index_scratch);
		sort_doubles(plain, n);
		for (int64_t i = 0; i < n; ++i) {
			cheap_assert(keys[i] == items[i].key && plain[i] == items[i].key);
			ck_assert_int_eq(index[i], items[i].index);
		}
	}
}

// -0 and 0 are equal keys: they stay in the order they came in.
START_TEST(zeros_of_both_signs_are_ties) {
	double keys[] = { 0.0, -0.0, 1, -0.0, 0.0, -1 }, key_scratch[6];
	int32_t index[] = { 0, 1, 2, 3, 4, 5 }, index_scratch[6];
	static const int32_t expected[] = { 5, 0, 1, 3, 4, 2 };
	sort_doubles_indexed(keys, index, 6, key_scratch, index_scratch);
	ck_assert_mem_eq(index, expected, sizeof expected);
	cheap_assert(!signbit(keys[1]) && signbit(keys[2]) && signbit(keys[3]) && !signbit(keys[4]));
	static double many[MOST], many_scratch[MOST]; // sorted another way
	static int32_t order[MOST], order_scratch[MOST];
	for (int32_t i = 0; i < MOST; ++i) many[i] = i % 3 == 0 ? 0.0 : -0.0, order[i] = i;
	sort_doubles_indexed(many, order, MOST, many_scratch, order_scratch);
	for (int32_t i = 0; i < MOST; ++i) cheap_assert(order[i] == i && (signbit(many[i]) != 0) == (i % 3 != 0));
}

TEST_SUITE(sort, suite, tc) {
	tcase_add_test(tc, quads_of_every_width);
	tcase_add_test(tc, quads_at_the_ends);
	tcase_add_loop_test(tc, doubles_keep_ties_in_order, 0, KINDS);
	tcase_add_test(tc, zeros_of_both_signs_are_ties);
}
