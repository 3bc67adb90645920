// Oriented boxes: they hold what they were fitted to, whatever the fit; the test never parts what shares a
// point, and parts what is surely apart; axes and prejudgements in whole walks.
#include <check.h>
#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "bv/obb.h"
#include "bv/obb_fit.h"
#include "bv/obb_packed.h"
#include "cheap.h"
#include "contacts.h"
#include "fit_triangles.h"
#include "made.h"
#include "scene/motion.h"
#include "suite.h"

#ifdef SANITIZED // an order slower
enum { ROUNDS = 300, PAIRS = 4000, EXACT = 100 };
#else
enum { ROUNDS = 2000, PAIRS = 40000, EXACT = 600 };
#endif

static HnVec3 within(Rng *rng, double size) {
	return (HnVec3){ rng_range(rng, -size, size), rng_range(rng, -size, size), rng_range(rng, -size, size) };
}

// The usual one, then all that there are.
static const BvFit *fit_at(int index) { return index > 0 ? obb_fit_list[index - 1] : NULL; }
static int fit_count(void) {
	int count = 1;
	while (fit_at(count) != NULL) ++count;
	return count;
}

// Axes of one length and at right angles but for float; a box whose half sides are no more than they must be.
static void check_tight(const Obb *box, const HnMesh *mesh, const BvSpace *space) {
	double size = 0;
	for (int i = 0; i < 3; ++i) {
		double most = 0;
		for (int j = 0; j < 3; ++j) {
			double dot = obb_dot_floats(box->axes[i], box->axes[j]);
			cheap_assert(fabs(dot - (i == j ? 1 : 0)) < 0x1.8p-23);
		}
		for (int64_t v = 0; v < mesh->vertex_count; ++v) {
			const double *x = mesh->xyz + 3 * v;
			double p[3];
			for (int k = 0; k < 3; ++k) p[k] = x[k] * space->scale - (double)box->center[k];
			most = fmax(most, fabs(obb_dot(p, box->axes[i])));
			for (int k = 0; k < 3; ++k) size = fmax(size, fabs(x[k] * space->scale));
		}
		cheap_assert((double)box->half[i] <= most + 0x1p-20 * (size + obb_half_sum(box)) + 0x1p-119);
	}
	cheap_assert((double)box->radius * (double)box->radius >=
	             (double)box->half[0] * (double)box->half[0] + (double)box->half[1] * (double)box->half[1] +
	                 (double)box->half[2] * (double)box->half[2]);
}

START_TEST(every_fit_holds_its_triangles) {
	static const double scales[] = { 1, 1e-6, 1e6, 0x1p150, 0x1p-150 };
	Rng rng = rng_of(801, (uint64_t)_i);
	for (int round = 0; round < ROUNDS; ++round) {
		double scale = scales[round % 5];
		SoupDef def = { (Soup)(round % SOUPS),
			            1 + (int32_t)rng_below(&rng, round % 3 == 0 ? 2 : 30),
			            scale,
			            { round % 4 == 0 ? 1e6 : 0, 0, round % 8 == 0 ? -1e3 : 0 } };
		HnMesh *mesh = soup_create(&rng, &def);
		ObbTriangles triangles = fit_triangles(mesh);
		BvSpace space = { .scale = 0x1p-9 / exp2(floor(log2(scale))), .fit = fit_at(_i) };
		if (round % 4 == 0) space.scale *= 0x1p-12;
		Obb box;
		obb_fit_triangles(&box, &triangles, &space);
		for (int64_t v = 0; v < mesh->vertex_count; ++v)
			cheap_assert_msg(obb_holds_point(&box, vec3_load(mesh->xyz + 3 * v), &space),
			                 "round %d, soup %d, scale %g", round, (int)def.kind, scale);
		check_tight(&box, mesh, &space);
		fit_triangles_free(&triangles);
		hn_mesh_destroy(mesh);
	}
}

