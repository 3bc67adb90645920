// The teapot: seams, shells and surface, against its patches evaluated another way (de Casteljau).
#include <check.h>

#include "base/error.h"
#include "base/mem.h"
#include "made.h"
#include "mesh/teapot.h"
#include "mesh_facts.h"
#include "suite.h"

enum { PATCHES = 32, POINTS = 306 };
#include "mesh/teapot_patches.inl"

static HnMesh *tessellation(int n) {
	HnMesh *m;
	ck_assert_int_eq(hn_teapot_tessellate(&m, n), HN_OK);
	return m;
}

// Body and lid are discs, handle and spout are open tubes: Euler numbers 1 + 1 + 0 + 0, six boundary loops.
START_TEST(four_open_oriented_shells_at_every_tessellation) {
	for (int n = _i; n < _i + 8; ++n) {
		HnMesh *m = tessellation(n);
		MeshFacts f = mesh_facts(m);
		HnMeshTopology t;
		ck_assert_int_eq(hn_mesh_topology(&t, m), HN_OK);
		ck_assert_int_eq(t.shells, 4);
		ck_assert_int_eq(t.nonmanifold_edges, 0);
		ck_assert_int_eq(t.degenerate_triangles, 0);
		ck_assert_int_eq(t.boundary_edges, f.boundary_edges);
		ck_assert_int_eq(f.shells, 4);
		ck_assert_int_eq(f.open_shells, 4);
		ck_assert_int_eq(f.boundary_loops, 6);
		// the rims of body and lid have four patches around, the ends of handle and spout two each
		ck_assert_int_eq(f.boundary_edges, 16 * n);
		ck_assert_int_eq(f.euler, 2);
		ck_assert(f.oriented && f.fans && !f.repeated_triangles);
		ck_assert_double_gt(f.least_area, 0);
		ck_assert_int_eq(m->triangle_count, 64 * n * n - 8 * n);
		ck_assert_int_eq(hn_mesh_validate(m), HN_OK);
		hn_mesh_destroy(m);
	}
}

// Two vertices may have one place only where the handle touches the body, at (-2, 0, 0.9).
START_TEST(no_seam_is_left_unjoined) {
	for (int n = 2; n <= 9; ++n) {
		HnMesh *m = tessellation(n);
		int pairs = 0;
		for (int i = 0; i < m->vertex_count; ++i)
			for (int j = 0; j < i; ++j) {
				HnVec3 p = mesh_point(m, i), d = vec3_sub(p, mesh_point(m, j));
				if (vec3_dot(d, d) > 1e-20) continue;
				pairs += 1;
				ck_assert(p.x == -2 && p.y == 0 && p.z == 0.9);
			}
		ck_assert_int_eq(pairs, 1);
		hn_mesh_destroy(m);
	}
}

static HnVec3 between(HnVec3 a, HnVec3 b, double t) {
	return vec3_add(vec3_scale(a, 1 - t), vec3_scale(b, t));
}

static HnVec3 casteljau(const HnVec3 p[4], double t) {
	HnVec3 a = between(p[0], p[1], t), b = between(p[1], p[2], t), c = between(p[2], p[3], t);
	return between(between(a, b, t), between(b, c, t), t);
}

static HnVec3 patch_point(int patch, double row, double column) {
	HnVec3 down[4], across[4];
	for (int k = 0; k < 4; ++k) {
		for (int r = 0; r < 4; ++r) down[r] = vec3_load(s_points[s_patches[patch][4 * r + k]]);
		across[k] = casteljau(down, row);
	}
	return casteljau(across, column);
}

START_TEST(vertices_are_the_points_of_the_patches) {
	const int n = 7;
	HnMesh *m = tessellation(n);
	bool *met = calloc((size_t)m->vertex_count, 1);
	for (int patch = 0; patch < PATCHES; ++patch)
		for (int i = 0; i <= n; ++i)
			for (int j = 0; j <= n; ++j) {
				HnVec3 p = patch_point(patch, (double)i / n, (double)j / n);
				int found = 0;
				for (int v = 0; v < m->vertex_count; ++v) {
					HnVec3 d = vec3_sub(p, mesh_point(m, v));
					if (vec3_dot(d, d) < 1e-28) met[v] = true, found += 1;
				}
				ck_assert_int_ge(found, 1);
			}
	for (int v = 0; v < m->vertex_count; ++v) ck_assert(met[v]);
	free(met);
	hn_mesh_destroy(m);
}

