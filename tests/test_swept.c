// Swept spheres, with segments and rectangles for cores: the test against distances found another way, how
// tight fits are, and the trees of them.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "base/rng.h"
#include "bv/bv.h"
#include "cheap.h"
#include "scene/motion.h"
#include "soup.h"
#include "suite.h"
#include "volumes.h"

#ifdef SANITIZED // an order slower
enum { ROUNDS = 100, SHARED = 2000, SETTINGS = 2 };
#else
enum { ROUNDS = 400, SHARED = 10000, SETTINGS = 6 };
#endif

typedef struct Core { // as it stands in the volumes: centre, edges, radius
	double c[3], e[2][3], r;
	int edges;
} Core;

static const char *const s_names[] = { "capsule", "rss" };

static Core core_of(const void *volume, int edges) {
	float f[10];
	Core core = { .edges = edges };
	memcpy(f, volume, (size_t)(4 + 3 * edges) * sizeof *f);
	for (int k = 0; k < 3; ++k) core.c[k] = (double)f[k];
	for (int k = 0; k < 3 * edges; ++k) core.e[k / 3][k % 3] = (double)f[3 + k];
	core.r = (double)f[3 + 3 * edges];
	return core;
}

// The distance of two cores, from above: descent in one parameter at a time, from many starts, to the end.
static double distance_of(const Core *a, const Core *b, Rng *rng) {
	double best = (double)INFINITY;
	for (int start = 0; start < 6; ++start) {
		double s[4] = { 0 }, d[3] = { 0 };
		for (int k = 0; k < 4; ++k) s[k] = k % 2 < a->edges ? rng_range(rng, -1, 1) : 0;
		for (int turn = 0; turn < 400; ++turn)
			for (int k = 0; k < 4; ++k) {
				const double *e = k < 2 ? a->e[k] : b->e[k - 2];
				double along = 0, length2 = 0, sign = k < 2 ? -1 : 1;
				for (int i = 0; i < 3; ++i) {
					d[i] = b->c[i] - a->c[i];
					for (int j = 0; j < 2; ++j) d[i] += s[j + 2] * b->e[j][i] - s[j] * a->e[j][i];
					along += d[i] * e[i] * sign, length2 += e[i] * e[i];
				}
				if (length2 > 0) s[k] = fmax(-1, fmin(1, s[k] - along / length2));
			}
		for (int i = 0; i < 3; ++i) {
			d[i] = b->c[i] - a->c[i];
			for (int j = 0; j < 2; ++j) d[i] += s[j + 2] * b->e[j][i] - s[j] * a->e[j][i];
		}
		best = fmin(best, sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
	}
	return best;
}

// Flat, long and round clouds.
static void cloud(Rng *rng, HnVec3 *p, int count, HnVec3 about, int kind) {
	HnMat3 r = soup_rotation(rng);
	for (int i = 0; i < count; ++i) {
		HnVec3 v = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
		if (kind % 3 == 0) v.z *= 0.02;
		if (kind % 3 == 1) v.y *= 0.05, v.z *= 0.05;
		p[i] = vec3_add(about, mat3_mul_vec(&r, v));
	}
}

// Never apart where the cores are as near as the radii; and hardly ever overlapping where they are not.
START_TEST(the_test_is_that_of_distances) {
	const BvClass *bv = volume_class(s_names[_i]);
	Rng rng = rng_of(111, (uint64_t)_i);
	int apart = 0, loose = 0;
	for (int round = 0; round < ROUNDS; ++round) {
		enum { N = 8 };
		_Alignas(16) char a[64], b[64];
		BvSpace space = { .scale = 1 };
		HnVec3 p[N], q[N];
		HnVec3 away = vec3_scale(motion_random_direction(&rng), rng_range(&rng, 0.3, 2.5));
		cloud(&rng, p, N, (HnVec3){ 0, 0, 0 }, round);
		cloud(&rng, q, N, away, round / 3);
		bv->fit(a, p, N, &space);
		bv->fit(b, q, N, &space);
		Core of_a = core_of(a, _i + 1), of_b = core_of(b, _i + 1);
		double gap = distance_of(&of_a, &of_b, &rng) - (of_a.r + of_b.r);
		bool overlaps = bv->overlaps(a, b);
		cheap_assert(overlaps || gap > 0);
		apart += gap > 1e-3;
		loose += gap > 1e-3 && overlaps;
	}
	ck_assert_int_gt(apart, ROUNDS / 5);
	ck_assert_int_lt(loose * 50, apart); // at most 2 % of those apart
}

// Turns that bring a point of one upon one of the other: never apart, however parallel or degenerate.
START_TEST(shared_points_are_never_apart) {
	const BvClass *bv = volume_class(s_names[_i]);
	Rng rng = rng_of(112, (uint64_t)_i);
	for (int round = 0; round < SHARED; ++round) {
		_Alignas(16) char a[64], b[64];
		BvSpace space = { .scale = 0.25 };
		HnVec3 p[4], q[4], shift;
		cloud(&rng, p, 4, (HnVec3){ 0, 0, 0 }, round);
		memcpy(q, p, sizeof q);                                 // the same, shifted: parallel
		if (round % 2 == 0) cloud(&rng, q, 4, p[0], round / 2); // or any
		if (round % 5 == 0) p[1] = p[2] = p[3] = p[0];          // a point
		if (round % 7 == 0) q[2] = q[3] = q[1];                 // a segment
		int i = (int)rng_below(&rng, 4), j = (int)rng_below(&rng, 4);
		shift = vec3_sub(p[i], q[j]);
		for (int k = 0; k < 4; ++k) q[k] = vec3_add(q[k], shift);
		q[j] = p[i];
		bv->fit(a, p, 4, &space);
		bv->fit(b, q, 4, &space);
		cheap_assert_msg(bv->overlaps(a, b) && bv->overlaps(b, a), "round %d", round);
	}
}

// A rod along a diagonal is thin in a capsule; a plate is thin in an rss.
START_TEST(fits_are_tight) {
	const BvClass *rss = volume_class("rss"), *capsule = volume_class("capsule"), *box = bv_class(0);
	Rng rng = rng_of(113, 0);
	for (int round = 0; round < 600; ++round) {
		enum { N = 60 };
		_Alignas(16) char a[64], b[64], c[64];
		BvSpace space = { .scale = 1 };
		HnVec3 p[N];
		for (int i = 0; i < N; ++i) {
			double t = rng_range(&rng, -1, 1), x = rng_range(&rng, -0.01, 0.01);
			p[i] = (HnVec3){ t + x, t - x, round % 2 == 0 ? t : rng_range(&rng, -1, 1) };
		}
		rss->fit(a, p, N, &space);
		capsule->fit(b, p, N, &space);
		box->fit(c, p, N, &space);
		if (round % 2 == 0) cheap_assert(capsule->volume(b) < 0.01 * box->volume(c));
		cheap_assert(rss->volume(a) < 0.1 * box->volume(c));
	}
}

static const char *const s_params[6] = {
	"by=place", "by=place update=lazy leaf=3", "by=place update=layered", "", "update=lazy", "by=rebuild"
};

START_TEST(trees_agree) {
	char params[80];
	snprintf(params, sizeof params, "volume=%s %s", s_names[_i % 2], s_params[_i / 2]);
	agree_on_soups("tree", params, 114, 1);
	if (_i < 4) agree_on_surfaces("tree", params, 115); // the slowest part
	agree_steady("tree", params);
}

TEST_SUITE(swept, suite, tc) {
	tcase_add_loop_test(tc, the_test_is_that_of_distances, 0, 2);
	tcase_add_loop_test(tc, shared_points_are_never_apart, 0, 2);
	tcase_add_test(tc, fits_are_tight);
	tcase_add_loop_test(tc, trees_agree, 0, 2 * SETTINGS);
}
