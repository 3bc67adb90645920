// Generated meshes are as large as their parameters say: triangles, sides and seeds.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "made.h"
#include "mesh/shape.h"
#include "shape_check.h"
#include "suite.h"

START_TEST(counts_are_those_that_are_promised) {
	static const struct {
		const char *name, *params;
		int32_t faces;
	} s_counts[] = {
		{ "box", "", 12 },
		{ "box", "nx=3 ny=4 nz=5", 4 * (12 + 20 + 15) },
		{ "rod", "cells=10", 84 },
		{ "sphere", "cells=8", 1280 },
		{ "sphere", "from=latitudes stacks=16 slices=32", 960 },
		{ "torus", "segments=48 sides=24", 2304 },
		{ "ring", "", 5000 },
		{ "tetrahedra", "", 400 },
		{ "tetrahedra", "count=1 parts=10", 400 },
		{ "tetrahedra", "count=1 parts=500", 1000000 },
		{ "ball", "", 116 },
		{ "pipes", "", 169994 },
		{ "hand", "", 404 },
		{ "blob", "faces=1000", 1000 },
		{ "blob", "faces=20", 20 },
		{ "sheet", "", 501 },
		{ "plate", "nx=5 ny=7 quarter=2", 35 * 40 + 48 },
		{ "tube", "sides=8 arc=5 legs=3", 2 * 8 * (3 + 10 + 1) - 4 },
		{ "tube", "sides=3 legs=1", 8 },
		{ "vessel", "sides=9 arc=5", 180 },
		{ "bolt", "sixth=1", 44 },
		{ "nut", "sixth=1", 48 },
	};
	for (size_t i = 0; i < sizeof s_counts / sizeof s_counts[0]; ++i) {
		HnMesh *mesh = shape_of(s_counts[i].name, s_counts[i].params);
		ck_assert_msg(mesh->triangle_count == s_counts[i].faces, "%s %s: %d", s_counts[i].name,
		              s_counts[i].params, mesh->triangle_count);
		hn_mesh_destroy(mesh);
	}
}

START_TEST(every_even_count_is_met_and_no_odd_one) {
	static const struct {
		const char *name;
		int32_t from, to, step;
		const char *rest;
	} s_ranges[] = {
		{ "blob", 20, 300, 2, "" },
		{ "blob", 1000, 20000, 2714, "bumps=3" },
		{ "hand", 200, 800, 22, "" },
		{ "hand", 1614, 1622, 2, "" },
		{ "tank", 1000, 1300, 2, "" },
		{ "pipes", 1200, 1300, 2, "pipes=3 length=5" },
		{ "pipes", 2000, 2020, 2, "pipes=1 length=5 sides=3" },
	};
	for (size_t i = 0; i < sizeof s_ranges / sizeof s_ranges[0]; ++i)
		for (int32_t faces = s_ranges[i].from; faces <= s_ranges[i].to; faces += s_ranges[i].step) {
			char params[100];
			snprintf(params, sizeof params, "faces=%d %s", faces, s_ranges[i].rest);
			HnMesh *mesh = shape_of(s_ranges[i].name, params);
			ck_assert_int_eq(mesh->triangle_count, faces);
			shape_check(mesh, params, false);
			hn_mesh_destroy(mesh);
			snprintf(params, sizeof params, "faces=%d %s", faces + 1, s_ranges[i].rest);
			ck_refused(hn_shape_create(&mesh, s_ranges[i].name, params), HN_ERR_BAD_INPUT, "must be even");
			ck_assert_ptr_null(mesh);
		}
}

START_TEST(sheets_have_any_count) {
	static const char *const s_rest[] = { "", "width=0.01", "width=100 bulge=0.5", "depth=20 bulge=0" };
	for (size_t i = 0; i < sizeof s_rest / sizeof s_rest[0]; ++i)
		for (int32_t faces = 2; faces < 300; faces = faces < 60 ? faces + 1 : faces + 37) {
			char params[100];
			snprintf(params, sizeof params, "faces=%d %s", faces, s_rest[i]);
			HnMesh *mesh = shape_of("sheet", params);
			ck_assert_int_eq(mesh->triangle_count, faces);
			shape_check(mesh, params, true);
			hn_mesh_destroy(mesh);
		}
}

