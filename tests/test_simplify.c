// Simplification: exact counts, kept topology, kept planes, clear refusals.
#include <check.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "made.h"
#include "mesh/simplify.h"
#include "mesh/teapot.h"
#include "mesh_facts.h"
#include "suite.h"

static HnMesh *simplified(const HnMesh *m, int32_t faces) {
	HnMesh *out;
	int32_t code = hn_mesh_simplify(&out, m, faces);
	ck_assert_msg(code == HN_OK, "%d of %d: %s", faces, m->triangle_count, hn_error_text());
	ck_assert_int_eq(out->triangle_count, faces);
	return out;
}

static void assert_refused(const HnMesh *m, int32_t faces, const char *what) {
	HnMesh *out;
	ck_assert_int_eq(hn_mesh_simplify(&out, m, faces), HN_ERR_BAD_INPUT);
	ck_assert_ptr_null(out);
	ck_assert_msg(strstr(hn_error_text(), what) != NULL, "'%s' not in '%s'", what, hn_error_text());
}

// Six faces of n x n squares, joined by position.
static HnMesh *cube(int n) {
	int side = n + 1, count = 0;
	int32_t *number = malloc(sizeof *number * (size_t)(side * side * side));
	for (int i = 0; i < side * side * side; ++i) {
		int x = i % side, y = i / side % side, z = i / side / side;
		bool outside = x == 0 || y == 0 || z == 0 || x == n || y == n || z == n;
		number[i] = outside ? count++ : -1;
	}
	HnMesh *m = mesh_new(count, 12 * n * n);
	for (int i = 0; i < side * side * side; ++i) {
		int x = i % side, y = i / side % side, z = i / side / side;
		if (number[i] >= 0) vec3_store(m->xyz + 3 * (int64_t)number[i], (HnVec3){ x, y, z });
	}
	int32_t *t = m->triangles;
	const int step[3] = { 1, side, side * side };
	for (int axis = 0; axis < 3; ++axis)
		for (int end = 0; end < 2; ++end)
			for (int i = 0; i < n * n; ++i, t += 6) {
				int u = step[(axis + 1 + end) % 3], v = step[(axis + 2 - end) % 3];
				int a = end * n * step[axis] + i % n * u + i / n * v;
				int32_t p = number[a], q = number[a + u], r = number[a + u + v], s = number[a + v];
				memcpy(t, end == 1 ? (int32_t[6]){ p, r, q, p, s, r } : (int32_t[6]){ p, s, r, p, r, q },
				       6 * sizeof *t);
			}
	free(number);
	return m;
}

static double volume(const HnMesh *m) {
	double sum = 0;
	for (int64_t t = 0; t < m->triangle_count; ++t)
		sum += vec3_dot(mesh_point(m, m->triangles[3 * t]), mesh_normal(m, t)) / 6;
	return sum;
}

START_TEST(a_fine_cube_keeps_its_volume_down_to_twelve_triangles) {
	HnMesh *m = cube(6);
	ck_assert_double_eq_tol(fabs(volume(m)), 216, 1e-9); // the test's own mesh is closed
	const int32_t counts[] = { 400, 100, 30, 12 };
	for (int i = 0; i < 4; ++i) {
		HnMesh *out = simplified(m, counts[i]);
		MeshFacts f = mesh_facts(out);
		ck_assert(f.oriented && f.fans && !f.repeated_triangles);
		ck_assert_int_eq(f.euler, 2);
		ck_assert_int_eq(f.boundary_edges, 0);
		ck_assert_double_eq_tol(volume(out), volume(m), 1e-7);
		hn_mesh_destroy(out);
	}
	assert_refused(m, 13, "a closed mesh has an even number of triangles, 13 is odd");
	assert_refused(m, 2, "cannot be reached");
	hn_mesh_destroy(m);
}

static HnVec3 flat(double u, double v) { return (HnVec3){ 8 * u, 4 * v, 0 }; }