// A box turned at random about points in known places: found again, side by side.
START_TEST(a_turned_brick_is_found) {
	Rng rng = rng_of(802, 0);
	static const double corners[8][3] = { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 2, 0 }, { 3, 2, 0 },
		                                  { 0, 0, 1 }, { 3, 0, 1 }, { 0, 2, 1 }, { 3, 2, 1 } };
	static const int32_t faces[12][3] = { { 0, 1, 3 }, { 0, 3, 2 }, { 4, 5, 7 }, { 4, 7, 6 },
		                                  { 0, 1, 5 }, { 0, 5, 4 }, { 2, 3, 7 }, { 2, 7, 6 },
		                                  { 0, 2, 6 }, { 0, 6, 4 }, { 1, 3, 7 }, { 1, 7, 5 } };
	for (int round = 0; round < 200; ++round) {
		HnMesh *mesh = mesh_new(8, 12);
		HnPose pose = { soup_rotation(&rng), within(&rng, 5) };
		hn_pose_place_all(&pose, &corners[0][0], 8, mesh->xyz);
		memcpy(mesh->triangles, faces, sizeof faces);
		ObbTriangles triangles = fit_triangles(mesh);
		BvSpace space = { .scale = 0x1p-4, .fit = NULL };
		Obb box;
		obb_fit_triangles(&box, &triangles, &space);
		for (int i = 0; i < 3; ++i) cheap_assert(fabs((double)box.half[i] * 16 - 0.5 * (3 - i)) < 1e-5);
		fit_triangles_free(&triangles);
		hn_mesh_destroy(mesh);
	}
}

START_TEST(degenerate_sets_have_flat_boxes) {
	static const int32_t first[1] = { 0 }, vertices[3] = { 0, 1, 2 };
	static const double sets[4][9] = { { 1, 2, 3, 1, 2, 3, 1, 2, 3 },
		                               { 0, 0, 0, 1, 1, 1, 2, 2, 2 },
		                               { 0, 0, 0, 0, 0, 0, 0, 0, 0 },
		                               { 0, 0, 0, 3, 0, 0, 0, 4, 0 } };
	for (int set = 0; set < 4; ++set)
		for (int fit = 0; fit < fit_count(); ++fit) {
			ObbTriangles triangles = { sets[set], vertices, first, 1 };
			BvSpace space = { .scale = 0.25, .fit = fit_at(fit) };
			HnVec3 points[3];
			Obb box, by_points;
			for (int k = 0; k < 3; ++k) points[k] = vec3_load(sets[set] + 3 * k);
			obb_fit_triangles(&box, &triangles, &space);
			obb_fit_points(&by_points, points, 3, &space);
			for (int k = 0; k < 3; ++k) ck_assert(obb_holds_point(&box, points[k], &space));
			ck_assert((double)box.half[2] < 1e-6 && (double)by_points.half[2] < 1e-6);
			if (set < 3) ck_assert((double)box.half[1] < 1e-6 && (double)by_points.half[1] < 1e-6);
			if (set == 3) ck_assert(fabs((double)box.half[0] - 0.625) < 1e-6); // its longest edge
			if (set != 1) ck_assert(set == 3 || (double)box.half[0] < 1e-6);
		}
}

// Test of pairs
// ------------------------------------------------------------------------------------------------

typedef struct Drawn {
	Obb a, b;
	HnVec3 p[4], q[4]; // what they were fitted to
	HnPose pose;       // of b
	BvStep step;
} Drawn;

