// The k-d tree where most objects rest: some wake, come, jump and go, for many steps, against every pair of
// them; and what it counts, which is the same from each instruction set.
#include "boxes.h"
#include "cheap.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "broad/broad.h"
#include "broad/kd_order.h"
#include "bv/caabb.h"
#include "simd/simd.h"

Suite *broad_rest_suite(void);

#ifdef SANITIZED // an order slower
enum { IDS = 300, STEPS = 30 };
#else
enum { IDS = 900, STEPS = 60 };
#endif

static int32_t below(Rng *rng, int32_t n) { return (int32_t)rng_below(rng, (uint64_t)n); }

static int32_t step_all(Broad *broad, HnBroadPairs *out, BroadCounts *counts) {
	int32_t status = broad_update(broad);
	if (status == HN_OK) status = broad_build(broad);
	return status != HN_OK ? status : broad_query(broad, out, counts);
}

static bool pairs_equal(const HnBroadPairs *a, const HnBroadPairs *b) {
	return a->count == b->count &&
	       (a->count == 0 || memcmp(a->data, b->data, (size_t)a->count * sizeof *a->data) == 0);
}

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
	Rng rng;
	rng_seed(&rng, 71, 0);
	memset(record, 0, sizeof *record);
	for (int32_t step = 0; step < STEPS; ++step) {
		life_step(&rng, life, step, broads);
		cheap_assert(step_all(&broads[0], &expected, NULL) == HN_OK);
		cheap_assert(step_all(&broads[1], &found, &record->counts[step]) == HN_OK);
		cheap_assert(broad_query(&broads[1], &again, NULL) == HN_OK && pairs_equal(&found, &again));
		apart_equals(&broads[1], &found, &record->counts[step]);
		record->order[step] = hn_hash_bytes(found.data, (size_t)found.count * sizeof *found.data);
		cheap_assert(hn_broad_pairs_sort(&expected) == HN_OK && hn_broad_pairs_sort(&found) == HN_OK);
		cheap_assert_msg(pairs_equal(&expected, &found), "%s, step %d: %lld pairs, not %lld", life->params,
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
END_TEST

static void lattice_place(Broad *broad, int32_t side) {
	for (int32_t id = 0; id < side * side * side; ++id) {
		int32_t row = id / side, layer = row / side;
		float at[3] = { (float)(id % side), (float)(row % side), (float)layer };
		Aabb box;
		for (int k = 0; k < 3; ++k) box.lo[k] = 2 * at[k], box.hi[k] = 2 * at[k] + 2.5F;
		cheap_assert(broad_place(broad, id, 1, &box) == HN_OK);
	}
}

static int64_t tests_of_step(Broad *broad, HnBroadPairs *out) {
	BroadCounts counts = { 0 };
	ck_assert_int_eq(step_all(broad, out, &counts), HN_OK);
	return counts.tests + counts.node_tests;
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
END_TEST

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
			for (int b = 0; b < 2; ++b) {
				Aabb box = broads[b].objects.keys[id];
				for (int k = 0; k < 3; ++k) box.lo[k] += 0.125F, box.hi[k] += 0.125F;
				ck_assert_int_eq(broad_place(&broads[b], id, 1, &box), HN_OK);
			}
		tests_of_step(&broads[0], &expected);
		int64_t tests = tests_of_step(&broads[1], &found);
		if (step == 0) first = tests;
		if (step > SECOND) ck_assert_int_lt(10 * tests, (_i == 0 ? 5 : 9) * first);
		ck_assert(hn_broad_pairs_sort(&found) == HN_OK && hn_broad_pairs_sort(&expected) == HN_OK);
		ck_assert_msg(pairs_equal(&found, &expected), "step %d", step);
	}
	for (int b = 0; b < 2; ++b) broad_destroy(&broads[b]);
	hn_broad_pairs_free(&found);
	hn_broad_pairs_free(&expected);
}
END_TEST

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
		ck_assert(hn_broad_pairs_sort(&found) == HN_OK && hn_broad_pairs_sort(&expected) == HN_OK);
		ck_assert_msg(pairs_equal(&found, &expected), "%d", idle);
		for (int b = 0; b < 2; ++b) broad_destroy(&broads[b]);
		hn_broad_pairs_free(&found);
		hn_broad_pairs_free(&expected);
	}
}
END_TEST

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
END_TEST

