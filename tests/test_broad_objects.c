// The objects of a broad phase as they are placed, many at a time: which of them have changed, and what is
// refused by number.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "boxes.h"
#include "broad/broad.h"
#include "bv/ball.h"
#include "chance.h"
#include "cheap.h"
#include "simd/simd.h"
#include "suite.h"

// Chooses an instruction set by its index. False: this machine lacks it.
static bool set_choose(int set) {
	return simd_available((SimdSet)set) && hn_simd_choose(simd_name(set)) == HN_OK;
}

// Of many at once one is refused by number: those before it are placed, what it was before stays. Whether
// all are new since the objects were settled or none decides how they are placed.
static void one_bad(int32_t at, int kind, int k, bool settled) {
	enum { MANY = 200 };
	static Aabb s_boxes[MANY];
	static const float bad[] = { (float)NAN, (float)INFINITY, -0x1.000002p120F, 0x1.000002p120F };
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

// Among many that move, one that reaches the limit, which the one above goes beyond by a float.
START_TEST(what_reaches_the_limit_is_placed) {
	enum { MANY = 200 };
	static Aabb s_boxes[MANY];
	if (!set_choose(_i)) return;
	for (int32_t at = 0; at < MANY; at += 7)
		for (int k = 0; k < 6; ++k) {
			BroadObjects objects = { .volume = broad_volume(0) };
			memset(s_boxes, 0, sizeof s_boxes);
			ck_assert_int_eq(objects_place(&objects, 0, MANY, s_boxes), HN_OK);
			objects_settle(&objects);
			for (int32_t i = 0; i < MANY; ++i) s_boxes[i].lo[0] = -1;
			if (k < 3)
				s_boxes[at].lo[k] = -BROAD_REACH;
			else
				s_boxes[at].hi[k - 3] = BROAD_REACH;
			ck_assert_int_eq(objects_place(&objects, 0, MANY, s_boxes), HN_OK);
			ck_assert_mem_eq(objects.keys, s_boxes, sizeof s_boxes);
			objects_free(&objects);
		}
	ck_assert_int_eq(hn_simd_choose(NULL), HN_OK);
}

// Only what has another key has changed, each once, however many are placed at once; zeros have one sign.
START_TEST(what_is_placed_as_it_is_has_not_changed) {
	enum { MANY = 100 };
	if (!set_choose(_i)) return;
	Aabb boxes[MANY];
	bool wanted[MANY];
	BroadObjects objects = { .volume = broad_volume(0) };
	Rng rng = rng_of(73, 0);
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

// Runs of all lengths, placed one by one or all at once: the same objects, changes in the same order, and the
// same refusal. Volumes are boxes or spheres.
START_TEST(runs_are_placed_as_one_by_one) {
	enum { MANY = 700 };
	static Aabb s_boxes[MANY];
	static Ball s_balls[MANY];
	static BroadRun s_runs[MANY];
	Rng rng = rng_of(75, 0);
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

TEST_SUITE(broad_objects, suite, tc) {
	tcase_add_loop_test(tc, one_bad_of_many, 0, SIMD_SETS);
	tcase_add_loop_test(tc, what_reaches_the_limit_is_placed, 0, SIMD_SETS);
	tcase_add_loop_test(tc, what_is_placed_as_it_is_has_not_changed, 0, SIMD_SETS);
	tcase_add_test(tc, runs_are_placed_as_one_by_one);
}
