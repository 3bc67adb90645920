// The k-d tree where most objects rest: some wake, come, jump and go, for many steps, against every pair of
// them; and what it counts, which is the same from each instruction set.
#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "boxes.h"
#include "broad/broad.h"
#include "broad_steps.h"
#include "chance.h"
#include "cheap.h"
#include "simd/simd.h"
#include "suite.h"

#ifdef SANITIZED // an order slower
enum { IDS = 300, STEPS = 30 };
#else
enum { IDS = 900, STEPS = 60 };
#endif

// Every so many steps how many of a hundred do something.
typedef struct Life {
	const char *params;
	Family family;
	int32_t stirring, storm; // of a hundred, in each step; in every tenth of them
	double by;               // so far; 0: to another place
} Life;

static const Life s_lives[] = {
	{ "", FAMILY_UNIFORM, 3, 3, 0 },
	{ "rest=1", FAMILY_CLUSTERED, 10, 10, 0 },
	{ "rest=2 tile=5", FAMILY_HUGE, 2, 70, 0 },
	{ "rest=1 patience=0", FAMILY_GRID, 1, 30, 0 },
	{ "rest=0", FAMILY_UNIFORM, 20, 20, 0 },
	{ "rest=3 tile=2 patience=1", FAMILY_SPREAD, 5, 100, 0 },
	{ "rest=1", FAMILY_ONE_PLACE, 1, 5, 0 },
	{ "rest=1 tile=16", FAMILY_POINTS, 0, 2, 0 },
	{ "rest=3", FAMILY_UNIFORM, 1, 40, 0 },
	{ "tile=3", FAMILY_CLUSTERED, 0, 25, 0 },
	{ "spread=3 patience=0 rest=0", FAMILY_UNIFORM, 30, 30, 0 },
	{ "spread=9 patience=0 rest=2", FAMILY_CLUSTERED, 15, 60, 0 },
	{ "spread=64 patience=0 tile=2", FAMILY_GRID, 5, 100, 0 },
	{ "", FAMILY_UNIFORM, 1, 4, 0.1 },
	{ "rest=1 tile=2", FAMILY_LINE, 1, 1, 0.5 },
	{ "tile=5", FAMILY_CLUSTERED, 2, 30, 0.05 },
};
enum { LIVES = sizeof s_lives / sizeof s_lives[0] };

static void life_step(Rng *rng, const Life *life, int32_t step, Broad broads[2]) {
	int32_t share = step % 10 == 9 ? life->storm : life->stirring;
	for (int32_t id = 0; id < IDS; ++id) {
		if (step > 0 && below(rng, 100) >= share) continue;
		Aabb box;
		bool goes = step > 0 && below(rng, life->by > 0 ? 20 : 4) == 0;
		box_draw(rng, life->family, &box);
		if (life->by > 0 && id < broads[0].objects.end && object_is_live(&broads[0].objects, id)) {
			box = broads[0].objects.keys[id];
			for (int k = 0; k < 3; ++k) {
				float by = (float)rng_range(rng, -life->by, life->by);
				box.lo[k] += by, box.hi[k] += by;
			}
		}
		for (int b = 0; b < 2; ++b)
			if (goes)
				(void)broad_remove(&broads[b], id);
			else
				cheap_assert(broad_place(&broads[b], id, 1, &box) == HN_OK);
	}
}

// The same query with the kept pairs apart: the same pairs in the same order, and the same counts.
static void apart_equals(Broad *broad, const HnBroadPairs *all, const BroadCounts *expected) {
	BroadKept kept;
	BroadCounts counts = { 0 };
	HnBroadPairs out = { 0 };
	cheap_assert(broad_query_apart(broad, &kept, &out, &counts) == HN_OK);
	cheap_assert(kept.count + out.count == all->count);
	size_t size = (size_t)kept.count * sizeof *kept.data;
	cheap_assert(kept.count == 0 || memcmp(kept.data, all->data, size) == 0);
	cheap_assert(out.count == 0 ||
	             memcmp(out.data, all->data + kept.count, (size_t)out.count * sizeof *out.data) == 0);
	cheap_assert(memcmp(&counts, expected, sizeof counts) == 0);
	hn_broad_pairs_free(&out);
}

typedef struct Record {
	BroadCounts counts[STEPS];
	HnHash order[STEPS]; // of the pairs as they were found
	size_t bytes;
} Record;

