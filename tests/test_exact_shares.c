// Which share of the pairs of triangles the filter decides: on teapots in near contact and on stacks of
// boxes. With EXACT_SHARES=1 the table of docs/explanation/exactness.md is printed.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/mem.h"
#include "detect/detect.h"
#include "exact/tri_tri.h"
#include "made.h"
#include "mesh/teapot.h"
#include "scene/motion.h"
#include "suite.h"

#ifdef SANITIZED
enum { TEAPOT_FACES = 300, STACK = 2 };
#else
enum { TEAPOT_FACES = 2124, STACK = 6 };
#endif

typedef struct Share {
	int64_t pairs;       // tested
	int64_t near;        // of these, pairs whose boxes overlap
	int64_t meet, exact; // contacts; pairs that entered the exact path
	int64_t orients;     // determinants that were decided exactly
} Share;

static bool boxes_overlap(const Triangle *a, const Triangle *b) {
	HnVec3 a_lo = vec3_min(vec3_min(a->p[0], a->p[1]), a->p[2]),
	       a_hi = vec3_max(vec3_max(a->p[0], a->p[1]), a->p[2]);
	HnVec3 b_lo = vec3_min(vec3_min(b->p[0], b->p[1]), b->p[2]),
	       b_hi = vec3_max(vec3_max(b->p[0], b->p[1]), b->p[2]);
	for (int i = 0; i < 3; ++i)
		if (vec3_get(a_lo, i) > vec3_get(b_hi, i) || vec3_get(b_lo, i) > vec3_get(a_hi, i)) return false;
	return true;
}

static void share_add(Share *share, const Triangle *a, const Triangle *b) {
	ExactStats before = exact_stats;
	share->pairs += 1;
	share->meet += tri_tri_meet(a, b);
	share->exact += exact_stats.tri_tri_exact - before.tri_tri_exact;
	share->orients += exact_stats.exact_orient3d - before.exact_orient3d;
	share->orients += exact_stats.exact_orient2d - before.exact_orient2d;
	share->near += boxes_overlap(a, b);
}

static void share_print(const char *name, const Share *share) {
	if (getenv("EXACT_SHARES") == NULL) return;
	double exact = (double)share->exact, orients = exact > 0.0 ? (double)share->orients / exact : 0.0;
	printf("| %s | %lld | %lld | %lld | %lld | %.2f %% | %.3f %% | %.2f |\n", name, (long long)share->pairs,
	       (long long)share->near, (long long)share->meet, (long long)share->exact,
	       100.0 * (1.0 - exact / (double)share->near), 100.0 * (1.0 - exact / (double)share->pairs),
	       orients);
}

static Triangle mesh_triangle(const HnMesh *mesh, int32_t index, const HnPose *pose) {
	Triangle t;
	for (int k = 0; k < 3; ++k)
		t.p[k] =
		    pose_place(pose, vec3_load(mesh->xyz + 3 * (int64_t)mesh->triangles[3 * (int64_t)index + k]));
	return t;
}

static Share teapot_share(const HnMesh *mesh, const HnPose *poses, int count) {
	Share share = { 0 };
	HnPose rest = hn_pose_identity();
	for (int step = 0; step < count; ++step)
		for (int32_t i = 0; i < mesh->triangle_count; ++i) {
			Triangle a = mesh_triangle(mesh, i, &rest);
			for (int32_t j = 0; j < mesh->triangle_count; ++j) {
				Triangle b = mesh_triangle(mesh, j, &poses[step]);
				if (boxes_overlap(&a, &b))
					share_add(&share, &a, &b);
				else
					share.pairs += 1;
			}
		}
	return share;
}

