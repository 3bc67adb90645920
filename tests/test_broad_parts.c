// What broad phases are made of: sorting, sets of pairs, rows and tiles of boxes, the cubes of the octree.
#include "boxes.h"
#include "broad_steps.h"
#include "chance.h"
#include "cheap.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "base/sort_keys.h"
#include "broad/broad.h"
#include "broad/pair_set.h"
#include "broad/rows.h"
#include "broad/tile.h"
#include "suite.h"

static int compare_keys(const void *a, const void *b) {
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

START_TEST(keys_are_sorted) {
	enum { MOST = 3000 };
	static uint64_t s_keys[MOST], s_scratch[MOST], s_expected[MOST];
	Rng rng = rng_of(4, 0);
	for (int32_t turn = 0; turn < 200; ++turn) {
		int64_t n = below(&rng, turn < 100 ? 100 : MOST);
		int32_t down = below(&rng, 64), up = below(&rng, 64);
		bool numbered = turn % 2 == 1, level = turn % 8 == 1; // ascending low halves; with equal ones
		for (int64_t i = 0; i < n; ++i) {
			s_keys[i] = rng_u64(&rng) >> down << up;
			if (numbered) s_keys[i] = s_keys[i] >> 32 << 32 | (uint32_t)(level ? i / 3 : i);
			s_expected[i] = s_keys[i];
		}
		sort_keys(s_keys, n, s_scratch);
		qsort(s_expected, (size_t)n, sizeof *s_expected, compare_keys);
		cheap_assert(n == 0 || memcmp(s_keys, s_expected, (size_t)n * sizeof *s_keys) == 0);
	}
	static const float floats[] = { -(float)INFINITY, -0x1p100F, -1, -0x1p-149F, 0,
		                            0x1p-149F,        0x1p-126F, 1,  3e38F,      (float)INFINITY };
	for (size_t i = 1; i < sizeof floats / sizeof floats[0]; ++i)
		ck_assert_uint_lt(ordered_float(floats[i - 1]), ordered_float(floats[i]));
}

// Few ids, so that pairs come and go at the same slots; against a table of bits.
START_TEST(pair_set_against_a_table) {
	enum { FEW = 24 };
	static bool s_has[FEW][FEW];
	uint8_t states[FEW];
	PairSet set = { 0 };
	HnBroadPairs listed = { 0 };
	Rng rng = rng_of(5, 0);
	for (int32_t turn = 0; turn < 20000; ++turn) {
		int32_t a = below(&rng, FEW), b = below(&rng, FEW), what = below(&rng, 40);
		if (a == b) continue;
		if (what == 0) {
			int32_t end = FEW - below(&rng, 3);
			for (int32_t i = 0; i < FEW; ++i) states[i] = chance(&rng, 10) ? OBJECT_CHANGED : OBJECT_LIVE;
			pair_set_drop(&set, states, end);
			for (int32_t i = 0; i < FEW; ++i)
				for (int32_t j = i + 1; j < FEW; ++j)
					s_has[i][j] &= states[i] == OBJECT_LIVE && states[j] == OBJECT_LIVE && j < end;
		} else if (what < 24) {
			cheap_assert(pair_set_add(&set, a, b));
			s_has[a < b ? a : b][a < b ? b : a] = true;
		} else {
			pair_set_remove(&set, a, b);
			s_has[a < b ? a : b][a < b ? b : a] = false;
		}
		if (turn % 16 != 0) continue;
		listed.count = 0;
		cheap_assert(pair_set_list(&set, &listed) && hn_broad_pairs_sort(&listed) == HN_OK);
		int64_t at = 0;
		for (int32_t i = 0; i < FEW; ++i)
			for (int32_t j = i + 1; j < FEW; ++j) {
				if (!s_has[i][j]) continue;
				cheap_assert(at < listed.count && listed.data[at].a == i && listed.data[at].b == j);
				at += 1;
			}
		cheap_assert(at == listed.count);
	}
	pair_set_free(&set);
	hn_broad_pairs_free(&listed);
}

static int64_t octree_tests(const char *params, const Aabb *boxes, int32_t count, int64_t *repeats) {
	Broad broad;
	HnBroadPairs out = { 0 };
	BroadCounts counts = { 0 };
	ck_assert_int_eq(broad_create(&broad, "octree", "aabb", params), HN_OK);
	ck_assert_int_eq(broad_place(&broad, 0, count, boxes), HN_OK);
	ck_assert_int_eq(step_all(&broad, &out, &counts), HN_OK);
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
	*repeats = counts.repeats;
	return counts.tests;
}

// Boxes in a row, apart, in the corner of a cube a thousand times as large: the first splits part nothing.
START_TEST(octree_stops_as_each_reading_says) {
	enum { ROW = 20 };
	Aabb boxes[ROW];
	int64_t repeats;
	for (int32_t i = 0; i < ROW; ++i)
		for (int k = 0; k < 3; ++k) boxes[i].lo[k] = (float)(3 * i), boxes[i].hi[k] = (float)(3 * i + 1);
	int64_t all = ROW * (ROW - 1) / 2;
	ck_assert_int_eq(octree_tests("a=1000 fmax=1 max_depth=20 delta=pairs", boxes, ROW, &repeats), all);
	ck_assert_int_lt(octree_tests("a=64 fmax=1 max_depth=20 delta=pairs", boxes, ROW, &repeats), all / 2);
	ck_assert_int_eq(octree_tests("a=1000 fmax=1 max_depth=0", boxes, ROW, &repeats), all);
	ck_assert_int_eq(octree_tests("a=1000 fmax=20 max_depth=20", boxes, ROW, &repeats), all);
	ck_assert_int_eq(octree_tests("a=1000 fmax=1 max_depth=20", boxes, ROW, &repeats), 0);
	// equal ones: no split parts any, so none is made and no pair is listed twice
	for (int32_t i = 1; i < ROW; ++i) boxes[i] = boxes[0];
	ck_assert_int_eq(octree_tests("a=2 fmax=1 max_depth=20", boxes, ROW, &repeats), all);
	ck_assert_int_eq(repeats, 0);
}

// A rod in a box is followed down to max_depth, unless a bound is asked for. Where the side is chosen, there
// is one.
START_TEST(octree_splits_without_a_bound_where_its_side_is_given) {
	const Aabb boxes[2] = { { { 0, 0, 0 }, { 2, 2, 2 } },
		                    { { 0.3F, 0.3F, 0.3F }, { 1.7F, 0.300001F, 0.300001F } } };
	int64_t literal, bounded, chosen;
	ck_assert_int_eq(octree_tests("a=1000 fmax=1 max_depth=18", boxes, 2, &literal), 1);
	ck_assert_int_eq(octree_tests("a=1000 fmax=1 max_depth=18 copies=16", boxes, 2, &bounded), 1);
	ck_assert_int_eq(octree_tests("fmax=1 max_depth=12", boxes, 2, &chosen), 1);
	Broad broad;
	HnBroadPairs out = { 0 };
	ck_assert_int_eq(broad_create(&broad, "octree", "aabb", "a=1000 fmax=1 max_depth=28"), HN_OK);
	ck_assert_int_eq(broad_place(&broad, 0, 2, boxes), HN_OK);
	ck_refused(step_all(&broad, &out, &(BroadCounts){ 0 }), HN_ERR_BAD_INPUT,
	           "octree: splits list 2 objects in cubes more than 32768 times");
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
	ck_assert_int_gt(literal, 100);
	ck_assert_int_lt(bounded, 32);
	ck_assert_int_lt(chosen, 32);
}

// What the octree finds among these boxes. mates: the caller takes pairs whose boxes do not meet.
static int64_t octree_pairs(const char *params, const Aabb *boxes, int32_t count, bool mates,
                            BroadCounts *counts) {
	Broad broad;
	HnBroadPairs out = { 0 };
	*counts = (BroadCounts){ 0 };
	ck_assert_int_eq(broad_create(&broad, "octree", "aabb", params), HN_OK);
	broad.objects.mates_do = mates;
	ck_assert_int_eq(broad_place(&broad, 0, count, boxes), HN_OK);
	ck_assert_int_eq(step_all(&broad, &out, counts), HN_OK);
	int64_t pairs = out.count;
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
	return pairs;
}

// Before an algorithm all that share a cube are pairs, each once, and no box is tested; but where boxes are
// the question, or are asked for.
START_TEST(mates_are_pairs_without_a_test) {
	enum { ROW = 20 };
	Aabb boxes[ROW];
	BroadCounts counts;
	for (int32_t i = 0; i < ROW; ++i)
		for (int k = 0; k < 3; ++k) boxes[i].lo[k] = 0.75F * (float)i, boxes[i].hi[k] = 0.75F * (float)i + 1;
	static const char *const all[] = { "a=1000 fmax=20", "a=1000 fmax=20 box_test=true" };
	int64_t pairs = ROW * (ROW - 1) / 2, meet = ROW - 1;
	ck_assert_int_eq(octree_pairs(all[0], boxes, ROW, true, &counts), pairs);
	ck_assert_int_eq(counts.tests, 0);
	ck_assert_int_eq(octree_pairs(all[0], boxes, ROW, false, &counts), meet);
	ck_assert_int_eq(counts.tests, pairs);
	ck_assert_int_eq(octree_pairs(all[1], boxes, ROW, true, &counts), meet);
	ck_assert_int_eq(counts.tests, pairs);
	// in small cubes most share none, and some share several
	BroadCounts tested;
	int64_t mates = octree_pairs("a=1 fmax=1 copies=16", boxes, ROW, true, &counts);
	ck_assert_int_eq(octree_pairs("a=1 fmax=1 copies=16", boxes, ROW, false, &tested), meet);
	ck_assert_int_eq(mates, tested.tests);
	ck_assert(mates >= meet && mates < pairs / 2);
	ck_assert_int_eq(counts.repeats, tested.repeats);
	ck_assert_int_gt(counts.repeats, 0);
}

static int32_t octree_status(double a, const Aabb *boxes, int32_t count) {
	Broad broad;
	HnBroadPairs out = { 0 };
	char params[60];
	snprintf(params, sizeof params, "a=%.4g", a);
	ck_assert_int_eq(broad_create(&broad, "octree", "aabb", params), HN_OK);
	ck_assert_int_eq(broad_place(&broad, 0, count, boxes), HN_OK);
	int32_t status = step_all(&broad, &out, NULL);
	broad_destroy(&broad);
	hn_broad_pairs_free(&out);
	return status;
}

// One far off, or one as large as all: too many cubes, or too many in lists, and the text has the least side.
START_TEST(octree_takes_its_side_as_given) {
	for (int round = 0; round < 2; ++round) {
		Aabb boxes[50];
		for (int32_t i = 0; i < 50; ++i)
			for (int k = 0; k < 3; ++k) {
				boxes[i].lo[k] = i < 49 ? (float)i : round == 0 ? 2000 : -100;
				boxes[i].hi[k] = i < 49 ? (float)i + 1 : round == 0 ? 2001 : 150;
			}
		double a = round == 0 ? 1 : 0.01, least;
		ck_assert_int_eq(octree_status(a, boxes, 50), HN_ERR_BAD_INPUT);
		const char *text = strstr(hn_error_text(), "the least side is ");
		ck_assert_msg(text != NULL && sscanf(text, "the least side is %lf", &least) == 1, "%s",
		              hn_error_text());
		ck_assert_msg(strncmp(hn_error_text(), "octree: parameter 'a': ", 23) == 0, "%s", hn_error_text());
		ck_assert(least > a);
		ck_assert_int_eq(octree_status(least, boxes, 50), HN_OK);
		ck_assert_int_eq(octree_status(least * 0.99, boxes, 50), HN_ERR_BAD_INPUT);
		ck_assert_int_eq(octree_status(0, boxes, 50), HN_OK);
		for (int32_t i = 0; i < 50; ++i)
			for (int k = 0; k < 3; ++k) boxes[i].hi[k] = boxes[i].lo[k]; // points have no side
		ck_assert_int_eq(octree_status(1, boxes, 50), HN_OK);
	}
}

// A box that only touches the plane between two cubes is in both, from either side, of the lattice and of
// what is split: which pairs are compared, and which met again, says so.
START_TEST(octree_cubes_are_closed) {
	static const struct {
		float at[3]; // lower ends of boxes one long, along x; NAN: no more
		int64_t tests, repeats;
	} cases[] = {
		{ { 0, 1, 2.5F }, 2, 0 },       // the middle one touches x = 2 from below: with each of the others
		{ { 0, 2, (float)NAN }, 1, 0 }, // from above: with the first, which it does not meet
		{ { 0, 2.25F, (float)NAN }, 0, 0 },
		{ { 0, 1, 2 }, 3, 1 }, // two in both cubes
	};
	for (size_t c = 0; c < sizeof cases / sizeof cases[0]; ++c)
		for (int axis = 0; axis < 3; ++axis) {
			Aabb boxes[3];
			int32_t count = 0;
			int64_t repeats;
			for (; count < 3 && !isnan(cases[c].at[count]); ++count)
				for (int k = 0; k < 3; ++k) {
					boxes[count].lo[k] = k == axis ? cases[c].at[count] : 0;
					boxes[count].hi[k] = boxes[count].lo[k] + 1;
				}
			ck_assert_int_eq(octree_tests("a=2 fmax=9 max_depth=0", boxes, count, &repeats), cases[c].tests);
			ck_assert_int_eq(repeats, cases[c].repeats);
			ck_assert_int_eq(octree_tests("a=4 fmax=1 max_depth=1", boxes, count, &repeats), cases[c].tests);
			ck_assert_int_eq(repeats, cases[c].repeats);
		}
}

// With SSE and without: the same bits.
START_TEST(row_masks_agree) {
	BoxRows rows = { 0 };
	Rng rng = rng_of(6, 0);
	ck_assert_int_eq(rows_resize(&rows, 64), HN_OK);
	for (int32_t turn = 0; turn < 300; ++turn) {
		Aabb box;
		for (int64_t i = 0; i < 64; ++i) {
			box_draw(&rng, (Family)below(&rng, FAMILIES), &box);
			rows_set(&rows, i, &box, (int32_t)i);
		}
		for (int64_t j = 0; j < 64; ++j) {
			WideBox wide = wide_box(&box);
			cheap_assert(rows_mask(&rows, j, &wide) == rows_mask_plain(&rows, j, &box));
			box = rows_get(&rows, j);
		}
	}
	rows_free(&rows);
}

START_TEST(tile_masks_agree) {
	Rng rng = rng_of(7, 0);
	for (int32_t turn = 0; turn < 1000; ++turn) {
		Tile tile;
		Aabb box, about;
		for (int lane = 0; lane < TILE; ++lane) {
			box_draw(&rng, (Family)below(&rng, FAMILIES), &box);
			if (lane > 0 && chance(&rng, 20)) // a lane without one
				for (int k = 0; k < 3; ++k) box.lo[k] = (float)INFINITY, box.hi[k] = -(float)INFINITY;
			tile_set(&tile, lane, &box);
			for (int k = 0; k < 3; ++k) {
				about.lo[k] = lane == 0 || box.lo[k] < about.lo[k] ? box.lo[k] : about.lo[k];
				about.hi[k] = lane == 0 || box.hi[k] > about.hi[k] ? box.hi[k] : about.hi[k];
			}
		}
		Aabb bounds = tile_bounds(&tile);
		cheap_assert(memcmp(&bounds, &about, sizeof bounds) == 0);
		for (int lane = 0; lane < TILE; ++lane) {
			box = tile_get(&tile, lane);
			TileBox wide = tile_box(&box);
			cheap_assert(tile_mask(&tile, &wide) == tile_mask_plain(&tile, &box));
		}
	}
}

TEST_SUITE(broad_parts, suite, tc) {
	tcase_add_test(tc, keys_are_sorted);
	tcase_add_test(tc, pair_set_against_a_table);
	tcase_add_test(tc, octree_stops_as_each_reading_says);
	tcase_add_test(tc, octree_splits_without_a_bound_where_its_side_is_given);
	tcase_add_test(tc, octree_cubes_are_closed);
	tcase_add_test(tc, mates_are_pairs_without_a_test);
	tcase_add_test(tc, octree_takes_its_side_as_given);
	tcase_add_test(tc, row_masks_agree);
	tcase_add_test(tc, tile_masks_agree);
}
