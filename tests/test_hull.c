// The convex hull: against all planes of small sets, against qhull, and by what a hull is.
#include <check.h>
#include <libqhull_r/qhull_ra.h>
#include <stdio.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "cheap.h"
#include "exact/orient.h"
#include "math/elementary.h"
#include "math/pose.h"
#include "mesh/hull.h"
#include "mesh_facts.h"
#include "suite.h"

static HnVec3 point_at(const double *xyz, int32_t i) { return vec3_load(xyz + 3 * (int64_t)i); }

static bool is_less(HnVec3 a, HnVec3 b) {
	return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

static int32_t above(const double *xyz, const int32_t *t,
                     int32_t q) { // 1: q is outside of the triangle's plane
	return -orient3d_exact(point_at(xyz, t[0]), point_at(xyz, t[1]), point_at(xyz, t[2]), point_at(xyz, q));
}

static bool collinear(const double *xyz, int32_t a, int32_t b, int32_t c) {
	for (int axis = 0; axis < 3; ++axis) {
		double p[3][2];
		const int32_t v[3] = { a, b, c };
		for (int i = 0; i < 3; ++i)
			for (int k = 0; k < 2; ++k) p[i][k] = xyz[3 * (int64_t)v[i] + (axis + 1 + k) % 3];
		if (orient2d_exact(p[0], p[1], p[2]) != 0) return false;
	}
	return true;
}

static HnHull *hull_of(const double *xyz, int32_t n) {
	HnHull *hull;
	ck_assert_msg(hn_hull_create(&hull, xyz, n) == HN_OK, "%s", hn_error_text());
	return hull;
}

// The order that hull.h promises.
static void check_order(const HnHull *hull, const double *xyz) {
	for (int32_t v = 1; v < hull->vertex_count; ++v)
		cheap_assert(is_less(point_at(xyz, hull->vertices[v - 1]), point_at(xyz, hull->vertices[v])));
	for (int32_t t = 0; t < hull->triangle_count; ++t) {
		const int32_t *now = hull->triangles + 3 * (int64_t)t, *last = now - 3;
		HnVec3 p = point_at(xyz, now[0]);
		cheap_assert(is_less(p, point_at(xyz, now[1])) && is_less(p, point_at(xyz, now[2])));
		if (t == 0) continue;
		int k = 0;
		while (k < 2 && last[k] == now[k]) ++k;
		cheap_assert(is_less(point_at(xyz, last[k]), point_at(xyz, now[k])));
	}
}

// Closed, manifold, oriented outwards, every corner extreme and no point outside: exact.
static void check_space(const HnHull *hull, const double *xyz, int32_t n) {
	HnMesh *mesh;
	ck_assert_int_eq(hn_hull_mesh(&mesh, hull, xyz), HN_OK);
	MeshFacts facts = mesh_facts(mesh);
	HnMeshTopology topology;
	ck_assert_int_eq(hn_mesh_topology(&topology, mesh), HN_OK);
	ck_assert_int_eq(hull->triangle_count, 2 * hull->vertex_count - 4);
	ck_assert_int_eq(topology.boundary_edges + topology.nonmanifold_edges + topology.degenerate_triangles, 0);
	ck_assert(facts.shells == 1 && facts.euler == 2 && facts.oriented && facts.fans);
	ck_assert_int_eq(facts.boundary_edges, 0);
	for (int64_t t = 0; t < hull->triangle_count; ++t) {
		const int32_t *v = hull->triangles + 3 * t;
		cheap_assert(!collinear(xyz, v[0], v[1], v[2]));
		for (int32_t p = 0; p < n; ++p) cheap_assert(above(xyz, v, p) <= 0);
	}
	hn_mesh_destroy(mesh);
}

static HnHull *check_hull(const double *xyz, int32_t n) {
	size_t before = hn_mem_live_bytes();
	HnHull *hull = hull_of(xyz, n);
	check_order(hull, xyz);
	if (hull->dimension == 3) check_space(hull, xyz, n);
	hn_hull_destroy(hull);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	return hull_of(xyz, n);
}

// ---- kinds of points

enum { KINDS = 16, POINTS_MAX = 4000 };

static HnVec3 on_sphere(Rng *rng) {
	double z = rng_range(rng, -1, 1), angle = rng_range(rng, -MATH_PI, MATH_PI), r = sqrt(1 - z * z);
	return (HnVec3){ r * math_cos(angle), r * math_sin(angle), z };
}

static double whole(Rng *rng, int range) { return (double)rng_below(rng, (uint64_t)range); }

static HnVec3 kind_point(int kind, Rng *rng, int32_t i) {
	double u = rng_range(rng, -1, 1), v = rng_range(rng, -1, 1), w = rng_range(rng, -1, 1);
	double angle = MATH_PI * u;
	switch (kind) {
	case 0:
		return (HnVec3){ u, v, w };
	case 1:
		return on_sphere(rng);
	case 2:
		return (HnVec3){ whole(rng, 3), whole(rng, 3), whole(rng, 3) }; // many equal, many on faces
	case 3:
		return (HnVec3){ whole(rng, 9), whole(rng, 9), whole(rng, 9) };
	case 4:
		return (HnVec3){ 0.8 * u - 0.6 * v, 0.36 * u + 0.48 * v,
			             0.48 * u + 0.64 * v }; // plane but for rounding
	case 5:
		return i % 2 == 0 ? (HnVec3){ 0, 0, fabs(u) } : (HnVec3){ math_cos(angle), math_sin(angle), 0 };
	case 6:
		return (HnVec3){ u, u * u,
			             u * u * u }; // every pair of points is an edge of the hull in 4D; here a curve
	case 7:
		return (HnVec3){ u, v, u * u + v * v };
	case 8:
		return vec3_add(on_sphere(rng), (HnVec3){ 0x1p40, -0x1p41, 0x1p42 }); // on a coarse grid
	case 9:
		return vec3_scale(on_sphere(rng), 0x1p-199);
	case 10:
		return vec3_scale((HnVec3){ whole(rng, 5), v, w }, 0x1p197);
	case 11:
		return (HnVec3){ u * 0x1p100, v, w * 0x1p-100 };
	case 12:
		return vec3_scale((HnVec3){ 1, 3, 7 }, u); // a line but for rounding
	case 13:
		return (HnVec3){ whole(rng, 2), whole(rng, 2), whole(rng, 2) }; // a cube's corners
	case 14:
		return (HnVec3){ whole(rng, 40), whole(rng, 40), i % 50 == 0 ? 1 : 0 }; // nearly flat
	default:
		return i % 2 == 0 ? (HnVec3){ math_cos(angle), math_sin(angle), 0 }
		                  : (HnVec3){ 0, 1 + math_cos(angle), math_sin(angle) };
	}
}

static double *kind_points(int kind, int32_t n, uint64_t seed) {
	Rng rng = rng_of(seed, (uint64_t)kind);
	double *xyz = malloc((size_t)n * 24);
	for (int32_t i = 0; i < n; ++i) vec3_store(xyz + 3 * (int64_t)i, kind_point(kind, &rng, i));
	for (int64_t i = 0; i < 3 * (int64_t)n; ++i) xyz[i] = coordinate_flush(xyz[i]); // as hn_hull_create does
	return xyz;
}

START_TEST(hulls_are_closed_convex_and_hold_every_point) {
	const int32_t sizes[] = { 1, 2, 3, 4, 5, 6, 8, 13, 50, 300 };
	for (size_t s = 0; s < sizeof sizes / sizeof *sizes; ++s)
		for (uint64_t seed = 0; seed < (sizes[s] < 20 ? 12 : 2); ++seed) {
			double *xyz = kind_points(_i, sizes[s], seed);
			HnHull *hull = check_hull(xyz, sizes[s]);
			ck_assert_int_le(hull->dimension, sizes[s] - 1);
			if (_i < 2 && sizes[s] >= 4) ck_assert_int_eq(hull->dimension, 3);
			if (_i == 1) ck_assert_int_eq(hull->vertex_count, sizes[s]);
			hn_hull_destroy(hull);
			free(xyz);
		}
}

// ---- all planes of a few points

// Which of n distinct points are on the plane of three of them, a bit each; 0 where others are on both sides.
static uint32_t supporting_plane(const double *xyz, const int32_t *points, int n, const int32_t t[3]) {
	bool sides[3] = { false };
	uint32_t on = 0;
	for (int m = 0; m < n; ++m) {
		int32_t side = above(xyz, t, points[m]);
		sides[side + 1] = true;
		if (side == 0) on |= (uint32_t)1 << m;
	}
	return sides[0] && sides[2] ? 0 : on;
}

// The faces of distinct points that span space, found from every three of them, as bits; how many.
static int all_faces(uint32_t *faces, const double *xyz, const int32_t *points, int n) {
	int count = 0;
	for (int i = 0; i < n; ++i)
		for (int j = i + 1; j < n; ++j)
			for (int k = j + 1; k < n; ++k) {
				const int32_t t[3] = { points[i], points[j], points[k] };
				uint32_t face = collinear(xyz, t[0], t[1], t[2]) ? 0 : supporting_plane(xyz, points, n, t);
				bool known = face == 0;
				for (int f = 0; f < count; ++f) known = known || faces[f] == face;
				if (!known) faces[count++] = face;
			}
	return count;
}

// A point is a corner where it alone is on all the faces that it is on.
static void check_against_all_faces(const HnHull *hull, const double *xyz, const int32_t *points, int n) {
	uint32_t faces[1000], corners = 0;
	int count = all_faces(faces, xyz, points, n), triangles = 0;
	for (int m = 0; m < n; ++m) {
		uint32_t own = (uint32_t)1 << m, common = ~(uint32_t)0;
		for (int f = 0; f < count; ++f)
			if (faces[f] & own) common &= faces[f];
		if (common == own) corners |= own;
		bool vertex = false;
		for (int32_t v = 0; v < hull->vertex_count; ++v) vertex = vertex || hull->vertices[v] == points[m];
		cheap_assert(vertex == (common == own));
	}
	for (int f = 0; f < count; ++f) triangles += __builtin_popcount(faces[f] & corners) - 2;
	ck_assert_int_eq(hull->triangle_count, triangles);
	ck_assert_int_eq(hull->vertex_count, __builtin_popcount(corners));
}

START_TEST(the_same_faces_as_from_every_three_points) {
	static const int s_kinds[] = { 0, 2, 3, 4, 8, 10, 12, 13, 14 };
	int checked = 0;
	for (size_t kind = 0; kind < sizeof s_kinds / sizeof *s_kinds; ++kind)
		for (uint64_t seed = 0; seed < 40; ++seed) {
			int32_t n = 4 + (int32_t)(seed % 11), distinct[32], count = 0;
			double *xyz = kind_points(s_kinds[kind], n, seed + 1000);
			for (int32_t i = 0; i < n; ++i) {
				bool fresh = true;
				for (int32_t k = 0; k < count; ++k) {
					HnVec3 d = vec3_sub(point_at(xyz, i), point_at(xyz, distinct[k]));
					fresh = fresh && (d.x != 0 || d.y != 0 || d.z != 0);
				}
				if (fresh) distinct[count++] = i;
			}
			HnHull *hull = check_hull(xyz, n);
			if (hull->dimension == 3) check_against_all_faces(hull, xyz, distinct, count), checked += 1;
			hn_hull_destroy(hull);
			free(xyz);
		}
	ck_assert_int_gt(checked, 200);
}

// ---- qhull

static void qhull_measures(double *volume, double *area, double *xyz, int32_t n) {
	static char s_command[] = "qhull FA Pp";
	qhT qh;
	qh_zero(&qh, stderr);
	ck_assert_int_eq(qh_new_qhull(&qh, 3, n, xyz, False, s_command, NULL, stderr), 0);
	qh_getarea(&qh, qh.facet_list);
	*volume = qh.totvol, *area = qh.totarea;
	int left, blocks;
	qh_freeqhull(&qh, !qh_ALL);
	qh_memfreeshort(&qh, &left, &blocks);
}

START_TEST(volume_and_area_are_those_of_qhull) {
	static const int s_kinds[] = { 0, 1, 2, 3, 5, 6, 7, 13, 14, 15 };
	for (size_t kind = 0; kind < sizeof s_kinds / sizeof *s_kinds; ++kind) {
		double *xyz = kind_points(s_kinds[kind], 2000, 3), volume = 0, area = 0, expected[2];
		HnHull *hull = hull_of(xyz, 2000);
		for (int64_t t = 0; t < hull->triangle_count; ++t) {
			const int32_t *v = hull->triangles + 3 * t;
			HnVec3 a = point_at(xyz, v[0]), b = point_at(xyz, v[1]), c = point_at(xyz, v[2]);
			HnVec3 normal = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
			volume += vec3_dot(normal, a) / 6;
			area += 0.5 * vec3_length(normal);
		}
		qhull_measures(&expected[0], &expected[1], xyz, 2000);
		ck_assert_double_eq_tol(volume, expected[0], 1e-11 * (1 + expected[0]));
		ck_assert_double_eq_tol(area, expected[1], 1e-11 * (1 + expected[1]));
		hn_hull_destroy(hull);
		free(xyz);
	}
}

// ---- order

static void shuffle(double *xyz, int32_t n, uint64_t seed) {
	Rng rng = rng_of(seed, 9);
	for (int32_t i = n - 1; i > 0; --i) {
		int32_t j = (int32_t)rng_below(&rng, (uint64_t)i + 1);
		HnVec3 p = point_at(xyz, i), q = point_at(xyz, j);
		vec3_store(xyz + 3 * (int64_t)i, q), vec3_store(xyz + 3 * (int64_t)j, p);
	}
}

static HnHash mesh_hash_of(const double *xyz, int32_t n) {
	HnMesh *mesh;
	HnHull *hull = hull_of(xyz, n);
	ck_assert_int_eq(hn_hull_mesh(&mesh, hull, xyz), HN_OK);
	HnHash hash = hn_mesh_hash(mesh);
	hn_mesh_destroy(mesh);
	hn_hull_destroy(hull);
	return hash;
}

START_TEST(the_order_of_points_changes_nothing) {
	for (int kind = 0; kind < KINDS; ++kind) {
		double *xyz = kind_points(kind, 400, 77);
		HnHash first = mesh_hash_of(xyz, 400);
		for (uint64_t seed = 0; seed < 4; ++seed) {
			shuffle(xyz, 400, seed);
			HnHash again = mesh_hash_of(xyz, 400);
			ck_assert_msg(hn_hash_equal(&first, &again), "kind %d", kind);
		}
		free(xyz);
	}
}

START_TEST(of_equal_points_the_lowest_index_stands) {
	double xyz[3 * 24];
	for (int i = 0; i < 24; ++i)
		for (int k = 0; k < 3; ++k) xyz[3 * i + k] = (i % 8 >> k) & 1 ? 1.0 : i < 8 ? -0.0 : 0.0;
	HnHull *hull = check_hull(xyz, 24);
	ck_assert_int_eq(hull->vertex_count, 8);
	for (int v = 0; v < 8; ++v) ck_assert_int_lt(hull->vertices[v], 8);
	// the corner of least x, y, z is that of three faces' fans, so each has two triangles there
	int at_least = 0;
	for (int t = 0; t < 12; ++t) at_least += hull->triangles[3 * t] == 0;
	ck_assert_int_eq(at_least, 6);
	hn_hull_destroy(hull);
}

// ---- flat and less

START_TEST(flat_sets_have_flat_hulls) {
	double xyz[3 * 441];
	for (int turned = 0; turned < 4; ++turned) {
		for (int i = 0; i < 441; ++i) {
			const int column = i % 21, row = i / 21;
			double u = column, v = row;
			const HnVec3 places[4] = {
				{ u, v, 3 }, { 5, u, v }, { u, -1, v }, { u + v, u - v, 2 * u + 3 * v }
			};
			vec3_store(xyz + 3 * i, places[turned]);
		}
		HnHull *hull = check_hull(xyz, 441);
		ck_assert_int_eq(hull->dimension, 2);
		ck_assert_int_eq(hull->vertex_count, 4);
		ck_assert_int_eq(hull->triangle_count, 4);
		for (int t = 0; t < 4; ++t) { // each has its opposite
			const int32_t *a = hull->triangles + 3 * t;
			int opposed = 0;
			for (const int32_t *b = hull->triangles; b < hull->triangles + 12; b += 3)
				opposed += b[0] == a[0] && b[1] == a[2] && b[2] == a[1];
			ck_assert_int_eq(opposed, 1);
		}
		hn_hull_destroy(hull);
	}
	double *disc = kind_points(2, 500, 5);
	for (int i = 0; i < 500; ++i) disc[3 * i + 2] = 0.5, disc[3 * i] *= i % 7;
	HnHull *hull = check_hull(disc, 500);
	ck_assert_int_eq(hull->dimension, 2);
	ck_assert_int_eq(hull->triangle_count, 2 * (hull->vertex_count - 2));
	hn_hull_destroy(hull);
	free(disc);
}

START_TEST(a_flat_polygon_has_the_corners_of_its_points) {
	double xyz[3 * 300];
	for (int i = 0; i < 300; ++i) { // a parabola, upright in the plane x = y, and points above it
		double u = i % 100 - 50, v = u * u + (i >= 100 ? (i >= 200 ? 3000 - u * u : 0.5) : 0);
		vec3_store(xyz + 3 * i, (HnVec3){ u, u, v });
	}
	HnHull *hull = check_hull(xyz, 300);
	ck_assert_int_eq(hull->dimension, 2);
	ck_assert_int_eq(hull->vertex_count, 102); // the parabola and the ends of the line at 3000
	hn_hull_destroy(hull);
}

START_TEST(lines_and_points_have_ends_and_no_triangles) {
	double xyz[3 * 50];
	HnMesh *mesh;
	for (int i = 0; i < 50; ++i) vec3_store(xyz + 3 * i, vec3_scale((HnVec3){ 1, 2, -5 }, (i * 7) % 50));
	HnHull *hull = check_hull(xyz, 50);
	ck_assert(hull->dimension == 1 && hull->vertex_count == 2 && hull->triangle_count == 0);
	ck_assert_int_eq(hull->vertices[0], 0);
	ck_assert_int_eq(hull->vertices[1], 7); // 7 * 7 = 49
	ck_refused(hn_hull_mesh(&mesh, hull, xyz), HN_ERR_BAD_INPUT, "line");
	hn_hull_destroy(hull);
	hull = check_hull(xyz, 1);
	ck_assert(hull->dimension == 0 && hull->vertex_count == 1 && hull->triangle_count == 0);
	ck_assert_int_eq(hn_hull_mesh(&mesh, hull, xyz), HN_ERR_BAD_INPUT);
	hn_hull_destroy(hull);
	for (int i = 0; i < 50; ++i) vec3_store(xyz + 3 * i, (HnVec3){ 4, 4, i % 2 == 0 ? 0x1p-201 : -0.0 });
	hull = check_hull(xyz, 50);
	ck_assert(hull->dimension == 0 && hull->vertices[0] == 0);
	hn_hull_destroy(hull);
}

START_TEST(what_is_no_point_is_refused) {
	const double bad[] = { (double)NAN, (double)INFINITY, -(double)INFINITY, 0x1.1p200 };
	for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
		double xyz[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
		HnHull *hull;
		xyz[7] = bad[i];
		ck_assert_int_eq(hn_hull_create(&hull, xyz, 4), HN_ERR_BAD_INPUT);
		ck_assert_ptr_null(hull);
		ck_assert_ptr_nonnull(strstr(hn_error_text(), "point 2: coordinate y"));
		ck_assert_int_eq(hn_hull_create(&hull, xyz, 0), HN_ERR_BAD_INPUT);
		ck_assert_int_eq(hn_hull_create(&hull, xyz, -1), HN_ERR_BAD_INPUT);
	}
}

START_TEST(failed_allocations_release_everything) {
	const int kinds[] = { 1, 3, 14 };
	for (int i = 0; i < 3; ++i) {
		double *xyz = kind_points(kinds[i], 60, 1);
		if (i == 2)
			for (int k = 0; k < 60; ++k) xyz[3 * k + 2] = 0; // flat
		size_t before = hn_mem_live_bytes();
		int32_t code = HN_ERR_NO_MEMORY, failures = -1;
		for (int k = 1; code == HN_ERR_NO_MEMORY; ++k, ++failures) {
			HnHull *hull;
			mem_fail_at(mem_allocation_count() + k);
			code = hn_hull_create(&hull, xyz, 60);
			mem_fail_at(0);
			ck_assert((code == HN_OK) == (hull != NULL));
			hn_hull_destroy(hull);
			ck_assert_uint_eq(hn_mem_live_bytes(), before);
		}
		ck_assert_int_eq(code, HN_OK);
		ck_assert_int_gt(failures, 8);
		free(xyz);
	}
}

// Quadratic time would be minutes here: large faces, an apex with a fan to half of the points, grids.
START_TEST(many_points_take_no_quadratic_time) {
	const int kinds[] = { 1, 3, 4, 5, 6, 14 };
#ifdef SANITIZED // an order slower
	int32_t n = 20000;
#else
	int32_t n = 200000;
#endif
	double *xyz = kind_points(kinds[_i], n, 2);
	HnHull *hull = hull_of(xyz, n);
	ck_assert_int_eq(hull->dimension, 3);
	ck_assert_int_eq(hull->triangle_count, 2 * hull->vertex_count - 4);
	if (kinds[_i] == 1) ck_assert_int_eq(hull->vertex_count, n);
	hn_hull_destroy(hull);
	free(xyz);
}

TEST_SUITE(hull, suite, tc) {
	tcase_add_loop_test(tc, hulls_are_closed_convex_and_hold_every_point, 0, KINDS);
	tcase_add_test(tc, the_same_faces_as_from_every_three_points);
	tcase_add_test(tc, volume_and_area_are_those_of_qhull);
	tcase_add_test(tc, the_order_of_points_changes_nothing);
	tcase_add_test(tc, of_equal_points_the_lowest_index_stands);
	tcase_add_test(tc, flat_sets_have_flat_hulls);
	tcase_add_test(tc, a_flat_polygon_has_the_corners_of_its_points);
	tcase_add_test(tc, lines_and_points_have_ends_and_no_triangles);
	tcase_add_test(tc, what_is_no_point_is_refused);
	tcase_add_test(tc, failed_allocations_release_everything);
	tcase_add_loop_test(tc, many_points_take_no_quadratic_time, 0, 6);
}