START_TEST(a_flat_plate_keeps_plane_and_outline) {
	HnMesh *m = mesh_grid(16, 8, false, flat);
	for (int32_t faces = 255; faces >= 2; faces -= faces > 20 ? 17 : 1) {
		HnMesh *out = simplified(m, faces);
		MeshFacts f = mesh_facts(out);
		double area = 0, lo[3], hi[3];
		for (int64_t t = 0; t < faces; ++t) {
			ck_assert(mesh_normal(out, t).z > 0);
			area += 0.5 * mesh_normal(out, t).z;
		}
		ck_assert_double_eq_tol(area, 32, 1e-9);
		ck_assert_int_eq(f.euler, 1);
		ck_assert_int_eq(f.boundary_loops, 1);
		hn_mesh_bounds(out, lo, hi);
		ck_assert(lo[2] == 0 && hi[2] == 0);
		hn_mesh_destroy(out);
	}
	hn_mesh_destroy(m);
}

static HnVec3 shaken(double u, double v) { // inner points moved about by up to 0.2 of a cell, no two alike
	bool inner = u > 0 && u < 1 && v > 0 && v < 1;
	double a = 97 * u + 31 * v * v + 57 * u * v, b = 41 * u * u + 83 * v + 19 * u * v;
	return (HnVec3){ 16 * u + (inner ? 0.4 * (a - floor(a)) - 0.2 : 0),
		             16 * v + (inner ? 0.4 * (b - floor(b)) - 0.2 : 0), 0 };
}

// Twice the area over the square of the longest side.
static double least_shape(const HnMesh *m) {
	double least = (double)INFINITY;
	for (int64_t t = 0; t < m->triangle_count; ++t) {
		double longest = 0;
		for (int k = 0; k < 3; ++k) {
			HnVec3 d = vec3_sub(mesh_point(m, m->triangles[3 * t + k]),
			                    mesh_point(m, m->triangles[3 * t + (k + 1) % 3]));
			longest = fmax(longest, vec3_dot(d, d));
		}
		least = fmin(least, vec3_length(mesh_normal(m, t)) / longest);
	}
	return least;
}

START_TEST(no_triangle_is_turned_over_or_drawn_thin) {
	HnMesh *m = mesh_grid(16, 16, false, shaken), *teapot;
	for (int64_t t = 0; t < m->triangle_count; ++t) ck_assert(mesh_normal(m, t).z > 0); // a fair start
	for (int32_t faces = 500; faces >= 2; faces = faces * 4 / 5) {
		HnMesh *out = simplified(m, faces);
		double area = 0;
		for (int64_t t = 0; t < faces; ++t) {
			ck_assert(mesh_normal(out, t).z > 0);
			area += 0.5 * mesh_normal(out, t).z;
		}
		ck_assert_double_eq_tol(area, 256, 1e-7);
		ck_assert_double_ge(least_shape(out), fmin(0.02, least_shape(m)) - 1e-9);
		hn_mesh_destroy(out);
	}
	hn_mesh_destroy(m);
	ck_assert_int_eq(hn_teapot_tessellate(&teapot, 14), HN_OK);
	HnMesh *out = simplified(teapot, 8106);
	ck_assert_double_ge(least_shape(out), fmin(0.02, least_shape(teapot)) - 1e-9);
	hn_mesh_destroy(out);
	hn_mesh_destroy(teapot);
}

// A flat strip of many teeth: where it turns, the cheapest collapses would fold it.
static HnVec3 teeth(double u, double v) {
	double saw = 8 * u - floor(8 * u);
	return (HnVec3){ 8 * u, 2 * v + 3 * (saw < 0.5 ? saw : 1 - saw), 0 };
}

