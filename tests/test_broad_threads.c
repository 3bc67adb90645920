// Queries by several threads: the same pairs in the same order and the same counts as by one, whatever moves,
// rests, jumps, comes and goes.
#include "cheap.h"
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "broad/broad.h"
#include "suite.h"

enum { OBJECTS = 40000, FRAMES = 6, PHASES = 4 };

static const int32_t s_threads[PHASES] = { 1, 2, 3, 8 };

// What happens in a frame.
typedef enum Motion {
	MOTION_ALL,    // all drift
	MOTION_HALF,   // half of them; the others come to rest
	MOTION_JUMPS,  // all drift and a few jump: they are loose, and asked one by one
	MOTION_COMINGS // some come and go
} Motion;

static void box_draw(Rng *rng, Aabb *box) {
	double side = cbrt((double)OBJECTS), half = rng_range(rng, 0.2, 0.6);
	for (int k = 0; k < 3; ++k) {
		double at = rng_range(rng, 0, side);
		box->lo[k] = (float)(at - half), box->hi[k] = (float)(at + half);
	}
}

static void place_all(Broad broads[PHASES], int32_t id, const Aabb *box) {
	for (int b = 0; b < PHASES; ++b) cheap_assert(broad_place(&broads[b], id, 1, box) == HN_OK);
}

static void frame_place(Broad broads[PHASES], Rng *rng, Motion motion, int frame) {
	for (int32_t id = 0; id < OBJECTS; ++id) {
		Aabb box = frame > 0 ? broads[0].objects.keys[id] : (Aabb){ 0 };
		uint64_t luck = rng_below(rng, 200);
		bool live = frame > 0 && object_is_live(&broads[0].objects, id);
		if (frame > 0 && motion == MOTION_HALF && id % 2 == 0) continue;
		if (motion == MOTION_COMINGS && luck < 2 && live) {
			for (int b = 0; b < PHASES; ++b) cheap_assert(broad_remove(&broads[b], id) == HN_OK);
			continue;
		}
		if (!live || (motion == MOTION_JUMPS && luck == 0))
			box_draw(rng, &box);
		else
			for (int k = 0; k < 3; ++k) {
				float by = (float)rng_range(rng, -0.05, 0.05);
				box.lo[k] += by, box.hi[k] += by;
			}
		place_all(broads, id, &box);
	}
}

typedef struct Answer {
	HnBroadPairs pairs;
	BroadKept kept;
	BroadCounts counts;
} Answer;

static void ask(Broad *broad, Answer *answer, bool apart) {
	ck_assert_int_eq(broad_update(broad), HN_OK);
	ck_assert_int_eq(broad_build(broad), HN_OK);
	answer->kept = (BroadKept){ 0 };
	for (int counted = 0; counted < 2; ++counted) {
		BroadCounts *counts = counted ? &answer->counts : NULL;
		int32_t status = apart ? broad_query_apart(broad, &answer->kept, &answer->pairs, counts)
		                       : broad_query(broad, &answer->pairs, counts);
		ck_assert_int_eq(status, HN_OK);
	}
}

static void same(const Answer *one, const Answer *many, int32_t threads, int frame) {
	ck_assert_msg(one->pairs.count == many->pairs.count && one->kept.count == many->kept.count,
	              "frame %d, %d threads: %lld pairs, not %lld", frame, (int)threads,
	              (long long)many->pairs.count, (long long)one->pairs.count);
	ck_assert_msg(memcmp(one->pairs.data, many->pairs.data, (size_t)one->pairs.count * sizeof(HnBroadPair)) ==
	                  0,
	              "frame %d, %d threads: another order", frame, (int)threads);
	ck_assert_msg(memcmp(&one->counts, &many->counts, sizeof one->counts) == 0,
	              "frame %d, %d threads: %lld tests, not %lld", frame, (int)threads,
	              (long long)many->counts.tests, (long long)one->counts.tests);
}

