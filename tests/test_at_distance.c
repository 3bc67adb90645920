// Poses at a prescribed distance, against the distances of all pairs of triangles.
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "distances.h"
#include "made.h"
#include "math/pose.h"
#include "scene/motion.h"
#include "suite.h"
#include "tree/separation.h"

static int32_t query(void *separation, const HnPose *relative, double *distance) {
	return separation_find(distance, separation, relative);
}

static HnMesh *one_triangle(const double xyz[9]) {
	HnMesh *mesh = mesh_new(3, 1);
	memcpy(mesh->xyz, xyz, 9 * sizeof *xyz);
	for (int i = 0; i < 3; ++i) mesh->triangles[i] = i;
	return mesh;
}

static HnMesh *point_at(double x) { return one_triangle((const double[9]){ x, 1, 1, x, 1, 1, x, 1, 1 }); }

static void change(HnMesh *mesh, double scale, double offset) {
	for (int64_t i = 0; i < 3 * (int64_t)mesh->vertex_count; ++i)
		mesh->xyz[i] = mesh->xyz[i] * scale + offset;
}

typedef struct Case {
	HnMesh *still, *moving;
	Separation separation;
	AtDistanceDef def;
} Case;

static void case_init(Case *c, HnMesh *still, HnMesh *moving, double distance, int32_t count) {
	c->still = still, c->moving = moving;
	ck_assert_int_eq(separation_create(&c->separation, still, moving), HN_OK);
	c->def = (AtDistanceDef){ .still = still,
		                      .moving = moving,
		                      .count = count,
		                      .seed = 5,
		                      .distance = distance,
		                      .query = query,
		                      .context = &c->separation };
}

static void case_free(Case *c) {
	separation_free(&c->separation);
	if (c->moving != c->still) hn_mesh_destroy(c->moving);
	hn_mesh_destroy(c->still);
}

static HnVec3 middle_of(const HnMesh *mesh) {
	double lo[3], hi[3];
	hn_mesh_bounds(mesh, lo, hi);
	return vec3_scale(vec3_add(vec3_load(lo), vec3_load(hi)), 0.5);
}

// The pose, moved back out by a share of the way between the two middles. False: there is no such way, as the
// middles are in one place.
static bool further_out(HnPose *out, const Case *c, const HnPose *pose, double share) {
	HnVec3 way = vec3_sub(pose_place(pose, middle_of(c->moving)), middle_of(c->still));
	*out = (HnPose){ pose->r, vec3_add(pose->t, vec3_scale(way, share)) };
	return vec3_length(way) > 1e-6 * (hn_mesh_diameter(c->moving) + hn_mesh_diameter(c->still));
}

enum { COUNT = 6 };

// Exactly so far apart by all pairs of triangles; touching at distance 0, and nowhere on the way to it.
static void check_poses(Case *c, double share) {
	HnPose p[COUNT];
	double wanted = c->def.distance;
	int ways = 0;
	ck_assert_msg(motion_at_distance(p, &c->def) == HN_OK, "%s", hn_error_text());
	for (int i = 0; i < COUNT; ++i) {
		double truth = distance_of_all(c->still, c->moving, &p[i]);
		cheap_assert_msg(truth >= wanted * (1 - 1e-15) && truth <= wanted * (1 + share),
		                 "pose %d: %.17g, not %.17g", i, truth, wanted);
		for (int k = 0; k < 4; ++k) {
			HnPose out;
			if (!further_out(&out, c, &p[i], ldexp(1, -k))) continue;
			ways += 1;
			double there = distance_of_all(c->still, c->moving, &out);
			cheap_assert_msg(there > wanted, "pose %d: %.17g further out, not above %.17g", i, there, wanted);
		}
	}
	ck_assert_int_gt(ways, 0);
}

