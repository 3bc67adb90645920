// Wide trees: a search for triangles on which the error bounds of floats fail, by moving them to where they
// begin to touch, and by climbing to where floats dare most.
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "exact/tri_tri.h"
#include "scene/motion.h"
#include "suite.h"
#include "wide/pairs.h"

#ifdef SANITIZED // an order slower
enum { ATTACKS = 150, CLIMBS = 3, CLIMB_STEPS = 40 };
#else
enum { ATTACKS = 3000, CLIMBS = 20, CLIMB_STEPS = 200 };
#endif

// Two meshes of up to four triangles each, the second one turned, and moved along a line.
typedef struct Duel {
	double xyz[2][9 * WIDE];
	int32_t triangles; // of each
	HnPose pose;
	HnVec3 along;
} Duel;

static const int32_t s_corners[3 * WIDE] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };

static void duel_mesh(Rng *rng, double *xyz, int32_t triangles) {
	double size = ldexp(1, -(int)rng_below(rng, 12)), thin = ldexp(1, -(int)rng_below(rng, 20));
	for (int32_t i = 0; i < 9 * triangles; ++i) {
		xyz[i] = rng_range(rng, -1, 1) * size * (i % 3 == 1 ? thin : 1);
		if (rng_below(rng, 8) == 0) xyz[i] = floor(xyz[i] * 4) / 4;
	}
}

static Duel duel_draw(Rng *rng) {
	Duel d = { .triangles = 1 + (int32_t)rng_below(rng, WIDE) };
	double far = rng_below(rng, 4) == 0 ? 1000 : 0;
	for (int b = 0; b < 2; ++b) {
		duel_mesh(rng, d.xyz[b], d.triangles);
		for (int32_t i = 0; i < 9 * d.triangles; ++i) d.xyz[b][i] += far;
	}
	d.pose.r = rng_below(rng, 3) == 0 ? mat3_identity() : motion_random_rotation(rng);
	d.pose.t = vec3_sub((HnVec3){ far, far, far }, mat3_mul_vec(&d.pose.r, (HnVec3){ far, far, far }));
	d.along = motion_random_direction(rng);
	return d;
}

static HnPose duel_pose(const Duel *d, double x) {
	return (HnPose){ d->pose.r, vec3_add(d->pose.t, vec3_scale(d->along, x)) };
}

static int32_t duel_right(const Duel *d, double x, bool exact) {
	HnPose pose = duel_pose(d, x);
	int32_t meet = 0;
	for (int32_t i = 0; i < d->triangles; ++i)
		for (int32_t j = 0; j < d->triangles; ++j) {
			Triangle a, b;
			for (int k = 0; k < 3; ++k) {
				a.p[k] = vec3_load(d->xyz[0] + 9 * i + 3 * k);
				b.p[k] = pose_place(&pose, vec3_load(d->xyz[1] + 9 * j + 3 * k));
			}
			meet += exact ? tri_tri_meet_exact(&a, &b) : tri_tri_meet(&a, &b);
		}
	return meet;
}

typedef struct Arena {
	WideTree trees[2];
	WideQuery query;
} Arena;

static void arena_open(Arena *arena, const Duel *d, WideVolume volume) {
	WideDef def = { volume, ldexp(1, d->xyz[0][0] > 100 ? -11 : -2), 16, 4, false, NULL };
	*arena = (Arena){ 0 };
	MeshView meshes[2];
	for (int b = 0; b < 2; ++b) {
		meshes[b] = (MeshView){ d->xyz[b], s_corners, 3 * d->triangles, d->triangles };
		ck_assert_int_eq(wide_tree_build(&arena->trees[b], &def, &meshes[b]), HN_OK);
	}
	arena->query.a = &arena->trees[0], arena->query.b = &arena->trees[1];
	arena->query.mesh_a = meshes[0], arena->query.mesh_b = meshes[1];
}
static void arena_close(Arena *arena) {
	wide_query_free(&arena->query);
	for (int b = 0; b < 2; ++b) wide_tree_free(&arena->trees[b]);
}

// How many were left unsure; that the answer is right is asserted.
static int64_t arena_ask(Arena *arena, const Duel *d, double x) {
	arena->query.pose = duel_pose(d, x);
	wide_query_place(&arena->query);
	ck_assert_int_eq(wide_query_all(&arena->query, true), HN_OK);
	int32_t right = duel_right(d, x, true);
	ck_assert_msg(arena->query.hits.count == right, "%d found, %d meet", (int)arena->query.hits.count, right);
	return arena->query.settled;
}