START_TEST(a_flat_strip_is_not_folded) {
	HnMesh *m = mesh_grid(64, 6, false, teeth);
	for (int64_t t = 0; t < m->triangle_count; ++t) ck_assert(mesh_normal(m, t).z > 0);
	for (int32_t faces = 700; faces >= 4; faces = faces * 5 / 6) {
		HnMesh *out = simplified(m, faces);
		for (int64_t t = 0; t < faces; ++t) ck_assert(mesh_normal(out, t).z > 0);
		hn_mesh_destroy(out);
	}
	hn_mesh_destroy(m);
}

static HnVec3 bowl(double u, double v) {
	double x = 2 * u - 1.0, y = 2 * v - 1.0;
	return (HnVec3){ x, y, x * x + 0.7 * y * y + 0.3 * x * y };
}

// Two bowls, one upside down, that share the vertex at the origin alone: it stays, exactly there.
START_TEST(a_vertex_of_two_fans_is_left_alone) {
	enum { SIDE = 12, VERTICES = 13 * 13, CENTRE = 6 * 13 + 6 };
	HnMesh *upper = mesh_grid(SIDE, SIDE, false, bowl);
	int32_t half = upper->triangle_count;
	HnMesh *m = mesh_new(2 * VERTICES, 2 * half);
	for (int v = 0; v < VERTICES; ++v) {
		HnVec3 p = mesh_point(upper, v);
		vec3_store(m->xyz + 3 * (int64_t)v, p);
		vec3_store(m->xyz + 3 * (int64_t)(VERTICES + v), (HnVec3){ p.x, p.y, -1.3 * p.z });
	}
	for (int i = 0; i < 3 * half; ++i) {
		m->triangles[i] = upper->triangles[i];
		m->triangles[3 * half + i] = upper->triangles[i] == CENTRE ? CENTRE : VERTICES + upper->triangles[i];
	}
	HnMesh *out = simplified(m, 101);
	ck_assert_int_eq(mesh_facts(out).shells, 1);
	int found = 0;
	for (int v = 0; v < out->vertex_count; ++v) {
		HnVec3 p = mesh_point(out, v);
		found += p.x == 0 && p.y == 0 && p.z == 0;
	}
	ck_assert_int_eq(found, 1);
	hn_mesh_destroy(out);
	hn_mesh_destroy(m);
	hn_mesh_destroy(upper);
}

static HnVec3 tube(double u, double v) { // a square tube; u goes once around
	double s = 4 * u,
	       x = s < 1   ? s
	           : s < 2 ? 1
	           : s < 3 ? 3 - s
	                   : 0,
	       y = s < 1   ? 0
	           : s < 2 ? s - 1
	           : s < 3 ? 1
	                   : 4 - s;
	return (HnVec3){ x, y, 3 * v };
}

// A tube cannot be less than two loops of three: 6 triangles.
START_TEST(a_tube_stays_a_tube) {
	HnMesh *m = mesh_grid(12, 9, true, tube);
	for (int32_t faces = 215; faces >= 8; faces -= faces > 20 ? 13 : 1) {
		HnMesh *out = simplified(m, faces);
		MeshFacts f = mesh_facts(out);
		ck_assert_int_eq(f.euler, 0);
		ck_assert_int_eq(f.boundary_loops, 2);
		ck_assert(f.oriented && f.fans && !f.repeated_triangles);
		hn_mesh_destroy(out);
	}
	assert_refused(m, 5, "cannot be reached");
	hn_mesh_destroy(m);
}

START_TEST(no_shell_vanishes) {
	const double xyz[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 9, 9, 9, 9, 8, 9, 9, 9, 8 };
	const int32_t triangles[] = { 0, 1, 2, 2, 1, 3, 4, 5, 6 };
	HnMesh *m = mesh_of(xyz, 7, triangles, 3);
	HnMesh *out = simplified(m, 2);
	ck_assert_int_eq(mesh_facts(out).shells, 2);
	hn_mesh_destroy(out);
	assert_refused(m, 1, "cannot be reached");
	hn_mesh_destroy(m);
}