// A few that have jumped do not widen the tiles of the others, few or many (more than 1,024 tiles).
START_TEST(jumps_cost_little) {
	enum { FEW_SIDE = 14, MANY_SIDE = 26 };
	const int32_t side = _i == 0 ? FEW_SIDE : MANY_SIDE, many = side * side * side, jumps = many / 128;
	Broad broad;
	HnBroadPairs out = { 0 };
	Rng rng;
	rng_seed(&rng, 72, 0);
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
END_TEST

// Where all jump to places of their own, or a third of them, in one step or in each, all are sorted in that
// very step: otherwise every box would be compared with nearly every other.
START_TEST(a_cut_costs_a_sort) {
	enum { SIDE = 20, MANY = SIDE * SIDE * SIDE };
	static const struct {
		int32_t jumps, of, each; // `jumps` of `of` boxes, in every so many steps
	} s_cases[] = { { 1, 1, 1 }, { 1, 1, 4 }, { 1, 3, 1 }, { 1, 3, 4 } };
	Broad broad;
	HnBroadPairs out = { 0 };
	Rng rng;
	rng_seed(&rng, 73, 0);
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
END_TEST

static void box_shift(Broad *broad, int32_t id, float by) {
	Aabb box = broad->objects.keys[id];
	for (int k = 0; k < 3; ++k) box.lo[k] += by, box.hi[k] += by;
	ck_assert_int_eq(broad_place(broad, id, 1, &box), HN_OK);
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
END_TEST

// A hundredth of all moves, others in each step: the tests of a step stay at those of the hundredth.
START_TEST(others_in_each_step_cost_little) {
	enum { SIDE = 20, MANY = SIDE * SIDE * SIDE, OF = 100 };
	Broad broad;
	HnBroadPairs out = { 0 };
	Rng rng;
	rng_seed(&rng, 75, 0);
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
END_TEST

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
		for (int32_t id = OF / 2; step > 0 && id < MANY; id += OF, ++moving) {
			Aabb box = broads[0].objects.keys[id];
			for (int k = 0; k < 3; ++k) box.lo[k] += 0.03F, box.hi[k] += 0.03F;
			for (int b = 0; b < 2; ++b) ck_assert_int_eq(broad_place(&broads[b], id, 1, &box), HN_OK);
		}
		tests = tests_of_step(&broads[0], &found);
		ck_assert_int_eq(step_all(&broads[1], &expected, NULL), HN_OK);
		if (step % 3 != 0) continue;
		ck_assert_int_eq(hn_broad_pairs_sort(&found), HN_OK);
		ck_assert_int_eq(hn_broad_pairs_sort(&expected), HN_OK);
		ck_assert(pairs_equal(&found, &expected));
	}
	if (_i % 2 == 0) ck_assert_int_lt(tests, 4 * LEVELS * TILE_OF * moving);
	ck_assert_int_eq(hn_simd_choose(NULL), HN_OK);
	for (int b = 0; b < 2; ++b) broad_destroy(&broads[b]);
	hn_broad_pairs_free(&found);
	hn_broad_pairs_free(&expected);
}
END_TEST

// The order is kept as long as the tests of queries allow; an update without a query says nothing of them.
START_TEST(updates_without_a_query_do_not_sort) {
	enum { MANY = 400 };
	Broad broads[2];
	HnBroadPairs out = { 0 };
	Rng rng;
	rng_seed(&rng, 76, 0);
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
END_TEST

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
END_TEST

// Boxes in
// ------------------------------------------------------------------------------------------------------

// Chooses an instruction set by its index. False: this machine lacks it.
static bool set_choose(int set) {
	return simd_available((SimdSet)set) && hn_simd_choose(simd_name(set)) == HN_OK;
}

// Of many at once one is refused by number: those before it are placed, what it was before stays. Whether
// all are new since the objects were settled or none decides how they are placed.
static void one_bad(int32_t at, int kind, int k, bool settled) {
	enum { MANY = 200 };
	static Aabb s_boxes[MANY];
	static const float bad[] = { (float)NAN, (float)INFINITY, -0x1p121F, 0x1p121F };
	BroadObjects objects = { .volume = broad_volume(0) };
	memset(s_boxes, 0, sizeof s_boxes);
	ck_assert_int_eq(objects_place(&objects, 0, MANY, s_boxes), HN_OK);
	if (settled) objects_settle(&objects);
	for (int32_t i = 0; i < MANY; ++i) s_boxes[i].lo[0] = -1;
	float *place = k < 3 ? &s_boxes[at].lo[k] : &s_boxes[at].hi[k - 3];
	*place = kind < 4 ? bad[kind] : k < 3 ? 1 : -2; // or out of order
	ck_assert_int_eq(objects_place(&objects, 0, MANY, s_boxes), HN_ERR_BAD_INPUT);
	char named[32];
	snprintf(named, sizeof named, "object %d:", at);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), named));
	for (int32_t i = 0; i < MANY; ++i) {
		Aabb wanted = { { i < at ? -1.0F : 0.0F, 0, 0 }, { 0, 0, 0 } };
		cheap_assert(memcmp(&objects.keys[i], &wanted, sizeof wanted) == 0);
		if (settled) cheap_assert(((objects.states[i] & OBJECT_CHANGED) != 0) == (i < at));
	}
	ck_assert_int_eq(objects.changed.count, settled ? at : MANY);
	objects_free(&objects);
}