// Convex and not, nested ones too: the ring lets a ball through, and the way begins outside of the shell.
static const char *const s_shapes[][4] = {
	{ "sphere", "cells=4", "box", "x=1 y=2 z=3" },
	{ "torus", "segments=12 sides=6", "torus", "segments=12 sides=6" },
	{ "ring", "segments=12 radial=1 axial=1", "sphere", "radius=0.2 cells=2" },
	{ "sphere", "radius=100 cells=3", "box", "" },
	{ "rod", "cells=3", "tetrahedra", "count=12" },
};
enum { SHAPES = sizeof s_shapes / sizeof s_shapes[0] };

START_TEST(poses_are_at_their_distance) {
	static const double s_distances[] = { 0, 1e-6, 0.01, 0.5, 30 };
	for (int k = 0; k < 5; ++k) {
		Case c;
		case_init(&c, shape_of(s_shapes[_i][0], s_shapes[_i][1]), shape_of(s_shapes[_i][2], s_shapes[_i][3]),
		          s_distances[k], COUNT);
		check_poses(&c, k == 1 ? 1e-6 : 1e-11);
		case_free(&c);
	}
}

START_TEST(degenerate_meshes_have_poses) {
	static const double flat[9] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, line[9] = { 0, 0, 0, 1, 2, 3, 2, 4, 6 };
	for (int k = 0; k < 3; ++k) {
		double distance = k == 0 ? 0 : k == 1 ? 0.01 : 7;
		Case c;
		HnMesh *both = one_triangle(flat);
		case_init(&c, both, both, distance, COUNT); // one mesh, twice
		check_poses(&c, 1e-11);
		case_free(&c);
		case_init(&c, one_triangle(flat), one_triangle(line), k == 0 ? 0.125 : distance, COUNT); // a segment
		check_poses(&c, 1e-11);
		case_free(&c);
		case_init(&c, point_at(3), one_triangle(flat), k == 0 ? 0.125 : distance, COUNT); // a point
		check_poses(&c, 1e-11);
		case_free(&c);
		case_init(&c, point_at(3), point_at(-8), k == 0 ? 1e-3 : distance, COUNT);
		check_poses(&c, 1e-9);
		case_free(&c);
	}
	// two points nowhere meet but at one place, which rounding may miss: found or refused, it returns
	Case c;
	HnPose p[COUNT];
	case_init(&c, point_at(3), point_at(-8), 0, COUNT);
	int32_t status = motion_at_distance(p, &c.def);
	ck_assert(status == HN_OK || status == HN_ERR_BAD_INPUT);
	if (status == HN_OK) ck_assert(distance_of_all(c.still, c.moving, p) == 0);
	case_free(&c);
}

START_TEST(coordinates_may_be_huge_tiny_or_far) {
	static const struct {
		double scale, offset, distance, share;
	} s_cases[] = {
		{ 0x1p190, 0, 0x1p180, 1e-11 }, { 0x1p-190, 0, 0x1p-195, 1e-11 },
		{ 1, 0, 0x1p200, 1e-11 },       { 0x1p-190, 0, 0x1p100, 1e-11 },
		{ 1, 1e6, 0.25, 1e-7 },         { 1, -1e9, 100, 1e-7 },
		{ 0x1p190, 0, 0, 0 },           { 1, 1e6, 0, 0 },
	};
	for (size_t k = 0; k < sizeof s_cases / sizeof s_cases[0]; ++k) {
		Case c;
		HnMesh *still = shape_of("sphere", "cells=2"), *moving = shape_of("box", "");
		change(still, s_cases[k].scale, s_cases[k].offset);
		change(moving, s_cases[k].scale, -2 * s_cases[k].offset);
		case_init(&c, still, moving, s_cases[k].distance, COUNT);
		check_poses(&c, s_cases[k].share);
		case_free(&c);
	}
}

