// Cubes about a mean: what the paper says of them, and the trees of them.
#include <check.h>
#include <math.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "base/rng.h"
#include "bv/aabb.h"
#include "bv/ball.h"
#include "bv/bv.h"
#include "cheap.h"
#include "soup.h"
#include "suite.h"
#include "tree/tree.h"
#include "volumes.h"

// Half a side is the way to the farthest point from the mean; the box of the points is within.
START_TEST(half_a_side_reaches_the_farthest_point) {
	const BvClass *caabb = volume_class("caabb"), *aabb = volume_class("aabb");
	Rng rng = rng_of(101, 0);
	for (int round = 0; round < 20000; ++round) {
		enum { N = 6 };
		BvSpace space = { .scale = 1 };
		HnVec3 p[N], mean = { 0, 0, 0 };
		double reach = 0;
		Ball cube;
		Aabb box;
		for (int i = 0; i < N; ++i) {
			p[i] = (HnVec3){ rng_range(&rng, -1, 1), rng_range(&rng, -1, 1), rng_range(&rng, -1, 1) };
			mean = vec3_add(mean, vec3_scale(p[i], 1.0 / (double)N));
		}
		for (int i = 0; i < N; ++i) reach = fmax(reach, vec3_length(vec3_sub(p[i], mean)));
		caabb->fit(&cube, p, N, &space);
		aabb->fit(&box, p, N, &space);
		cheap_assert(fabs((double)cube.r - reach) < 4e-7);
		for (int k = 0; k < 3; ++k) cheap_assert(fabs((double)cube.c[k] - vec3_get(mean, k)) < 2e-7);
		cheap_assert(caabb->volume(&cube) > aabb->volume(&box));
	}
}

// Whole numbers: the boundary is exact.
START_TEST(cubes_that_touch_overlap) {
	const BvClass *caabb = volume_class("caabb");
	Rng rng = rng_of(102, 0);
	for (int round = 0; round < 100000; ++round) {
		Ball cube[2];
		bool meet = true;
		for (int i = 0; i < 2; ++i) {
			for (int k = 0; k < 3; ++k) cube[i].c[k] = (float)rng_below(&rng, 12);
			cube[i].r = (float)rng_below(&rng, 6);
		}
		for (int k = 0; k < 3; ++k) meet &= fabsf(cube[0].c[k] - cube[1].c[k]) <= cube[0].r + cube[1].r;
		cheap_assert(caabb->overlaps(&cube[0], &cube[1]) == meet);
		cheap_assert(caabb->overlaps(&cube[1], &cube[0]) == meet);
	}
}

// A fan about vertex 0, which is a corner of every triangle: the mean of corners is nearer to it.
START_TEST(means_of_corners_and_of_vertices) {
	const double xyz[] = { 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4 };
	const int32_t triangles[] = { 0, 1, 2, 0, 2, 3, 0, 3, 1 };
	MeshView mesh = { xyz, triangles, 4, 3 };
	for (int centre = 0; centre < CENTRES; ++centre) {
		BallMean params = { centre };
		TreeDef def = { .bv = volume_class("caabb"),
			            .topo = { .axis = topo_axis_rule(0), .point = topo_point_rule(0), .leaf = 1 },
			            .space = { .scale = 1, .params = &params } };
		double mean = centre == CENTRE_CORNERS ? 8.0 / 9 : 1;
		double reach = sqrt((4 - mean) * (4 - mean) + 2 * mean * mean);
		Tree tree;
		ck_assert_int_eq(tree_build_once(&tree, &def, &mesh), HN_OK);
		const Ball *root = tree_volume(&tree, &def, 0);
		ck_assert_double_eq_tol((double)root->c[0], mean, 1e-6);
		ck_assert_double_eq_tol((double)root->c[1], mean, 1e-6);
		ck_assert_double_eq_tol((double)root->r, reach, 1e-6);
		tree_free(&tree, &def);
	}
}

static const char *const s_params[] = { "volume=caabb by=place",
	                                    "volume=caabb by=place centre=vertices leaf=3",
	                                    "volume=caabb by=place update=lazy",
	                                    "volume=caabb by=place update=layered descend=alternate",
	                                    "volume=caabb",
	                                    "volume=caabb by=rebuild centre=vertices" };

START_TEST(trees_agree) {
	agree_on_soups("tree", s_params[_i], 103, 2);
	agree_on_surfaces("tree", s_params[_i], 104);
	agree_steady("tree", s_params[_i]);
}

START_TEST(fits_of_others_are_refused) {
	const HnDetectClass *tree = hn_detect_find("tree");
	ck_assert_int_eq(detect_check(tree, "volume=caabb(fit=centroid)"), HN_ERR_NOT_FOUND);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "volume caabb: unknown parameter 'fit'"));
	ck_assert_int_eq(detect_check(tree, "volume=sphere fit=hull"), HN_ERR_BAD_INPUT);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "volume sphere: parameter 'fit' is 'hull'"));
	ck_assert_int_eq(detect_check(tree, "volume=sphere by=hull"), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(detect_check(tree, "volume=aabb by=place"), HN_ERR_BAD_INPUT);
}

TEST_SUITE(caabb, suite, tc) {
	tcase_add_test(tc, half_a_side_reaches_the_farthest_point);
	tcase_add_test(tc, cubes_that_touch_overlap);
	tcase_add_test(tc, means_of_corners_and_of_vertices);
	tcase_add_loop_test(tc, trees_agree, 0, (int)(sizeof s_params / sizeof s_params[0]));
	tcase_add_test(tc, fits_of_others_are_refused);
}
