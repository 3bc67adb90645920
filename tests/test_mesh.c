// Storage, checks, topology, bounds and diameter of meshes.
#include <check.h>
#include <stdio.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "made.h"
#include "mesh_facts.h"
#include "suite.h"

static const double s_corners[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 5, 5, 6, 5, 5 };

static HnMeshTopology topology_of(const int32_t *triangles, int32_t count) {
	HnMesh *m = mesh_of(s_corners, 6, triangles, count);
	HnMeshTopology t;
	ck_assert_int_eq(hn_mesh_topology(&t, m), HN_OK);
	hn_mesh_destroy(m);
	return t;
}

static void assert_topology(const int32_t *triangles, int32_t count, HnMeshTopology want) {
	HnMeshTopology found = topology_of(triangles, count);
	ck_assert_int_eq(found.shells, want.shells);
	ck_assert_int_eq(found.boundary_edges, want.boundary_edges);
	ck_assert_int_eq(found.nonmanifold_edges, want.nonmanifold_edges);
	ck_assert_int_eq(found.degenerate_triangles, want.degenerate_triangles);
}

START_TEST(topology_of_small_meshes) {
	assert_topology((int32_t[]){ 0, 1, 2 }, 1, (HnMeshTopology){ 1, 3, 0, 0 });
	assert_topology((int32_t[]){ 0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3 }, 4, (HnMeshTopology){ 1, 0, 0, 0 });
	// one vertex in common: one shell, all edges open
	assert_topology((int32_t[]){ 0, 1, 2, 2, 3, 4 }, 2, (HnMeshTopology){ 1, 6, 0, 0 });
	assert_topology((int32_t[]){ 0, 1, 2, 3, 4, 5 }, 2, (HnMeshTopology){ 2, 6, 0, 0 });
	// three triangles at the edge 0-1, in both directions
	assert_topology((int32_t[]){ 0, 1, 2, 1, 0, 3, 0, 1, 4 }, 3, (HnMeshTopology){ 1, 6, 1, 0 });
	// degenerate triangles join vertices, but have no edges
	assert_topology((int32_t[]){ 0, 1, 2, 2, 3, 3, 4, 4, 4 }, 3, (HnMeshTopology){ 2, 3, 0, 2 });
	assert_topology(NULL, 0, (HnMeshTopology){ 0, 0, 0, 0 });
}

START_TEST(topology_agrees_with_sorted_edges_on_random_triangles) {
	Rng rng = rng_of(1, 0);
	for (int round = 0; round < 300; ++round) {
		int vertices = 3 + (int)rng_below(&rng, 12), count = 1 + (int)rng_below(&rng, 15);
		HnMesh *m = mesh_new(vertices, count);
		for (int i = 0; i < 3 * vertices; ++i) m->xyz[i] = rng_double(&rng);
		for (int i = 0; i < 3 * count; ++i) m->triangles[i] = (int32_t)rng_below(&rng, (uint64_t)vertices);
		int edges[15][15] = { 0 }, open = 0, crowded = 0, degenerate = 0;
		for (int t = 0; t < count; ++t) {
			const int32_t *v = m->triangles + 3 * t;
			if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
				degenerate += 1;
			else
				for (int k = 0; k < 3; ++k)
					edges[v[k]][v[(k + 1) % 3]] += 1, edges[v[(k + 1) % 3]][v[k]] += 1;
		}
		for (int a = 0; a < vertices; ++a)
			for (int b = 0; b < a; ++b) open += edges[a][b] == 1, crowded += edges[a][b] > 2;
		HnMeshTopology found;
		ck_assert_int_eq(hn_mesh_topology(&found, m), HN_OK);
		ck_assert_int_eq(found.boundary_edges, open);
		ck_assert_int_eq(found.nonmanifold_edges, crowded);
		ck_assert_int_eq(found.degenerate_triangles, degenerate);
		ck_assert_int_eq(found.shells, mesh_facts(m).shells);
		hn_mesh_destroy(m);
	}
}