START_TEST(sizes_are_those_asked_for) {
	static const struct {
		const char *name, *params;
		double size[3], tolerance;
	} s_sizes[] = {
		{ "box", "x=2 y=3 z=5 nx=4", { 2, 3, 5 }, 0 },
		{ "sphere", "radius=2.5 from=latitudes", { 5, 5, 5 }, 0 },
		{ "sphere", "radius=2 cells=20", { 4, 4, 4 }, 0.01 },
		{ "torus", "radius=3 tube=1", { 8, 8, 2 }, 0 },
		{ "ring", "radius=2 width=0.5 height=3 segments=100", { 4, 4, 3 }, 0 },
		{ "rod",
		  "length=10 width=1 angle=45",
		  { 11 * 0x1.6a09e667f3bcdp-1, 11 * 0x1.6a09e667f3bcdp-1, 1 },
		  1e-12 },
		{ "rod", "length=10 width=1 angle=0 tilt=90", { 1, 1, 10 }, 1e-12 },
		{ "rod", "length=10 width=1 angle=90", { 1, 10, 1 }, 1e-12 },
		{ "blob", "bumps=0 radius=2", { 4, 4, 4 }, 0.01 },
		{ "ball", "points=5000", { 2, 2, 2 }, 0.01 },
		{ "sheet", "width=3 depth=2 bulge=0.25 faces=64", { 3, 2, 0.75 }, 1e-12 },
		{ "plate", "x=3 y=2 nx=6 ny=4 thickness=0.2", { 3, 2, 0.1 }, 1e-12 },
		{ "plate", "x=3 y=2 nx=6 ny=4 thickness=0.2 folds=1", { 3, 1.05, 1.05 }, 1e-12 },
		{ "plate", "x=3 y=2 nx=6 ny=4 thickness=0.2 folds=2", { 3, 1.1, 0.55 }, 1e-12 },
		{ "tube", "x=1 y=2 z=3 legs=3 radius=0.1 bend=2 sides=4", { 1.3, 2.6, 3.3 }, 1e-12 },
		{ "vessel", "radius=0.5 length=2 sides=8", { 1, 1, 3 }, 0 },
		{ "bolt", "radius=0.5 length=4", { 0.9 * 0x1.bb67ae8584caap0, 1.8, 4.6 }, 1e-12 },
	};
	for (size_t i = 0; i < sizeof s_sizes / sizeof s_sizes[0]; ++i) {
		double lo[3], hi[3];
		HnMesh *mesh = shape_of(s_sizes[i].name, s_sizes[i].params);
		hn_mesh_bounds(mesh, lo, hi);
		for (int k = 0; k < 3; ++k) {
			double size = hi[k] - lo[k];
			ck_assert_msg(fabs(size - s_sizes[i].size[k]) <= s_sizes[i].tolerance, "%s %s: %c is %.17g",
			              s_sizes[i].name, s_sizes[i].params, "xyz"[k], size);
		}
		hn_mesh_destroy(mesh);
	}
}

// Twice the size is the same bits with another exponent, before and after refining and simplifying.
START_TEST(a_hand_has_any_size) {
	static const char *const s_hands[][2] = { { "", "size=2" }, { "faces=1500", "faces=1500 size=2" } };
	for (size_t i = 0; i < sizeof s_hands / sizeof s_hands[0]; ++i) {
		HnMesh *one = shape_of("hand", s_hands[i][0]), *two = shape_of("hand", s_hands[i][1]);
		ck_assert_int_eq(one->vertex_count, two->vertex_count);
		for (int32_t k = 0; k < 3 * one->vertex_count; ++k) ck_assert_double_eq(two->xyz[k], 2 * one->xyz[k]);
		hn_mesh_destroy(one);
		hn_mesh_destroy(two);
	}
}

START_TEST(seeds_make_different_ones_and_the_same_again) {
	static const char *const s_seeded[] = { "tetrahedra", "ball", "blob", "pipes" };
	for (size_t i = 0; i < sizeof s_seeded / sizeof s_seeded[0]; ++i) {
		HnMesh *one = shape_of(s_seeded[i], "seed=1"), *two = shape_of(s_seeded[i], "seed=2");
		HnMesh *again = shape_of(s_seeded[i], "seed=1");
		HnHash a = hn_mesh_hash(one), b = hn_mesh_hash(two), c = hn_mesh_hash(again);
		ck_assert(hn_hash_equal(&a, &c) && !hn_hash_equal(&a, &b));
		ck_assert_int_eq(one->triangle_count, two->triangle_count);
		hn_mesh_destroy(one), hn_mesh_destroy(two), hn_mesh_destroy(again);
	}
}

TEST_SUITE(shape_sizes, suite, tc) {
	tcase_add_test(tc, counts_are_those_that_are_promised);
	tcase_add_test(tc, every_even_count_is_met_and_no_odd_one);
	tcase_add_test(tc, sheets_have_any_count);
	tcase_add_test(tc, sizes_are_those_asked_for);
	tcase_add_test(tc, a_hand_has_any_size);
	tcase_add_test(tc, seeds_make_different_ones_and_the_same_again);
}
