// Spheres: the smallest against every ball that a few of the points fix, the order of the fits, large and
// degenerate clouds, the test on the boundary, merging, motions, and the trees of them.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "agree.h"
#include "base/error.h"
#include "base/rng.h"
#include "bv/ball.h"
#include "bv/bv.h"
#include "cheap.h"
#include "scene/motion.h"
#include "soup.h"
#include "suite.h"

enum { SMALL = 9, LARGE = 100000 };

// Solves a x = b of n <= 3 unknowns by elimination; false where it is singular.
static bool solve(double a[3][4], int n) {
	for (int c = 0; c < n; ++c) {
		int best = c;
		for (int i = c + 1; i < n; ++i)
			if (fabs(a[i][c]) > fabs(a[best][c])) best = i;
		if (fabs(a[best][c]) < 1e-12) return false;
		for (int k = 0; k < 4; ++k) {
			double swap = a[c][k];
			a[c][k] = a[best][k], a[best][k] = swap;
		}
		for (int i = 0; i < n; ++i) {
			double f = i == c ? 0 : a[i][c] / a[c][c];
			for (int k = 0; k < 4; ++k) a[i][k] -= f * a[c][k];
		}
	}
	for (int c = 0; c < n; ++c) a[c][3] /= a[c][c];
	return true;
}

static double reach_of(HnVec3 centre, const HnVec3 *p, int count) {
	double most = 0;
	for (int i = 0; i < count; ++i) most = fmax(most, vec3_length(vec3_sub(p[i], centre)));
	return most;
}

// The least radius about the circumcentres of all sets of one to four points.
static double brute_radius(const HnVec3 *p, int count) {
	double best = (double)INFINITY;
	for (int set = 1; set < 1 << count; ++set) {
		HnVec3 own[4], u[3], centre;
		double a[3][4] = { { 0 } };
		int n = 0;
		for (int i = 0; i < count && n < 5; ++i)
			if ((set >> i & 1) != 0 && n++ < 4) own[n - 1] = p[i];
		if (n > 4) continue;
		for (int i = 1; i < n; ++i) u[i - 1] = vec3_sub(own[i], own[0]);
		for (int i = 0; i < n - 1; ++i) {
			for (int j = 0; j < n - 1; ++j) a[i][j] = vec3_dot(u[i], u[j]);
			a[i][3] = 0.5 * vec3_dot(u[i], u[i]);
		}
		if (!solve(a, n - 1)) continue;
		centre = own[0];
		for (int i = 0; i < n - 1; ++i) centre = vec3_add(centre, vec3_scale(u[i], a[i][3]));
		best = fmin(best, reach_of(centre, p, count));
	}
	return best;
}