START_TEST(nothing_to_do_keeps_every_bit) {
	HnMesh *m;
	ck_assert_int_eq(hn_teapot_tessellate(&m, 5), HN_OK);
	HnMesh *out = simplified(m, m->triangle_count);
	HnHash a = hn_mesh_hash(m), b = hn_mesh_hash(out);
	ck_assert(hn_hash_equal(&a, &b));
	hn_mesh_destroy(out);
	assert_refused(m, m->triangle_count + 1, "triangles wanted of a mesh of");
	assert_refused(m, 0, "triangles wanted");
	assert_refused(m, -3, "triangles wanted");
	m->triangles[4] = m->triangles[3];
	assert_refused(m, 100, "triangle 1 has vertex");
	hn_mesh_destroy(m);
}

START_TEST(unused_vertices_are_dropped) {
	const double xyz[] = { 7, 7, 7, 0, 0, 0, 1, 0, 0, 8, 8, 8, 0, 1, 0 };
	HnMesh *m = mesh_of(xyz, 5, (int32_t[]){ 1, 2, 4 }, 1);
	HnMesh *out = simplified(m, 1);
	ck_assert_int_eq(out->vertex_count, 3);
	ck_assert_int_eq(out->triangles[2], 2);
	ck_assert(out->xyz[7] == 1);
	hn_mesh_destroy(out);
	hn_mesh_destroy(m);
}

// Three plates joined along one edge, like an open book; what is not manifold stays as it is.
START_TEST(nonmanifold_edges_are_left_alone) {
	enum { N = 6 };
	HnMesh *m = mesh_new((N + 1) * (3 * N + 1), 6 * N * N);
	static const double s_ways[3][2] = { { 1, 0 }, { -0.5, 1 }, { -0.5, -1 } };
	for (int j = 0; j <= N; ++j)
		for (int i = 0; i <= 3 * N; ++i) { // i == 0: on the common edge
			int plate = i == 0 ? 0 : (i - 1) / N, out = i == 0 ? 0 : (i - 1) % N + 1;
			double *p = m->xyz + 3 * (j * (3 * N + 1) + i);
			p[0] = s_ways[plate][0] * out, p[1] = s_ways[plate][1] * out, p[2] = j;
		}
	int32_t *t = m->triangles;
	for (int j = 0; j < N; ++j)
		for (int plate = 0; plate < 3; ++plate)
			for (int k = 0; k < N; ++k, t += 6) {
				int row = j * (3 * N + 1), up = row + 3 * N + 1;
				int a = k == 0 ? 0 : plate * N + k, b = plate * N + k + 1;
				memcpy(t, (int32_t[6]){ row + a, row + b, up + b, row + a, up + b, up + a }, 6 * sizeof *t);
			}
	HnMeshTopology before, after;
	ck_assert_int_eq(hn_mesh_topology(&before, m), HN_OK);
	ck_assert_int_eq(before.nonmanifold_edges, N);
	for (int32_t faces = 6 * N * N - 1; faces > 60; faces -= 31) {
		HnMesh *out = simplified(m, faces);
		ck_assert_int_eq(hn_mesh_topology(&after, out), HN_OK);
		ck_assert_int_eq(after.nonmanifold_edges, N);
		ck_assert_int_eq(after.shells, 1);
		ck_assert(!mesh_facts(out).repeated_triangles);
		hn_mesh_destroy(out);
	}
	hn_mesh_destroy(m);
}

static HnVec3 rough(double u, double v) {
	return (HnVec3){ 6 * u, 6 * v, floor(8 * u) == 2 || floor(8 * v) == 5 ? 1 : u * v };
}

