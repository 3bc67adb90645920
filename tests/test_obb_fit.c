// Fits of oriented boxes that go by positions: slabs against a plain reading of their definition, the hull's
// surface, and what becomes of them where memory is out.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "bv/corners_packed.h"
#include "bv/obb_fit.h"
#include "bv/obb_slabs.h"
#include "cheap.h"
#include "detect/detect.h"
#include "mesh/hull.h"
#include "soup.h"

Suite *obb_fit_suite(void);
extern const ObbFit obb_by_hull, obb_by_minimum;

#ifdef SANITIZED // an order slower
enum { ROUNDS = 200 };
#else
enum { ROUNDS = 1500 };
#endif

static ObbTriangles triangles_of(const HnMesh *mesh) {
	int32_t *all = calloc((size_t)mesh->triangle_count, sizeof *all);
	for (int32_t i = 0; i < mesh->triangle_count; ++i) all[i] = i;
	return (ObbTriangles){ mesh->xyz, mesh->triangles, all, mesh->triangle_count };
}

static void triangles_free(ObbTriangles *t) { free((void *)(uintptr_t)t->order); }

// Some soup, in half of the rounds on a coarse grid, where many points tie and many stand on a slab's border.
static HnMesh *draw(Rng *rng, int round) {
	SoupDef def = { (Soup)(round % SOUPS),
		            2 + (int32_t)rng_below(rng, round % 3 == 0 ? 4 : 40),
		            1,
		            { round % 5 == 0 ? 1e3 : 0, 0, 0 } };
	HnMesh *mesh = soup_create(rng, &def);
	for (int64_t i = 0; round % 2 == 0 && i < 3 * (int64_t)mesh->vertex_count; ++i)
		mesh->xyz[i] = floor(4 * mesh->xyz[i]) / 4;
	return mesh;
}

static SlabsDef draw_slabs(Rng *rng) {
	static const int32_t counts[] = { 1, 2, 3, 4, 8, 16, 100, SLABS_MAX };
	return (SlabsDef){ .k = counts[rng_below(rng, 8)],
		               .slab_axis = (int32_t)rng_below(rng, SLAB_AXES),
		               .extremes = (int32_t)rng_below(rng, EXTREMES),
		               .ties = (int32_t)rng_below(rng, SLAB_TIES) };
}

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
	Rng rng;
	rng_seed(&rng, 811, 0);
	FitScratch scratch = { 0 };
	int64_t left_out = 0;
	for (int round = 0; round < ROUNDS; ++round) {
		HnMesh *mesh = draw(&rng, round);
		ObbTriangles t = triangles_of(mesh);
		SlabsDef def = draw_slabs(&rng);
		HnVec3 *plain = malloc(sizeof *plain * 3 * (size_t)t.count);
		int64_t count = plain_slabs(plain, &t, &def);
		ck_assert(fit_scratch_corners(&scratch, &t) && obb_slabs_choose(&scratch, &def));
		cheap_assert_msg(scratch.chosen.count == count, "round %d", round);
		for (int64_t i = 0; i < count; ++i)
			cheap_assert_msg(has_point(scratch.chosen.data, count, doubles_of(&plain[i])), "round %d", round);
		left_out += scratch.points.count - count;
		free(plain);
		triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_gt(left_out, ROUNDS);
	fit_scratch_free(&scratch);
}
END_TEST

