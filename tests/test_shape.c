// Generated meshes: closed (or sheets), oriented outwards, exact counts, at the ends of every parameter and
// in between.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/rng.h"
#include "cheap.h"
#include "exact/tri_tri.h"
#include "math/elementary.h"
#include "mesh/shape.h"
#include "mesh/shape_build.h"
#include "mesh_facts.h"
#include "registry.h"

Suite *shape_suite(void);

// Small ones, for what takes long.
static const char *const s_small[][2] = {
	{ "box", "nx=3 ny=4 nz=2 x=2" },
	{ "rod", "cells=7 tilt=20" },
	{ "sphere", "cells=4" },
	{ "sphere", "from=latitudes stacks=7 slices=9" },
	{ "torus", "segments=13 sides=7" },
	{ "ring", "segments=17 radial=2 axial=3" },
	{ "tetrahedra", "count=30 gap=0.001" },
	{ "tetrahedra", "count=2 parts=7" },
	{ "ball", "points=150" },
	{ "blob", "faces=1000" },
	{ "pipes", "faces=2000 pipes=7 length=9 sides=5 radius=0.45" },
	{ "pipes", "faces=1502 pipes=3 length=8 sides=3 bends=1" },
	{ "hand", "" },
	{ "hand", "faces=1500 curl=40 spread=0" },
	{ "hand", "faces=300 curl=0 spread=10 size=0.25" },
	{ "tank", "" },
	{ "tank", "wheels=10 faces=1002" },
	{ "sheet", "faces=333 bulge=0.5" },
	{ "plate", "" },
	{ "plate", "folds=1 nx=3 thickness=0.2 hole=0.35" },
	{ "plate", "folds=2 nx=2 ny=3 quarter=2 thickness=0.2 hole=0.35 angle=70" },
	{ "tube", "bend=1.5 x=0.001 y=0.001 z=0.001 legs=9" },
	{ "vessel", "" },
	{ "bolt", "sixth=1" },
	{ "nut", "sixth=3" },
};
enum { SMALL = sizeof s_small / sizeof s_small[0] };

static HnMesh *shape_of(const char *name, const char *params) {
	HnMesh *mesh;
	int32_t code = hn_shape_create(&mesh, name, params);
	ck_assert_msg(code == HN_OK, "%s %s: %s", name, params, hn_error_text());
	return mesh;
}

static int64_t shell_of(int64_t *shell, int64_t v) {
	while (shell[v] != v) v = shell[v] = shell[shell[v]];
	return v;
}

// Every shell holds a positive volume: its triangles look outwards.
static void check_volumes(const HnMesh *mesh, const char *what) {
	int64_t *shell = malloc((size_t)mesh->vertex_count * sizeof *shell);
	double *volume = calloc((size_t)mesh->vertex_count, sizeof *volume);
	for (int64_t v = 0; v < mesh->vertex_count; ++v) shell[v] = v;
	for (int64_t c = 0; c < 3 * (int64_t)mesh->triangle_count; ++c)
		shell[shell_of(shell, mesh->triangles[c])] = shell_of(shell, mesh->triangles[c / 3 * 3]);
	for (int64_t t = 0; t < mesh->triangle_count;
	     ++t) { // from a vertex of the shell, so that far ones do not cancel
		int64_t root = shell_of(shell, mesh->triangles[3 * t]);
		volume[root] += vec3_dot(mesh_normal(mesh, t),
		                         vec3_sub(mesh_point(mesh, mesh->triangles[3 * t]), mesh_point(mesh, root)));
	}
	for (int64_t v = 0; v < mesh->vertex_count; ++v)
		cheap_assert_msg(shell[v] != v || volume[v] > 0, "%s: a shell of volume %g", what, volume[v] / 6);
	free(shell);
	free(volume);
}

// Discs, all of which can be seen from above.
static void check_sheet(const HnMesh *mesh, const HnMeshTopology *topology, const char *what) {
	ck_assert_msg(topology->boundary_edges > 0 && topology->shells == 1, "%s: no sheet", what);
	for (int64_t t = 0; t < mesh->triangle_count; ++t)
		cheap_assert_msg(mesh_normal(mesh, t).z > 0, "%s: triangle %d looks down", what, (int)t);
	if (mesh->triangle_count > 40000) return;
	MeshFacts facts = mesh_facts(mesh);
	ck_assert_msg(facts.boundary_loops == 1 && facts.euler == 1, "%s: no disc", what);
}