// A plate with holes, flaps, crossings and collapsed corners: much that is not manifold, at once.
static HnMesh *spoiled_plate(Rng *rng) {
	HnMesh *m = mesh_grid(6, 6, false, rough);
	for (int64_t removed = (int64_t)rng_below(rng, 30); removed > 0; --removed) {
		int32_t at = (int32_t)rng_below(rng, (uint64_t)m->triangle_count), last = m->triangle_count - 1;
		for (int k = 0; k < 3; ++k) m->triangles[3 * at + k] = m->triangles[3 * last + k];
		for (int k = 0; k < 3; ++k) m->triangles[3 * last + k] = m->triangles[3 * ((at + 1) % last) + k];
	}
	for (int64_t moved = (int64_t)rng_below(rng, 6); moved > 0; --moved) {
		int32_t *t = m->triangles + 3 * rng_below(rng, (uint64_t)m->triangle_count);
		int32_t v = (int32_t)rng_below(rng, (uint64_t)m->vertex_count);
		if (v != t[1] && v != t[2]) t[0] = v;
	}
	for (int64_t flat = (int64_t)rng_below(rng, 6); flat > 0; --flat) {
		const int32_t *t = m->triangles + 3 * rng_below(rng, (uint64_t)m->triangle_count);
		for (int k = 0; k < 3; ++k) m->xyz[3 * t[0] + k] = m->xyz[3 * t[1] + k];
	}
	return m;
}

START_TEST(any_mesh_gives_the_count_or_a_clear_refusal) {
	Rng rng = rng_of(5, 0);
	int reached = 0;
	for (int round = 0; round < 600; ++round) {
		HnMesh *m = spoiled_plate(&rng), *out;
		int32_t faces = 1 + (int32_t)rng_below(&rng, (uint64_t)m->triangle_count);
		HnMeshTopology before, after;
		ck_assert_int_eq(hn_mesh_topology(&before, m), HN_OK);
		int32_t code = hn_mesh_simplify(&out, m, faces);
		ck_assert(code == HN_OK || code == HN_ERR_BAD_INPUT);
		if (code == HN_OK) {
			reached += faces < m->triangle_count;
			ck_assert_int_eq(out->triangle_count, faces);
			ck_assert_int_eq(hn_mesh_validate(out), HN_OK);
			ck_assert_int_eq(hn_mesh_topology(&after, out), HN_OK);
			ck_assert_int_eq(after.shells, before.shells);
			ck_assert_int_eq(after.nonmanifold_edges, before.nonmanifold_edges);
			ck_assert_int_eq(after.degenerate_triangles, 0);
		} else {
			ck_assert_ptr_nonnull(strstr(hn_error_text(), "simplify: "));
		}
		hn_mesh_destroy(out);
		hn_mesh_destroy(m);
	}
	ck_assert_int_gt(reached, 100);
}

// A power of two changes no rounding: the result is the same, scaled, to the last bit.
START_TEST(scaling_by_powers_of_two_changes_nothing) {
	static const int s_exponents[] = { 1, -7, 150, -120, 197 };
	HnMesh *m, *scaled;
	ck_assert_int_eq(hn_teapot_tessellate(&m, 4), HN_OK);
	HnMesh *want = simplified(m, 333);
	for (int i = 0; i < 5; ++i) {
		ck_assert_int_eq(hn_teapot_tessellate(&scaled, 4), HN_OK);
		for (int k = 0; k < 3 * m->vertex_count; ++k) scaled->xyz[k] = ldexp(m->xyz[k], s_exponents[i]);
		HnMesh *out = simplified(scaled, 333);
		for (int k = 0; k < 3 * out->vertex_count; ++k) out->xyz[k] = ldexp(out->xyz[k], -s_exponents[i]);
		HnHash a = hn_mesh_hash(want), b = hn_mesh_hash(out);
		ck_assert(hn_hash_equal(&a, &b));
		hn_mesh_destroy(out);
		hn_mesh_destroy(scaled);
	}
	hn_mesh_destroy(want);
	hn_mesh_destroy(m);
}

