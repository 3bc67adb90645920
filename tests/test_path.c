// Slerp, paths through key poses, random walks, lines of approach.
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "made.h"
#include "math/elementary.h"
#include "mesh/teapot.h"
#include "scene/motion.h"
#include "suite.h"

static HnQuaternion random_quaternion(Rng *rng) {
	HnVec3 axis = motion_random_direction(rng);
	return hn_quaternion_axis_angle(axis, rng_range(rng, -7, 7));
}

static HnQuaternion opposite(HnQuaternion q) { return (HnQuaternion){ -q.w, -q.x, -q.y, -q.z }; }

static double difference(const HnMat3 *a, const HnMat3 *b) {
	double worst = 0;
	for (int i = 0; i < 9; ++i) worst = fmax(worst, fabs(a->m[i / 3][i % 3] - b->m[i / 3][i % 3]));
	return worst;
}

static double rotation_error(const HnMat3 *r) {
	HnMat3 product = mat3_tmul(r, r), none = mat3_identity();
	HnVec3 z = vec3_sub(vec3_cross(vec3_load(r->m[0]), vec3_load(r->m[1])), vec3_load(r->m[2]));
	return fmax(difference(&product, &none), vec3_length(z));
}

static double turn_between(const HnMat3 *a, const HnMat3 *b) {
	HnMat3 d = mat3_tmul(a, b);
	HnVec3 twice_sine = { d.m[2][1] - d.m[1][2], d.m[0][2] - d.m[2][0], d.m[1][0] - d.m[0][1] };
	return math_atan2(vec3_length(twice_sine), d.m[0][0] + d.m[1][1] + d.m[2][2] - 1);
}

static HnMat3 slerp_matrix(HnQuaternion a, HnQuaternion b, double s) {
	return quaternion_matrix(quaternion_slerp(a, b, s));
}

// The other definition: a, then a part s of the turn from a to b about its one axis.
START_TEST(slerp_turns_about_one_axis) {
	Rng rng = rng_of(1, 0);
	for (int i = 0; i < 5000; ++i) {
		HnQuaternion a = random_quaternion(&rng);
		HnVec3 axis = motion_random_direction(&rng);
		double angle = rng_range(&rng, -3.14, 3.14), s = rng_double(&rng);
		if (i % 4 == 0) angle *= 1e-9;
		HnQuaternion b = quaternion_mul(a, hn_quaternion_axis_angle(axis, angle));
		HnMat3 ra = quaternion_matrix(a), part = hn_motion_axis_angle(axis, s * angle);
		HnMat3 wanted = mat3_mul(&ra, &part), found = slerp_matrix(a, b, s);
		ck_assert_double_lt(difference(&wanted, &found), 1e-14 / (3.15 - fabs(angle)));
		ck_assert_double_lt(rotation_error(&found), 3e-15);
	}
}

// q and -q are one rotation: the path between two rotations cannot depend on which came.
START_TEST(slerp_does_not_see_signs) {
	Rng rng = rng_of(2, 0);
	for (int i = 0; i < 2000; ++i) {
		HnQuaternion a = random_quaternion(&rng), b = random_quaternion(&rng);
		if (i % 5 == 0) b = a;
		if (i % 5 == 1)
			b = quaternion_mul(a, hn_quaternion_axis_angle(motion_random_direction(&rng), MATH_PI));
		double s = rng_double(&rng);
		HnMat3 r = slerp_matrix(a, b, s);
		HnQuaternion as[2] = { a, opposite(a) }, bs[2] = { b, opposite(b) };
		for (int k = 0; k < 4; ++k) {
			HnMat3 other = slerp_matrix(as[k % 2], bs[k / 2], s);
			ck_assert_double_le(difference(&r, &other), 0);
		}
	}
}

// Half a turn: about the axis whose first coordinate that is not 0 is positive, also where rounding decides.
START_TEST(slerp_of_half_a_turn_has_a_rule) {
	Rng rng = rng_of(3, 0);
	static const HnVec3 axes[] = {
		{ 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0.6, -0.8, 0 }, { 0, 0.6, -0.8 }
	};
	for (int i = 0; i < 2000; ++i) {
		HnQuaternion a = random_quaternion(&rng);
		HnVec3 axis = axes[i % 5];
		HnQuaternion b = quaternion_mul(a, hn_quaternion_axis_angle(axis, i % 2 ? MATH_PI : -MATH_PI));
		double s = rng_double(&rng);
		HnMat3 ra = quaternion_matrix(a), part = hn_motion_axis_angle(axis, s * MATH_PI);
		HnMat3 wanted = mat3_mul(&ra, &part), found = slerp_matrix(a, b, s);
		ck_assert_double_lt(difference(&wanted, &found), 1e-14);
	}
}

