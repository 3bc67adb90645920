// Broad phases before trees: the boxes of bodies miss no contact, however thin the margin that it needs;
// every phase reports the same pairs, pass after pass, and only those.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/param_part.h"
#include "broad/bodies.h"
#include "contacts.h"
#include "made.h"
#include "registry.h"
#include "scene/motion.h"
#include "suite.h"

// Parameters under which phases keep, split and spread as they seldom do. After them every phase by default.
static const char *const s_broads[] = {
	"sap(axes=3,swaps=1)",       "grid(side=0.5)",
	"hash(octaves=1)",           "octree(fmax=1,a=1,copies=16,box_test=true)",
	"kdtree(tile=2,patience=0)", "aabbtree(margin=0)",
	"aabbtree(rotate=false)",    "octree(fmax=1,a=1,copies=16)",
};
enum { BROADS = sizeof s_broads / sizeof s_broads[0], BODIES = 24, STEPS = 6 };

static const char *broad_of(int32_t index) {
	return index < BROADS ? s_broads[index] : hn_broad_name(index - BROADS);
}

static void params_with(char text[200], const char *more, int broad) {
	snprintf(text, 200, "%s%sbroad=%s", more, more[0] != '\0' ? " " : "", broad_of(broad));
}

// Margins
// ------------------------------------------------------------------------------------------------------

// A rotation as scenes take it: right angles up to 1e-9.
static HnMat3 skewed(Rng *rng) {
	HnMat3 r = motion_random_rotation(rng);
	for (int i = 0; i < 9; ++i) r.m[i / 3][i % 3] += rng_range(rng, -1.2e-10, 1.2e-10);
	return r;
}

// Two bodies that touch in one corner, both along the same axis at their ends, at a coordinate of that axis
// that is next to 0: there a float's own slack is none.
static HnScene *grazing_create(Rng *rng, HnMesh *meshes[2], double scale, HnVec3 far) {
	int axis = (int)rng_below(rng, 3);
	bool above = rng_below(rng, 2) == 0;
	HnPose a = { skewed(rng), far }, b = { skewed(rng), far };
	for (int m = 0; m < 2; ++m) {
		meshes[m] = mesh_new(3, 1);
		for (int k = 0; k < 3; ++k) meshes[m]->triangles[k] = k;
	}
	for (int k = 0; k < 3; ++k) { // of the second, seen along the scene's axes: one corner at 0, two beyond
		double p[3] = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
		p[axis] = k == 0 ? 0 : (above ? 1 : -1) * (0.1 + fabs(p[axis]));
		vec3_store(meshes[1]->xyz + 3 * k, mat3_tmul_vec(&b.r, vec3_scale(vec3_load(p), scale)));
	}
	HnPose relative = hn_pose_relative(&a, &b);
	HnVec3 corner = pose_place(&relative, vec3_load(meshes[1]->xyz));
	vec3_store(meshes[0]->xyz, corner);
	for (int k = 1; k < 3; ++k) {
		double p[3] = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
		p[axis] = (above ? -1 : 1) * (0.1 + fabs(p[axis]));
		vec3_store(meshes[0]->xyz + 3 * k, mat3_tmul_vec(&a.r, vec3_scale(vec3_load(p), scale)));
	}
	const HnMesh *const both[] = { meshes[0], meshes[1] };
	return scene_of(both, (HnPose *[2]){ &a, &b }, (int32_t[2]){ 1, 1 }, 2, 1);
}

static int64_t pairs_of(const HnScene *scene) {
	BodyMeshes shapes;
	BodyBroad front;
	ck_assert_int_eq(body_meshes_init(&shapes, scene), HN_OK);
	ck_assert_int_eq(body_broad_create(&front, "pairs", "", &shapes), HN_OK);
	ck_assert_int_eq(body_broad_step(&front, 0, NULL), HN_OK);
	int64_t count = front.pairs.count;
	body_broad_free(&front);
	body_meshes_free(&shapes);
	return count;
}