static void check_mesh(HnMesh *mesh, const char *what, bool open) {
	HnMeshTopology topology;
	ck_assert_int_eq(hn_mesh_topology(&topology, mesh), HN_OK);
	if (open) check_sheet(mesh, &topology, what);
	if (open) topology.boundary_edges = 0;
	ck_assert_msg(topology.boundary_edges + topology.nonmanifold_edges + topology.degenerate_triangles == 0,
	              "%s: %d boundary edges, %d of three triangles or more, %d degenerate triangles", what,
	              topology.boundary_edges, topology.nonmanifold_edges, topology.degenerate_triangles);
	ck_assert_msg(hn_mesh_validate(mesh) == HN_OK, "%s: %s", what, hn_error_text());
	if (!open) check_volumes(mesh, what);
	if (mesh->triangle_count > 40000) return;
	MeshFacts facts = mesh_facts(mesh);
	ck_assert_msg(facts.oriented && facts.fans && !facts.repeated_triangles, "%s", what);
	ck_assert_msg(facts.least_area > 0, "%s: a triangle without area", what);
	ck_assert_int_eq(facts.shells, topology.shells);
}

static const char *const s_golden[][2] = {
#include "golden/shapes.inl"
};
enum { GOLDEN = sizeof s_golden / sizeof s_golden[0] };

// NULL: there is none.
static const char *golden_of(const char *name) {
	for (int i = 0; i < GOLDEN; ++i)
		if (strcmp(s_golden[i][0], name) == 0) return s_golden[i][1];
	return NULL;
}

// A new shape has no golden hash yet. What it must be is tested all the same; the line that keeps its bytes
// from now on is printed, and its lack is an error only where GOLDEN_STRICT is set.
static void golden_lacks(const char *name, const char *hex) {
	printf("note: shape %s: to keep its bytes, add to tests/golden/shapes.inl: { \"%s\", \"%s\" },\n", name,
	       name, hex);
	fflush(stdout);
	ck_assert_msg(getenv("GOLDEN_STRICT") == NULL, "%s is not in tests/golden/shapes.inl", name);
}

START_TEST(defaults_are_the_same_everywhere) {
	const ShapeClass *shape = shape_at(_i);
	HnMesh *mesh = shape_of(shape->name, "");
	check_mesh(mesh, shape->name, shape->open);
	char hex[HN_HASH_HEX_SIZE];
	HnHash hash = hn_mesh_hash(mesh);
	hn_hash_to_hex(&hash, hex);
	hn_mesh_destroy(mesh);
	const char *golden = golden_of(shape->name);
	if (golden == NULL) golden_lacks(shape->name, hex);
	ck_assert_msg(golden == NULL || strcmp(golden, hex) == 0, "%s: %s, not %s", shape->name, hex, golden);
}
END_TEST

START_TEST(every_golden_hash_is_of_a_shape) {
	for (int i = 0; i < GOLDEN; ++i) {
		ck_assert_msg(shape_find(s_golden[i][0]) != NULL, "no shape is called %s", s_golden[i][0]);
		ck_assert_msg(golden_of(s_golden[i][0]) == s_golden[i][1], "%s stands twice", s_golden[i][0]);
	}
}
END_TEST

// ---- parameters

#ifdef SANITIZED
enum { LARGEST = 20000 };
#else
enum { LARGEST = 200000 };
#endif

// Parameters that do not go together with the others' defaults or with each other. Whatever the shape, the
// text names one of them.
static bool may_be_refused(const char *name, const char *text) {
	if (strcmp(name, "torus") == 0) return strstr(text, "'tube'") != NULL;
	if (strcmp(name, "ring") == 0) return strstr(text, "'width'") != NULL;
	if (strcmp(name, "pipes") == 0) return strstr(text, "too few") != NULL || strstr(text, "even") != NULL;
	return strchr(text, '\'') != NULL;
}

// True where there is a mesh; false where the parameters were refused for a good reason.
static bool check_params(const ShapeClass *shape, const void *def) {
	char text[2000] = "";
	for (int32_t i = 0; i < shape->params.count; ++i) {
		char value[PARAM_TEXT_SIZE];
		param_get(&shape->params.params[i], def, value);
		size_t used = strlen(text);
		snprintf(text + used, sizeof text - used, "%.20s=%.40s ", shape->params.params[i].name, value);
	}
	size_t before = hn_mem_live_bytes();
	HnMesh *mesh = NULL;
	int32_t code = shape->create(&mesh, def);
	if (code != HN_OK) {
		ck_assert_msg(code == HN_ERR_BAD_INPUT && mesh == NULL &&
		                  may_be_refused(shape->name, hn_error_text()),
		              "%s %s: %s", shape->name, text, hn_error_text());
		ck_assert_int_eq(strncmp(hn_error_text(), shape->name, strlen(shape->name)), 0);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
		return false;
	}
	char what[2100];
	snprintf(what, sizeof what, "%s %s", shape->name, text);
	check_mesh(mesh, what, shape->open);
	hn_mesh_destroy(mesh);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	return true;
}

