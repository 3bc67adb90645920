// Deformations: exactly the share that was asked for moves, in one place, at every step; the rest stays to
// the bit; and each kind does what its name says.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "made.h"
#include "mesh/deform.h"
#include "mesh/teapot.h"
#include "soup.h"
#include "suite.h"

static const double s_shares[] = { 0, 1e-9, 0.001, 0.1, 0.3333, 0.5, 0.999, 1 };
enum { SHARES = sizeof s_shares / sizeof s_shares[0], KINDS = DEFORM_TWIST + 1 };

static DeformDef def_of(int kind, double share, uint64_t seed, int32_t steps) {
	return (DeformDef){ (DeformKind)kind, share, 0.05, 0.3, 1, seed, steps };
}

// Which vertices are not as at rest, by their bytes.
static int32_t moved_of(bool *moved, const HnMesh *mesh, const double *xyz) {
	int32_t count = 0;
	for (int64_t v = 0; v < mesh->vertex_count; ++v)
		count += moved[v] = memcmp(xyz + 3 * v, mesh->xyz + 3 * v, 3 * sizeof *xyz) != 0;
	return count;
}

static double square_distance(const double *a, const double *b) {
	double sum = 0;
	for (int k = 0; k < 3; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
	return sum;
}

// Some vertex is the middle of a ball that holds what moves and, but for its surface, nothing else.
static bool is_one_place(const HnMesh *mesh, const bool *moved) {
	for (int64_t c = 0; c < mesh->vertex_count; ++c) {
		if (!moved[c]) continue;
		double inner = 0, outer = HUGE_VAL;
		for (int64_t v = 0; v < mesh->vertex_count; ++v) {
			double d = square_distance(mesh->xyz + 3 * c, mesh->xyz + 3 * v);
			if (moved[v])
				inner = fmax(inner, d);
			else
				outer = fmin(outer, d);
		}
		if (inner <= outer) return true;
	}
	return false;
}

static void check_share(const HnMesh *mesh, const DeformDef *def) {
	Deform deform;
	int32_t n = mesh->vertex_count, expected = (int32_t)floor(def->share * n + 0.5);
	double *xyz = calloc(3 * (size_t)n, sizeof *xyz), *last = calloc(3 * (size_t)n, sizeof *last);
	bool *moved = calloc((size_t)n, sizeof *moved);
	ck_assert_msg(deform_init(&deform, mesh, def) == HN_OK, "%s", hn_error_text());
	cheap_assert(deform.moved_count == expected);
	for (int32_t step = 0; step < def->steps; ++step) {
		ck_assert_msg(deform_place(&deform, step, xyz) == HN_OK, "%s", hn_error_text());
		cheap_assert(moved_of(moved, mesh, xyz) == expected);
		for (int32_t i = 0; i < expected; ++i) {
			const size_t v = 3 * (size_t)deform.moved[i];
			cheap_assert(moved[deform.moved[i]]);
			// from one step to the next too
			cheap_assert(memcmp(xyz + v, last + v, 3 * sizeof *xyz) != 0);
		}
		if (step == 0 && expected > 0) cheap_assert(is_one_place(mesh, moved));
		memcpy(last, xyz, 3 * sizeof *xyz * (size_t)n);
	}
	deform_free(&deform);
	free(xyz), free(last), free(moved);
}

START_TEST(the_share_that_was_asked_for_moves_at_every_step) {
	HnMesh *mesh = teapot_of(530);
	for (int s = 0; s < SHARES; ++s)
		for (uint64_t seed = 0; seed < 4; ++seed) {
			DeformDef def = def_of(_i, s_shares[s], seed, 1 + 3 * (int32_t)seed);
			check_share(mesh, &def);
		}
	hn_mesh_destroy(mesh);
}

// Also where distances tie and positions coincide, at every scale, off the origin.
START_TEST(degenerate_meshes_too) {
	Rng rng = rng_of(71, (uint64_t)_i);
	static const double scales[] = { 1, 0x1p190, 0x1p-190 };
	for (int round = 0; round < 3 * SOUPS; ++round) {
		SoupDef soup = { (Soup)(round % SOUPS), 40, scales[round / SOUPS], { round % 2 * 10.0, 0, 0 } };
		HnMesh *mesh = soup_create(&rng, &soup);
		DeformDef def = def_of(_i, s_shares[round % SHARES], (uint64_t)round, 3);
		check_share(mesh, &def);
		hn_mesh_destroy(mesh);
	}
}

typedef struct Placed {
	HnMesh *mesh;
	Deform deform;
	double *xyz;
} Placed;

static Placed placed_create(const DeformDef *def) {
	Placed p = { .mesh = teapot_of(2000) };
	ck_assert_int_eq(deform_init(&p.deform, p.mesh, def), HN_OK);
	p.xyz = calloc(3 * (size_t)p.mesh->vertex_count, sizeof *p.xyz);
	return p;
}

static void placed_free(Placed *p) {
	deform_free(&p->deform);
	hn_mesh_destroy(p->mesh);
	free(p->xyz);
}

static double way(const Placed *p, int32_t i) {
	int64_t v = 3 * (int64_t)p->deform.moved[i];
	return sqrt(square_distance(p->xyz + v, p->mesh->xyz + v));
}

static double farthest_way(const Placed *p) {
	double most = 0;
	for (int32_t i = 0; i < p->deform.moved_count; ++i) most = fmax(most, way(p, i));
	return most;
}

START_TEST(a_dent_deepens_to_its_amplitude) {
	DeformDef def = def_of(DEFORM_DENT, 0.2, 3, 10);
	Placed p = placed_create(&def);
	double last = 0, most = def.amplitude * p.deform.diagonal;
	for (int32_t step = 0; step < def.steps; ++step) {
		ck_assert_int_eq(deform_place(&p.deform, step, p.xyz), HN_OK);
		double depth = farthest_way(&p);
		ck_assert_double_gt(depth, last);
		ck_assert_double_eq_tol(depth, most * (step + 1) / def.steps, 1e-9 * most);
		last = depth;
	}
	placed_free(&p);
}

// With whole cycles a step later the wave is where it was; what one step does, another undoes.
START_TEST(a_wave_travels_one_wavelength_a_cycle) {
	DeformDef def = def_of(DEFORM_WAVE, 0.5, 5, 12);
	def.cycles = 3;
	Placed p = placed_create(&def);
	size_t n = 3 * (size_t)p.mesh->vertex_count;
	double *first = calloc(n, sizeof *first), most = def.amplitude * p.deform.diagonal;
	ck_assert_int_eq(deform_place(&p.deform, 0, first), HN_OK);
	for (int32_t step = 0; step < def.steps; ++step) {
		ck_assert_int_eq(deform_place(&p.deform, step, p.xyz), HN_OK);
		double apart = 0;
		for (size_t i = 0; i < n; ++i) apart = fmax(apart, fabs(p.xyz[i] - first[i]));
		if (step % 4 == 0)
			ck_assert_double_le(apart, 1e-12 * most);
		else
			ck_assert_double_ge(apart, 0.1 * most);
		ck_assert_double_le(farthest_way(&p), most * (1 + 1e-12));
	}
	free(first);
	placed_free(&p);
}

// Distances from the axis and heights along it stay.
START_TEST(a_twist_turns_about_its_axis) {
	DeformDef def = def_of(DEFORM_TWIST, 1, 7, 4);
	def.amplitude = 0.5;
	Placed p = placed_create(&def);
	const Deform *d = &p.deform;
	HnVec3 foot = vec3_add(d->centre, vec3_scale(d->across, d->radius));
	double turned = 0;
	for (int32_t step = 0; step < def.steps; ++step) {
		ck_assert_int_eq(deform_place(d, step, p.xyz), HN_OK);
		for (int32_t i = 0; i < d->moved_count; ++i) {
			int64_t v = 3 * (int64_t)d->moved[i];
			HnVec3 a = vec3_sub(vec3_load(p.mesh->xyz + v), foot), b = vec3_sub(vec3_load(p.xyz + v), foot);
			cheap_assert(fabs(vec3_dot(a, d->along) - vec3_dot(b, d->along)) < 1e-12 * d->diagonal);
			cheap_assert(fabs(vec3_dot(a, a) - vec3_dot(b, b)) < 1e-12 * d->diagonal * d->diagonal);
		}
		double far = farthest_way(&p);
		ck_assert_double_gt(far, turned);
		turned = far;
	}
	ck_assert_double_ge(turned, 1.9 * d->radius); // half a turn, a radius beside
	placed_free(&p);
}

START_TEST(seeds_decide_everything) {
	for (int kind = 0; kind < KINDS; ++kind) {
		DeformDef def = def_of(kind, 0.25, 11, 5), other = def_of(kind, 0.25, 12, 5);
		Placed a = placed_create(&def), b = placed_create(&def), c = placed_create(&other);
		size_t bytes = 3 * sizeof(double) * (size_t)a.mesh->vertex_count;
		ck_assert_int_eq(deform_place(&b.deform, 1, b.xyz), HN_OK); // another step before: no matter
		ck_assert_int_eq(deform_place(&a.deform, 4, a.xyz), HN_OK);
		ck_assert_int_eq(deform_place(&b.deform, 4, b.xyz), HN_OK);
		ck_assert_int_eq(deform_place(&c.deform, 4, c.xyz), HN_OK);
		ck_assert_mem_eq(a.xyz, b.xyz, bytes);
		ck_assert_mem_ne(a.xyz, c.xyz, bytes);
		placed_free(&a), placed_free(&b), placed_free(&c);
	}
}

static void refused(const HnMesh *mesh, DeformDef def, const char *text) {
	Deform deform;
	size_t before = hn_mem_live_bytes();
	ck_refused(deform_init(&deform, mesh, &def), HN_ERR_BAD_INPUT, text);
	deform_free(&deform);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

START_TEST(what_cannot_be_is_refused_by_name) {
	Rng rng = rng_of(72, 0);
	SoupDef soup = { SOUP_RANDOM, 10, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	static const double wrong[] = { -0.1, 1.1, (double)NAN, (double)INFINITY };
	for (int kind = 0; kind < KINDS; ++kind) {
		DeformDef good = def_of(kind, 0.5, 1, 2), def = good;
		for (int i = 0; i < 4; ++i) {
			def.share = wrong[i];
			refused(mesh, def, "share");
			def = good;
			def.amplitude = wrong[i];
			refused(mesh, def, "amplitude");
			def = good;
		}
		def.amplitude = 0;
		refused(mesh, def, "amplitude");
		def = good;
		def.steps = 0;
		refused(mesh, def, deform_kind_name(kind));
		def = good;
		def.length = def.cycles = (double)NAN;
		if (kind == DEFORM_WAVE) refused(mesh, def, "length");
	}
	refused(mesh, def_of(KINDS, 0.5, 1, 2), "kind 3");
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i) mesh->xyz[i] = 5;
	refused(mesh, def_of(DEFORM_DENT, 0.5, 1, 2), "one point");
	hn_mesh_destroy(mesh);
}

START_TEST(what_does_not_move_or_leaves_the_range_is_an_error) {
	Rng rng = rng_of(73, 0);
	SoupDef far = { SOUP_RANDOM, 10, 1, { 0x1p52, 0x1p52, 0x1p52 } },
	        vast = { SOUP_RANDOM, 10, 0x1p199, { 0, 0, 0 } };
	for (int kind = 0; kind < KINDS; ++kind) {
		double xyz[90];
		Deform deform;
		DeformDef def = def_of(kind, 1, 1, 1000);
		def.amplitude = 1e-9;
		HnMesh *mesh = soup_create(&rng, &far);
		ck_assert_int_eq(deform_init(&deform, mesh, &def), HN_OK);
		ck_refused(deform_place(&deform, 0, xyz), HN_ERR_BAD_INPUT, "does not move at step 0");
		deform_free(&deform);
		hn_mesh_destroy(mesh);
		def = def_of(kind, 1, 1, 1);
		def.amplitude = 0.5;
		mesh = soup_create(&rng, &vast);
		for (int k = 0; k < 90; ++k)
			mesh->xyz[k] = mesh->xyz[k] < 0 ? -0x1p200 : 0x1p200; // corners of a cube
		ck_assert_int_eq(deform_init(&deform, mesh, &def), HN_OK);
		int32_t status = deform_place(&deform, 0, xyz);
		if (kind != DEFORM_DENT) ck_refused(status, HN_ERR_BAD_INPUT, "2^200"); // which goes inwards
		deform_free(&deform);
		hn_mesh_destroy(mesh);
	}
}

START_TEST(a_failed_allocation_leaves_nothing_behind) {
	Rng rng = rng_of(74, 0);
	SoupDef soup = { SOUP_RANDOM, 20, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	DeformDef def = def_of(DEFORM_WAVE, 0.5, 1, 2);
	size_t before = hn_mem_live_bytes();
	int32_t failed = 0, status = HN_ERR_NO_MEMORY;
	for (int64_t fail = 1; status != HN_OK; ++fail) {
		Deform deform;
		mem_fail_at(mem_allocation_count() + fail);
		status = deform_init(&deform, mesh, &def);
		mem_fail_at(0);
		if (status != HN_OK) ck_assert_int_eq(status, HN_ERR_NO_MEMORY);
		failed += status != HN_OK;
		deform_free(&deform);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	ck_assert_int_ge(failed, 2);
	hn_mesh_destroy(mesh);
}

TEST_SUITE(deform, suite, tc) {
	tcase_add_loop_test(tc, the_share_that_was_asked_for_moves_at_every_step, 0, KINDS);
	tcase_add_loop_test(tc, degenerate_meshes_too, 0, KINDS);
	tcase_add_test(tc, a_dent_deepens_to_its_amplitude);
	tcase_add_test(tc, a_wave_travels_one_wavelength_a_cycle);
	tcase_add_test(tc, a_twist_turns_about_its_axis);
	tcase_add_test(tc, seeds_decide_everything);
	tcase_add_test(tc, what_cannot_be_is_refused_by_name);
	tcase_add_test(tc, what_does_not_move_or_leaves_the_range_is_an_error);
	tcase_add_test(tc, a_failed_allocation_leaves_nothing_behind);
}