// Two sets that share a point where they are placed: kind 1 flat in parallel planes, 2 along the same axes.
static void draw(Rng *rng, Drawn *out, int round, const BvSpace *space) {
	out->pose = (HnPose){ round % 5 == 0 ? mat3_identity() : soup_rotation(rng), { 0, 0, 0 } };
	if (round % 5 == 1) out->pose.r = soup_axis_rotation(rng);
	if (round % 5 == 2) out->pose.r = hn_motion_axis_angle(motion_random_direction(rng), 1e-8);
	for (int k = 0; k < 4; ++k) {
		out->p[k] = within(rng, round % 7 == 0 ? 1e-3 : 1);
		out->q[k] = within(rng, round % 11 == 0 ? 1e-3 : 1);
		if (round % 3 == 1) out->p[k].z = 0.5, out->q[k].z = -0.25;
		if (round % 3 == 2) out->p[k].y = out->q[k].y = 0;
	}
	int32_t i = (int32_t)rng_below(rng, 4), j = (int32_t)rng_below(rng, 4);
	out->pose.t = vec3_sub(out->p[i], mat3_mul_vec(&out->pose.r, out->q[j]));
	out->step = (BvStep){ .r = out->pose.r, .t = out->pose.t, .margin = { 1e-15, 1e-15, 1e-15 } };
	obb_fit_points(&out->a, out->p, 4, space);
	obb_fit_points(&out->b, out->q, 4, space);
}

static int apart_by(const Drawn *d, const BvSpace *space, ObbJudgement *judgement) {
	ObbTurn turn;
	double between[3];
	obb_turn(&turn, &d->step, space);
	obb_between_turned(between, &d->a, &d->b, &turn);
	*judgement = obb_prejudge(&d->a, &d->b, between, turn.stretch, turn.margin);
	return obb_apart_turned(&d->a, &d->b, between, &turn);
}

START_TEST(what_shares_a_point_is_never_apart) {
	Rng rng = rng_of(803, 0);
	BvSpace space = { .scale = 0.125 };
	int judged[3] = { 0 };
	for (int round = 0; round < PAIRS; ++round) {
		Drawn d;
		ObbJudgement judgement;
		draw(&rng, &d, round, &space);
		cheap_assert_msg(apart_by(&d, &space, &judgement) == OBB_AXES, "round %d", round);
		cheap_assert(judgement != OBB_APART);
		judged[judgement] += 1;
		for (int k = 0; k < 4; ++k) d.q[k] = vec3_add(mat3_mul_vec(&d.pose.r, d.q[k]), d.pose.t);
		obb_fit_points(&d.b, d.q, 4, &space);
		cheap_assert(obb_overlaps(&d.a, &d.b) && obb_overlaps(&d.b, &d.a));
	}
	ck_assert_int_gt(judged[OBB_UNSURE], 0);
}

#ifdef __SSE2__
// The same box, its axes numbered otherwise.
static Obb renumbered(const Obb *box, int by) {
	Obb out = *box;
	for (int i = 0; i < 3; ++i) {
		memcpy(out.axes[i], box->axes[(i + by) % 3], sizeof out.axes[i]);
		out.half[i] = box->half[(i + by) % 3];
	}
	return out;
}

// What walks use is the test of the text, axis by axis: of boxes that meet, that are parted by each of the
// 15, and of sides that are no numbers.
START_TEST(packs_find_the_axis_that_single_tests_find) {
	Rng rng = rng_of(806, 0);
	BvSpace space = { .scale = 0.125 };
	int found[OBB_AXES + 1] = { 0 };
	for (int round = 0; round < PAIRS; ++round) {
		Drawn d;
		ObbTurn turn;
		double between[3];
		draw(&rng, &d, round, &space);
		if (round % 8 != 0) d.step.t = vec3_add(d.step.t, within(&rng, 1.5));
		if (round % 2 == 0) // rods: often it is a cross product that parts them
			for (int i = 1; i < 3; ++i) d.a.half[i] *= 0.05F, d.b.half[i] *= 0.05F;
		d.a = renumbered(&d.a, (int)rng_below(&rng, 3)), d.b = renumbered(&d.b, (int)rng_below(&rng, 3));
		if (round % 97 == 0) d.a.half[round % 3] = INFINITY;
		if (round % 101 == 0) d.b.center[round % 3] = NAN;
		obb_turn(&turn, &d.step, &space);
		obb_between_turned(between, &d.a, &d.b, &turn);
		int axis = obb_apart_turned(&d.a, &d.b, between, &turn);
		cheap_assert_msg(obb_apart_packed(&d.a, &d.b, between, &turn) == axis, "round %d: %d", round, axis);
		found[axis] += 1;
		obb_between(between, &d.a, &d.b);
		cheap_assert(obb_apart_packed(&d.a, &d.b, between, NULL) == obb_apart(&d.a, &d.b, between));
	}
	for (int i = 0; i <= OBB_AXES; ++i) ck_assert_msg(found[i] > 0, "axis %d was never it", i);
}
#endif

