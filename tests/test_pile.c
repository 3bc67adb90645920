// Piles of boxes after `from` steps: as dense and as much at rest as is promised, by all pairs.
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "generated.h"
#include "suite.h"

static bool same_pose(const HnPose *a, const HnPose *b) { return memcmp(a, b, sizeof *a) == 0; }

typedef struct Box {
	double lo[3], hi[3];
} Box;

static Box box_of(const GeneratedScene *scene, int32_t body, int32_t step) {
	const HnMesh *mesh = scene->bodies[body].mesh;
	const HnPose *pose = generated_pose(scene, body, step);
	Box out;
	for (int k = 0; k < 3; ++k) out.lo[k] = (double)INFINITY, out.hi[k] = -(double)INFINITY;
	for (int32_t v = 0; v < mesh->vertex_count; ++v) {
		double p[3];
		hn_pose_place_all(pose, mesh->xyz + 3 * (int64_t)v, 1, p);
		for (int k = 0; k < 3; ++k) out.lo[k] = fmin(out.lo[k], p[k]), out.hi[k] = fmax(out.hi[k], p[k]);
	}
	return out;
}

static bool meet(const Box *a, const Box *b) {
	bool out = true;
	for (int k = 0; k < 3; ++k) out &= a->lo[k] <= b->hi[k] && b->lo[k] <= a->hi[k];
	return out;
}

static double pairs_a_box(const GeneratedScene *scene, int32_t step) {
	int32_t n = scene->body_count;
	size_t size = mem_array_size(n, sizeof(Box));
	Box *boxes = mem_alloc(size);
	int64_t pairs = 0;
	for (int32_t i = 0; i < n; ++i) {
		boxes[i] = box_of(scene, i, step);
		for (int32_t j = 0; j < i; ++j) pairs += meet(&boxes[i], &boxes[j]);
	}
	mem_free(boxes, size);
	return (double)pairs / n;
}

static double share_at_rest(const GeneratedScene *scene, int32_t step) {
	int32_t still = 0;
	for (int32_t b = 0; b < scene->body_count; ++b)
		still += same_pose(generated_pose(scene, b, step), generated_pose(scene, b, step - 1));
	return (double)still / scene->body_count;
}

static const int s_counts[] = { 500, 1000, 4000 };
static const char *const s_kinds[] = { "", "mixed=true", "spin=true" };

static GeneratedScene pile(const char *name, int i) {
	return generated_of(name, "count=%d from=60 steps=3 %s", s_counts[i % 3], s_kinds[i / 3]);
}

START_TEST(a_heap_rests_and_is_dense) {
	GeneratedScene scene = pile("free_fall", _i);
	for (int32_t s = 0; s < 3; ++s) {
		double pairs = pairs_a_box(&scene, s);
		cheap_assert_msg(pairs >= 4 && (_i >= 6 || pairs < 6), "%d: %g pairs a box", _i, pairs);
		if (s > 0) cheap_assert_msg(share_at_rest(&scene, s) >= 0.9, "%g at rest", share_at_rest(&scene, s));
	}
	generated_free(&scene);
}

START_TEST(a_pile_under_gravity_is_dense_and_moves) {
	GeneratedScene scene = pile("gravity", _i);
	for (int32_t s = 0; s < 3; ++s) {
		double pairs = pairs_a_box(&scene, s);
		cheap_assert_msg(pairs >= 7 && (_i >= 6 || pairs < 10), "%d: %g pairs a box", _i, pairs);
		if (s > 0) cheap_assert_msg(share_at_rest(&scene, s) < 0.1, "%g at rest", share_at_rest(&scene, s));
	}
	generated_free(&scene);
}

static const char *const s_names[] = { "free_fall", "gravity" };

// From one step on and from another: the same motion.
START_TEST(a_later_beginning_is_the_same_motion) {
	int32_t moving = 0;
	GeneratedScene early = generated_of(s_names[_i], "count=%d spin=true from=%d steps=40", 100, 1);
	GeneratedScene late = generated_of(s_names[_i], "count=%d spin=true from=%d steps=13", 100, 28);
	for (int32_t b = 0; b < 100; ++b) {
		for (int32_t s = 0; s < 13; ++s)
			cheap_assert(same_pose(generated_pose(&early, b, 27 + s), generated_pose(&late, b, s)));
		moving += !same_pose(generated_pose(&early, b, 0), generated_pose(&early, b, 1));
	}
	ck_assert_int_gt(moving, 90);
	generated_free(&early);
	generated_free(&late);
}

// 0 is the default, and the beginning of a pile is not that of a scene without one.
START_TEST(from_is_none_by_default) {
	GeneratedScene plain = generated_of(s_names[_i], "count=%d steps=%d", 50, 9);
	GeneratedScene none = generated_of(s_names[_i], "count=%d steps=%d from=0", 50, 9);
	for (int32_t b = 0; b < 50; ++b)
		cheap_assert(memcmp(generated_pose(&plain, b, 0), generated_pose(&none, b, 0), 9 * sizeof(HnPose)) ==
		             0);
	generated_free(&plain);
	generated_free(&none);
}

// At any density and number: also where the cube is smaller than the pile would be.
START_TEST(a_pile_stays_in_its_cube) {
	static const int s_few[] = { 1, 2, 5, 300 };
	static const double s_densities[] = { 0.01, 1, 30, 1e6 };
	for (int k = 0; k < 16; ++k) {
		GeneratedScene scene = generated_of(s_names[_i], "count=%d from=90 steps=4 density=%g", s_few[k % 4],
		                                    s_densities[k / 4]);
		double n = s_few[k % 4], ball = 4.0 / 3.0 * 3.14159265358979324 * 3 * sqrt(3);
		double side = cbrt(n * ball / s_densities[k / 4]) * (1 + 1e-9);
		for (int32_t b = 0; b < scene.body_count; ++b)
			for (int32_t s = 0; s < 4; ++s) {
				HnVec3 t = generated_pose(&scene, b, s)->t;
				for (int axis = 0; axis < 3; ++axis) {
					double x = axis == 0 ? t.x : axis == 1 ? t.y : t.z;
					cheap_assert_msg(x >= 0 && x <= side, "%s: %g of %g", s_names[_i], x, side);
				}
			}
		generated_free(&scene);
	}
}

START_TEST(too_long_a_beginning_is_refused) {
	GeneratedScene scene;
	char params[] = "count=1000000 steps=1 from=2000";
	ck_assert_int_eq(generated_create(&scene, s_names[_i], params), HN_ERR_BAD_INPUT);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "1000000 objects from step 2000 on"));
	ck_assert_ptr_nonnull(strstr(hn_error_text(), s_names[_i]));
}

TEST_SUITE(pile, suite, tc) {
	tcase_add_loop_test(tc, a_heap_rests_and_is_dense, 0, 9);
	tcase_add_loop_test(tc, a_pile_under_gravity_is_dense_and_moves, 0, 9);
	tcase_add_loop_test(tc, a_later_beginning_is_the_same_motion, 0, 2);
	tcase_add_loop_test(tc, from_is_none_by_default, 0, 2);
	tcase_add_loop_test(tc, a_pile_stays_in_its_cube, 0, 2);
	tcase_add_loop_test(tc, too_long_a_beginning_is_refused, 0, 2);
}