START_TEST(validate_names_what_is_wrong) {
	HnMesh *m = mesh_of(s_corners, 6, (int32_t[]){ 0, 1, 2, 3, 4, 5 }, 2);
	ck_assert_int_eq(hn_mesh_validate(m), HN_OK);
	m->triangles[4] = 6;
	ck_refused(hn_mesh_validate(m), HN_ERR_BAD_INPUT, "triangle 1");
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "6"));
	m->triangles[4] = -1;
	ck_assert_int_eq(hn_mesh_validate(m), HN_ERR_BAD_INPUT);
	m->triangles[4] = 4;
	const double bad[] = { (double)NAN, (double)INFINITY, -(double)INFINITY, 0x1.0000000000001p200,
		                   -0x1p201 };
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
		m->xyz[7] = bad[i];
		ck_refused(hn_mesh_validate(m), HN_ERR_BAD_INPUT, "vertex 2: coordinate y");
	}
	m->xyz[7] = 0x1p200;
	m->xyz[8] = -0x1.fp-201;
	m->xyz[9] = 0x1p-200;
	m->xyz[10] = -0.0;
	ck_assert_int_eq(hn_mesh_validate(m), HN_OK);
	ck_assert(m->xyz[7] == 0x1p200 && m->xyz[8] == 0 && !signbit(m->xyz[8]));
	ck_assert(m->xyz[9] == 0x1p-200 && !signbit(m->xyz[10]));
	hn_mesh_destroy(m);
}

START_TEST(hash_sees_every_change) {
	HnMesh *m = mesh_new(700, 900); // more than a chunk of both
	for (int i = 0; i < 2100; ++i) m->xyz[i] = i * 0.5;
	for (int i = 0; i < 2700; ++i) m->triangles[i] = i % 700;
	HnHash before = hn_mesh_hash(m), after;
	for (int i = 0; i < 2100; ++i) {
		m->xyz[i] = nextafter(m->xyz[i], 1e9);
		after = hn_mesh_hash(m);
		ck_assert(!hn_hash_equal(&before, &after));
		m->xyz[i] = i * 0.5;
	}
	for (int i = 0; i < 2700; ++i) {
		m->triangles[i] ^= 1;
		after = hn_mesh_hash(m);
		ck_assert(!hn_hash_equal(&before, &after));
		m->triangles[i] ^= 1;
	}
	after = hn_mesh_hash(m);
	ck_assert(hn_hash_equal(&before, &after));
	hn_mesh_destroy(m);
}

START_TEST(bounds_are_of_used_vertices) {
	HnMesh *m = mesh_of((double[]){ 9, 9, 9, -1, 2, 3, 4, -5, 6, 7, 8, -9 }, 4, (int32_t[]){ 1, 2, 3 }, 1);
	double lo[3], hi[3];
	hn_mesh_bounds(m, lo, hi);
	const double want_lo[3] = { -1, -5, -9 }, want_hi[3] = { 7, 8, 6 };
	for (int k = 0; k < 3; ++k) ck_assert(lo[k] == want_lo[k] && hi[k] == want_hi[k]);
	ck_assert(hn_mesh_diameter(m) == sqrt(9.0 + 169 + 225)); // vertices 2 and 3
	hn_mesh_destroy(m);
	m = mesh_of(s_corners, 6, NULL, 0);
	hn_mesh_bounds(m, lo, hi);
	for (int k = 0; k < 3; ++k) ck_assert(lo[k] == 0 && hi[k] == 0);
	ck_assert(hn_mesh_diameter(m) == 0);
	hn_mesh_destroy(m);
}