// The exact oracle: is there an axis of the 15 on which the boxes, as stored, are apart, and by how much?
// All in rationals; the products of R with the axes are exact.
typedef struct Exact {
	mpq_t x[3];
} Exact;
static void exact_init(Exact *e) {
	for (int k = 0; k < 3; ++k) mpq_init(e->x[k]);
}
static void exact_clear(Exact *e) {
	for (int k = 0; k < 3; ++k) mpq_clear(e->x[k]);
}

static void exact_dot(mpq_t out, const Exact *a, const Exact *b) {
	mpq_t product;
	mpq_init(product);
	mpq_set_ui(out, 0, 1);
	for (int k = 0; k < 3; ++k) {
		mpq_mul(product, a->x[k], b->x[k]);
		mpq_add(out, out, product);
	}
	mpq_clear(product);
}

static void exact_cross(Exact *out, const Exact *a, const Exact *b) {
	mpq_t left, right;
	mpq_inits(left, right, NULL);
	for (int k = 0; k < 3; ++k) {
		mpq_mul(left, a->x[(k + 1) % 3], b->x[(k + 2) % 3]);
		mpq_mul(right, a->x[(k + 2) % 3], b->x[(k + 1) % 3]);
		mpq_sub(out->x[k], left, right);
	}
	mpq_clears(left, right, NULL);
}

static void exact_turn(Exact *out, const HnMat3 *r, const float v[3]) {
	Exact row, point;
	exact_init(&row), exact_init(&point);
	for (int k = 0; k < 3; ++k) mpq_set_d(point.x[k], (double)v[k]);
	for (int i = 0; i < 3; ++i) {
		for (int k = 0; k < 3; ++k) mpq_set_d(row.x[k], r->m[i][k]);
		exact_dot(out->x[i], &row, &point);
	}
	exact_clear(&row), exact_clear(&point);
}

// |l . d| - sum h_i |l . a_i| - sum k_j |l . b_j|, in double at the end.
static double exact_gap(const Exact *l, const Exact *d, const Exact *generators) {
	mpq_t gap, reach;
	mpq_inits(gap, reach, NULL);
	exact_dot(gap, l, d);
	mpq_abs(gap, gap);
	for (int g = 0; g < 6; ++g) {
		exact_dot(reach, l, &generators[g]);
		mpq_abs(reach, reach);
		mpq_sub(gap, gap, reach);
	}
	double value = mpq_get_d(gap);
	mpq_clears(gap, reach, NULL);
	return value;
}