START_TEST(what_rounding_cannot_meet_is_refused) {
	Case c;
	HnPose p[COUNT];
	HnMesh *still = shape_of("sphere", "cells=2"), *moving = shape_of("box", "");
	change(still, 1, 1e9);
	case_init(&c, still, moving, 1e-9, COUNT);
	ck_refused(motion_at_distance(p, &c.def), HN_ERR_BAD_INPUT, "rounded too coarsely");
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "pose 1 of 6"));
	case_free(&c);
}

START_TEST(poses_depend_on_seed_and_index_alone) {
	Case c;
	HnPose p[COUNT], again[COUNT];
	case_init(&c, shape_of("sphere", "cells=3"), shape_of("box", ""), 0.1, COUNT);
	ck_assert_int_eq(motion_at_distance(p, &c.def), HN_OK);
	c.def.count = 2;
	ck_assert_int_eq(motion_at_distance(again, &c.def), HN_OK);
	ck_assert_mem_eq(p, again, 2 * sizeof *p);
	c.def.distance = 0.2; // the ways are the same
	ck_assert_int_eq(motion_at_distance(again, &c.def), HN_OK);
	for (int i = 0; i < 2; ++i) {
		ck_assert_mem_eq(&p[i].r, &again[i].r, sizeof p[i].r);
		ck_assert_mem_ne(&p[i].t, &again[i].t, sizeof p[i].t);
	}
	c.def.seed += 1;
	ck_assert_int_eq(motion_at_distance(again, &c.def), HN_OK);
	for (int i = 0; i < 2; ++i) ck_assert_mem_ne(&p[i].r, &again[i].r, sizeof p[i].r);
	case_free(&c);
}

// The distance of two points, the middles of the meshes, from being 0.3 apart.
static int32_t shell_query(void *context, const HnPose *relative, double *distance) {
	const Case *c = context;
	HnVec3 way = vec3_sub(pose_place(relative, middle_of(c->moving)), middle_of(c->still));
	*distance = fabs(vec3_length(way) - 0.3);
	return HN_OK;
}

// Thinner than any step: the march never comes in farther than the distance allows.
START_TEST(thin_parts_are_not_passed_over) {
	Case c;
	HnPose p[COUNT];
	case_init(&c, shape_of("sphere", "cells=2"), shape_of("sphere", "radius=0.01 cells=2"), 1e-5, COUNT);
	c.def.query = shell_query, c.def.context = &c;
	ck_assert_msg(motion_at_distance(p, &c.def) == HN_OK, "%s", hn_error_text());
	for (int i = 0; i < COUNT; ++i) {
		HnVec3 way = vec3_sub(pose_place(&p[i], middle_of(c.moving)), middle_of(c.still));
		ck_assert_double_lt(fabs(vec3_length(way) - 0.3 - 1e-5), 1e-15);
	}
	case_free(&c);
}

typedef struct Liar {
	double distance;
	int64_t calls, fail_at;
	int32_t made; // the last that was reported
} Liar;

static int32_t liar_query(void *context, const HnPose *relative, double *distance) {
	Liar *liar = context;
	(void)relative;
	liar->calls += 1;
	if (liar->calls == liar->fail_at) return error_set(HN_ERR_NO_MEMORY, "planted");
	*distance = liar->distance;
	return HN_OK;
}

static int32_t failing_query(void *context, const HnPose *relative, double *distance) {
	Liar *liar = ((Case *)context)->def.report.context;
	if (++liar->calls == liar->fail_at) return error_set(HN_ERR_NO_MEMORY, "planted");
	return query(&((Case *)context)->separation, relative, distance);
}

static void tell(void *context, int32_t made) {
	Liar *liar = context;
	cheap_assert(made == liar->made || made == liar->made + 1);
	liar->made = made;
}

typedef struct Counting {
	Separation *separation;
	int queries;
} Counting;

static int32_t counting_query(void *context, const HnPose *relative, double *distance) {
	Counting *counting = context;
	counting->queries += 1;
	return separation_find(distance, counting->separation, relative);
}