// A place on the line where some pair of triangles begins to meet, or ceases to. False: none was found.
static bool duel_touch(const Duel *d, double *x) {
	double lo = 0, hi = 0;
	int32_t at_lo = duel_right(d, 0, false);
	for (double to = 0x1p-6; to < 8 && hi <= 0; to *= 1.5)
		if (duel_right(d, to, false) != at_lo) hi = to;
	if (hi <= 0) return false;
	for (int i = 0; i < 60; ++i) {
		double mid = 0.5 * (lo + hi);
		if (duel_right(d, mid, false) == at_lo)
			lo = mid;
		else
			hi = mid;
	}
	*x = lo;
	return true;
}

// What doubles lose between a vertex as it is placed and as the kernels place it, far from the origin of the
// bodies: the slack bounds it.
START_TEST(the_slack_bounds_what_doubles_lose) {
	Rng rng = rng_of(31, 0);
	for (int n = 0; n < 400; ++n) {
		Duel d = duel_draw(&rng);
		Arena arena;
		double far = ldexp(1, n % 30);
		for (int b = 0; b < 2; ++b)
			for (int i = 0; i < 9 * d.triangles; ++i) d.xyz[b][i] += far;
		d.pose.r = motion_random_rotation(&rng);
		d.pose.t = vec3_scale(motion_random_direction(&rng), far);
		arena_open(&arena, &d, WIDE_OBB);
		WideQuery *q = &arena.query;
		q->pose = d.pose;
		wide_query_place(q);
		const double *x = d.xyz[1], *o = q->b->origin, scale = q->a->scale;
		HnVec3 placed = pose_place(&d.pose, vec3_load(x));
		for (int i = 0; i < 3; ++i) {
			double by = q->shift[i];
			for (int k = 0; k < 3; ++k) by += q->turn[k][i] * (x[k] * scale - o[k]);
			long double is =
			    (long double)vec3_get(placed, i) * (long double)scale - (long double)q->a->origin[i];
			double off = (double)fabsl(is - (long double)by);
			ck_assert_msg(off <= (double)q->slack, "%g, over the slack of %g", off, (double)q->slack);
		}
		arena_close(&arena);
	}
}

START_TEST(nothing_near_touching_is_wrong) {
	int64_t asked = 0, unsure = 0;
	Rng rng = rng_of(17, (uint64_t)_i);
	for (int n = 0; n < ATTACKS; ++n) {
		Duel d = duel_draw(&rng);
		Arena arena;
		double x;
		if (!duel_touch(&d, &x)) continue;
		arena_open(&arena, &d, (WideVolume)_i);
		for (int e = -52; e < -6; e += 3)
			for (int side = -1; side <= 1; ++side, ++asked)
				unsure += arena_ask(&arena, &d, x + side * ldexp(rng_range(&rng, 0.5, 1), e)) > 0;
		arena_close(&arena);
	}
	ck_assert_int_gt(unsure, 0);
	ck_assert_int_gt(asked, unsure);
}

// The least distance from touching at which floats were sure, in halvings of the first.
static int duel_sureness(const Duel *d, WideVolume volume) {
	Arena arena;
	double x;
	int sure = 0;
	if (!duel_touch(d, &x)) return 0;
	arena_open(&arena, d, volume);
	for (int e = 4; e < 50; ++e) {
		bool left = arena_ask(&arena, d, x - ldexp(1, -e)) == 0,
		     right = arena_ask(&arena, d, x + ldexp(1, -e)) == 0;
		if (left || right) sure = e;
	}
	arena_close(&arena);
	return sure;
}

// Uphill to where floats dare most: each answer on the way is held against the exact one.
START_TEST(climbing_finds_no_wrong_answer) {
	Rng rng = rng_of(23, (uint64_t)_i);
	for (int n = 0; n < CLIMBS; ++n) {
		Duel best = duel_draw(&rng);
		best.triangles = 1;
		int sureness = duel_sureness(&best, (WideVolume)_i);
		for (int s = 0; s < CLIMB_STEPS; ++s) {
			Duel next = best;
			double by = ldexp(1, -(int)rng_below(&rng, 30));
			next.xyz[rng_below(&rng, 2)][rng_below(&rng, 9)] += rng_range(&rng, -by, by);
			if (rng_below(&rng, 3) == 0)
				next.along = vec3_add(next.along, vec3_scale(motion_random_direction(&rng), by));
			int now = duel_sureness(&next, (WideVolume)_i);
			if (now >= sureness) best = next, sureness = now;
		}
	}
}

TEST_SUITE(wide_near, suite, tc) {
	tcase_add_test(tc, the_slack_bounds_what_doubles_lose);
	tcase_add_loop_test(tc, nothing_near_touching_is_wrong, 0, WIDE_VOLUMES);
	tcase_add_loop_test(tc, climbing_finds_no_wrong_answer, 0, WIDE_VOLUMES);
}