// The largest gap on the 15 axes: positive proves the boxes apart, and none positive that they meet.
static double exact_largest_gap(const Drawn *d, const BvSpace *space) {
	Exact axis[6], generator[6], between, l;
	exact_init(&between), exact_init(&l);
	HnMat3 same = mat3_identity();
	exact_turn(&between, &d->step.r, d->b.center);
	HnVec3 t = vec3_scale(d->step.t, space->scale);
	mpq_t x;
	mpq_init(x);
	for (int k = 0; k < 3; ++k) {
		mpq_set_d(x, vec3_get(t, k));
		mpq_add(between.x[k], between.x[k], x);
		mpq_set_d(x, (double)d->a.center[k]);
		mpq_sub(between.x[k], between.x[k], x);
	}
	for (int g = 0; g < 6; ++g) {
		exact_init(&axis[g]), exact_init(&generator[g]);
		const Obb *box = g < 3 ? &d->a : &d->b;
		exact_turn(&axis[g], g < 3 ? &same : &d->step.r, box->axes[g % 3]);
		mpq_set_d(x, (double)box->half[g % 3]);
		for (int k = 0; k < 3; ++k) mpq_mul(generator[g].x[k], axis[g].x[k], x);
	}
	double largest = -(double)INFINITY;
	for (int i = 0; i < 15; ++i) {
		if (i < 6) { // normals of faces: products of the other two axes
			int of = i < 3 ? 0 : 3, n = i % 3;
			exact_cross(&l, &axis[of + (n + 1) % 3], &axis[of + (n + 2) % 3]);
		} else {
			exact_cross(&l, &axis[(i - 6) / 3], &axis[3 + (i - 6) % 3]);
		}
		largest = fmax(largest, exact_gap(&l, &between, generator));
	}
	for (int g = 0; g < 6; ++g) exact_clear(&axis[g]), exact_clear(&generator[g]);
	exact_clear(&between), exact_clear(&l);
	mpq_clear(x);
	return largest;
}

// Boxes in all distances, many at the margin.
START_TEST(the_test_is_right_within_its_margin) {
	Rng rng = rng_of(804, 0);
	BvSpace space = { .scale = 0.125 };
	int apart = 0, meet = 0;
	for (int round = 0; round < EXACT; ++round) {
		Drawn d;
		ObbJudgement judgement;
		draw(&rng, &d, round, &space);
		double far = round % 2 == 0 ? rng_range(&rng, 0, 2) : exp2(rng_range(&rng, -30, -10));
		d.step.t = vec3_add(d.step.t, vec3_scale(motion_random_direction(&rng), far));
		double gap = exact_largest_gap(&d, &space);
		double size = obb_half_sum(&d.a) + obb_half_sum(&d.b);
		int by = apart_by(&d, &space, &judgement);
		if (gap <= 0) cheap_assert_msg(by == OBB_AXES && judgement != OBB_APART, "round %d: %g", round, gap);
		if (gap > 0x1p-18 * size) cheap_assert_msg(by < OBB_AXES, "round %d: %g of %g", round, gap, size);
		if (judgement == OBB_MEETS) cheap_assert(gap <= 0x1p-18 * size);
		apart += by < OBB_AXES, meet += by == OBB_AXES;
	}
	ck_assert_int_gt(apart, EXACT / 10);
	ck_assert_int_gt(meet, EXACT / 10);
}

// Matrices that turn nothing rightly part nothing wrongly.
START_TEST(a_matrix_that_is_no_turn_parts_nothing) {
	Rng rng = rng_of(805, 0);
	BvSpace space = { .scale = 0.125 };
	for (int round = 0; round < 200; ++round) {
		Drawn d;
		ObbJudgement judgement;
		draw(&rng, &d, round, &space);
		for (int i = 0; i < 9; ++i) d.step.r.m[i / 3][i % 3] *= 1.5;
		d.step.t = vec3_add(d.step.t, within(&rng, 3));
		cheap_assert(apart_by(&d, &space, &judgement) == OBB_AXES && judgement != OBB_APART);
	}
}

// Walks
// --------------------------------------------------------------------------------------------------------

