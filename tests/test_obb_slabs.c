// The points of which fits of oriented boxes are made: slabs against a plain reading of their definition, and
// every corner and every position once.
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "cheap.h"
#include "fit_triangles.h"
#include "suite.h"

#ifdef SANITIZED // an order slower
enum { ROUNDS = 200 };
#else
enum { ROUNDS = 1500 };
#endif

// The definition, read plainly: for each corner its slab, and whether any corner of that slab goes beyond it.

static int slab_axis(const ObbTriangles *t, const SlabsDef *def, double lo[3], double hi[3]) {
	for (int k = 0; k < 3; ++k) lo[k] = (double)INFINITY, hi[k] = -(double)INFINITY;
	for (int32_t c = 0; c < 3 * t->count; ++c)
		for (int k = 0; k < 3; ++k) {
			double x = t->xyz[3 * t->triangles[c] + k];
			lo[k] = fmin(lo[k], x), hi[k] = fmax(hi[k], x);
		}
	if (def->slab_axis == SLABS_ALONG_X) return 0;
	double x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
	return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static int32_t slab_number(double x, double lo, double hi, int32_t count) {
	int32_t number = 0;
	for (int32_t i = 1; i < count; ++i)
		if (x >= lo + (hi - lo) * i / count) number = i;
	return number;
}

// Bit 2 k: no corner of the slab is less along axis k; bit 2 k + 1: none is more.
static int extreme_bits(const ObbTriangles *t, const int32_t *slab, int32_t c) {
	int bits = 63;
	for (int32_t d = 0; d < 3 * t->count; ++d)
		for (int k = 0; slab[d] == slab[c] && k < 3; ++k) {
			double x = t->xyz[3 * t->triangles[c] + k], y = t->xyz[3 * t->triangles[d] + k];
			if (y < x) bits &= ~(1 << (2 * k));
			if (y > x) bits &= ~(2 << (2 * k));
		}
	return bits;
}

static bool has_point(const HnVec3 *points, int64_t count, const double *p) {
	for (int64_t i = 0; i < count; ++i)
		if (points[i].x == p[0] && points[i].y == p[1] && points[i].z == p[2]) return true;
	return false;
}

static int64_t plain_slabs(HnVec3 *out, const ObbTriangles *t, const SlabsDef *def) {
	double lo[3], hi[3];
	int axis = slab_axis(t, def, lo, hi);
	int32_t *slab = malloc((size_t)t->count * 3 * sizeof *slab);
	for (int32_t c = 0; c < 3 * t->count; ++c)
		slab[c] = slab_number(t->xyz[3 * t->triangles[c] + axis], lo[axis], hi[axis], def->k);
	int64_t count = 0;
	int taken[SLABS_MAX] = { 0 };
	for (int32_t c = 0; c < 3 * t->count; ++c) {
		const double *p = t->xyz + 3 * t->triangles[c];
		int bits = extreme_bits(t, slab, c);
		if (def->extremes == EXTREMES_YZ) bits &= ~(3 << (2 * axis));
		bits &= ~taken[slab[c]];
		if (def->ties == TIES_ONE) taken[slab[c]] |= bits;
		if (bits != 0 && !has_point(out, count, p)) out[count++] = vec3_load(p);
	}
	free(slab);
	return count;
}

START_TEST(slabs_are_as_they_are_defined) {
	Rng rng = rng_of(811, 0);
	FitScratch scratch = { 0 };
	int64_t left_out = 0;
	for (int round = 0; round < ROUNDS; ++round) {
		HnMesh *mesh = fit_mesh_draw(&rng, round);
		ObbTriangles t = fit_triangles(mesh);
		SlabsDef def = fit_slabs_draw(&rng);
		HnVec3 *plain = malloc(sizeof *plain * 3 * (size_t)t.count);
		int64_t count = plain_slabs(plain, &t, &def);
		ck_assert(fit_scratch_corners(&scratch, &t) && obb_slabs_choose(&scratch, &def));
		cheap_assert_msg(scratch.chosen.count == count, "round %d", round);
		for (int64_t i = 0; i < count; ++i)
			cheap_assert_msg(has_point(scratch.chosen.data, count, doubles_of(&plain[i])), "round %d", round);
		left_out += scratch.points.count - count;
		free(plain);
		fit_triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_gt(left_out, ROUNDS);
	fit_scratch_free(&scratch);
}

// Whatever ties, a slab has at most a point a side.
START_TEST(one_point_a_side) {
	Rng rng = rng_of(817, 0);
	FitScratch scratch = { 0 };
	int64_t fewer = 0;
	for (int round = 0; round < ROUNDS / 5; ++round) {
		HnMesh *mesh = fit_mesh_draw(&rng, 2 * round);
		ObbTriangles t = fit_triangles(mesh);
		SlabsDef def = fit_slabs_draw(&rng);
		def.ties = TIES_ALL;
		ck_assert(fit_scratch_corners(&scratch, &t) && obb_slabs_choose(&scratch, &def));
		int64_t all = scratch.chosen.count;
		def.ties = TIES_ONE;
		ck_assert(fit_scratch_corners(&scratch, &t) && obb_slabs_choose(&scratch, &def));
		cheap_assert(scratch.chosen.count <= (def.extremes == EXTREMES_XYZ ? 6 : 4) * def.k);
		cheap_assert(scratch.chosen.count <= all);
		fewer += scratch.chosen.count < all;
		fit_triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_gt(fewer, ROUNDS / 20);
	fit_scratch_free(&scratch);
}

// The corners are those that the triangles have, a vertex once, in the order in which they come.
START_TEST(every_vertex_is_there_once) {
	Rng rng = rng_of(818, 0);
	FitScratch scratch = { 0 };
	int64_t repeated = 0;
	for (int round = 0; round < ROUNDS / 5; ++round) {
		HnMesh *mesh = fit_mesh_draw(&rng, round);
		for (int64_t c = 0; c < 3 * (int64_t)mesh->triangle_count; ++c) // those of a soup share none
			mesh->triangles[c] = (int32_t)rng_below(&rng, (uint64_t)mesh->vertex_count / 2);
		ObbTriangles t = fit_triangles(mesh);
		t.count -= round % 2; // some vertices may be in none
		// behind the last mark comes the first one again, which all these vertices have
		for (int turn = 0; round % 4 == 3 && turn < 2; ++turn) {
			scratch.mark = INT32_MAX;
			ck_assert(fit_scratch_corners(&scratch, &t));
		}
		ck_assert(round % 4 == 3 || fit_scratch_corners(&scratch, &t));
		int64_t count = 0;
		for (int32_t c = 0; c < 3 * t.count; ++c) {
			bool before = false;
			for (int32_t d = 0; d < c; ++d) before |= t.triangles[d] == t.triangles[c];
			repeated += before;
			if (before) continue;
			cheap_assert(count < scratch.points.count);
			HnVec3 p = scratch.points.data[count++];
			const double *q = t.xyz + 3 * t.triangles[c];
			cheap_assert(p.x == q[0] && p.y == q[1] && p.z == q[2]);
		}
		cheap_assert(count == scratch.points.count);
		fit_triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_gt(repeated, ROUNDS);
	fit_scratch_free(&scratch);
}

START_TEST(every_position_is_there_once) {
	Rng rng = rng_of(812, 0);
	FitScratch scratch = { 0 };
	for (int round = 0; round < ROUNDS; ++round) {
		HnMesh *mesh = fit_mesh_draw(&rng, round);
		if (round % 7 == 0) mesh->xyz[0] = -0.0, mesh->xyz[3] = 0.0, mesh->xyz[1] = mesh->xyz[4] = 1;
		ObbTriangles t = fit_triangles(mesh);
		ck_assert(fit_scratch_corners(&scratch, &t) && fit_scratch_distinct(&scratch, &scratch.points));
		for (int32_t c = 0; c < 3 * t.count; ++c)
			cheap_assert(has_point(scratch.points.data, scratch.points.count, t.xyz + 3 * t.triangles[c]));
		for (int64_t i = 0; i < scratch.points.count; ++i)
			cheap_assert(!has_point(scratch.points.data, i, doubles_of(&scratch.points.data[i])));
		fit_triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	fit_scratch_free(&scratch);
}

TEST_SUITE(obb_slabs, suite, tc) {
	tcase_add_test(tc, slabs_are_as_they_are_defined);
	tcase_add_test(tc, one_point_a_side);
	tcase_add_test(tc, every_vertex_is_there_once);
	tcase_add_test(tc, every_position_is_there_once);
}