// Sets a parameter; integers at most LARGEST, so that the test ends.
static void set_param(const Param *param, void *def, double value) {
	char *field = (char *)def + param->offset;
	if (param->type == PARAM_REAL)
		memcpy(field, &value, sizeof value);
	else {
		int32_t whole =
		    (int32_t)(value < (double)LARGEST || strcmp(param->name, "seed") == 0 ? value : (double)LARGEST);
		memcpy(field, &whole, sizeof whole);
	}
}

START_TEST(every_parameter_at_its_ends) {
	const ShapeClass *shape = shape_at(_i);
	void *def = malloc(shape->params.def_size);
	int made = 0, wanted = 0;
	for (int32_t i = 0; i < shape->params.count; ++i)
		for (int end = 0; end < 2; ++end) {
			const Param *param = &shape->params.params[i];
			param_set_defaults(&shape->params, def);
			set_param(param, def, param->type == PARAM_CHOICE ? end : end == 0 ? param->lo : param->hi);
			made += check_params(shape, def);
			wanted += 1;
		}
	ck_assert_int_ge(made, wanted / 2);
	free(def);
}
END_TEST

// Lengths and counts by their logarithms, the rest evenly.
static double random_value(const Param *param, Rng *rng) {
	if (param->type == PARAM_CHOICE) return (double)rng_below(rng, 2);
	double hi = param->type == PARAM_INT && param->hi > 5000 ? 5000 : param->hi;
	if (hi > 100 && param->type == PARAM_INT && param->hi < 5000) hi = 40;
	if (param->lo > 0) return param->lo * math_exp(rng_double(rng) * math_log(hi / param->lo));
	return rng_range(rng, param->lo, hi);
}

START_TEST(random_parameters) {
	const ShapeClass *shape = shape_at(_i);
	void *def = malloc(shape->params.def_size);
	Rng rng;
	rng_seed(&rng, 5, (uint64_t)_i);
	int made = 0;
	for (int round = 0; round < 40; ++round) {
		param_set_defaults(&shape->params, def);
		for (int32_t i = 0; i < shape->params.count; ++i) {
			const Param *param = &shape->params.params[i];
			double value = random_value(param, &rng);
			if (strcmp(param->name, "faces") == 0)
				value = 2 * floor(value / 2); // odd ones have a test of their own
			set_param(param, def, value < param->lo ? param->lo : value);
		}
		made += check_params(shape, def);
	}
	ck_assert_int_ge(made, strcmp(shape->name, "pipes") == 0 ? 3 : 10);
	free(def);
}
END_TEST

// ---- counts

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
END_TEST

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
			check_mesh(mesh, params, false);
			hn_mesh_destroy(mesh);
			snprintf(params, sizeof params, "faces=%d %s", faces + 1, s_ranges[i].rest);
			ck_assert_int_eq(hn_shape_create(&mesh, s_ranges[i].name, params), HN_ERR_BAD_INPUT);
			ck_assert_ptr_nonnull(strstr(hn_error_text(), "must be even"));
			ck_assert_ptr_null(mesh);
		}
}
END_TEST

START_TEST(sheets_have_any_count) {
	static const char *const s_rest[] = { "", "width=0.01", "width=100 bulge=0.5", "depth=20 bulge=0" };
	for (size_t i = 0; i < sizeof s_rest / sizeof s_rest[0]; ++i)
		for (int32_t faces = 2; faces < 300; faces = faces < 60 ? faces + 1 : faces + 37) {
			char params[100];
			snprintf(params, sizeof params, "faces=%d %s", faces, s_rest[i]);
			HnMesh *mesh = shape_of("sheet", params);
			ck_assert_int_eq(mesh->triangle_count, faces);
			check_mesh(mesh, params, true);
			hn_mesh_destroy(mesh);
		}
}
END_TEST

// ---- surfaces

// No two triangles meet but neighbours; so no surface goes through itself or another part.
START_TEST(surfaces_do_not_cross_themselves) {
	HnMesh *mesh = shape_of(s_small[_i][0], s_small[_i][1]);
	check_mesh(mesh, s_small[_i][0], shape_find(s_small[_i][0])->open);
	Triangle *triangles = malloc((size_t)mesh->triangle_count * sizeof *triangles);
	for (int64_t c = 0; c < 3 * (int64_t)mesh->triangle_count; ++c)
		triangles[c / 3].p[c % 3] = mesh_point(mesh, mesh->triangles[c]);
	for (int64_t i = 0; i < mesh->triangle_count; ++i) {
		OrientPlane plane = triangle_plane(&triangles[i]);
		for (int64_t j = 0; j < i; ++j) {
			const int32_t *a = mesh->triangles + 3 * i, *b = mesh->triangles + 3 * j;
			bool share = false;
			for (int k = 0; k < 9; ++k) share = share || a[k / 3] == b[k % 3];
			cheap_assert_msg(share || !tri_tri_meet_plane(&triangles[i], &plane, &triangles[j]),
			                 "%s %s: triangles %d and %d meet", s_small[_i][0], s_small[_i][1], (int)i,
			                 (int)j);
		}
	}
	free(triangles);
	hn_mesh_destroy(mesh);
}
END_TEST

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
END_TEST

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
END_TEST

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
END_TEST