static void life_run(const Life *life, Broad broads[2], Record *record) {
	HnBroadPairs expected = { 0 }, found = { 0 }, again = { 0 };
	Rng rng = rng_of(71, 0);
	memset(record, 0, sizeof *record);
	for (int32_t step = 0; step < STEPS; ++step) {
		life_step(&rng, life, step, broads);
		cheap_assert(step_all(&broads[0], &expected, NULL) == HN_OK);
		cheap_assert(step_all(&broads[1], &found, &record->counts[step]) == HN_OK);
		cheap_assert(broad_query(&broads[1], &again, NULL) == HN_OK && pairs_equal(&found, &again));
		apart_equals(&broads[1], &found, &record->counts[step]);
		record->order[step] = hn_hash_bytes(found.data, (size_t)found.count * sizeof *found.data);
		cheap_assert_msg(pairs_agree(&expected, &found), "%s, step %d: %lld pairs, not %lld", life->params,
		                 step, (long long)found.count, (long long)expected.count);
	}
	record->bytes = broad_bytes(&broads[1]);
	hn_broad_pairs_free(&expected);
	hn_broad_pairs_free(&found);
	hn_broad_pairs_free(&again);
}

// Each instruction set lives the life twice, the second time after all was forgotten.
START_TEST(the_same_pairs_and_counts_from_each_set) {
	static Record s_records[SIMD_SETS], s_again;
	const Life *life = &s_lives[_i];
	Broad broads[2];
	for (int32_t set = 0; set < SIMD_SETS; ++set) {
		if (!simd_available((SimdSet)set)) continue;
		ck_assert_int_eq(hn_simd_choose(simd_name(set)), HN_OK);
		ck_assert_int_eq(broad_create(&broads[0], "pairs", "aabb", ""), HN_OK);
		ck_assert_int_eq(broad_create(&broads[1], "kdtree", "aabb", life->params), HN_OK);
		life_run(life, broads, &s_records[set]);
		ck_assert_mem_eq(&s_records[set], &s_records[SIMD_BASELINE], sizeof s_records[set]);
		for (int b = 0; b < 2; ++b) broad_forget(&broads[b]);
		life_run(life, broads, &s_again);
		ck_assert_mem_eq(&s_again, &s_records[set], sizeof s_again);
		for (int b = 0; b < 2; ++b) broad_destroy(&broads[b]);
	}
	ck_assert_int_eq(hn_simd_choose(NULL), HN_OK);
}

static void box_shift(Broad *broad, int32_t id, float by) {
	Aabb box = broad->objects.keys[id];
	for (int k = 0; k < 3; ++k) box.lo[k] += by, box.hi[k] += by;
	ck_assert_int_eq(broad_place(broad, id, 1, &box), HN_OK);
}

// What rests is compared with nothing, its pairs stay; one that moves is compared with little; and where all
// have moved once they are awake again.
START_TEST(what_rests_costs_no_tests) {
	enum { SIDE = 10, MANY = SIDE * SIDE * SIDE };
	Broad broad;
	HnBroadPairs out = { 0 };
	ck_assert_int_eq(broad_create(&broad, "kdtree", "aabb", "rest=2"), HN_OK);
	lattice_place(&broad, SIDE);
	int64_t first = tests_of_step(&broad, &out), pairs = out.count, tests = first;
	ck_assert_int_gt(first, MANY);
	for (int32_t step = 0; step < 8; ++step) tests = tests_of_step(&broad, &out);
	ck_assert_int_eq(tests, 0);
	ck_assert_int_eq(out.count, pairs);
	Aabb box = { { 0, 0, 0 }, { 0.5F, 0.5F, 0.5F } };
	ck_assert_int_eq(broad_place(&broad, MANY / 2, 1, &box), HN_OK);
	tests = tests_of_step(&broad, &out);
	ck_assert_int_gt(tests, 0);
	ck_assert_int_lt(tests, first / 20);
	ck_assert_int_lt(out.count, pairs);
	lattice_place(&broad, SIDE); // all but one as they are: that one alone has changed
	ck_assert_int_lt(tests_of_step(&broad, &out), first / 20);
	ck_assert_int_eq(out.count, pairs);
	for (int32_t id = 0; id < MANY; ++id) {
		box.hi[0] = 0.5F + (float)id;
		ck_assert_int_eq(broad_place(&broad, id, 1, &box), HN_OK);
	}
	tests_of_step(&broad, &out);
	ck_assert_int_eq(out.count, MANY * (MANY - 1) / 2);
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
}

