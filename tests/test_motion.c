// Motions: rotations that are rotations and uniform, ends that are met exactly, poses that touch.
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "made.h"
#include "scene/motion.h"
#include "suite.h"

static double orthogonality_error(const HnMat3 *r) {
	HnMat3 p = mat3_tmul(r, r);
	double worst = 0;
	for (int i = 0; i < 9; ++i) worst = fmax(worst, fabs(p.m[i / 3][i % 3] - (i % 4 == 0)));
	HnVec3 z = vec3_sub(vec3_cross(vec3_load(r->m[0]), vec3_load(r->m[1])), vec3_load(r->m[2]));
	return fmax(worst, vec3_length(z));
}

static double distance(HnVec3 a, HnVec3 b) { return vec3_length(vec3_sub(a, b)); }

// Every column of a uniform rotation is a uniform direction, whose z is uniform (Archimedes). The trace is
// the character of an irreducible representation, so over all rotations its mean is 0 and that of its square
// is 1.
START_TEST(random_rotations_are_uniform) {
	enum { N = 100000, CELLS = 20 };
	Rng rng = rng_of(3, 0);
	int count[3][CELLS] = { 0 };
	double trace = 0, square = 0;
	for (int i = 0; i < N; ++i) {
		HnMat3 r = motion_random_rotation(&rng);
		ck_assert_double_lt(orthogonality_error(&r), 2e-15);
		double t = r.m[0][0] + r.m[1][1] + r.m[2][2];
		trace += t / (double)N;
		square += t * t / (double)N;
		for (int c = 0; c < 3; ++c) {
			int cell = (int)((r.m[2][c] + 1) / 2 * (double)CELLS);
			count[c][cell < CELLS ? cell : CELLS - 1] += 1;
		}
	}
	ck_assert_double_lt(fabs(trace), 6.0 / sqrt(N));
	ck_assert_double_lt(fabs(square - 1),
	                    6.0 * sqrt(2.0 / (double)N)); // E t^4 = 3, so the variance of t^2 is 2
	for (int c = 0; c < 3; ++c)
		for (int cell = 0; cell < CELLS; ++cell)
			ck_assert_double_lt(fabs(count[c][cell] - (double)N / (double)CELLS),
			                    6 * sqrt((double)N / (double)CELLS));
}

START_TEST(random_directions_are_uniform) {
	enum { N = 100000 };
	Rng rng = rng_of(4, 0);
	HnVec3 mean = { 0, 0, 0 }, squares = { 0, 0, 0 };
	for (int i = 0; i < N; ++i) {
		HnVec3 d = motion_random_direction(&rng);
		ck_assert_double_lt(fabs(vec3_dot(d, d) - 1), 1e-15);
		mean = vec3_add(mean, vec3_scale(d, 1.0 / (double)N));
		squares = vec3_add(squares,
		                   (HnVec3){ d.x * d.x / (double)N, d.y * d.y / (double)N, d.z * d.z / (double)N });
	}
	for (int axis = 0; axis < 3; ++axis) {
		ck_assert_double_lt(fabs(vec3_get(mean, axis)), 6 * sqrt(1.0 / 3 / (double)N));
		ck_assert_double_lt(fabs(vec3_get(squares, axis) - 1.0 / 3), 6 * sqrt(4.0 / 45 / (double)N));
	}
}

START_TEST(axis_angle_turns_the_right_way) {
	Rng rng = rng_of(5, 0);
	HnMat3 quarter = hn_motion_axis_angle((HnVec3){ 0, 0, 1 }, 0x1.921fb54442d18p+0);
	ck_assert_double_lt(distance(mat3_mul_vec(&quarter, (HnVec3){ 1, 0, 0 }), (HnVec3){ 0, 1, 0 }), 1e-15);
	for (int i = 0; i < 1000; ++i) {
		HnVec3 axis = motion_random_direction(&rng), v = motion_random_direction(&rng);
		double angle = rng_range(&rng, -20, 20);
		HnMat3 r = hn_motion_axis_angle(axis, angle);
		ck_assert_double_lt(orthogonality_error(&r), 2e-15);
		// Rodrigues' formula with libm's sine and cosine
		HnVec3 expected = vec3_add(vec3_scale(v, cos(angle)), vec3_scale(vec3_cross(axis, v), sin(angle)));
		expected = vec3_add(expected, vec3_scale(axis, vec3_dot(axis, v) * (1 - cos(angle))));
		ck_assert_double_lt(distance(mat3_mul_vec(&r, v), expected), 3e-15);
	}
}

