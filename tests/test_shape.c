// Generated meshes: closed (or sheets), oriented outwards, at the ends of every parameter and in between; the
// same everywhere by default, and none goes through itself.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/rng.h"
#include "made.h"
#include "math/elementary.h"
#include "mesh/shape.h"
#include "registry.h"
#include "shape_check.h"
#include "suite.h"

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
	shape_check(mesh, shape->name, shape->open);
	char hex[HN_HASH_HEX_SIZE];
	HnHash hash = hn_mesh_hash(mesh);
	hn_hash_to_hex(&hash, hex);
	hn_mesh_destroy(mesh);
	const char *golden = golden_of(shape->name);
	if (golden == NULL) golden_lacks(shape->name, hex);
	ck_assert_msg(golden == NULL || strcmp(golden, hex) == 0, "%s: %s, not %s", shape->name, hex, golden);
}

START_TEST(every_golden_hash_is_of_a_shape) {
	for (int i = 0; i < GOLDEN; ++i) {
		ck_assert_msg(shape_find(s_golden[i][0]) != NULL, "no shape is called %s", s_golden[i][0]);
		ck_assert_msg(golden_of(s_golden[i][0]) == s_golden[i][1], "%s stands twice", s_golden[i][0]);
	}
}

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
	shape_check(mesh, what, shape->open);
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
	Rng rng = rng_of(5, (uint64_t)_i);
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

// ---- surfaces

START_TEST(surfaces_do_not_cross_themselves) {
	HnMesh *mesh = shape_of(s_small[_i][0], s_small[_i][1]);
	char what[200];
	snprintf(what, sizeof what, "%s %s", s_small[_i][0], s_small[_i][1]);
	shape_check(mesh, what, shape_find(s_small[_i][0])->open);
	shape_check_crossing(mesh, what);
	hn_mesh_destroy(mesh);
}

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

static const char *const s_lines[] = {
#define SHAPE(name) "SHAPE(" #name ")",
#include "mesh/shape.def"
#undef SHAPE
};

START_TEST(names_can_be_told_apart) {
	registry_check_names(s_lines, sizeof s_lines / sizeof s_lines[0], hn_shape_name);
}

TEST_SUITE(shape, suite, tc) {
	tcase_add_test(tc, names_can_be_told_apart);
	tcase_add_test(tc, every_golden_hash_is_of_a_shape);
	tcase_add_loop_test(tc, surfaces_do_not_cross_themselves, 0, SMALL);
	tcase_add_loop_test(tc, failed_allocations_release_everything, 0, SMALL);
	tcase_add_test(tc, what_is_unknown_is_refused);
	for (int32_t i = 0; i < shape_count(); ++i) { // a case for each: CK_RUN_CASE=ring
		registry_add_case(suite, shape_at(i)->name, defaults_are_the_same_everywhere, i);
		registry_add_case(suite, shape_at(i)->name, every_parameter_at_its_ends, i);
		registry_add_case(suite, shape_at(i)->name, random_parameters, i);
	}
}