// After a step in which nothing moves, one of ten moves in each, or one of three, always the same. The others
// are compared with each other in the first two steps only.
START_TEST(most_rest_soon) {
	enum { SIDE = 12, MANY = SIDE * SIDE * SIDE, STEPS_OF = 12, SECOND = 1 };
	Broad broads[2];
	HnBroadPairs found = { 0 }, expected = { 0 };
	int64_t first = 0;
	ck_assert_int_eq(broad_create(&broads[0], "pairs", "aabb", ""), HN_OK);
	ck_assert_int_eq(broad_create(&broads[1], "kdtree", "aabb", ""), HN_OK);
	for (int b = 0; b < 2; ++b) {
		lattice_place(&broads[b], SIDE);
		ck_assert_int_eq(broad_update(&broads[b]), HN_OK);
	}
	for (int32_t step = 0; step < STEPS_OF; ++step) {
		for (int32_t id = 0; step > 0 && id < MANY; id += _i == 0 ? 10 : 3)
			for (int b = 0; b < 2; ++b) box_shift(&broads[b], id, 0.125F);
		tests_of_step(&broads[0], &expected);
		int64_t tests = tests_of_step(&broads[1], &found);
		if (step == 0) first = tests;
		if (step > SECOND) ck_assert_int_lt(10 * tests, (_i == 0 ? 5 : 9) * first);
		ck_assert_msg(pairs_agree(&found, &expected), "step %d", step);
	}
	for (int b = 0; b < 2; ++b) broad_destroy(&broads[b]);
	hn_broad_pairs_free(&found);
	hn_broad_pairs_free(&expected);
}

// A box moves, then all come to rest without a build in between: the tiles of main are older than the box.
START_TEST(rest_without_a_build) {
	enum { SIDE = 6, MANY = SIDE * SIDE * SIDE };
	for (int32_t idle = 0; idle < 5; ++idle) {
		Broad broads[2];
		HnBroadPairs found = { 0 }, expected = { 0 };
		ck_assert_int_eq(broad_create(&broads[0], "pairs", "aabb", ""), HN_OK);
		ck_assert_int_eq(broad_create(&broads[1], "kdtree", "aabb", "rest=2"), HN_OK);
		for (int b = 0; b < 2; ++b) lattice_place(&broads[b], SIDE);
		tests_of_step(&broads[1], &found);
		for (int32_t step = 0; step < 10; ++step) {
			Aabb box = { { 0, (float)step, 0 }, { 20, 20, 0.5F } };
			for (int b = 0; step <= idle && b < 2; ++b)
				ck_assert_int_eq(broad_place(&broads[b], MANY / 2, 1, &box), HN_OK);
			for (int b = 0; b < 2; ++b) ck_assert_int_eq(broad_update(&broads[b]), HN_OK);
		}
		for (int b = 0; b < 2; ++b) ck_assert_int_eq(broad_build(&broads[b]), HN_OK);
		ck_assert_int_eq(broad_query(&broads[0], &expected, NULL), HN_OK);
		ck_assert_int_eq(broad_query(&broads[1], &found, NULL), HN_OK);
		ck_assert_msg(pairs_agree(&found, &expected), "%d", idle);
		for (int b = 0; b < 2; ++b) broad_destroy(&broads[b]);
		hn_broad_pairs_free(&found);
		hn_broad_pairs_free(&expected);
	}
}