START_TEST(one_bad_of_many) {
	if (!set_choose(_i)) return;
	for (int32_t at = 0; at < 200; at += 7)
		for (int kind = 0; kind < 5; ++kind)
			for (int k = 0; k < 6; ++k)
				for (int settled = 0; settled < 2; ++settled) one_bad(at, kind, k, settled != 0);
	ck_assert_int_eq(hn_simd_choose(NULL), HN_OK);
}
END_TEST

// Only what has another key has changed, each once, however many are placed at once; zeros have one sign.
START_TEST(what_is_placed_as_it_is_has_not_changed) {
	enum { MANY = 100 };
	if (!set_choose(_i)) return;
	Aabb boxes[MANY];
	bool wanted[MANY];
	BroadObjects objects = { .volume = broad_volume(0) };
	Rng rng;
	rng_seed(&rng, 73, 0);
	memset(boxes, 0, sizeof boxes);
	ck_assert_int_eq(objects_place(&objects, 0, MANY, boxes), HN_OK);
	ck_assert_int_eq(objects.changed.count, MANY);
	ck_assert_int_eq(objects.turnover, MANY);
	objects_settle(&objects);
	for (int32_t turn = 0; turn < 300; ++turn) {
		int32_t many = 0, most = turn % 3 == 0 ? 100 : turn % 3 == 1 ? 2 : 40;
		memset(wanted, 0, sizeof wanted);
		for (int32_t part = 0; part < 2; ++part) {
			for (int32_t i = 0; i < MANY; ++i) {
				if (below(&rng, 100) >= most) continue;
				boxes[i].hi[below(&rng, 3)] += 1;
				wanted[i] = true;
			}
			for (int32_t i = 0; i < MANY; ++i) boxes[i].lo[0] = below(&rng, 2) ? 0.0F : -0.0F;
			ck_assert_int_eq(objects_place(&objects, 0, MANY, boxes), HN_OK);
		}
		for (int32_t i = 0; i < MANY; ++i) many += wanted[i];
		ck_assert_int_eq(objects.changed.count, many);
		for (int32_t i = 0; i < many; ++i) {
			int32_t id = objects.changed.data[i];
			ck_assert(wanted[id]);
			wanted[id] = false;
		}
		ck_assert_int_eq(objects.turnover, 0);
		objects_settle(&objects);
	}
	ck_assert_int_eq(objects_remove(&objects, 5), HN_OK);
	ck_assert_int_eq(objects_place(&objects, 5, 1, &boxes[5]), HN_OK); // again, as it was
	ck_assert_int_eq(objects.changed.count, 1);
	ck_assert_int_eq(objects.turnover, 2);
	objects_free(&objects);
	ck_assert_int_eq(hn_simd_choose(NULL), HN_OK);
}
END_TEST