START_TEST(quaternions_of_any_length_normalize) {
	static const double scales[] = { 1, 1e-300, 1e300, 5e-324 };
	for (int i = 0; i < 4; ++i) {
		HnQuaternion q = { 0, -scales[i], 0, scales[i] };
		HnMat3 turned = hn_quaternion_matrix(q), wanted = { { { 0, 0, -1 }, { 0, -1, 0 }, { -1, 0, 0 } } };
		ck_assert_double_lt(difference(&turned, &wanted), 1e-15);
		ck_assert(hn_quaternion_normalize(&q));
		ck_assert_double_lt(fabs(q.x + sqrt(0.5)) + fabs(q.z - sqrt(0.5)), 1e-15);
	}
	HnQuaternion bad[] = { { 0, 0, 0, 0 }, { 1, (double)NAN, 0, 0 }, { (double)INFINITY, 0, 0, 0 } };
	for (int i = 0; i < 3; ++i) ck_assert(!hn_quaternion_normalize(&bad[i]));
}

enum { KEYS = 4, STEPS = 101 };

static void random_keys(Rng *rng, HnKeyPose keys[KEYS]) {
	for (int k = 0; k < KEYS; ++k) {
		HnVec3 p = motion_random_direction(rng);
		keys[k] = (HnKeyPose){ k, random_quaternion(rng), vec3_scale(p, 10) };
	}
}

static int32_t find_pose(const HnPose *poses, int32_t count, const HnKeyPose *key) {
	HnMat3 r = quaternion_matrix(key->rotation);
	for (int32_t i = 0; i < count; ++i)
		if (memcmp(&poses[i].r, &r, sizeof r) == 0 &&
		    memcmp(&poses[i].t, &key->position, sizeof(HnVec3)) == 0)
			return i;
	return -1;
}

START_TEST(paths_meet_their_keys_exactly) {
	Rng rng = rng_of(4, 0);
	for (int round = 0; round < 300; ++round) {
		HnKeyPose keys[KEYS];
		HnPose poses[STEPS];
		random_keys(&rng, keys);
		int32_t steps = KEYS + (int32_t)rng_below(&rng, STEPS - KEYS + 1);
		ck_assert_int_eq(hn_motion_path(poses, steps, keys, KEYS), HN_OK);
		for (int k = 0; k < KEYS; ++k) {
			int32_t at = find_pose(poses, steps, &keys[k]);
			ck_assert_double_le(fabs(at - (steps - 1) * k / ((double)KEYS - 1)), 0.5);
		}
		for (int32_t i = 0; i < steps; ++i) ck_assert_double_lt(rotation_error(&poses[i].r), 3e-15);
	}
}

// Between two keys every step moves and turns by as much.
START_TEST(paths_move_evenly) {
	Rng rng = rng_of(5, 0);
	HnKeyPose keys[KEYS];
	HnPose poses[STEPS];
	random_keys(&rng, keys);
	keys[1].at = 0.1, keys[2].at = 0.6, keys[3].at = 1;
	ck_assert_int_eq(hn_motion_path(poses, STEPS, keys, KEYS), HN_OK);
	static const int32_t at[KEYS] = { 0, 10, 60, 100 };
	for (int k = 0; k + 1 < KEYS; ++k) {
		ck_assert_int_eq(find_pose(poses, STEPS, &keys[k]), at[k]);
		HnVec3 way = vec3_sub(keys[k + 1].position, keys[k].position);
		HnVec3 each = vec3_scale(way, 1.0 / (at[k + 1] - at[k]));
		double turn = turn_between(&poses[at[k]].r, &poses[at[k] + 1].r);
		for (int32_t i = at[k]; i < at[k + 1]; ++i) {
			HnVec3 off = vec3_sub(vec3_sub(poses[i + 1].t, poses[i].t), each);
			ck_assert_double_lt(vec3_length(off), 1e-13);
			ck_assert_double_lt(fabs(turn_between(&poses[i].r, &poses[i + 1].r) - turn), 1e-13);
		}
	}
}