START_TEST(line_meets_its_ends_exactly) {
	HnPose p[7];
	HnMat3 r = hn_motion_axis_angle((HnVec3){ 1, 0, 0 }, 0.3);
	HnVec3 from = { 0.1, -7.3, 1e100 }, to = { 0.7, 0.1, -1e99 };
	ck_assert_int_eq(hn_motion_line(p, 7, from, to, &r), HN_OK);
	ck_assert_mem_eq(&p[0].t, &from, sizeof from);
	ck_assert_mem_eq(&p[6].t, &to, sizeof to);
	ck_assert_double_lt(fabs(p[3].t.x - 0.4), 1e-15);
	for (int i = 0; i < 7; ++i) ck_assert_mem_eq(&p[i].r, &r, sizeof r);
	for (int i = 1; i < 7; ++i) ck_assert(p[i].t.x > p[i - 1].t.x && p[i].t.z < p[i - 1].t.z);
	ck_assert_int_eq(hn_motion_line(p, 1, from, to, &r), HN_OK);
	ck_assert_mem_eq(&p[0].t, &from, sizeof from);
	ck_assert_int_eq(hn_motion_line(p, 0, from, to, &r), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(hn_motion_line(p, -3, from, to, &r), HN_ERR_BAD_INPUT);
}

START_TEST(spin_keeps_its_axis) {
	enum { STEPS = 37 };
	HnPose p[STEPS];
	HnVec3 axis = { 1e-200, 2e-200, -2e-200 }, centre = { 3, 4, 5 }, offset = { 1, 0, -1 };
	ck_assert_int_eq(hn_motion_spin(p, STEPS, axis, centre, 0, 6.283185307179586, offset), HN_OK);
	HnVec3 unit = { 1.0 / 3, 2.0 / 3, -2.0 / 3 }, vertex = { 0.5, 0.25, 0.125 };
	HnVec3 first = pose_place(&p[0], vertex), last = pose_place(&p[STEPS - 1], vertex);
	ck_assert_double_lt(distance(first, vec3_add(vertex, offset)), 1e-15);
	ck_assert_double_lt(distance(first, last), 1e-14); // a whole turn
	double along = vec3_dot(unit, vec3_sub(first, centre)), away = distance(first, centre);
	for (int i = 0; i < STEPS; ++i) {
		HnVec3 x = pose_place(&p[i], vertex);
		ck_assert_double_lt(fabs(vec3_dot(unit, vec3_sub(x, centre)) - along), 1e-14);
		ck_assert_double_lt(fabs(distance(x, centre) - away), 1e-14);
		ck_assert_double_lt(orthogonality_error(&p[i].r), 2e-15);
	}
	ck_assert_double_gt(distance(first, pose_place(&p[STEPS / 2], vertex)), 1);
	double inf = (double)INFINITY;
	ck_assert_int_eq(hn_motion_spin(p, 3, (HnVec3){ 0, -0.0, 0 }, centre, 0, 1, offset), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(hn_motion_spin(p, 3, (HnVec3){ 0, inf, 0 }, centre, 0, 1, offset), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(hn_motion_spin(p, 3, (HnVec3){ 0, (double)NAN, 0 }, centre, 0, 1, offset),
	                 HN_ERR_BAD_INPUT);
	ck_assert_int_eq(hn_motion_spin(p, 3, unit, centre, 0, inf, offset), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(hn_motion_spin(p, 0, unit, centre, 0, 1, offset), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(hn_motion_spin(p, 1, unit, centre, 0.5, 1, offset), HN_OK);
}

// An octahedron whose corners are `size` from `middle`; it contains the ball of radius 0.57 size.
static HnMesh *octahedron(HnVec3 middle, double size) {
	static const int32_t triangles[] = { 0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
		                                 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5 };
	HnMesh *mesh = mesh_new(6, 8);
	memcpy(mesh->triangles, triangles, sizeof triangles);
	for (int i = 0; i < 6; ++i) {
		double s = i % 2 == 0 ? size : -size;
		HnVec3 v = { i / 2 == 0 ? s : 0, i / 2 == 1 ? s : 0, i / 2 == 2 ? s : 0 };
		vec3_store(mesh->xyz + 3 * i, vec3_add(middle, v));
	}
	return mesh;
}

// The query of two balls in place of the octahedra: where first contact is, is known.
typedef struct Balls {
	HnVec3 still, moving;
	double reach, hollow; // contact where hollow <= distance of the middles <= reach
	int64_t queries, fail_at;
} Balls;

static double ball_distance(const Balls *b, const HnPose *p) {
	return distance(vec3_add(mat3_mul_vec(&p->r, b->moving), p->t), b->still);
}

static int32_t ball_query(void *context, const HnPose *relative) {
	Balls *b = context;
	b->queries += 1;
	if (b->queries == b->fail_at) return error_set(HN_ERR_NO_MEMORY, "planted");
	double d = ball_distance(b, relative);
	return b->hollow <= d && d <= b->reach;
}

typedef struct Touch {
	Balls balls;
	HnMesh *still, *moving;
	HnTouchingDef def;
} Touch;

static void touch_init(Touch *t, double far, double still_size, double moving_size) {
	t->balls = (Balls){ .still = { far, -far, 2 * far }, .moving = { -3 * far, far, far } };
	t->balls.reach = 0.5 * (still_size + moving_size);
	t->still = octahedron(t->balls.still, still_size);
	t->moving = octahedron(t->balls.moving, moving_size);
	t->def = (HnTouchingDef){ .still = t->still,
		                      .moving = t->moving,
		                      .count = 20,
		                      .seed = 9,
		                      .query = ball_query,
		                      .context = &t->balls };
}

static void touch_free(Touch *t) {
	hn_mesh_destroy(t->still);
	hn_mesh_destroy(t->moving);
}

START_TEST(touching_finds_first_contact) {
	static const double sizes[][3] = {
		{ 0, 1, 1 }, { 10, 1, 1 }, { 1, 1, 0.01 }, { 1, 0.01, 1 }, { 0, 1e60, 1e59 }
	};
	Touch t;
	HnPose p[20], again[20];
	touch_init(&t, sizes[_i][0], sizes[_i][1], sizes[_i][2]);
	ck_assert_int_eq(hn_motion_touching(p, &t.def), HN_OK);
	double diameter = 2 * sizes[_i][2], round = 1e-14 * (sizes[_i][1] + sizes[_i][2] + 10 * sizes[_i][0]);
	HnVec3 sum = { 0, 0, 0 };
	for (int i = 0; i < 20; ++i) {
		double d = ball_distance(&t.balls, &p[i]);
		ck_assert_double_le(d, t.balls.reach);
		ck_assert_double_ge(d, t.balls.reach - 1e-12 * diameter - round);
		ck_assert_double_lt(orthogonality_error(&p[i].r), 2e-15);
		sum = vec3_add(sum, vec3_sub(vec3_add(mat3_mul_vec(&p[i].r, t.balls.moving), p[i].t), t.balls.still));
	}
	ck_assert_double_lt(vec3_length(sum), 15 * t.balls.reach); // from all sides: 20 would be one side
	t.def.count = 7;                                           // the first poses do not depend on the count
	ck_assert_int_eq(hn_motion_touching(again, &t.def), HN_OK);
	ck_assert_mem_eq(p, again, 7 * sizeof(HnPose));
	t.def.seed += 1;
	ck_assert_int_eq(hn_motion_touching(again, &t.def), HN_OK);
	for (int i = 0; i < 7; ++i) ck_assert_mem_ne(&p[i], &again[i], sizeof(HnPose));
	touch_free(&t);
}

START_TEST(touching_pushes_in) {
	Touch t;
	HnPose p[20];
	touch_init(&t, 1, 1, 1);
	t.def.depth = 0.02;
	ck_assert_int_eq(hn_motion_touching(p, &t.def), HN_OK);
	for (int i = 0; i < 20; ++i)
		ck_assert_double_lt(fabs(ball_distance(&t.balls, &p[i]) - (1 - 0.02 * 2)), 1e-11);
	t.balls.hollow = 0.97; // a shell: pushed through it, nothing touches
	ck_assert_int_eq(hn_motion_touching(p, &t.def), HN_ERR_BAD_INPUT);
	t.def.depth = 0.005;
	ck_assert_int_eq(hn_motion_touching(p, &t.def), HN_OK);
	touch_free(&t);
}

START_TEST(touching_sees_contacts_of_one_step) {
	Touch t;
	HnPose p[20];
	touch_init(&t, 0, 1, 1);
	t.balls.hollow = t.balls.reach - 2.0 / 256; // as thin as the header says
	ck_assert_int_eq(hn_motion_touching(p, &t.def), HN_OK);
	for (int i = 0; i < 20; ++i) ck_assert_double_lt(fabs(ball_distance(&t.balls, &p[i]) - 1), 1e-11);
	touch_free(&t);
}

// Along a given way, with a given rotation: the ball's distance tells the depth, and its place the direction.
START_TEST(contact_comes_along_its_way) {
	Touch t;
	HnPose p;
	touch_init(&t, 1, 1, 0.5); // diameters 2 and 1
	HnVec3 along = { 0.6, 0, 0.8 };
	HnMat3 r = hn_motion_axis_angle((HnVec3){ 0, 1, 0 }, 0.7);
	static const double depths[] = { 0, 0.1, -0.25 };
	for (int i = 0; i < 3; ++i) {
		ck_assert_int_eq(motion_contact(&p, &t.def, &r, along, depths[i]), HN_OK);
		ck_assert_mem_eq(&p.r, &r, sizeof r);
		HnVec3 from = vec3_sub(vec3_add(mat3_mul_vec(&p.r, t.balls.moving), p.t), t.balls.still);
		double away = t.balls.reach - depths[i]; // the smaller diameter is 1
		ck_assert_double_lt(distance(from, vec3_scale(along, away)), 1e-10);
	}
	t.balls.reach = -1; // never: the centres stand for the contact
	ck_assert_int_eq(motion_contact(&p, &t.def, &r, along, -0.5), HN_OK);
	ck_assert_double_lt(fabs(ball_distance(&t.balls, &p) - 0.5), 1e-10);
	t.balls.queries = 0, t.balls.fail_at = 3;
	ck_assert_int_eq(motion_contact(&p, &t.def, &r, along, 0), HN_ERR_NO_MEMORY);
	touch_free(&t);
}

START_TEST(touching_reports_what_is_wrong) {
	Touch t;
	HnPose p[20];
	touch_init(&t, 0, 1, 1);
	t.balls.reach = -1; // never
	ck_refused(hn_motion_touching(p, &t.def), HN_ERR_BAD_INPUT, "pose 1 of 20");
	t.balls.reach = 100; // always
	ck_assert_int_eq(hn_motion_touching(p, &t.def), HN_ERR_INVALID);
	t.balls.reach = 1;
	for (int64_t n = 1; n < 250; n += 7) { // marching and bisecting
		t.balls.queries = 0;
		t.balls.fail_at = n;
		ck_refused(hn_motion_touching(p, &t.def), HN_ERR_NO_MEMORY, "planted");
	}
	t.balls.fail_at = 0;
	t.def.count = 0;
	ck_assert_int_eq(hn_motion_touching(p, &t.def), HN_ERR_BAD_INPUT);
	t.def.count = 20;
	t.def.depth = -0.1;
	ck_assert_int_eq(hn_motion_touching(p, &t.def), HN_ERR_BAD_INPUT);
	t.def.depth = (double)NAN;
	ck_assert_int_eq(hn_motion_touching(p, &t.def), HN_ERR_BAD_INPUT);
	t.def.depth = 0;
	t.moving->triangle_count = 0;
	ck_assert_int_eq(hn_motion_touching(p, &t.def), HN_ERR_BAD_INPUT);
	t.moving->triangle_count = 8;
	touch_free(&t);
}

START_TEST(touching_of_two_points_ends) {
	Touch t;
	HnPose p[20];
	touch_init(&t, 0, 0, 0);
	ck_assert(hn_motion_touching(p, &t.def) <= HN_OK); // found or not: it returns
	touch_free(&t);
}

TEST_SUITE(motion, suite, tc) {
	tcase_add_test(tc, random_rotations_are_uniform);
	tcase_add_test(tc, random_directions_are_uniform);
	tcase_add_test(tc, axis_angle_turns_the_right_way);
	tcase_add_test(tc, line_meets_its_ends_exactly);
	tcase_add_test(tc, spin_keeps_its_axis);
	tcase_add_loop_test(tc, touching_finds_first_contact, 0, 5);
	tcase_add_test(tc, touching_pushes_in);
	tcase_add_test(tc, touching_sees_contacts_of_one_step);
	tcase_add_test(tc, contact_comes_along_its_way);
	tcase_add_test(tc, touching_reports_what_is_wrong);
	tcase_add_test(tc, touching_of_two_points_ends);
}