START_TEST(a_tolerance_saves_queries) {
	Case c;
	HnPose p[COUNT];
	case_init(&c, shape_of(s_shapes[_i][0], s_shapes[_i][1]), shape_of(s_shapes[_i][2], s_shapes[_i][3]), 0.5,
	          COUNT);
	Counting counting = { .separation = &c.separation };
	c.def.query = counting_query, c.def.context = &counting;
	ck_assert_int_eq(motion_at_distance(p, &c.def), HN_OK);
	const int all = counting.queries;
	c.def.tolerance = 0.01;
	check_poses(&c, 0.01);
	ck_assert_int_lt(counting.queries - all, all - COUNT * 20);
	case_free(&c);
}

START_TEST(at_distance_reports_what_is_wrong) {
	Case c;
	HnPose p[COUNT];
	Liar liar = { .distance = 5 };
	case_init(&c, shape_of("sphere", "cells=2"), shape_of("box", ""), 0.1, COUNT);
	AtDistanceDef def = c.def;
	def.query = liar_query, def.context = &liar;
	ck_assert_int_eq(motion_at_distance(p, &def), HN_ERR_BAD_INPUT); // never near
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "none of 100 random directions leads so near"));
	liar.distance = 0.05; // always nearer
	ck_assert_int_eq(motion_at_distance(p, &def), HN_ERR_INVALID);
	static const double s_distances[] = { -0.1, 0x1p201, (double)INFINITY, (double)NAN };
	for (int i = 0; i < 4; ++i) {
		def.distance = s_distances[i];
		ck_refused(motion_at_distance(p, &def), HN_ERR_BAD_INPUT, "distance is");
	}
	def.distance = 0.1;
	static const double s_tolerances[] = { -0.1, 1e-13, 1.1, (double)NAN };
	for (int i = 0; i < 4; ++i) {
		def.tolerance = s_tolerances[i];
		ck_refused(motion_at_distance(p, &def), HN_ERR_BAD_INPUT, "tolerance is");
	}
	def.tolerance = 0;
	def.count = 0;
	ck_assert_int_eq(motion_at_distance(p, &def), HN_ERR_BAD_INPUT);
	c.moving->triangle_count = 0;
	ck_assert_int_eq(motion_at_distance(p, &c.def), HN_ERR_BAD_INPUT);
	c.moving->triangle_count = 12;
	case_free(&c);
}

// An error of any query ends the search; each query is reported, with the number of poses.
START_TEST(at_distance_passes_errors_on) {
	Case c;
	HnPose p[COUNT];
	Liar liar = { 0 };
	case_init(&c, shape_of("sphere", "cells=2"), shape_of("box", ""), 0.1, COUNT);
	c.def.query = failing_query, c.def.context = &c;
	c.def.report = (MotionReport){ tell, &liar };
	ck_assert_int_eq(motion_at_distance(p, &c.def), HN_OK);
	ck_assert_int_eq(liar.made, COUNT - 1);
	int64_t all = liar.calls;
	for (liar.fail_at = 1; liar.fail_at <= all; liar.fail_at += 7) {
		liar.calls = liar.made = 0;
		ck_refused(motion_at_distance(p, &c.def), HN_ERR_NO_MEMORY, "planted");
	}
	case_free(&c);
}

TEST_SUITE(at_distance, suite, tc) {
	tcase_add_loop_test(tc, poses_are_at_their_distance, 0, SHAPES);
	tcase_add_test(tc, degenerate_meshes_have_poses);
	tcase_add_test(tc, coordinates_may_be_huge_tiny_or_far);
	tcase_add_test(tc, what_rounding_cannot_meet_is_refused);
	tcase_add_test(tc, thin_parts_are_not_passed_over);
	tcase_add_test(tc, poses_depend_on_seed_and_index_alone);
	tcase_add_loop_test(tc, a_tolerance_saves_queries, 0, SHAPES);
	tcase_add_test(tc, at_distance_reports_what_is_wrong);
	tcase_add_test(tc, at_distance_passes_errors_on);
}