START_TEST(bodies_that_touch_have_boxes_that_meet) {
	static const double scales[] = { 1, 0x1p-180, 0x1p170, 1e-3 };
	int64_t touching = 0;
	for (uint64_t round = 0; round < 3000; ++round) {
		HnMesh *meshes[2];
		Rng rng = rng_of(1401, round);
		double scale = scales[round % 4], reach = round % 3 == 0 ? scale * 1e6 : 0;
		HnScene *scene = grazing_create(&rng, meshes, scale, (HnVec3){ reach, -reach, 3 * reach });
		if (counts_of(scene, "brute", "").contacts > 0) {
			touching += 1;
			ck_assert_msg(pairs_of(scene) == 1, "round %d: missed", (int)round);
			ck_assert_msg(counts_of(scene, "assembly", "").contacts == 1, "round %d: missed by surfaces",
			              (int)round);
		}
		hn_scene_close(scene);
		hn_mesh_destroy(meshes[0]);
		hn_mesh_destroy(meshes[1]);
	}
	ck_assert_int_gt(touching, 2900);
}

// A ball in a ring of others that turn, move and come back: exactly those whose boxes meet, by a double loop
// over boxes of all placed vertices, as far as these leave it open.
// apart: how far each is from the one before it, beside chance.
static HnScene *crowd_create(const HnMesh *mesh, double apart, Rng *rng) {
	static HnPose s_poses[BODIES][STEPS];
	HnSceneDefBody bodies[BODIES];
	for (int32_t b = 0; b < BODIES; ++b) {
		bodies[b] =
		    (HnSceneDefBody){ .mesh = mesh, .poses = s_poses[b], .pose_count = b % 3 == 0 ? 1 : STEPS };
		for (int32_t s = 0; s < STEPS; ++s) {
			double x = rng_range(rng, -4, 4) + apart * b, y = rng_range(rng, -4, 4);
			s_poses[b][s] = (HnPose){ motion_random_rotation(rng), { x, y, rng_range(rng, -4, 4) } };
		}
	}
	return scene_made(&(HnSceneDef){ .bodies = bodies, .body_count = BODIES, .step_count = STEPS });
}

// The least gap along an axis between the boxes of two bodies in the scene's frame; below 0: they overlap.
static double gap_of(const HnScene *scene, int32_t a, int32_t b, int32_t step) {
	double lo[2][3], hi[2][3], gap = -HUGE_VAL;
	for (int i = 0; i < 2; ++i) {
		const HnSceneMesh *mesh = scene_mesh(scene, i == 0 ? a : b);
		for (int k = 0; k < 3; ++k) lo[i][k] = HUGE_VAL, hi[i][k] = -HUGE_VAL;
		for (int32_t v = 0; v < mesh->vertex_count; ++v) {
			HnVec3 p =
			    pose_place(scene_pose(scene, i == 0 ? a : b, step), vec3_load(mesh->xyz + 3 * (int64_t)v));
			for (int k = 0; k < 3; ++k) {
				lo[i][k] = fmin(lo[i][k], vec3_get(p, k));
				hi[i][k] = fmax(hi[i][k], vec3_get(p, k));
			}
		}
	}
	for (int k = 0; k < 3; ++k) gap = fmax(gap, fmax(lo[0][k] - hi[1][k], lo[1][k] - hi[0][k]));
	return gap;
}

// The octree reports all that share a cube unless it is told to test their boxes.
static bool reports_others(const char *broad) {
	return strncmp(broad, "octree", 6) == 0 && strstr(broad, "box_test=true") == NULL;
}

static void check_step(const HnScene *scene, const BodyBroad *front, int32_t step, bool others) {
	const double slack = 1e-5; // floats of coordinates up to 16
	int64_t at = 0;
	for (int32_t a = 0; a < scene->body_count; ++a)
		for (int32_t b = a + 1; b < scene->body_count; ++b) {
			const HnBroadPairs *pairs = &front->pairs;
			bool reported = at < pairs->count && pairs->data[at].a == a && pairs->data[at].b == b;
			double gap = gap_of(scene, a, b, step);
			bool right = gap < 0 ? reported : gap <= slack || others || !reported;
			ck_assert_msg(right, "%d and %d: %g", a, b, gap);
			at += reported;
		}
	ck_assert_int_eq(at, front->pairs.count); // ascending, each once
}