START_TEST(teapots_in_near_contact_need_little_exact_arithmetic) {
	enum { POSES = 6 };
	HnTouchQuery *query;
	HnPose poses[POSES];
	HnMesh *mesh = teapot_of(TEAPOT_FACES);
	ck_assert_int_eq(hn_touch_query_create(&query, mesh, mesh), HN_OK);
	static const double depths[] = { 0.0, 0.02 };
	static const char *const names[] = { "teapots, first contact", "teapots, pushed in by 2 %" };
	for (int i = 0; i < 2; ++i) {
		HnTouchingDef def = { .still = mesh, .moving = mesh, .count = POSES, .seed = 1, .depth = depths[i] };
		def.query = hn_touch_query_hit, def.context = query;
		ck_assert_int_eq(hn_motion_touching(poses, &def), HN_OK);
		Share share = teapot_share(mesh, poses, POSES);
		share_print(names[i], &share);
		ck_assert_int_gt(share.near, 0);
		ck_assert_int_gt(share.meet, 0);
		ck_assert_msg(share.exact * 10 <= share.near, "the filter decides less than 90 %%");
	}
	hn_touch_query_destroy(query);
	hn_mesh_destroy(mesh);
}

// Triangles of box number (x, y, z) of a stack: unit boxes times size, side by side.
static void box_triangles(Triangle out[12], int x, int y, int z, double size, const HnPose *pose) {
	static const int faces[12][3] = { { 0, 3, 1 }, { 0, 2, 3 }, { 4, 5, 7 }, { 4, 7, 6 },
		                              { 0, 1, 5 }, { 0, 5, 4 }, { 2, 6, 7 }, { 2, 7, 3 },
		                              { 0, 4, 6 }, { 0, 6, 2 }, { 1, 3, 7 }, { 1, 7, 5 } };
	for (int i = 0; i < 12; ++i)
		for (int k = 0; k < 3; ++k) {
			int corner = faces[i][k];
			HnVec3 v = { x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2) };
			out[i].p[k] = pose_place(pose, vec3_scale(v, size));
		}
}

// Every box against every other: neighbours share faces, edges and corners.
static Share stack_share(double size, const HnPose *pose) {
	enum { BOXES = STACK * STACK * STACK };
	size_t bytes = mem_array_size(12 * BOXES, sizeof(Triangle));
	Triangle *t = mem_alloc(bytes);
	ck_assert_ptr_nonnull(t);
	for (int i = 0; i < BOXES; ++i)
		box_triangles(t + 12 * (ptrdiff_t)i, i % STACK, i / STACK % STACK, i / STACK / STACK, size, pose);
	Share share = { 0 };
	for (int i = 0; i < 12 * BOXES; ++i)
		for (int j = (i / 12 + 1) * 12; j < 12 * BOXES; ++j) {
			if (boxes_overlap(&t[i], &t[j]))
				share_add(&share, &t[i], &t[j]);
			else
				share.pairs += 1;
		}
	mem_free(t, bytes);
	return share;
}

START_TEST(stacked_boxes_meet_the_same_in_every_frame) {
	HnPose rest = hn_pose_identity(), turned = rest;
	turned.r = hn_motion_axis_angle((HnVec3){ 0.6, 0.0, 0.8 }, 0.7);
	turned.t = (HnVec3){ 10, -3, 0.5 };
	Share whole = stack_share(1.0, &rest), tenth = stack_share(0.1, &rest), askew = stack_share(0.1, &turned);
	share_print("boxes of size 1, along the axes", &whole);
	share_print("boxes of size 0.1, along the axes", &tenth);
	share_print("boxes of size 0.1, turned", &askew);
	// neighbours have the very same corners in every frame, and every triangle that touches has one of them
	ck_assert_int_gt(whole.meet, 0);
	ck_assert_int_eq(whole.meet, tenth.meet);
	ck_assert_int_eq(whole.meet, askew.meet);
	ck_assert_int_gt(askew.exact, 0);
}

TEST_SUITE(exact_shares, suite, tc) {
	tcase_add_test(tc, teapots_in_near_contact_need_little_exact_arithmetic);
	tcase_add_test(tc, stacked_boxes_meet_the_same_in_every_frame);
}