// Whole coordinates make equal, collinear, coplanar and cocircular points.
static void some_points(Rng *rng, HnVec3 *p, int count, int kind) {
	for (int i = 0; i < count; ++i) {
		p[i] = (HnVec3){ rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
		if (kind % 4 == 1)
			p[i] =
			    (HnVec3){ (double)rng_below(rng, 3), (double)rng_below(rng, 3), (double)rng_below(rng, 3) };
		if (kind % 4 == 2) p[i].z = 0, p[i] = kind % 8 == 2 ? p[i] : (HnVec3){ p[i].x, p[i].x, 2 * p[i].x };
		if (kind % 4 == 3) p[i] = motion_random_direction(rng);
	}
}

START_TEST(the_smallest_is_the_smallest) {
	Rng rng = rng_of(91, 0);
	for (int round = 0; round < 4000; ++round) {
		HnVec3 p[SMALL];
		int count = 1 + (int)rng_below(&rng, SMALL);
		some_points(&rng, p, count, round);
		Ball ball, other;
		ball_fit_smallest(&ball, p, count, 1);
		double least = brute_radius(p, count);
		cheap_assert_msg((double)ball.r >= least * (1 - 1e-12), "round %d", round);
		cheap_assert_msg((double)ball.r <= least + 4e-7, "round %d: %g, not %g", round, (double)ball.r,
		                 least);
		ball_fit_ritter(&other, p, count, 1);
		cheap_assert((double)other.r >= least * (1 - 1e-12) && (double)other.r <= 2 * least + 4e-7);
		ball_fit_centroid(&other, p, count, 1);
		cheap_assert((double)other.r >= least * (1 - 1e-12) && (double)other.r <= 2 * least + 4e-7);
	}
}

static void check_large(const HnVec3 *p, double radius, const char *what) {
	BvSpace space = { .scale = 1 };
	Ball ball;
	ball_fit_smallest(&ball, p, LARGE, 1);
	for (int i = 0; i < LARGE; ++i) cheap_assert_msg(ball_contains(&ball, p[i], &space), "%s", what);
	cheap_assert_msg(fabs((double)ball.r - radius) < 4e-7, "%s: %.9g", what, (double)ball.r);
}

START_TEST(large_clouds) {
	HnVec3 *p = malloc(LARGE * sizeof *p);
	Rng rng = rng_of(92, 0);
	for (int i = 0; i < LARGE; ++i) p[i] = (HnVec3){ 0.3, -0.7, 0.1 };
	check_large(p, 0, "equal");
	for (int i = 0; i < LARGE; ++i) p[i] = (HnVec3){ 1e-5 * i, 0, 0 };
	check_large(p, 0.499995, "on a line");
	for (int i = 0; i < LARGE; ++i) p[i] = motion_random_direction(&rng);
	p[17] = (HnVec3){ 0.6, 0, 0.8 }, p[99000] = (HnVec3){ -0.6, 0, -0.8 };
	check_large(p, 1, "on a sphere");
	for (int i = 0; i < LARGE; ++i) {
		double t = 1e-3 * i;
		p[i] = (HnVec3){ cos(t), sin(t), 0 };
	}
	check_large(p, 1, "on a circle");
	for (int i = 0; i < LARGE; ++i) p[i] = (HnVec3){ i & 1, i >> 1 & 1, i >> 2 & 1 };
	check_large(p, sqrt(0.75), "corners of a cube");
	free(p);
}

// Whole numbers: every square is exact, and so is the boundary.
START_TEST(the_test_is_exact_on_the_boundary) {
	Rng rng = rng_of(93, 0);
	int touching = 0;
	for (int round = 0; round < 200000; ++round) {
		Ball ball[2];
		int64_t d2 = 0, r = 0, c[2][3];
		for (int i = 0; i < 2; ++i) {
			int64_t radius = (int64_t)rng_below(&rng, 12);
			for (int k = 0; k < 3; ++k) ball[i].c[k] = (float)(c[i][k] = (int64_t)rng_below(&rng, 16));
			ball[i].r = (float)radius;
			r += radius;
		}
		for (int k = 0; k < 3; ++k) d2 += (c[0][k] - c[1][k]) * (c[0][k] - c[1][k]);
		touching += d2 == r * r;
		cheap_assert(ball_overlaps(&ball[0], &ball[1]) == (d2 <= r * r));
		cheap_assert(ball_overlaps(&ball[1], &ball[0]) == (d2 <= r * r));
	}
	ck_assert_int_gt(touching, 100);
}

START_TEST(merged_is_the_smallest_about_both) {
	Rng rng = rng_of(94, 0);
	int within = 0;
	for (int round = 0; round < 50000; ++round) {
		Ball a, b, both;
		for (int k = 0; k < 3; ++k)
			a.c[k] = (float)rng_range(&rng, -1, 1), b.c[k] = (float)rng_range(&rng, -1, 1);
		a.r = (float)rng_range(&rng, 0, 1.5), b.r = (float)rng_range(&rng, 0, 0.3);
		if (round % 5 == 0) b.c[0] = a.c[0], b.c[1] = a.c[1], b.c[2] = a.c[2];
		double d = ball_between(&a, &b),
		       least = fmax((d + (double)a.r + (double)b.r) / 2, (double)fmaxf(a.r, b.r));
		ball_merge(&both, &a, &b);
		within += d + (double)b.r < (double)a.r;
		cheap_assert(ball_encloses(&both, &a) && ball_encloses(&both, &b));
		cheap_assert((double)both.r >= least * (1 - 1e-15) && (double)both.r <= least * (1 + 1e-6));
	}
	ck_assert_int_gt(within, 5000);
}

// Points of a ball, on its surface above all, moved by what is not quite a rotation.
START_TEST(placed_balls_hold_what_was_in_them) {
	Rng rng = rng_of(95, 0);
	for (int round = 0; round < 20000; ++round) {
		BvSpace space = { .scale = 0.25 };
		HnPose pose = { soup_rotation(&rng), { rng_range(&rng, -1, 1), 0, round % 3 == 0 ? 0 : 1 } };
		if (round % 4 == 0) pose.r = mat3_identity();
		double bend = round % 5 == 0 ? 0.3 : 1e-9;
		for (int i = 0; i < 9; ++i) pose.r.m[i / 3][i % 3] += rng_range(&rng, -bend, bend);
		BvStep step = { .r = pose.r, .t = pose.t, .margin = { 1e-15, 1e-15, 1e-15 } };
		BallFollow motion;
		Ball rest = { { 0 }, (float)rng_range(&rng, 0, 0.5) }, placed;
		for (int k = 0; k < 3; ++k) rest.c[k] = (float)rng_range(&rng, -1, 1);
		ball_follow(&motion, &step, &space);
		ball_place(&placed, &rest, &motion);
		HnVec3 out = vec3_scale(motion_random_direction(&rng), (double)rest.r * (1 - 1e-15));
		HnVec3 point = { (double)rest.c[0] + out.x, (double)rest.c[1] + out.y, (double)rest.c[2] + out.z };
		cheap_assert(ball_contains(&placed, pose_place(&pose, vec3_scale(point, 4)), &space));
		if (bend < 0.1) cheap_assert((double)placed.r <= (double)rest.r * (1 + 1e-6) + 1e-6);
	}
}

static const char *const s_params[][2] = { { "sphere", "" },
	                                       { "sphere", "fit=centroid leaf=3" },
	                                       { "sphere", "fit=ritter update=lazy" },
	                                       { "sphere", "update=layered fit=welzl descend=both" },
	                                       { "tree", "volume=sphere" },
	                                       { "tree",
	                                         "volume=sphere update=lazy fit=centroid centre=vertices" },
	                                       { "tree", "volume=sphere update=layered fit=ritter" },
	                                       { "tree", "volume=sphere by=rebuild point=median" } };

START_TEST(trees_agree) {
	agree_on_soups(s_params[_i][0], s_params[_i][1], 96, 2);
	agree_on_surfaces(s_params[_i][0], s_params[_i][1], 97);
	agree_steady(s_params[_i][0], s_params[_i][1]);
}

START_TEST(trees_fail_cleanly) {
	agree_failed_allocations("sphere", "update=lazy fit=centroid centre=vertices");
	agree_failed_allocations("tree", "volume=sphere by=rebuild");
	agree_interleaved("sphere", "update=layered");
}

TEST_SUITE(sphere, suite, tc) {
	tcase_add_test(tc, the_smallest_is_the_smallest);
	tcase_add_test(tc, large_clouds);
	tcase_add_test(tc, the_test_is_exact_on_the_boundary);
	tcase_add_test(tc, merged_is_the_smallest_about_both);
	tcase_add_test(tc, placed_balls_hold_what_was_in_them);
	tcase_add_loop_test(tc, trees_agree, 0, (int)(sizeof s_params / sizeof s_params[0]));
	tcase_add_test(tc, trees_fail_cleanly);
}