// One triangle for each three points, in order; the last vertices may be unused.
static HnMesh *cloud(int points, int kind, Rng *rng) {
	HnMesh *m = mesh_new(points, points / 3);
	for (int i = 0; i < points; ++i) {
		HnVec3 p = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
		double length = vec3_length(p);
		if (kind == 1) p = vec3_scale(p, 1 / length);                                  // sphere
		if (kind == 2) p = (HnVec3){ 1e6 * p.x, 0, 0 };                                // line
		if (kind == 3) p = (HnVec3){ floor(2 * p.x), floor(2 * p.y), floor(2 * p.z) }; // many repeated
		if (kind == 4) p = (HnVec3){ 1e9 + p.x, p.y, 1e-9 * p.z };                     // flat, far away
		if (kind == 5) p = vec3_scale(p, 0x1p199);
		if (kind == 6) p = (HnVec3){ 3, 4, 5 };
		if (kind == 7) p = vec3_scale(p, 0x1p-470 / length); // squares lose digits
		if (kind == 8) p = i % 7 == 0 ? (HnVec3){ 0, 0, 0 } : vec3_scale(p, (i % 2 == 0 ? 1 : -1) / length);
		vec3_store(m->xyz + 3 * (int64_t)i, p);
	}
	for (int i = 0; i < points / 3 * 3; ++i) m->triangles[i] = i;
	return m;
}

static double diameter_by_all_pairs(const HnMesh *m) {
	double best = 0;
	for (int i = 0; i < 3 * m->triangle_count; ++i)
		for (int j = 0; j < i; ++j) {
			HnVec3 d = vec3_sub(mesh_point(m, m->triangles[i]), mesh_point(m, m->triangles[j]));
			best = fmax(best, vec3_dot(d, d));
		}
	return sqrt(best);
}

START_TEST(diameter_equals_all_pairs) {
	Rng rng = rng_of(2, (uint64_t)_i);
	const int sizes[] = { 3, 4, 8, 9, 17, 100, 700 };
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s)
		for (int round = 0; round < 4; ++round) {
			HnMesh *m = cloud(sizes[s], _i, &rng);
			double want = diameter_by_all_pairs(m);
			ck_assert(hn_mesh_diameter(m) == want);
			int64_t at = mem_allocation_count();
			for (int k = 1; k <= 4 && sizes[s] < 100; ++k) { // the slow path gives the same bits
				mem_fail_at(at + k);
				ck_assert(hn_mesh_diameter(m) == want);
				at = mem_allocation_count();
			}
			hn_mesh_destroy(m);
		}
}

START_TEST(failed_allocations_release_everything) {
	size_t before = hn_mem_live_bytes();
	HnMesh *m;
	for (int k = 1; k <= 3; ++k) {
		mem_fail_at(mem_allocation_count() + k);
		ck_assert_int_eq(hn_mesh_create(&m, 4, 2), HN_ERR_NO_MEMORY);
		ck_assert_ptr_null(m);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	m = mesh_of(s_corners, 6, (int32_t[]){ 0, 1, 2, 3, 4, 5 }, 2);
	size_t with_mesh = hn_mem_live_bytes();
	HnMeshTopology t;
	for (int k = 1; k <= 3; ++k) {
		mem_fail_at(mem_allocation_count() + k);
		ck_assert_int_eq(hn_mesh_topology(&t, m), HN_ERR_NO_MEMORY);
		ck_assert_uint_eq(hn_mem_live_bytes(), with_mesh);
	}
	hn_mesh_destroy(m);
	hn_mesh_destroy(NULL);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

TEST_SUITE(mesh, suite, tc) {
	tcase_add_test(tc, topology_of_small_meshes);
	tcase_add_test(tc, topology_agrees_with_sorted_edges_on_random_triangles);
	tcase_add_test(tc, validate_names_what_is_wrong);
	tcase_add_test(tc, hash_sees_every_change);
	tcase_add_test(tc, bounds_are_of_used_vertices);
	tcase_add_loop_test(tc, diameter_equals_all_pairs, 0, 9);
	tcase_add_test(tc, failed_allocations_release_everything);
}