START_TEST(exactly_the_pairs_whose_boxes_meet) {
	Rng rng = rng_of(1402, 0);
	HnMesh *mesh = bumpy_create(&rng, 7, false);
	HnScene *scene = crowd_create(mesh, 0, &rng);
	BodyMeshes shapes;
	BodyBroad front;
	ParamPart part;
	const Param param = { .name = "broad", .type = PARAM_PART, .more = &(ParamMore){ .part = broad_part } };
	ck_assert_int_eq(part_set(&param, &part, "test", broad_of(_i)), HN_OK);
	size_t before = hn_mem_live_bytes();
	ck_assert_int_eq(body_meshes_init(&shapes, scene), HN_OK);
	ck_assert_int_eq(body_broad_create(&front, hn_broad_name(part.kind - 1), part.params, &shapes), HN_OK);
	BroadCounts counts[3] = { 0 };
	for (int pass = 0; pass < 3; ++pass) {
		body_broad_begin(&front);
		for (int32_t step = 0; step < STEPS; ++step) {
			ck_assert_int_eq(body_broad_step(&front, step, &counts[pass]), HN_OK);
			check_step(scene, &front, step, reports_others(broad_of(_i)));
		}
		ck_assert(memcmp(&counts[0], &counts[pass], sizeof counts[0]) == 0);
	}
	ck_assert_int_gt(counts[0].pairs, 0);
	body_broad_free(&front);
	body_meshes_free(&shapes);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
}

// Trees behind them
// ------------------------------------------------------------------------------------------------------

START_TEST(trees_agree) {
	static const char *const trees[] = { "", "update=lazy leaf=2",
		                                 "volume=obb by=place update=layered roots=sphere", "by=rebuild",
		                                 "volume=fdh14 by=hull_drift" };
	char params[200];
	params_with(params, trees[_i % 5], _i);
	agree_on_soups("tree", params, 1403 + (uint64_t)_i, 8);
	params_with(params, trees[(_i + 1) % 5], _i);
	if (_i % 4 == 3) agree_on_surfaces("tree", params, 1420 + (uint64_t)_i);
}

// Every algorithm of pairs behind all of them.
START_TEST(any_algorithm_agrees) {
	for (int32_t broad = 0; broad_of(broad) != NULL; ++broad) {
		char params[200];
		params_with(params, "", broad);
		agree_on_soups(agree_algorithm(_i), params, 1440 + (uint64_t)broad, 2);
		agree_steady(agree_algorithm(_i), params);
		agree_interleaved(agree_algorithm(_i), params);
	}
}

START_TEST(nothing_grows_once_it_was_seen) {
	char params[200];
	params_with(params, "update=layered", _i);
	agree_steady("tree", params);
	if (_i % 2 == 0) agree_failed_allocations("aabb", params);
}

// Far apart nothing is walked or moved, and no pair has a tree.
START_TEST(what_is_apart_costs_nothing) {
	Rng rng = rng_of(1404, 0);
	HnMesh *mesh = bumpy_create(&rng, 12, false);
	HnScene *scene = crowd_create(mesh, 20, &rng);
	HnDetector with, without;
	HnContactBuffer out = { 0 };
	Counts found = { 0 };
	ck_assert_int_eq(hn_detector_create(&with, "aabb", scene, HN_QUERY_ALL, "broad=sap"), HN_OK);
	ck_assert_int_eq(hn_detector_create(&without, "aabb", scene, HN_QUERY_ALL, ""), HN_OK);
	for (int32_t s = 0; s < STEPS; ++s)
		ck_assert_int_eq(detector_step_counted(&with, s, &out, &found), HN_OK);
	ck_assert_int_eq(found.nb + found.np + found.nu + found.vertices_projected + found.broad_pairs, 0);
	for (int32_t s = 0; s < STEPS; ++s)
		ck_assert_int_eq(detector_step_counted(&without, s, &out, &found), HN_OK);
	ck_assert_uint_lt(4 * hn_detector_bytes(&with), hn_detector_bytes(&without));
	hn_detector_destroy(&with);
	hn_detector_destroy(&without);
	hn_contact_buffer_free(&out);
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
}

TEST_SUITE(bodies, suite, tc) {
	tcase_add_test(tc, bodies_that_touch_have_boxes_that_meet);
	tcase_add_test(tc, what_is_apart_costs_nothing);
	for (int32_t i = 0; broad_of(i) != NULL; ++i) {
		registry_add_case(suite, broad_of(i), exactly_the_pairs_whose_boxes_meet, i);
		registry_add_case(suite, broad_of(i), trees_agree, i);
		registry_add_case(suite, broad_of(i), nothing_grows_once_it_was_seen, i);
	}
	for (int32_t i = 0; agree_algorithm(i) != NULL; ++i)
		registry_add_case(suite, agree_algorithm(i), any_algorithm_agrees, i);
}