START_TEST(pairs_order_and_counts_of_one_thread) {
	Motion motion = (Motion)(_i / 2);
	Broad broads[PHASES];
	Answer answers[PHASES] = { 0 };
	Rng rng = rng_of(31, (uint64_t)motion);
	for (int b = 0; b < PHASES; ++b) {
		ck_assert_int_eq(broad_create(&broads[b], "kdtree", "aabb", _i % 2 == 0 ? "" : "tile=9 spread=1"),
		                 HN_OK);
		ck_assert_int_eq(broad_threads(&broads[b], s_threads[b]), HN_OK);
	}
	for (int frame = 0; frame < FRAMES; ++frame) {
		frame_place(broads, &rng, motion, frame);
		for (int b = 0; b < PHASES; ++b) ask(&broads[b], &answers[b], frame % 2 == 1);
		for (int b = 1; b < PHASES; ++b) same(&answers[0], &answers[b], s_threads[b], frame);
	}
	ck_assert_int_gt(answers[0].pairs.count, OBJECTS / 8);
	for (int b = 0; b < PHASES; ++b) broad_destroy(&broads[b]), hn_broad_pairs_free(&answers[b].pairs);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

START_TEST(the_number_of_threads) {
	Broad broad;
	ck_assert_int_eq(broad_create(&broad, "kdtree", "aabb", ""), HN_OK);
	size_t bytes = broad_bytes(&broad);
	ck_assert_int_eq(broad_threads(&broad, -1), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(broad_threads(&broad, 0), HN_OK);
	ck_assert_int_eq(broad_threads(&broad, 4), HN_OK);
	ck_assert_uint_gt(broad_bytes(&broad), bytes);
	hn_mem_set_limit(hn_mem_live_bytes() + 1000);
	ck_assert_int_eq(broad_threads(&broad, 1000000), HN_ERR_NO_MEMORY);
	hn_mem_set_limit(SIZE_MAX);
	ck_assert_int_eq(broad_threads(&broad, 1), HN_OK);
	ck_assert_uint_eq(broad_bytes(&broad), bytes);
	broad_destroy(&broad);
	ck_assert_int_eq(broad_create(&broad, "sap", "aabb", ""), HN_OK);
	ck_assert_int_eq(broad_threads(&broad, 4), HN_OK);
	broad_destroy(&broad);
}

// A query fails as a whole, and finds everything once there is memory.
START_TEST(no_memory_in_a_thread) {
	Broad broads[PHASES];
	Answer right = { 0 }, answer = { 0 };
	Rng rng = rng_of(32, 0);
	for (int b = 0; b < PHASES; ++b) {
		ck_assert_int_eq(broad_create(&broads[b], "kdtree", "aabb", ""), HN_OK);
		ck_assert_int_eq(broad_threads(&broads[b], s_threads[b]), HN_OK);
	}
	frame_place(broads, &rng, MOTION_ALL, 0);
	ask(&broads[0], &right, false);
	for (int b = 1; b < PHASES; ++b) {
		ck_assert_int_eq(broad_update(&broads[b]), HN_OK);
		ck_assert_int_eq(broad_build(&broads[b]), HN_OK);
		int32_t status = HN_ERR_NO_MEMORY, failures = 0;
		for (size_t more = 0; status == HN_ERR_NO_MEMORY; more += 20000, ++failures) {
			hn_mem_set_limit(hn_mem_live_bytes() + more);
			status = broad_query(&broads[b], &answer.pairs, NULL);
		}
		hn_mem_set_limit(SIZE_MAX);
		ck_assert_int_eq(status, HN_OK);
		ck_assert_int_gt(failures, 2);
		right.counts = (BroadCounts){ 0 };
		same(&right, &answer, s_threads[b], 0);
	}
	for (int b = 0; b < PHASES; ++b) broad_destroy(&broads[b]);
	hn_broad_pairs_free(&right.pairs), hn_broad_pairs_free(&answer.pairs);
}

TEST_SUITE(broad_threads, suite, tc) {
	tcase_add_loop_test(tc, pairs_order_and_counts_of_one_thread, 0, 2 * (MOTION_COMINGS + 1));
	tcase_add_test(tc, the_number_of_threads);
	tcase_add_test(tc, no_memory_in_a_thread);
}
