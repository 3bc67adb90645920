// Populations of generated scenes: pieces of one, and several as one.
#include <check.h>
#include <string.h>

#include "base/error.h"
#include "generated.h"
#include "scene/join.h"
#include "suite.h"

enum { BODIES = 7, STEPS = 5, SCENES = 4 };

static GeneratedScene placed(const char *kind, int32_t places) {
	return generated_of("crowd", "count=7 steps=5 spin=true kind=%s places=%d", kind, places);
}

// Each instance has the poses that its scene alone has, whether its bodies move or rest.
START_TEST(joined_scenes_have_the_steps_of_all) {
	const char *kind = _i == 0 ? "uniform" : "one";
	GeneratedScene all = placed(kind, 1), own[SCENES];
	for (int32_t i = 0; i < SCENES; ++i) own[i] = placed(kind, i + 1);
	for (int32_t i = 1; i < SCENES; ++i)
		ck_assert_msg(generated_join(&all, &own[i], i, SCENES) == HN_OK, "%s", hn_error_text());
	ck_assert_int_eq(all.step_count, SCENES * STEPS);
	int32_t differing = 0;
	for (int32_t b = 0; b < BODIES; ++b)
		for (int32_t s = 0; s < all.step_count; ++s) {
			const HnPose *want = generated_pose(&own[s / STEPS], b, s % STEPS);
			ck_assert_int_eq(memcmp(generated_pose(&all, b, s), want, sizeof *want), 0);
			differing += memcmp(want, generated_pose(&own[0], b, s % STEPS), sizeof *want) != 0;
		}
	ck_assert_int_eq(differing, BODIES * (SCENES - 1) * STEPS); // other places are others
	for (int32_t i = 0; i < SCENES; ++i) generated_free(&own[i]);
	generated_free(&all);
}

START_TEST(a_body_that_rests_in_all_still_rests) {
	GeneratedScene all = placed("one", 1), same = placed("one", 1);
	for (int32_t i = 1; i < SCENES; ++i) ck_assert_int_eq(generated_join(&all, &same, i, SCENES), HN_OK);
	for (int32_t b = 0; b < BODIES; ++b)
		ck_assert_int_eq(all.bodies[b].pose_count, b == BODIES - 1 ? SCENES * STEPS : 1);
	generated_free(&same);
	generated_free(&all);
}

// One that lies elsewhere later on has its first pose until then.
START_TEST(a_body_that_rests_until_an_instance_moves_then) {
	GeneratedScene all = placed("one", 1), same = placed("one", 1), other = placed("one", 2);
	ck_assert_int_eq(generated_join(&all, &same, 1, 3), HN_OK);
	ck_assert_int_eq(generated_join(&all, &other, 2, 3), HN_OK);
	for (int32_t s = 0; s < 3 * STEPS; ++s) {
		const HnPose *want = generated_pose(s < 2 * STEPS ? &same : &other, 0, 0);
		ck_assert_int_eq(memcmp(generated_pose(&all, 0, s), want, sizeof *want), 0);
	}
	generated_free(&other);
	generated_free(&same);
	generated_free(&all);
}

static const char *const s_others[][2] = {
	{ "count=8 steps=5", "instance 2 has 8 bodies, and the first has 7" },
	{ "count=7 steps=6", "instance 2 has 6 steps, and the first has 5" },
	{ "count=7 steps=5 seed=2", "is another than in the first" },
	{ "count=7 steps=5 churn=0.1", "come and go" },
};