static void refuse_path(int32_t steps, const HnKeyPose *keys, int32_t count, const char *part) {
	HnPose poses[STEPS];
	ck_refused(hn_motion_path(poses, steps, keys, count), HN_ERR_BAD_INPUT, part);
}

START_TEST(paths_refuse_what_has_no_place) {
	HnKeyPose keys[3] = { { .at = 0 }, { .at = 1 }, { .at = 2 } };
	for (int k = 0; k < 3; ++k) keys[k].rotation.w = 1;
	refuse_path(10, keys, 1, "two poses");
	refuse_path(2, keys, 3, "as many steps");
	keys[1].at = 0.01;
	refuse_path(10, keys, 3, "poses 1 and 2 both fall on step 1");
	keys[1].at = 1.99;
	refuse_path(10, keys, 3, "poses 2 and 3 both fall on step 10");
	keys[1].at = 2;
	refuse_path(10, keys, 3, "pose 2 is at 2, pose 3 at 2");
	keys[1].at = (double)NAN;
	refuse_path(10, keys, 3, "pose 2 is not finite");
	keys[0].at = -1.7e308, keys[1].at = 0, keys[2].at = 1.7e308;
	refuse_path(10, keys, 3, "too far apart");
}

enum { WALK = 2000 };

START_TEST(walks_stay_inside) {
	static HnPose poses[WALK];
	Rng rng = rng_of(6, 0);
	for (int round = 0; round < 60; ++round) {
		double size = ldexp(1, (int)rng_below(&rng, 60) - 30);
		HnRandomWalkDef def = { .steps = WALK, .seed = (uint64_t)round, .turn = 0.3 };
		def.step = size * ldexp(1, (int)rng_below(&rng, 12) - 8);
		def.from = (HnVec3){ 3, -2 * size, 0 };
		bool ball = round % 2;
		if (ball) def.radius = size;
		def.lo = (HnVec3){ 3 - size, -2 * size, 0 }; // a box of no height
		def.hi = (HnVec3){ 3 + size, -size, 0 };
		ck_assert_int_eq(hn_motion_random_walk(poses, &def), HN_OK);
		for (int i = 0; i < WALK; ++i) {
			HnVec3 p = poses[i].t;
			ck_assert_double_lt(rotation_error(&poses[i].r), 3e-15);
			if (ball)
				ck_assert_double_le(vec3_length(vec3_sub(p, def.from)), size + 1e-15 * (size + 3));
			else
				for (int k = 0; k < 3; ++k)
					ck_assert(vec3_get(p, k) >= vec3_get(def.lo, k) && vec3_get(p, k) <= vec3_get(def.hi, k));
		}
	}
}

// Where no bound is near, each move has the length asked for and each turn the angle; and the walk goes
// somewhere: the mean square of the distance after n uniform moves is n.
START_TEST(walks_move_and_turn_as_asked) {
	static HnPose poses[WALK];
	double square = 0;
	enum { WALKS = 200 };
	for (int w = 0; w < WALKS; ++w) {
		HnRandomWalkDef def = { .steps = WALK, .seed = (uint64_t)w, .step = 1, .turn = 0.25, .radius = 1e9 };
		ck_assert_int_eq(hn_motion_random_walk(poses, &def), HN_OK);
		for (int i = 1; i < WALK; ++i) {
			if (fabs(vec3_length(vec3_sub(poses[i].t, poses[i - 1].t)) - 1) > 1e-12)
				ck_abort_msg("walk %d, step %d: length", w, i);
			if (fabs(turn_between(&poses[i - 1].r, &poses[i].r) - 0.25) > 1e-13)
				ck_abort_msg("walk %d, step %d: angle", w, i);
		}
		HnVec3 end = poses[WALK - 1].t;
		square += vec3_dot(end, end) / (WALK - 1) / (double)WALKS;
	}
	// the variance of that square is 2/3 of its mean squared
	ck_assert_double_lt(fabs(square - 1), 6 * sqrt(2.0 / 3 / (double)WALKS));
}

