// Circuits of directions: they part k-DOPs that no interval parts, and nothing that meets.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/rng.h"
#include "bv/circuits.h"
#include "bv/polytope.h"
#include "suite.h"
#include "volumes.h"

// What the two k-DOPs of a set have in common, cut out of a large box; its volume is 0 where they are apart.
static double common_volume(Polytope *p, const Directions *d, const float *lo_a, const float *hi_a,
                            const float *lo_b, const float *hi_b) {
	const HnVec3 axes[3] = { { 8, 0, 0 }, { 0, 8, 0 }, { 0, 0, 8 } };
	polytope_box(p, (HnVec3){ 0, 0, 0 }, axes);
	for (int32_t i = 0; i < d->count; ++i) {
		HnVec3 v = { d->x[i], d->y[i], d->z[i] };
		ck_assert(polytope_cut(p, v, (double)fminf(hi_a[i], hi_b[i])));
		ck_assert(polytope_cut(p, vec3_scale(v, -1), -(double)fmaxf(lo_a[i], lo_b[i])));
	}
	return polytope_volume(p);
}

// k-DOPs about random triangles whose intervals overlap: meeting by circuits against what is cut out of both.
START_TEST(circuits_tell_what_intervals_do_not) {
	enum { K_OF = 4, PAIRS = 4000, MOST = 32 };
	static const int32_t ks[K_OF] = { 6, 14, 18, 26 };
	static const char *const names[K_OF] = { "fdh6", "fdh14", "fdh18", "fdh26" };
	Directions d;
	directions_init_usual(&d, ks[_i]);
	Circuits circuits;
	ck_assert_int_eq(circuits_init(&circuits, &d), HN_OK);
	ck_assert(circuits.exact);
	ck_assert_int_eq(circuits.all.count == 0, ks[_i] == 6); // theorem 1: the axes alone need no other test
	const BvClass *bv = volume_class(names[_i]);
	BvSpace space = { .scale = 1, .directions = &d };
	Polytope *polytope = malloc(sizeof *polytope);
	Rng rng = rng_of(90, 0);
	int32_t passed = 0, apart = 0, met = 0, slabs = d.count;
	for (int32_t i = 0; i < PAIRS; ++i) {
		float bounds[2][MOST];
		for (int side = 0; side < 2; ++side) {
			HnVec3 points[3];
			for (int k = 0; k < 3; ++k)
				points[k] = (HnVec3){ rng_range(&rng, -0.5, 0.5) + 0.4 * side, rng_range(&rng, -0.5, 0.5),
					                  rng_range(&rng, -0.5, 0.5) };
			bv->fit(bounds[side], points, 3, &space);
		}
		if (!bv->overlaps(bounds[0], bounds[1])) continue;
		passed += 1;
		bool meet = circuits_meet(&circuits, bounds[0], bounds[0] + slabs, bounds[1], bounds[1] + slabs);
		double volume =
		    common_volume(polytope, &d, bounds[0], bounds[0] + slabs, bounds[1], bounds[1] + slabs);
		met += volume > 1e-12, apart += !meet;
		if (volume > 1e-12) ck_assert(meet);
		if (meet) ck_assert(volume > 0);
	}
	ck_assert_int_gt(passed, PAIRS / 4);
	ck_assert_int_gt(met, PAIRS / 8);
	ck_assert_int_eq(apart > 0, ks[_i] != 6);
	free(polytope);
	circuits_free(&circuits);
}

// Real vectors have no exact circuits; a touch in one point is a meeting.
START_TEST(circuits_of_other_sets) {
	const double real[4][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1.618033988749895, 0 } };
	const double whole[4][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 0 } };
	Directions d;
	Circuits circuits;
	ck_assert_int_eq(directions_init(&d, real, 4), HN_OK);
	ck_assert_int_eq(circuits_init(&circuits, &d), HN_OK);
	ck_assert(!circuits.exact);
	circuits_free(&circuits);
	directions_free(&d);
	ck_assert_int_eq(directions_init(&d, whole, 4), HN_OK);
	ck_assert_int_eq(circuits_init(&circuits, &d), HN_OK);
	ck_assert(circuits.exact);
	ck_assert_int_eq(circuits.all.count, 1);
	const float lo_a[4] = { 0, 0, 0, 0 }, hi_a[4] = { 1, 1, 1, 0.25F }, lo_b[4] = { 0, 0, 0, 0 };
	float hi_b[4] = { 1, 1, 1, 2 };
	ck_assert(circuits_meet(&circuits, lo_a, hi_a, lo_b, hi_b));
	const float off[4] = { 0.125F, 0.125F, 0,
		                   0 }; // x + y is at least 1/4 there, and at most 1/4 in the other
	ck_assert(circuits_meet(&circuits, lo_a, hi_a, off, hi_b));
	const float more[4] = { 0.125F, nextafterf(0.125F, 1), 0, 0 };
	ck_assert(!circuits_meet(&circuits, lo_a, hi_a, more, hi_b));
	circuits_free(&circuits);
	directions_free(&d);
}

TEST_SUITE(circuits, suite, tc) {
	tcase_add_loop_test(tc, circuits_tell_what_intervals_do_not, 0, 4);
	tcase_add_test(tc, circuits_of_other_sets);
}