// Pairs are kept apart only where all of them count: not for spheres, whose boxes may meet though they do
// not, and not where two fixed objects are no pair.
START_TEST(kept_pairs_that_do_not_all_count) {
	enum { MANY = 60 };
	static const struct {
		const char *volume;
		bool fixed, apart;
	} s_cases[] = { { "aabb", false, true }, { "aabb", true, false }, { "sphere", false, false } };
	uint8_t fixed[MANY];
	for (int32_t id = 0; id < MANY; ++id) fixed[id] = id % 2 == 0;
	Broad broad;
	BroadKept kept = { 0 };
	HnBroadPairs out = { 0 }, all = { 0 };
	BroadCounts counts[2] = { 0 };
	ck_assert_int_eq(broad_create(&broad, "kdtree", s_cases[_i].volume, "rest=1"), HN_OK);
	if (s_cases[_i].fixed) broad.fixed = fixed;
	for (int32_t id = 0; id < MANY; ++id) {
		float at = (float)id;
		const float ball[4] = { at, at, 0, 1 }, flat[6] = { at, at, 0, at + 2.5F, at + 2.5F, 1 };
		ck_assert_int_eq(broad_place(&broad, id, 1, s_cases[_i].volume[0] == 's' ? ball : flat), HN_OK);
	}
	for (int32_t step = 0; step < 6; ++step) tests_of_step(&broad, &out);
	ck_assert_int_eq(broad_query(&broad, &all, &counts[0]), HN_OK);
	ck_assert_int_eq(broad_query_apart(&broad, &kept, &out, &counts[1]), HN_OK);
	ck_assert_int_gt(all.count, 0);
	ck_assert_int_eq(kept.count + out.count, all.count);
	ck_assert_int_eq(kept.count > 0, s_cases[_i].apart);
	ck_assert_int_eq(out.count > 0, !s_cases[_i].apart);
	ck_assert_mem_eq(&counts[0], &counts[1], sizeof counts[0]);
	for (int64_t i = 0; s_cases[_i].fixed && i < out.count; ++i)
		ck_assert(!(fixed[out.data[i].a] && fixed[out.data[i].b]));
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
	hn_broad_pairs_free(&all);
}

// What moves once rests again at once, also where it is then beyond all others; who comes there meets it.
// What moves again in the next step is awake.
START_TEST(what_moves_once_rests) {
	enum { SIDE = 12, MANY = SIDE * SIDE * SIDE, LAST = MANY - 1 };
	const float end = 2 * (SIDE - 1) + 2.5F;
	Broad broad;
	HnBroadPairs out = { 0 };
	ck_assert_int_eq(broad_create(&broad, "kdtree", "aabb", ""), HN_OK);
	lattice_place(&broad, SIDE);
	for (int32_t step = 0; step < 8; ++step) (void)tests_of_step(&broad, &out);
	int64_t pairs = out.count;
	box_shift(&broad, LAST, 1);
	ck_assert_int_gt(tests_of_step(&broad, &out), 0);
	ck_assert_int_eq(out.count, pairs - 7); // it meets none of its neighbours now
	ck_assert_int_eq(tests_of_step(&broad, &out), 0);
	Aabb beyond = { { end + 0.5F, end + 0.5F, end + 0.5F }, { end + 2, end + 2, end + 2 } };
	ck_assert_int_eq(broad_place(&broad, MANY, 1, &beyond), HN_OK);
	(void)tests_of_step(&broad, &out);
	ck_assert_int_eq(out.count, pairs - 7 + 1);
	ck_assert_int_eq(broad_remove(&broad, MANY), HN_OK);
	box_shift(&broad, LAST, -1);
	(void)tests_of_step(&broad, &out);
	ck_assert_int_eq(out.count, pairs);
	box_shift(&broad, LAST, 0.25F);
	(void)tests_of_step(&broad, &out);
	ck_assert_int_gt(tests_of_step(&broad, &out), 0);
	ck_assert_int_eq(out.count, pairs);
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
}

// A hundredth of all moves, others in each step: the tests of a step stay at those of the hundredth.
START_TEST(others_in_each_step_cost_little) {
	enum { SIDE = 20, MANY = SIDE * SIDE * SIDE, OF = 100 };
	Broad broad;
	HnBroadPairs out = { 0 };
	Rng rng = rng_of(75, 0);
	ck_assert_int_eq(broad_create(&broad, "kdtree", "aabb", ""), HN_OK);
	lattice_place(&broad, SIDE);
	int64_t first = tests_of_step(&broad, &out), sum = 0;
	for (int32_t step = 0; step < 100; ++step) {
		for (int32_t id = below(&rng, OF); id < MANY; id += 1 + below(&rng, 2 * OF))
			box_shift(&broad, id, step % 2 == 0 ? 0.1F : -0.1F);
		sum += tests_of_step(&broad, &out);
	}
	ck_assert_int_lt(sum, 100 * first / 10);
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
}