// Also where the first is the one whose objects come and go; all memory is freed after it.
START_TEST(other_scenes_are_refused) {
	const size_t before = hn_mem_live_bytes();
	GeneratedScene all = generated_of("crowd", "count=7 steps=5"),
	               other = generated_of("crowd", "%s", s_others[_i][0]);
	ck_refused(generated_join(&all, &other, 1, 2), HN_ERR_BAD_INPUT, s_others[_i][1]);
	ck_assert_int_eq(generated_join(&other, &all, 1, 2), HN_ERR_BAD_INPUT);
	generated_free(&other);
	generated_free(&all);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

START_TEST(a_fixed_body_lies_where_it_lies) {
	GeneratedScene all = placed("one", 1), other = placed("one", 2);
	all.bodies[0].fixed = other.bodies[0].fixed = true;
	ck_refused(generated_join(&all, &other, 1, 2), HN_ERR_BAD_INPUT,
	           "a fixed body lies elsewhere in instance 2");
	generated_free(&other);
	generated_free(&all);
}

START_TEST(there_is_a_most) {
	GeneratedScene all = generated_of("crowd", "count=7 steps=5"),
	               other = generated_of("crowd", "count=7 steps=5");
	ck_assert_int_eq(generated_join(&all, &other, 1, JOIN_POSES_MAX / 35 + 1), HN_ERR_BAD_INPUT);
	ck_assert_msg(strstr(hn_error_text(), "have more than 67108864 poses") != NULL, "%s", hn_error_text());
	generated_free(&other);
	generated_free(&all);
}

// The first step of the whole scene that has these poses.
static int32_t step_with(const GeneratedScene *whole, const GeneratedScene *pieces, int32_t step) {
	for (int32_t s = 0; s < whole->step_count; ++s) {
		bool same = true;
		for (int32_t b = 0; b < whole->body_count && same; ++b)
			same = memcmp(generated_pose(whole, b, s), generated_pose(pieces, b, step), sizeof(HnPose)) == 0;
		if (same) return s;
	}
	return -1;
}

// Pieces are of all bodies together, each is drawn once, and the first ones do not depend on how many there
// are.
START_TEST(pieces_are_steps_one_after_the_other) {
	const GeneratedScene whole = placed("one", 1);
	GeneratedScene pieces = placed("one", 1), fewer = placed("one", 1);
	ck_assert_int_eq(generated_pieces(&pieces, (TrajectoriesDef){ .count = 4, .steps = 2, .seed = 3 }),
	                 HN_OK);
	ck_assert_int_eq(generated_pieces(&fewer, (TrajectoriesDef){ .count = 2, .steps = 2, .seed = 3 }), HN_OK);
	ck_assert_int_eq(pieces.step_count, 8);
	ck_assert_int_eq(fewer.step_count, 4);
	ck_assert_int_eq(pieces.bodies[0].pose_count, 1);
	bool seen[STEPS] = { false };
	for (int32_t i = 0; i < 4; ++i) {
		const int32_t first = step_with(&whole, &pieces, 2 * i);
		ck_assert_int_ge(first, 0);
		ck_assert_int_eq(step_with(&whole, &pieces, 2 * i + 1), first + 1);
		ck_assert(!seen[first]);
		seen[first] = true;
		if (i < 2) ck_assert_int_eq(step_with(&whole, &fewer, 2 * i), first);
	}
	GeneratedScene left = whole;
	generated_free(&left);
	generated_free(&pieces);
	generated_free(&fewer);
}

START_TEST(no_more_pieces_than_there_are) {
	GeneratedScene scene = placed("uniform", 1), gone = generated_of("crowd", "count=7 steps=5 churn=0.1");
	ck_assert_int_eq(generated_pieces(&scene, (TrajectoriesDef){ .count = 5, .steps = 2 }), HN_ERR_BAD_INPUT);
	ck_assert_str_eq(hn_error_text(), "5 pieces of 2 steps were asked for, but a motion of 5 has 4");
	ck_assert_int_eq(generated_pieces(&scene, (TrajectoriesDef){ .count = 1, .steps = 9 }), HN_ERR_BAD_INPUT);
	ck_assert_str_eq(hn_error_text(), "1 pieces of 9 steps were asked for, but a motion of 5 has 0");
	ck_assert_int_eq(generated_pieces(&gone, (TrajectoriesDef){ .count = 1, .steps = 1 }), HN_ERR_BAD_INPUT);
	generated_free(&scene);
	generated_free(&gone);
}

TEST_SUITE(join, suite, tc) {
	tcase_add_loop_test(tc, joined_scenes_have_the_steps_of_all, 0, 2);
	tcase_add_test(tc, a_body_that_rests_in_all_still_rests);
	tcase_add_test(tc, a_body_that_rests_until_an_instance_moves_then);
	tcase_add_loop_test(tc, other_scenes_are_refused, 0, sizeof s_others / sizeof s_others[0]);
	tcase_add_test(tc, a_fixed_body_lies_where_it_lies);
	tcase_add_test(tc, there_is_a_most);
	tcase_add_test(tc, pieces_are_steps_one_after_the_other);
	tcase_add_test(tc, no_more_pieces_than_there_are);
}