static int shell_of(const HnMesh *m,
                    int64_t t) { // the shells are separate in x and z where they reach far in y
	HnVec3 p = mesh_point(m, m->triangles[3 * t]);
	return p.x < -2.05 ? 0 : p.x > 2.05 ? 1 : p.z > 2.6 ? 2 : 3;
}

// Where a shell is farthest out in y, its triangles look that way.
START_TEST(triangles_face_outwards) {
	HnMesh *m = tessellation(6);
	int64_t last[4] = { -1, -1, -1, -1 };
	double far[4] = { 0 };
	for (int64_t t = 0; t < m->triangle_count; ++t) {
		double y = 0;
		for (int k = 0; k < 3; ++k) y += mesh_point(m, m->triangles[3 * t + k]).y;
		if (y <= far[shell_of(m, t)]) continue;
		far[shell_of(m, t)] = y;
		last[shell_of(m, t)] = t;
	}
	for (int s = 0; s < 4; ++s) {
		ck_assert_int_ge(last[s], 0);
		HnVec3 normal = mesh_normal(m, last[s]);
		ck_assert_double_gt(normal.y, 0.1 * vec3_length(normal));
	}
	hn_mesh_destroy(m);
}

START_TEST(every_asked_count_is_met_exactly) {
	static const int32_t s_counts[] = { 100,  101,  102,  103,  117,  180,  255,   530,   531,  999,
		                                1024, 2124, 4031, 6009, 8106, 9999, 12345, 16001, 20000 };
	int32_t faces = s_counts[_i];
	size_t before = hn_mem_live_bytes();
	HnMesh *m = teapot_of(faces);
	MeshFacts f = mesh_facts(m);
	ck_assert_int_eq(m->triangle_count, faces);
	ck_assert_int_eq(f.shells, 4);
	ck_assert_int_eq(f.open_shells, 4);
	ck_assert_int_eq(f.boundary_loops, 6);
	ck_assert_int_eq(f.euler, 2);
	ck_assert(f.oriented && f.fans && !f.repeated_triangles);
	ck_assert_double_gt(f.least_area, 0);
	ck_assert_int_eq(hn_mesh_validate(m), HN_OK);
	// the surface, within what so few triangles can do: Newell's teapot is 6.43 long and 3.15 high
	double lo[3], hi[3];
	hn_mesh_bounds(m, lo, hi);
	double slack = faces < 500 ? 0.5 : 0.1;
	ck_assert_double_eq_tol(hi[0] - lo[0], 6.43, slack);
	ck_assert_double_eq_tol(hi[2] - lo[2], 3.15, slack);
	ck_assert_double_eq_tol(hi[1] + lo[1], 0, slack);
	hn_mesh_destroy(m);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

START_TEST(wrong_counts_are_refused) {
	HnMesh *m;
	const int32_t faces[] = { -1, 0, 99, 1000001 }, cells[] = { -5, 0, 1, 5793, INT32_MAX };
	for (size_t i = 0; i < sizeof faces / sizeof *faces; ++i) {
		ck_assert_int_eq(hn_teapot_create(&m, faces[i]), HN_ERR_BAD_INPUT);
		ck_assert_ptr_null(m);
		ck_assert_ptr_nonnull(strstr(hn_error_text(), "100 to 1000000"));
	}
	for (size_t i = 0; i < sizeof cells / sizeof *cells; ++i)
		ck_assert_int_eq(hn_teapot_tessellate(&m, cells[i]), HN_ERR_BAD_INPUT);
}

START_TEST(failed_allocations_release_everything) {
	size_t before = hn_mem_live_bytes();
	int32_t code = HN_ERR_NO_MEMORY;
	for (int k = 1; code == HN_ERR_NO_MEMORY; ++k) {
		HnMesh *m;
		mem_fail_at(mem_allocation_count() + k);
		code = hn_teapot_create(&m, 4030);
		mem_fail_at(0);
		ck_assert((code == HN_OK) == (m != NULL));
		hn_mesh_destroy(m);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	ck_assert_int_eq(code, HN_OK);
}

TEST_SUITE(teapot, suite, tc) {
	for (int n = 2; n < 34; n += 8)
		tcase_add_loop_test(tc, four_open_oriented_shells_at_every_tessellation, n, n + 1);
	tcase_add_test(tc, no_seam_is_left_unjoined);
	tcase_add_test(tc, vertices_are_the_points_of_the_patches);
	tcase_add_test(tc, triangles_face_outwards);
	tcase_add_loop_test(tc, every_asked_count_is_met_exactly, 0, 19);
	tcase_add_test(tc, wrong_counts_are_refused);
	tcase_add_test(tc, failed_allocations_release_everything);
}