// A few of many move, always the same ones. Each is compared with the tiles on its way down the tree of those
// that rest, however far it is to others that move; each instruction set finds what another phase does.
START_TEST(few_that_move_cost_their_way_down) {
	enum { SIDE = 17, MANY = SIDE * SIDE * SIDE, OF = 300, LEVELS = 4, TILE_OF = 16, STEPS_OF = 7 };
	Broad broads[2];
	HnBroadPairs found = { 0 }, expected = { 0 };
	int64_t tests = 0, moving = 0;
	simd_choose_up_to((SimdSet)(_i / 2));
	ck_assert_int_eq(broad_create(&broads[0], "kdtree", "aabb", _i % 2 == 0 ? "" : "tile=7"), HN_OK);
	ck_assert_int_eq(broad_create(&broads[1], "hash", "aabb", ""), HN_OK);
	for (int b = 0; b < 2; ++b) lattice_place(&broads[b], SIDE);
	for (int32_t step = 0; step < STEPS_OF; ++step) {
		moving = 0;
		for (int32_t id = OF / 2; step > 0 && id < MANY; id += OF, ++moving)
			for (int b = 0; b < 2; ++b) box_shift(&broads[b], id, 0.03F);
		tests = tests_of_step(&broads[0], &found);
		ck_assert_int_eq(step_all(&broads[1], &expected, NULL), HN_OK);
		if (step % 3 != 0) continue;
		ck_assert(pairs_agree(&found, &expected));
	}
	if (_i % 2 == 0) ck_assert_int_lt(tests, 4 * LEVELS * TILE_OF * moving);
	ck_assert_int_eq(hn_simd_choose(NULL), HN_OK);
	for (int b = 0; b < 2; ++b) broad_destroy(&broads[b]);
	hn_broad_pairs_free(&found);
	hn_broad_pairs_free(&expected);
}

// One by one every allocation fails while objects come to rest and wake.
static int32_t rest_run(Broad *broad, HnBroadPairs *out) {
	int32_t status = HN_OK;
	for (int32_t step = 0; status == HN_OK && step < 12; ++step) {
		for (int32_t id = 0; status == HN_OK && id < 200; ++id) {
			int32_t row = id / 20;
			float at = (float)(id % 20) + (step > 8 && id % 3 == 0 ? 0.1F * (float)step : 0);
			Aabb box = { { at, (float)row, 0 }, { at + 1, (float)(row + 1), 1 } };
			status = broad_place(broad, id, 1, &box);
		}
		if (status == HN_OK && step == 6) status = broad_remove(broad, 33);
		if (status == HN_OK) status = step_all(broad, out, NULL);
	}
	return status == HN_OK ? hn_broad_pairs_sort(out) : status;
}

START_TEST(memory_runs_out_at_rest) {
	Broad broad;
	HnBroadPairs expected = { 0 };
	size_t before = hn_mem_live_bytes();
	ck_assert_int_eq(broad_create(&broad, "pairs", "aabb", ""), HN_OK);
	ck_assert_int_eq(rest_run(&broad, &expected), HN_OK);
	broad_destroy(&broad);
	int32_t status = HN_ERR_NO_MEMORY;
	for (int64_t fail = 1; status != HN_OK; ++fail) {
		HnBroadPairs out = { 0 };
		ck_assert_int_eq(broad_create(&broad, "kdtree", "aabb", "rest=1 patience=0"), HN_OK);
		mem_fail_at(mem_allocation_count() + fail);
		status = rest_run(&broad, &out);
		mem_fail_at(0);
		if (status != HN_OK) {
			ck_assert_int_eq(status, HN_ERR_NO_MEMORY);
			broad_forget(&broad);
			ck_assert_int_eq(rest_run(&broad, &out), HN_OK);
		}
		ck_assert(pairs_equal(&out, &expected));
		broad_destroy(&broad);
		hn_broad_pairs_free(&out);
		ck_assert_int_lt(fail, 2000);
	}
	hn_broad_pairs_free(&expected);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

TEST_SUITE(broad_rest, suite, tc) {
	tcase_add_loop_test(tc, the_same_pairs_and_counts_from_each_set, 0, LIVES);
	tcase_add_test(tc, what_rests_costs_no_tests);
	tcase_add_loop_test(tc, most_rest_soon, 0, 2);
	tcase_add_test(tc, rest_without_a_build);
	tcase_add_loop_test(tc, kept_pairs_that_do_not_all_count, 0, 3);
	tcase_add_test(tc, what_moves_once_rests);
	tcase_add_test(tc, others_in_each_step_cost_little);
	tcase_add_loop_test(tc, few_that_move_cost_their_way_down, 0, 2 * SIMD_SETS);
	tcase_add_test(tc, memory_runs_out_at_rest);
}