// Whatever ties, a slab has at most a point a side.
START_TEST(one_point_a_side) {
	Rng rng;
	rng_seed(&rng, 817, 0);
	FitScratch scratch = { 0 };
	int64_t fewer = 0;
	for (int round = 0; round < ROUNDS / 5; ++round) {
		HnMesh *mesh = draw(&rng, 2 * round);
		ObbTriangles t = triangles_of(mesh);
		SlabsDef def = draw_slabs(&rng);
		def.ties = TIES_ALL;
		ck_assert(fit_scratch_corners(&scratch, &t) && obb_slabs_choose(&scratch, &def));
		int64_t all = scratch.chosen.count;
		def.ties = TIES_ONE;
		ck_assert(fit_scratch_corners(&scratch, &t) && obb_slabs_choose(&scratch, &def));
		cheap_assert(scratch.chosen.count <= (def.extremes == EXTREMES_XYZ ? 6 : 4) * def.k);
		cheap_assert(scratch.chosen.count <= all);
		fewer += scratch.chosen.count < all;
		triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_gt(fewer, ROUNDS / 20);
	fit_scratch_free(&scratch);
}
END_TEST

// The corners are those that the triangles have, a vertex once, in the order in which they come.
START_TEST(every_vertex_is_there_once) {
	Rng rng;
	rng_seed(&rng, 818, 0);
	FitScratch scratch = { 0 };
	for (int round = 0; round < ROUNDS / 5; ++round) {
		HnMesh *mesh = draw(&rng, round);
		ObbTriangles t = triangles_of(mesh);
		t.count -= round % 2; // some vertices may be in none
		ck_assert(fit_scratch_corners(&scratch, &t));
		int64_t count = 0;
		for (int32_t c = 0; c < 3 * t.count; ++c) {
			bool before = false;
			for (int32_t d = 0; d < c; ++d) before |= t.triangles[d] == t.triangles[c];
			if (before) continue;
			HnVec3 p = scratch.points.data[count++];
			const double *q = t.xyz + 3 * t.triangles[c];
			cheap_assert(p.x == q[0] && p.y == q[1] && p.z == q[2]);
		}
		cheap_assert(count == scratch.points.count);
		triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	fit_scratch_free(&scratch);
}
END_TEST

START_TEST(every_position_is_there_once) {
	Rng rng;
	rng_seed(&rng, 812, 0);
	FitScratch scratch = { 0 };
	for (int round = 0; round < ROUNDS; ++round) {
		HnMesh *mesh = draw(&rng, round);
		if (round % 7 == 0) mesh->xyz[0] = -0.0, mesh->xyz[3] = 0.0, mesh->xyz[1] = mesh->xyz[4] = 1;
		ObbTriangles t = triangles_of(mesh);
		ck_assert(fit_scratch_corners(&scratch, &t) && fit_scratch_distinct(&scratch, &scratch.points));
		for (int32_t c = 0; c < 3 * t.count; ++c)
			cheap_assert(has_point(scratch.points.data, scratch.points.count, t.xyz + 3 * t.triangles[c]));
		for (int64_t i = 0; i < scratch.points.count; ++i)
			cheap_assert(!has_point(scratch.points.data, i, doubles_of(&scratch.points.data[i])));
		triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	fit_scratch_free(&scratch);
}
END_TEST

// Boxes
// --------------------------------------------------------------------------------------------------------

// Points with weights.
typedef struct Mass {
	HnVec3 at;
	double w;
} Mass;

// The covariance of masses along two different axes of the box, over that along all: 0 but for rounding.
static double off_axes(const Obb *box, const Mass *mass, int64_t count) {
	double w = 0, mean[3] = { 0 }, c[3][3] = { { 0 } };
	for (int64_t i = 0; i < count; ++i) {
		w += mass[i].w;
		for (int k = 0; k < 3; ++k) mean[k] += mass[i].w * vec3_get(mass[i].at, k);
	}
	for (int64_t i = 0; i < count; ++i) {
		double along[3], d[3];
		for (int k = 0; k < 3; ++k) d[k] = vec3_get(mass[i].at, k) - mean[k] / w;
		for (int k = 0; k < 3; ++k) along[k] = obb_dot(d, box->axes[k]);
		for (int k = 0; k < 9; ++k) c[k / 3][k % 3] += mass[i].w * along[k / 3] * along[k % 3];
	}
	double all = c[0][0] + c[1][1] + c[2][2];
	return all > 0 ? fmax(fmax(fabs(c[0][1]), fabs(c[0][2])), fabs(c[1][2])) / all : 0;
}

// What the covariance is taken of: the hull's surface (each triangle as its centroid and corners), or points.
static int64_t masses(Mass **out, const HnVec3 *points, int64_t count, bool surface) {
	HnHull *hull = NULL;
	int64_t n = 0;
	if (surface) ck_assert_int_eq(hn_hull_create(&hull, doubles_of(points), (int32_t)count), HN_OK);
	bool solid = surface && hull->triangle_count > 0;
	*out = malloc((size_t)(solid ? 4 * hull->triangle_count : count) * sizeof **out);
	for (int64_t i = 0; !solid && i < count; ++i) (*out)[n++] = (Mass){ points[i], 1 };
	for (int32_t i = 0; solid && i < hull->triangle_count; ++i) {
		const int32_t *v = hull->triangles + 3 * i;
		HnVec3 p = points[v[0]], q = points[v[1]], r = points[v[2]];
		HnVec3 normal = vec3_cross(vec3_sub(q, p), vec3_sub(r, p));
		double area = sqrt(vec3_dot(normal, normal));
		(*out)[n++] = (Mass){ vec3_scale(vec3_add(vec3_add(p, q), r), 1.0 / 3), area * 3 / 4 };
		for (int k = 0; k < 3; ++k) (*out)[n++] = (Mass){ points[v[k]], area / 12 };
	}
	hn_hull_destroy(hull);
	return n;
}

START_TEST(axes_are_those_of_the_covariance) {
	Rng rng;
	rng_seed(&rng, 813, 0);
	FitScratch scratch = { 0 };
	for (int round = 0; round < ROUNDS; ++round) {
		HnMesh *mesh = draw(&rng, round);
		ObbTriangles t = triangles_of(mesh);
		SlabsDef slabs = draw_slabs(&rng);
		slabs.weight = round % 2;
		bool hull = round % 3 == 0;
		BvSpace space = { .scale = 0x1p-11,
			              .fit = hull ? &obb_by_hull.fit : &obb_by_slabs.fit,
			              .fit_params = &slabs,
			              .scratch = &scratch };
		Obb box;
		obb_fit_triangles(&box, &t, &space);
		ck_assert(fit_scratch_corners(&scratch, &t) && obb_slabs_choose(&scratch, &slabs));
		ck_assert(fit_scratch_distinct(&scratch, &scratch.points));
		const PointList *list = hull ? &scratch.points : &scratch.chosen;
		Mass *mass;
		int64_t count = masses(&mass, list->data, list->count, hull || round % 2 == 1);
		cheap_assert_msg(off_axes(&box, mass, count) < 1e-6, "round %d: %g", round,
		                 off_axes(&box, mass, count));
		free(mass);
		triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	fit_scratch_free(&scratch);
}
END_TEST

// Where memory is out the box still holds what it is of, and the room says so.
START_TEST(without_memory_the_box_holds_all_the_same) {
	Rng rng;
	rng_seed(&rng, 814, 0);
	HnMesh *mesh = draw(&rng, 1);
	ObbTriangles t = triangles_of(mesh);
	SlabsDef slabs = { .k = 4, .weight = WEIGHT_AREA };
	BvSpace space = { .scale = 0.5, .fit = &obb_by_slabs.fit, .fit_params = &slabs };
	bool failed = true;
	for (int64_t site = 1; failed; ++site) {
		FitScratch scratch = { 0 };
		space.scratch = &scratch;
		Obb box;
		mem_fail_at(mem_allocation_count() + site);
		obb_fit_triangles(&box, &t, &space);
		mem_fail_at(0);
		failed = scratch.status == HN_ERR_NO_MEMORY;
		ck_assert(failed || (scratch.status == HN_OK && site > 3));
		for (int64_t v = 0; v < mesh->vertex_count; ++v)
			ck_assert(obb_holds_point(&box, vec3_load(mesh->xyz + 3 * v), &space));
		fit_scratch_free(&scratch);
	}
	triangles_free(&t);
	hn_mesh_destroy(mesh);
}
END_TEST

// A step for which memory was out is an error; the next is none, and as if that had not been.
START_TEST(a_step_after_one_without_memory_is_right) {
	static const char *const ways[] = { "by=rebuild fit=hull", "by=refit fit=slabs weight=area",
		                                "by=refit fit=minimum update=lazy",
		                                "by=refit fit=hull update=layered" };
	Rng rng;
	rng_seed(&rng, 817, 0);
	SoupDef defs[2] = { { SOUP_RANDOM, 40, 1, { 0, 0, 0 } }, { SOUP_RANDOM, 40, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 2);
	for (size_t i = 0; i < sizeof ways / sizeof ways[0]; ++i) {
		HnDetector d;
		HnContactBuffer out = { 0 };
		Counts right = { 0 }, again = { 0 }, lost = { 0 };
		char params[80];
		snprintf(params, sizeof params, "volume=obb %s", ways[i]);
		ck_assert_int_eq(hn_detector_create(&d, "tree", soup.scene, HN_QUERY_ALL, params), HN_OK);
		ck_assert_int_eq(detector_step_counted(&d, 1, &out, &right), HN_OK);
		ck_assert_int_gt(right.contacts, 0);
		mem_fail_at(mem_allocation_count() + 1);
		ck_assert_int_eq(detector_step_counted(&d, 0, &out, &lost), HN_ERR_NO_MEMORY);
		mem_fail_at(0);
		ck_assert_int_eq(detector_step_counted(&d, 1, &out, &again), HN_OK);
		ck_assert_mem_eq(&right, &again, sizeof right);
		hn_detector_destroy(&d);
		hn_contact_buffer_free(&out);
	}
	soup_scene_free(&soup);
}
END_TEST

// The least volume
// -------------------------------------------------------------------------------------------------

static double fitted_volume(const ObbTriangles *t, const BvFit *fit, int weight, FitScratch *scratch) {
	Obb box;
	SlabsDef slabs = { .k = 8, .weight = weight };
	BvSpace space = { .scale = 0x1p-2, .fit = fit, .fit_params = &slabs, .scratch = scratch };
	obb_fit_triangles(&box, t, &space);
	return 8 * 64 * (double)box.half[0] * (double)box.half[1] * (double)box.half[2];
}

START_TEST(the_minimum_is_below_every_other_fit) {
	Rng rng;
	rng_seed(&rng, 815, 0);
	FitScratch scratch = { 0 };
	double ratio = 0;
	for (int round = 0; round < ROUNDS / 5; ++round) {
		SoupDef def = {
			SOUP_RANDOM, 2 + (int32_t)rng_below(&rng, round % 4 == 0 ? 200 : 20), 1, { 0, 0, 0 }
		};
		HnMesh *mesh = soup_create(&rng, &def);
		HnMat3 r = soup_rotation(&rng);
		for (int64_t v = 0; v < mesh->vertex_count; ++v) { // long ones in all directions
			HnVec3 x = vec3_load(mesh->xyz + 3 * v);
			vec3_store(mesh->xyz + 3 * v, mat3_mul_vec(&r, (HnVec3){ x.x, 0.5 * x.y, 0.2 * x.z }));
		}
		ObbTriangles t = triangles_of(mesh);
		double least = fitted_volume(&t, &obb_by_minimum.fit, WEIGHT_NONE, &scratch);
		for (const BvFit *const *fit = obb_fit_list; *fit != NULL; ++fit)
			for (int weight = 0; weight < (*fit == &obb_by_slabs.fit ? WEIGHTS : 1); ++weight) {
				double other = fitted_volume(&t, *fit, weight, &scratch);
				if (*fit == &obb_by_minimum.fit) continue;
				cheap_assert_msg(least <= other * 1.00001 + 1e-6, "round %d, %s: %g over %g", round,
				                 (*fit)->name, least, other);
				ratio += least / other;
			}
		triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	ck_assert(ratio < 0.95 * 1.2 * (double)ROUNDS); // six fits in a fifth of the rounds: and not the same
	fit_scratch_free(&scratch);
}
END_TEST

static double least_about(const double (*points)[3], int32_t count, const HnPose *pose) {
	double xyz[3 * 32];
	int32_t triangles[3 * 32], all[32];
	hn_pose_place_all(pose, &points[0][0], count, xyz);
	for (int32_t i = 0; i < count; ++i) {
		all[i] = i;
		for (int k = 0; k < 3; ++k) triangles[3 * i + k] = (i + k) % count;
	}
	ObbTriangles t = { xyz, triangles, all, count };
	return fitted_volume(&t, &obb_by_minimum.fit, WEIGHT_NONE, NULL);
}

// What is known: a brick is its own box, and that of a regular tetrahedron is the cube it is cut from; a
// prism on an equilateral triangle of side 1 has a rectangle of 1 by its height.
START_TEST(known_least_boxes_are_found) {
	static const double brick[8][3] = { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 2, 0 }, { 3, 2, 0 },
		                                { 0, 0, 1 }, { 3, 0, 1 }, { 0, 2, 1 }, { 3, 2, 1 } };
	static const double tetrahedron[4][3] = { { 0, 0, 0 }, { 1, 1, 0 }, { 1, 0, 1 }, { 0, 1, 1 } };
	const double h = sqrt(0.75);
	const double prism[6][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0.5, h, 0 },
		                         { 0, 0, 2 }, { 1, 0, 2 }, { 0.5, h, 2 } };
	const double flat[4][3] = { { 0, 0, 0 }, { 2, 1, 0 }, { 1, 3, 0 }, { 0.5, 0.5, 0 } };
	Rng rng;
	rng_seed(&rng, 816, 0);
	for (int round = 0; round < 100; ++round) {
		HnPose pose = { soup_rotation(&rng),
			            { rng_range(&rng, -1, 1), rng_range(&rng, -1, 1), rng_range(&rng, -1, 1) } };
		cheap_assert(fabs(least_about(brick, 8, &pose) - 6) < 1e-4);
		cheap_assert(fabs(least_about(tetrahedron, 4, &pose) - 1) < 1e-4);
		cheap_assert(fabs(least_about(prism, 6, &pose) - 2 * h) < 1e-4);
		cheap_assert(least_about(flat, 4, &pose) < 1e-4);
	}
}
END_TEST

// Of some points alone
// ----------------------------------------------------------------------------------------------

// The farthest corner outside of the box by plain projection, in model units.
static double plain_distance(const Obb *box, const HnMesh *mesh, const BvSpace *space) {
	double most = 0;
	for (int64_t v = 0; v < mesh->vertex_count; ++v) {
		double sum = 0, d[3];
		for (int k = 0; k < 3; ++k) d[k] = mesh->xyz[3 * v + k] * space->scale - (double)box->center[k];
		for (int i = 0; i < 3; ++i) {
			double out = fmax(0, fabs(obb_dot(d, box->axes[i])) - (double)box->half[i]);
			sum += out * out;
		}
		most = fmax(most, sqrt(sum) / space->scale);
	}
	return most;
}

START_TEST(what_sticks_out_is_measured) {
	Rng rng;
	rng_seed(&rng, 817, 0);
	FitScratch scratch = { 0 };
	int outside = 0;
	for (int round = 0; round < ROUNDS; ++round) {
		HnMesh *mesh = draw(&rng, round);
		ObbTriangles t = triangles_of(mesh);
		for (int extent = 0; extent < EXTENTS; ++extent) {
			SlabsDef slabs = { .k = 2, .extent = extent };
			BvSpace space = {
				.scale = 0x1p-11, .fit = &obb_by_slabs.fit, .fit_params = &slabs, .scratch = &scratch
			};
			Obb box;
			double most = 0, scale = 2048;
			obb_fit_triangles(&box, &t, &space);
			for (int64_t v = 0; v < mesh->vertex_count; ++v)
				most = fmax(most, obb_distance(&box, vec3_load(mesh->xyz + 3 * v), &space));
			cheap_assert(extent == EXTENT_SUBSET || most == 0);
			cheap_assert(fabs(most - plain_distance(&box, mesh, &space)) <=
			             0x1p-20 * scale * obb_half_sum(&box));
			outside += most > 1e-3;
		}
		triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_gt(outside, ROUNDS / 10);
	fit_scratch_free(&scratch);
}
END_TEST

// A planted fault: a box that is smaller by a millionth does not hold its points, whatever the fit.
START_TEST(a_box_shrunk_by_a_millionth_is_caught) {
	Rng rng;
	rng_seed(&rng, 818, 0);
	int caught = 0, all = 0;
	for (int round = 0; round < 200; ++round) {
		SoupDef def = { SOUP_RANDOM, 12, 1, { 0, 0, 0 } };
		HnMesh *mesh = soup_create(&rng, &def);
		ObbTriangles t = triangles_of(mesh);
		for (const BvFit *const *fit = obb_fit_list; *fit != NULL; ++fit) {
			BvSpace space = { .scale = 0.25, .fit = *fit };
			Obb box;
			bool holds = true;
			obb_fit_triangles(&box, &t, &space);
			for (int i = 0; i < 3; ++i) box.half[i] *= 1 - 1e-6F;
			for (int64_t v = 0; v < mesh->vertex_count; ++v)
				holds = holds && obb_holds_point(&box, vec3_load(mesh->xyz + 3 * v), &space);
			caught += !holds, all += 1;
		}
		triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_eq(caught, all);
}
END_TEST

START_TEST(only_what_is_unsound_sticks_out) {
	static const char *const params[] = { "volume=obb by=sat fit=slabs k=2 extent=subset",
		                                  "volume=obb by=sat fit=slabs k=2 extent=all",
		                                  "volume=obb by=sat fit=triangles extent=subset",
		                                  "volume=aabb fit=slabs extent=subset" };
	Rng rng;
	rng_seed(&rng, 819, 0);
	SoupDef defs[2] = { { SOUP_RANDOM, 100, 1, { 0, 0, 0 } }, { SOUP_SLIVERS, 90, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 1);
	const HnDetectClass *tree = hn_detect_find("tree");
	for (int i = 0; i < 4; ++i) {
		bool unsound = false;
		ck_assert_int_eq(hn_detect_unsound(&unsound, tree, params[i]), HN_OK);
		ck_assert(unsound == (i == 0));
		if (i > 1) continue;
		HnDetector d;
		double out = -1;
		ck_assert_int_eq(hn_detector_create(&d, "tree", soup.scene, HN_QUERY_ALL, params[i]), HN_OK);
		ck_assert_int_eq(tree->sticks_out(d.self, &out), HN_OK);
		ck_assert(i == 0 ? out > 1e-3 : out == 0);
		hn_detector_destroy(&d);
	}
	soup_scene_free(&soup);
}
END_TEST

#ifdef __SSE2__
static void check_moments(const ObbTriangles *t, double scale) {
	Moments plain, packed;
	moments_of_corners(&plain, t, scale);
	moments_of_corners_packed(&packed, t, scale);
	cheap_assert(memcmp(&plain, &packed, sizeof plain) == 0);
	moments_of_surface(&plain, t, scale);
	moments_of_surface_packed(&packed, t, scale);
	cheap_assert(memcmp(&plain, &packed, sizeof plain) == 0);
}

// But for the sign of 0.
static void check_extent(const ObbTriangles *t, const HnMat3 *axes) {
	Extent plain, packed;
	extent_of_corners(&plain, t, axes);
	extent_of_corners_packed(&packed, t, axes);
	for (int i = 0; i < 3; ++i) cheap_assert(plain.lo[i] == packed.lo[i] && plain.hi[i] == packed.hi[i]);
}

START_TEST(two_triangles_at_a_time_are_the_same_bits) {
	static const double scales[] = { 1, 0x1p-200, 0x1p190, 1e-3 };
	Rng rng;
	rng_seed(&rng, 820, 0);
	for (int round = 0; round < ROUNDS; ++round) {
		double size = scales[round % 4];
		SoupDef def = { (Soup)(round % SOUPS), 1 + (int32_t)rng_below(&rng, 12), size, { 0, round % 3, 0 } };
		HnMesh *mesh = soup_create(&rng, &def);
		ObbTriangles t = triangles_of(mesh);
		HnMat3 axes = soup_rotation(&rng);
		check_moments(&t, round % 2 == 0 ? 1 : 0.25 / size);
		check_extent(&t, &axes);
		triangles_free(&t);
		hn_mesh_destroy(mesh);
	}
}
END_TEST
#endif

Suite *obb_fit_suite(void) {
	Suite *suite = suite_create("obb_fit");
	TCase *tc = tcase_create("obb_fit");
	tcase_add_test(tc, slabs_are_as_they_are_defined);
	tcase_add_test(tc, one_point_a_side);
	tcase_add_test(tc, every_vertex_is_there_once);
	tcase_add_test(tc, every_position_is_there_once);
	tcase_add_test(tc, axes_are_those_of_the_covariance);
	tcase_add_test(tc, without_memory_the_box_holds_all_the_same);
	tcase_add_test(tc, a_step_after_one_without_memory_is_right);
	tcase_add_test(tc, the_minimum_is_below_every_other_fit);
	tcase_add_test(tc, known_least_boxes_are_found);
	tcase_add_test(tc, what_sticks_out_is_measured);
	tcase_add_test(tc, a_box_shrunk_by_a_millionth_is_caught);
	tcase_add_test(tc, only_what_is_unsound_sticks_out);
#ifdef __SSE2__
	tcase_add_test(tc, two_triangles_at_a_time_are_the_same_bits);
#endif
	suite_add_tcase(suite, tc);
	return suite;
}