// Runs of all lengths, placed one by one or all at once: the same objects, changes in the same order, and the
// same refusal. Volumes are boxes or spheres.
START_TEST(runs_are_placed_as_one_by_one) {
	enum { MANY = 700 };
	static Aabb s_boxes[MANY];
	static Ball s_balls[MANY];
	static BroadRun s_runs[MANY];
	Rng rng;
	rng_seed(&rng, 75, 0);
	for (int32_t turn = 0; turn < 200; ++turn) {
		const BroadVolume *volume = broad_volume_find(turn % 3 == 0 ? "sphere" : "aabb");
		const unsigned char *volumes = turn % 3 == 0 ? (const void *)s_balls : (const void *)s_boxes;
		size_t size = volume->size;
		BroadObjects together = { .volume = volume }, single = together;
		int32_t longest = 1 + below(&rng, turn % 2 == 0 ? 4 : 40), statuses[2] = { HN_OK, HN_OK };
		for (int32_t part = 0; part < 3; ++part) {
			int32_t count = 0;
			for (int32_t id = below(&rng, 3); id < MANY; ++count) {
				int32_t left = MANY - id, run = 1 + below(&rng, longest);
				s_runs[count] = (BroadRun){ id, run < left ? run : left };
				id += run + 1 + below(&rng, 3);
			}
			for (int32_t i = 0; i < MANY; ++i) box_draw(&rng, FAMILY_GRID, &s_boxes[i]);
			if (turn % 4 == 0 && part == 2) s_boxes[below(&rng, MANY)].lo[1] = (float)NAN;
			if (turn % 5 == 0 && part == 2) s_runs[below(&rng, count)].count = -1;
			for (int32_t i = 0; i < MANY; ++i) {
				memcpy(s_balls[i].c, s_boxes[i].lo, sizeof s_balls[i].c);
				s_balls[i].r = (float)below(&rng, 3);
			}
			statuses[0] = objects_place_runs(&together, s_runs, count, volumes);
			statuses[1] = HN_OK;
			for (int32_t i = 0; statuses[1] == HN_OK && i < count; ++i)
				statuses[1] = objects_place(&single, s_runs[i].first, s_runs[i].count,
				                            volumes + size * (size_t)s_runs[i].first);
			cheap_assert_int_eq(statuses[0], statuses[1]);
		}
		cheap_assert_int_eq(together.end, single.end);
		cheap_assert_int_eq(together.count, single.count);
		cheap_assert_int_eq(together.changed.count, single.changed.count);
		for (int64_t i = 0; i < single.changed.count; ++i)
			cheap_assert(together.changed.data[i] == single.changed.data[i]);
		for (int32_t id = 0; id < single.end; ++id) {
			cheap_assert(together.states[id] == single.states[id]);
			if (!object_is_live(&single, id)) continue;
			cheap_assert(memcmp(&together.keys[id], &single.keys[id], sizeof(Aabb)) == 0);
			if (turn % 3 != 0) continue;
			cheap_assert(
			    memcmp(together.volumes + size * (size_t)id, single.volumes + size * (size_t)id, size) == 0);
		}
		objects_free(&together);
		objects_free(&single);
	}
}
END_TEST

// Two tiles are parted between the sixteenth and the next, and what is alike stays in order.
START_TEST(few_are_sorted) {
	enum { MOST = 32, TILE_OF = 16 };
	KdItem items[MOST], scratch[MOST];
	Rng rng;
	rng_seed(&rng, 74, 0);
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
END_TEST

Suite *broad_rest_suite(void) {
	Suite *suite = suite_create("broad_rest");
	TCase *tc = tcase_create("broad_rest");
	tcase_add_loop_test(tc, the_same_pairs_and_counts_from_each_set, 0, LIVES);
	tcase_add_test(tc, what_rests_costs_no_tests);
	tcase_add_loop_test(tc, most_rest_soon, 0, 2);
	tcase_add_test(tc, rest_without_a_build);
	tcase_add_loop_test(tc, kept_pairs_that_do_not_all_count, 0, 3);
	tcase_add_loop_test(tc, jumps_cost_little, 0, 2);
	tcase_add_loop_test(tc, a_cut_costs_a_sort, 0, 4);
	tcase_add_test(tc, what_moves_once_rests);
	tcase_add_test(tc, others_in_each_step_cost_little);
	tcase_add_loop_test(tc, few_that_move_cost_their_way_down, 0, 2 * SIMD_SETS);
	tcase_add_test(tc, updates_without_a_query_do_not_sort);
	tcase_add_test(tc, memory_runs_out_at_rest);
	tcase_add_loop_test(tc, one_bad_of_many, 0, SIMD_SETS);
	tcase_add_loop_test(tc, what_is_placed_as_it_is_has_not_changed, 0, SIMD_SETS);
	tcase_add_test(tc, runs_are_placed_as_one_by_one);
	tcase_add_test(tc, few_are_sorted);
	suite_add_tcase(suite, tc);
	return suite;
}