static double distance_to_triangle(HnVec3 p, HnVec3 a, HnVec3 b,
                                   HnVec3 c) { // from above by sampling the triangle
	double best = (double)INFINITY;
	for (int i = 0; i <= 8; ++i)
		for (int j = 0; j <= 8 - i; ++j) {
			HnVec3 q = vec3_add(vec3_scale(a, (8 - i - j) / 8.0),
			                    vec3_add(vec3_scale(b, i / 8.0), vec3_scale(c, j / 8.0)));
			HnVec3 d = vec3_sub(p, q);
			best = fmin(best, vec3_dot(d, d));
		}
	return sqrt(best);
}

// Every vertex of the fine teapot is near the coarse one: no part is lost or drawn away.
START_TEST(the_surface_stays_near) {
	HnMesh *fine;
	ck_assert_int_eq(hn_teapot_tessellate(&fine, 8), HN_OK);
	HnMesh *coarse = simplified(fine, 1000);
	for (int v = 0; v < fine->vertex_count; ++v) {
		double best = (double)INFINITY;
		for (int t = 0; t < coarse->triangle_count; ++t) {
			const int32_t *c = coarse->triangles + 3 * (int64_t)t;
			best = fmin(best, distance_to_triangle(mesh_point(fine, v), mesh_point(coarse, c[0]),
			                                       mesh_point(coarse, c[1]), mesh_point(coarse, c[2])));
		}
		ck_assert_double_lt(best, 0.12); // 2 % of the length; the sampling alone costs up to 0.06
	}
	hn_mesh_destroy(coarse);
	hn_mesh_destroy(fine);
}

START_TEST(thirty_random_teapots_are_exact) {
	Rng rng = rng_of(30, 0);
	for (int round = 0; round < 30; ++round) {
		int32_t faces = 100 + (int32_t)rng_below(&rng, 19900);
		HnMesh *m = teapot_of(faces), *again = teapot_of(faces);
		ck_assert_int_eq(m->triangle_count, faces);
		MeshFacts f = mesh_facts(m);
		ck_assert(f.shells == 4 && f.open_shells == 4 && f.euler == 2 && f.boundary_loops == 6);
		ck_assert(f.oriented && f.fans && !f.repeated_triangles && f.least_area > 0);
		HnHash a = hn_mesh_hash(m), b = hn_mesh_hash(again);
		ck_assert(hn_hash_equal(&a, &b));
		hn_mesh_destroy(again);
		hn_mesh_destroy(m);
	}
}

START_TEST(a_hundred_thousand_and_one) {
	HnMesh *m = teapot_of(100001);
	MeshFacts f = mesh_facts(m);
	ck_assert(m->triangle_count == 100001 && f.shells == 4 && f.euler == 2 && f.oriented && f.fans);
	hn_mesh_destroy(m);
}

TEST_SUITE(simplify, suite, tc) {
	tcase_add_test(tc, a_fine_cube_keeps_its_volume_down_to_twelve_triangles);
	tcase_add_test(tc, a_flat_plate_keeps_plane_and_outline);
	tcase_add_test(tc, no_triangle_is_turned_over_or_drawn_thin);
	tcase_add_test(tc, a_flat_strip_is_not_folded);
	tcase_add_test(tc, a_vertex_of_two_fans_is_left_alone);
	tcase_add_test(tc, a_tube_stays_a_tube);
	tcase_add_test(tc, no_shell_vanishes);
	tcase_add_test(tc, nothing_to_do_keeps_every_bit);
	tcase_add_test(tc, unused_vertices_are_dropped);
	tcase_add_test(tc, nonmanifold_edges_are_left_alone);
	tcase_add_test(tc, any_mesh_gives_the_count_or_a_clear_refusal);
	tcase_add_test(tc, scaling_by_powers_of_two_changes_nothing);
	tcase_add_test(tc, the_surface_stays_near);
	tcase_add_test(tc, thirty_random_teapots_are_exact);
	tcase_add_test(tc, a_hundred_thousand_and_one);
}
