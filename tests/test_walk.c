// The orders in which timed passes ask for the steps of a motion.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "cheap.h"
#include "run/worker/walk.h"
#include "suite.h"

enum { STEPS_MOST = 130, PASSES = 40 };

// The steps of a pass in their order. Each is there once.
static void order_of(int32_t order[STEPS_MOST], int32_t pass, int32_t steps, bool coherent) {
	WalkPart parts[WALK_PARTS];
	uint8_t asked[STEPS_MOST] = { 0 };
	int32_t count = walk_parts(parts, pass, steps, coherent), at = 0;
	cheap_assert(count >= 1 && count <= WALK_PARTS);
	for (int32_t p = 0; p < count; ++p) {
		int32_t step = parts[p].first;
		for (int32_t i = 0; i < parts[p].count; ++i, step = walk_next(&parts[p], step, steps)) {
			cheap_assert(step >= 0 && step < steps && at < steps);
			asked[step] += 1;
			order[at++] = step;
		}
	}
	cheap_assert_int_eq(at, steps);
	for (int32_t s = 0; s < steps; ++s) cheap_assert_int_eq(asked[s], 1);
}

START_TEST(each_step_is_asked_once) {
	int32_t order[STEPS_MOST];
	for (int32_t steps = 1; steps <= STEPS_MOST; ++steps)
		for (int32_t pass = 0; pass < PASSES; ++pass) order_of(order, pass, steps, _i);
}

START_TEST(order_changes_from_pass_to_pass) {
	int32_t orders[PASSES][STEPS_MOST];
	for (int32_t pass = 0; pass < PASSES; ++pass) order_of(orders[pass], pass, STEPS_MOST, _i);
	for (int32_t pass = 1; pass < PASSES; ++pass)
		for (int32_t other = _i ? pass - 1 : 0; other < pass; ++other) // coherent ones may repeat later
			ck_assert_int_ne(memcmp(orders[pass], orders[other], sizeof orders[pass]), 0);
}

// Of a coherent pass each step but the motion's first one, forwards or backwards, follows its neighbour.
START_TEST(coherent_steps_follow_their_neighbours) {
	WalkPart parts[WALK_PARTS];
	bool elsewhere = false;
	for (int32_t steps = 1; steps <= STEPS_MOST; ++steps)
		for (int32_t pass = 0; pass < PASSES; ++pass) {
			int32_t count = walk_parts(parts, pass, steps, true), direction = pass % 2 == 0 ? 1 : -1;
			const int32_t end = direction > 0 ? 0 : steps - 1;
			for (int32_t p = 0; p < count; ++p) {
				cheap_assert_int_eq(parts[p].stride, direction);
				cheap_assert(parts[p].led ? parts[p].lead == parts[p].first - direction
				                          : parts[p].first == end);
				elsewhere = elsewhere || parts[p].led;
			}
			cheap_assert_int_eq(parts[count - 1].first, end);
		}
	ck_assert(elsewhere);
}

TEST_SUITE(walk, suite, tc) {
	tcase_add_loop_test(tc, each_step_is_asked_once, 0, 2);
	tcase_add_loop_test(tc, order_changes_from_pass_to_pass, 0, 2);
	tcase_add_test(tc, coherent_steps_follow_their_neighbours);
}