// ---- parts of the generators

START_TEST(refining_keeps_a_surface_and_rounds_it) {
	HnMesh *mesh = shape_of("box", "nx=2"), *fine;
	double volume = 1;
	for (int round = 0; round < 4; ++round) {
		int32_t edges = mesh->triangle_count / 2 * 3;
		ck_assert_int_eq(shape_refine(&fine, mesh), HN_OK);
		ck_assert_int_eq(fine->triangle_count, 4 * mesh->triangle_count);
		ck_assert_int_eq(fine->vertex_count, mesh->vertex_count + edges);
		check_mesh(fine, "refined", false);
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
END_TEST

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
END_TEST

START_TEST(failed_allocations_release_everything) {
	size_t before = hn_mem_live_bytes();
	int32_t code = HN_ERR_NO_MEMORY;
	for (int k = 1; code == HN_ERR_NO_MEMORY; ++k) {
		HnMesh *mesh;
		mem_fail_at(mem_allocation_count() + k);
		code = hn_shape_create(&mesh, s_small[_i][0], s_small[_i][1]);
		mem_fail_at(0);
		ck_assert_msg((code == HN_OK) == (mesh != NULL), "%s: allocation %d", s_small[_i][0], k);
		hn_mesh_destroy(mesh);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	ck_assert_int_eq(code, HN_OK);
}
END_TEST

START_TEST(what_is_unknown_is_refused) {
	HnMesh *mesh;
	ck_assert_int_eq(hn_shape_create(&mesh, "cube", ""), HN_ERR_NOT_FOUND);
	ck_assert_ptr_null(mesh);
	ck_assert_int_eq(hn_shape_create(&mesh, "box", "nw=3"), HN_ERR_NOT_FOUND);
	ck_assert_str_eq(hn_error_text(), "box: unknown parameter 'nw'; did you mean 'nx'?");
	ck_assert_ptr_null(mesh);
	ck_assert_int_eq(hn_shape_create(&mesh, "box", "nx=0"), HN_ERR_BAD_INPUT);
	ck_assert_ptr_null(mesh);
	for (int32_t i = 0; i < shape_count(); ++i) {
		const ShapeClass *shape = shape_at(i);
		ck_assert_msg(shape_find(shape->name) == shape, "%s: another has its name", shape->name);
		for (int32_t k = 0; k < shape->params.count; ++k)
			ck_assert_msg(shape->params.params[k].about != NULL, "%s: nothing says what %s is", shape->name,
			              shape->params.params[k].name);
	}
}
END_TEST

static const char *const s_lines[] = {
#define SHAPE(name) "SHAPE(" #name ")",
#include "mesh/shape.def"
#undef SHAPE
};

START_TEST(names_can_be_told_apart) {
	registry_check_names(s_lines, sizeof s_lines / sizeof s_lines[0], hn_shape_name);
}
END_TEST

Suite *shape_suite(void) {
	Suite *suite = suite_create("shape");
	for (int32_t i = 0; i < shape_count(); ++i) { // a case for each: CK_RUN_CASE=ring
		TCase *t = tcase_create(shape_at(i)->name);
		tcase_add_loop_test(t, defaults_are_the_same_everywhere, i, i + 1);
		tcase_add_loop_test(t, every_parameter_at_its_ends, i, i + 1);
		tcase_add_loop_test(t, random_parameters, i, i + 1);
		suite_add_tcase(suite, t);
	}
	TCase *t = tcase_create("shape");
	tcase_add_test(t, names_can_be_told_apart);
	tcase_add_test(t, every_golden_hash_is_of_a_shape);
	tcase_add_test(t, counts_are_those_that_are_promised);
	tcase_add_test(t, every_even_count_is_met_and_no_odd_one);
	tcase_add_test(t, sheets_have_any_count);
	tcase_add_loop_test(t, surfaces_do_not_cross_themselves, 0, SMALL);
	tcase_add_test(t, sizes_are_those_asked_for);
	tcase_add_test(t, a_hand_has_any_size);
	tcase_add_test(t, seeds_make_different_ones_and_the_same_again);
	tcase_add_test(t, refining_keeps_a_surface_and_rounds_it);
	tcase_add_test(t, turns_are_symmetric_and_exact_at_quarters);
	tcase_add_loop_test(t, failed_allocations_release_everything, 0, SMALL);
	tcase_add_test(t, what_is_unknown_is_refused);
	suite_add_tcase(suite, t);
	return suite;
}