START_TEST(counts_are_of_what_was_done) {
	Rng rng = rng_of(806, 0);
	SoupDef defs[2] = { { SOUP_RANDOM, 200, 1, { 0, 0, 0 } }, { SOUP_SLIVERS, 150, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 3);
	Counts plain = counts_of(soup.scene, "tree", "volume=obb by=sat"),
	       judged = counts_of(soup.scene, "tree", "volume=obb by=sat prejudge=true"),
	       boxes = counts_of(soup.scene, "tree", "volume=aabb");
	ck_assert(plain.axes >= plain.nb && plain.axes <= OBB_AXES * plain.nb);
	ck_assert_int_eq(plain.nu, 0);
	ck_assert_int_eq(plain.prejudged_y + plain.prejudged_n + plain.prejudged_u, 0);
	int64_t all = judged.prejudged_y + judged.prejudged_n + judged.prejudged_u;
	ck_assert_int_eq(judged.nb, all + judged.prejudged_u);
	ck_assert_int_eq(all, plain.nb); // the same walk: what is judged is what the axes say
	ck_assert(judged.prejudged_n > 0 && judged.axes < plain.axes);
	ck_assert(judged.contacts == plain.contacts && judged.np == plain.np);
	ck_assert_int_lt(plain.nb, boxes.nb);
	ck_assert_int_lt(plain.np, boxes.np);
	ck_assert_int_eq(boxes.axes, 0);
	soup_scene_free(&soup);
}

START_TEST(what_is_of_boxes_alone_is_refused_elsewhere) {
	const HnDetectClass *tree = hn_detect_find("tree");
	ck_assert_int_lt(detect_check(tree, "volume=obb fit=welzl"), 0);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "volume obb: parameter 'fit' is 'welzl', must be one of"));
	ck_assert_int_lt(detect_check(tree, "volume=obb by=hull"), 0);
}

static const char *const s_ways[] = { "by=sat",
	                                  "by=sat prejudge=true axis=all point=sah descend=both",
	                                  "by=refit update=lazy fit=vertices prejudge=true",
	                                  "by=rebuild leaf=3 axis=all point=penalty",
	                                  "by=place",
	                                  "by=place update=layered prejudge=true fit=vertices",
	                                  "by=place update=lazy leaf=3",
	                                  "by=sat leaf=2 point=volume axis=variance descend=alternate",
	                                  "by=sat fit=hull leaf=2",
	                                  "by=place fit=slabs k=4 weight=area prejudge=true update=layered",
	                                  "by=rebuild fit=slabs k=16 extremes=xyz descend=longer",
	                                  "by=sat fit=minimum leaf=3",
	                                  "by=refit update=lazy fit=slabs k=1 slab_axis=x storage=parent" };

START_TEST(trees_agree) {
	char params[200];
	snprintf(params, sizeof params, "volume=obb %s", s_ways[_i]);
	agree_on_soups("tree", params, 807, 2);
	agree_on_surfaces("tree", params, 808);
	agree_steady("tree", params);
	agree_failed_allocations("tree", params);
	agree_interleaved("tree", params);
}

START_TEST(trees_take_at_most_160_bytes_a_triangle) {
	Rng rng = rng_of(809, 0);
	SoupDef defs[2] = { { SOUP_RANDOM, 1000, 1, { 0, 0, 0 } }, { SOUP_RANDOM, 500, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 1);
	HnDetector d;
	ck_assert_int_eq(hn_detector_create(&d, "rapid", soup.scene, HN_QUERY_ALL, ""), 0);
	ck_assert_uint_le(d.class_->bytes(d.self), 160 * 1500 + 4 * 1500); // and when each vertex was placed
	hn_detector_destroy(&d);
	soup_scene_free(&soup);
}

TEST_SUITE(obb, suite, tc) {
	tcase_add_loop_test(tc, every_fit_holds_its_triangles, 0, fit_count());
	tcase_add_test(tc, a_turned_brick_is_found);
	tcase_add_test(tc, degenerate_sets_have_flat_boxes);
	tcase_add_test(tc, what_shares_a_point_is_never_apart);
#ifdef __SSE2__
	tcase_add_test(tc, packs_find_the_axis_that_single_tests_find);
#endif
	tcase_add_test(tc, the_test_is_right_within_its_margin);
	tcase_add_test(tc, a_matrix_that_is_no_turn_parts_nothing);
	tcase_add_test(tc, counts_are_of_what_was_done);
	tcase_add_test(tc, what_is_of_boxes_alone_is_refused_elsewhere);
	tcase_add_loop_test(tc, trees_agree, 0, sizeof s_ways / sizeof s_ways[0]);
	tcase_add_test(tc, trees_take_at_most_160_bytes_a_triangle);
}