START_TEST(walks_depend_on_the_seed_alone) {
	static HnPose a[WALK], b[WALK];
	HnRandomWalkDef def = { .steps = WALK, .seed = 7, .step = 0.1, .turn = 1, .radius = 1 };
	ck_assert_int_eq(hn_motion_random_walk(a, &def), HN_OK);
	def.steps = 100;
	ck_assert_int_eq(hn_motion_random_walk(b, &def), HN_OK);
	ck_assert_mem_eq(a, b, 100 * sizeof *a);
	def.turn = 0;
	ck_assert_int_eq(hn_motion_random_walk(b, &def), HN_OK);
	for (int i = 0; i < 100; ++i) ck_assert_mem_eq(&a[i].t, &b[i].t, sizeof(HnVec3));
	def.seed = 8;
	ck_assert_int_eq(hn_motion_random_walk(b, &def), HN_OK);
	ck_assert_mem_ne(&a[1].t, &b[1].t, sizeof(HnVec3));
}

START_TEST(walks_refuse_what_has_no_bounds) {
	HnPose poses[2];
	static const struct {
		HnRandomWalkDef def;
		const char *part;
	} s_cases[] = {
		{ { .steps = 0, .radius = 1 }, "at least one step" },
		{ { .steps = 2, .step = -1, .radius = 1 }, "step must be" },
		{ { .steps = 2, .step = (double)NAN, .radius = 1 }, "step must be" },
		{ { .steps = 2, .turn = (double)INFINITY, .radius = 1 }, "finite angle" },
		{ { .steps = 2, .radius = 1e300 }, "below 2^200" },
		{ { .steps = 2, .radius = 1, .from = { 0, (double)NAN, 0 } }, "must be finite" },
		{ { .steps = 2, .lo = { 0, 1, 0 } }, "the box is empty: y" },
		{ { .steps = 2, .from = { 0, 0, 1 } }, "begins outside of its box: z" },
	};
	for (size_t i = 0; i < sizeof s_cases / sizeof s_cases[0]; ++i) {
		ck_refused(hn_motion_random_walk(poses, &s_cases[i].def), HN_ERR_BAD_INPUT, s_cases[i].part);
	}
}

static HnVec3 box_middle(const HnMesh *mesh, const HnPose *pose) {
	double lo[3], hi[3];
	hn_mesh_bounds(mesh, lo, hi);
	HnVec3 middle = vec3_scale(vec3_add(vec3_load(lo), vec3_load(hi)), 0.5);
	return pose_place(pose, middle);
}

// From where a plane across the line separates the two, without turning, to where the middles meet.
START_TEST(approaches_begin_clear_and_end_in_the_middle) {
	HnMesh *still = teapot_of(300), *moving = teapot_of(150);
	HnPose last = { 0 }, none = hn_pose_identity();
	for (int32_t number = 0; number < 50; ++number) {
		HnPose line[2];
		ck_assert_int_eq(motion_approach(line, still, moving, 3, number), HN_OK);
		ck_assert_mem_eq(&line[0].r, &line[1].r, sizeof(HnMat3));
		ck_assert_mem_ne(&line[0].r, &last.r, sizeof(HnMat3));
		last = line[0];
		ck_assert_double_lt(vec3_length(vec3_sub(box_middle(moving, &line[1]), box_middle(still, &none))),
		                    1e-12);
		HnVec3 away = vec3_sub(line[0].t, line[1].t);
		double nearest = (double)INFINITY, farthest = -(double)INFINITY;
		for (int32_t i = 0; i < moving->vertex_count; ++i)
			nearest = fmin(nearest, vec3_dot(away, pose_place(&line[0], vec3_load(moving->xyz + 3 * i))));
		for (int32_t i = 0; i < still->vertex_count; ++i)
			farthest = fmax(farthest, vec3_dot(away, vec3_load(still->xyz + 3 * i)));
		ck_assert_double_gt(nearest, farthest);
	}
	hn_mesh_destroy(still);
	hn_mesh_destroy(moving);
}

TEST_SUITE(path, suite, tc) {
	tcase_add_test(tc, slerp_turns_about_one_axis);
	tcase_add_test(tc, slerp_does_not_see_signs);
	tcase_add_test(tc, slerp_of_half_a_turn_has_a_rule);
	tcase_add_test(tc, quaternions_of_any_length_normalize);
	tcase_add_test(tc, paths_meet_their_keys_exactly);
	tcase_add_test(tc, paths_move_evenly);
	tcase_add_test(tc, paths_refuse_what_has_no_place);
	tcase_add_test(tc, walks_stay_inside);
	tcase_add_test(tc, walks_move_and_turn_as_asked);
	tcase_add_test(tc, walks_depend_on_the_seed_alone);
	tcase_add_test(tc, walks_refuse_what_has_no_bounds);
	tcase_add_test(tc, approaches_begin_clear_and_end_in_the_middle);
}
