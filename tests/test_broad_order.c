// The order in which the k-d tree keeps its boxes: what is near together, when all are sorted anew, and what
// jumps cost.
#include <math.h>
#include <string.h>

#include "broad/kd_order.h"
#include "broad_steps.h"
#include "chance.h"
#include "cheap.h"
#include "suite.h"

// Every id once; and on a lattice of as many centres as the cuts can part to the last tile, each tile a cube
// of them.
START_TEST(kd_order_is_near_together) {
	enum { SIDE = 16, MANY = SIDE * SIDE * SIDE, TILE_OF = 8 };
	static KdItem s_items[MANY], s_scratch[MANY];
	static bool s_seen[MANY];
	for (int32_t turn = 0; turn < 4; ++turn) {
		for (int32_t i = 0; i < MANY; ++i) {
			int32_t cell = (int32_t)((int64_t)i * 2731 % MANY); // all, in another order
			const int32_t at[3] = { cell % SIDE, cell / SIDE % SIDE, cell / SIDE / SIDE };
			Aabb box;
			for (int k = 0; k < 3; ++k) box.lo[k] = box.hi[k] = ldexpf((float)at[k], 40 * turn - 80);
			kd_item(&s_items[i], &box, i);
		}
		kd_order(s_items, s_scratch, MANY, TILE_OF);
		memset(s_seen, 0, sizeof s_seen);
		for (int32_t i = 0; i < MANY; ++i) {
			cheap_assert(!s_seen[s_items[i].id]);
			s_seen[s_items[i].id] = true;
			for (int k = 0; k < 3; ++k) {
				float first = s_items[i / TILE_OF * TILE_OF].center[k], at = s_items[i].center[k];
				cheap_assert(fabsf(at - first) <= ldexpf(1, 40 * turn - 80));
			}
		}
	}
}

// Two tiles are parted between the sixteenth and the next, and what is alike stays in order.
START_TEST(few_are_sorted) {
	enum { MOST = 32, TILE_OF = 16 };
	KdItem items[MOST], scratch[MOST];
	Rng rng = rng_of(74, 0);
	for (int32_t turn = 0; turn < 2000; ++turn) {
		int32_t count = TILE_OF + 1 + below(&rng, MOST - TILE_OF), kinds = 1 + below(&rng, 40);
		memset(items, 0, sizeof items);
		for (int32_t i = 0, middle = kinds / 2; i < count; ++i)
			items[i] = (KdItem){ .center = { [1] = (float)(below(&rng, kinds) - middle) }, .id = i };
		kd_order(items, scratch, count, TILE_OF);
		for (int32_t i = 1; i < count; ++i) {
			cheap_assert(items[i - 1].center[1] <= items[i].center[1]);
			cheap_assert(items[i - 1].center[1] < items[i].center[1] || items[i - 1].id < items[i].id);
		}
	}
}

// A few that have jumped do not widen the tiles of the others, few or many (more than 1,024 tiles).
START_TEST(jumps_cost_little) {
	enum { FEW_SIDE = 14, MANY_SIDE = 26 };
	const int32_t side = _i == 0 ? FEW_SIDE : MANY_SIDE, many = side * side * side, jumps = many / 128;
	Broad broad;
	HnBroadPairs out = { 0 };
	Rng rng = rng_of(72, 0);
	ck_assert_int_eq(broad_create(&broad, "kdtree", "aabb", "patience=1e9 rest=0"), HN_OK);
	lattice_place(&broad, side);
	int64_t first = tests_of_step(&broad, &out), tests = first;
	for (int32_t step = 0; step < 5; ++step) {
		for (int32_t i = 0; i < jumps; ++i) {
			Aabb box;
			for (int k = 0; k < 3; ++k)
				box.lo[k] = (float)rng_range(&rng, 0, 2 * side), box.hi[k] = box.lo[k] + 1;
			ck_assert_int_eq(broad_place(&broad, below(&rng, many), 1, &box), HN_OK);
		}
		tests = tests_of_step(&broad, &out);
	}
	ck_assert_int_lt(tests, first + first / 2);
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
}

// Where all jump to places of their own, or a third of them, in one step or in each, all are sorted in that
// very step: otherwise every box would be compared with nearly every other.
START_TEST(a_cut_costs_a_sort) {
	enum { SIDE = 20, MANY = SIDE * SIDE * SIDE };
	static const struct {
		int32_t jumps, of, each; // `jumps` of `of` boxes, in every so many steps
	} s_cases[] = { { 1, 1, 1 }, { 1, 1, 4 }, { 1, 3, 1 }, { 1, 3, 4 } };
	Broad broad;
	HnBroadPairs out = { 0 };
	Rng rng = rng_of(73, 0);
	ck_assert_int_eq(broad_create(&broad, "kdtree", "aabb", ""), HN_OK);
	lattice_place(&broad, SIDE);
	int64_t first = tests_of_step(&broad, &out);
	for (int32_t step = 1; step < 13; ++step) {
		for (int32_t id = 0; id < MANY; ++id) {
			bool jumps = step % s_cases[_i].each == 0 && below(&rng, s_cases[_i].of) < s_cases[_i].jumps;
			Aabb box = broad.objects.keys[id];
			for (int k = 0; k < 3; ++k) {
				box.lo[k] = jumps ? (float)rng_range(&rng, 0, 2 * SIDE) : box.lo[k] + 0.125F;
				box.hi[k] = box.lo[k] + 2;
			}
			ck_assert_int_eq(broad_place(&broad, id, 1, &box), HN_OK);
		}
		ck_assert_int_lt(tests_of_step(&broad, &out), 2 * first);
	}
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
}

// The order is kept as long as the tests of queries allow; an update without a query says nothing of them.
START_TEST(updates_without_a_query_do_not_sort) {
	enum { MANY = 400 };
	Broad broads[2];
	HnBroadPairs out = { 0 };
	Rng rng = rng_of(76, 0);
	for (int b = 0; b < 2; ++b) ck_assert_int_eq(broad_create(&broads[b], "kdtree", "aabb", "rest=0"), HN_OK);
	for (int32_t step = 0; step < 12; ++step) {
		for (int32_t id = 0; id < MANY; ++id) {
			Aabb box;
			for (int k = 0; k < 3; ++k) {
				float cell = (float)(k == 0 ? id % 8 : k == 1 ? id / 8 % 8 : id / 64);
				box.lo[k] = 2 * cell + (float)rng_range(&rng, 0, 1), box.hi[k] = box.lo[k] + 1.5F;
			}
			for (int b = 0; b < 2; ++b) ck_assert_int_eq(broad_place(&broads[b], id, 1, &box), HN_OK);
		}
		ck_assert_int_eq(broad_update(&broads[1]), HN_OK);
		ck_assert_int_eq(tests_of_step(&broads[0], &out), tests_of_step(&broads[1], &out));
	}
	for (int b = 0; b < 2; ++b) broad_destroy(&broads[b]);
	hn_broad_pairs_free(&out);
}

TEST_SUITE(broad_order, suite, tc) {
	tcase_add_test(tc, kd_order_is_near_together);
	tcase_add_test(tc, few_are_sorted);
	tcase_add_loop_test(tc, jumps_cost_little, 0, 2);
	tcase_add_loop_test(tc, a_cut_costs_a_sort, 0, 4);
	tcase_add_test(tc, updates_without_a_query_do_not_sort);
}
