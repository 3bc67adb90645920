// What generators of meshes are made of: refined surfaces, and parts of a turn.
#include <check.h>
#include <math.h>

#include "base/error.h"
#include "cheap.h"
#include "made.h"
#include "math/elementary.h"
#include "mesh/shape_build.h"
#include "mesh_facts.h"
#include "shape_check.h"
#include "suite.h"

START_TEST(refining_keeps_a_surface_and_rounds_it) {
	HnMesh *mesh = shape_of("box", "nx=2"), *fine;
	double volume = 1;
	for (int round = 0; round < 4; ++round) {
		int32_t edges = mesh->triangle_count / 2 * 3;
		ck_assert_int_eq(shape_refine(&fine, mesh), HN_OK);
		ck_assert_int_eq(fine->triangle_count, 4 * mesh->triangle_count);
		ck_assert_int_eq(fine->vertex_count, mesh->vertex_count + edges);
		shape_check(fine, "refined", false);
		double now = 0;
		for (int64_t t = 0; t < fine->triangle_count; ++t)
			now += vec3_dot(mesh_normal(fine, t), mesh_point(fine, fine->triangles[3 * t])) / 6;
		ck_assert_double_lt(now, volume); // inside the control mesh, which is convex
		ck_assert_double_gt(now, 0.4);
		volume = now;
		hn_mesh_destroy(mesh);
		mesh = fine;
	}
	hn_mesh_destroy(mesh);
}

START_TEST(turns_are_symmetric_and_exact_at_quarters) {
	for (int64_t n = 3; n < 200; ++n)
		for (int64_t i = 0; i <= n; ++i) {
			double a[2], b[2], angle = 2 * MATH_PI * (double)i / (double)n;
			shape_turn(a, i, n);
			shape_turn(b, n - i, n);
			cheap_assert(fabs(a[0] - cos(angle)) < 3e-15 && fabs(a[1] - sin(angle)) < 3e-15);
			cheap_assert(4 * i % n != 0 || (fabs(a[0]) + fabs(a[1]) == 1));
			cheap_assert(fabs(a[0] - b[0]) < 1e-15 && fabs(a[1] + b[1]) < 1e-15);
		}
}

TEST_SUITE(shape_build, suite, tc) {
	tcase_add_test(tc, refining_keeps_a_surface_and_rounds_it);
	tcase_add_test(tc, turns_are_symmetric_and_exact_at_quarters);
}
