// The line of the query approach: its ends exact, places even, and every algorithm sees the body where it was
// put.
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "detect/detect.h"
#include "made.h"
#include "mesh/teapot.h"
#include "registry.h"
#include "scene/line.h"
#include "scene/motion.h"
#include "suite.h"

static HnScene *bake(const HnMesh *mesh, const HnPose *poses, int32_t count, const HnPose *others,
                     int32_t steps) {
	HnPose still = hn_pose_identity();
	HnSceneDefBody bodies[2] = {
		{ .mesh = mesh, .poses = others != NULL ? others : &still, .pose_count = others != NULL ? steps : 1 },
		{ .mesh = mesh, .poses = poses, .pose_count = count }
	};
	return scene_made(&(HnSceneDef){ .bodies = bodies, .body_count = 2, .step_count = steps });
}

START_TEST(places_are_even_and_ends_exact) {
	HnMesh *mesh = teapot_of(150);
	Rng rng = rng_of(1, 0);
	for (int round = 0; round < 50; ++round) {
		HnMat3 r = motion_random_rotation(&rng);
		HnPose poses[2] = { { r, vec3_scale(motion_random_direction(&rng), 10) },
			                { r, vec3_scale(motion_random_direction(&rng), 1e-3) } };
		HnScene *scene = bake(mesh, poses, 2, NULL, 2);
		SceneLine *line = NULL;
		ck_assert_int_eq(scene_line_create(&line, scene), HN_OK);
		double way = 0;
		for (int32_t part = 0; part <= SCENE_LINE_PARTS; part += SCENE_LINE_PARTS / 64) {
			scene_line_set(line, part);
			const HnPose *at = scene_pose(&line->view, 1, 0);
			ck_assert_mem_eq(at, scene_pose(&line->view, 1, 1), sizeof *at);
			ck_assert_mem_eq(&at->r, &r, sizeof r);
			way = vec3_length(vec3_sub(at->t, poses[0].t));
			ck_assert_double_lt(fabs(way - scene_line_distance(line, part)), 1e-14);
			if (part == 0) ck_assert_mem_eq(at, &poses[0], sizeof *at);
		}
		ck_assert_mem_eq(scene_pose(&line->view, 1, 0), &poses[1], sizeof(HnPose));
		ck_assert_double_lt(fabs(way - line->length), 1e-14);
		scene_line_destroy(line);
		hn_scene_close(scene);
	}
	hn_mesh_destroy(mesh);
	ck_assert_uint_eq(hn_mem_live_bytes(), 0);
}

static void refuse(const HnScene *scene, const char *part) {
	SceneLine *line = NULL;
	ck_refused(scene_line_create(&line, scene), HN_ERR_BAD_INPUT, part);
}

START_TEST(what_is_no_line_is_refused) {
	HnMesh *mesh = teapot_of(150);
	HnPose poses[3] = { hn_pose_identity(), hn_pose_identity(), hn_pose_identity() };
	poses[1].t.x = 1;
	HnScene *scenes[5] = { bake(mesh, poses, 3, NULL, 3), bake(mesh, poses, 1, NULL, 2),
		                   bake(mesh, poses, 2, poses, 2) };
	poses[1].r = hn_motion_axis_angle((HnVec3){ 0, 0, 1 }, 1e-9);
	scenes[3] = bake(mesh, poses, 2, NULL, 2);
	poses[1] = poses[0];
	scenes[4] = bake(mesh, poses, 2, NULL, 2);
	static const char *const parts[5] = { "1 moves, over 3 steps", "0 move, over 2 steps",
		                                  "2 move, over 2 steps", "body 2 has two rotations",
		                                  "to the same place" };
	for (int i = 0; i < 5; ++i) {
		refuse(scenes[i], parts[i]);
		hn_scene_close(scenes[i]);
	}
	hn_mesh_destroy(mesh);
}

// A detector on the line's view answers as a fresh one on a scene with that place: nothing of a place that
// was asked about before stays behind, whatever the order.
START_TEST(answers_depend_on_the_place_alone) {
	const HnDetectClass *class = hn_detect_at(_i);
	if (class->planted || class->objects) return;
	HnMesh *mesh = teapot_of(150);
	HnPose poses[2];
	ck_assert_int_eq(motion_approach(poses, mesh, mesh, 4, 0), HN_OK);
	HnScene *scene = bake(mesh, poses, 2, NULL, 2);
	SceneLine *line = NULL;
	HnDetector moved, fresh;
	ck_assert_int_eq(scene_line_create(&line, scene), HN_OK);
	ck_assert_int_eq(hn_detector_create(&moved, class->name, &line->view, HN_QUERY_FIRST, ""), HN_OK);
	Rng rng = rng_of(2, 0);
	HnContactBuffer out = { 0 };
	int32_t hits = 0;
	for (int round = 0; round < 60; ++round) {
		scene_line_set(line, (int32_t)rng_below(&rng, SCENE_LINE_PARTS + 1));
		Counts again = { 0 }, alone = { 0 };
		hn_detector_begin(&moved);
		ck_assert_int_eq(detector_step_counted(&moved, 0, &out, &again), HN_OK);
		bool hit = out.count > 0;
		hits += hit;
		ck_assert_int_eq(hn_detector_create(&fresh, class->name, &line->view, HN_QUERY_FIRST, ""), HN_OK);
		hn_detector_begin(&fresh);
		ck_assert_int_eq(detector_step_counted(&fresh, 0, &out, &alone), HN_OK);
		ck_assert_msg(hit == (out.count > 0), "%s: round %d", class->name, round);
		ck_assert_mem_eq(&again, &alone, sizeof again);
		hn_detector_destroy(&fresh);
	}
	ck_assert(hits > 5 && hits < 55);
	hn_contact_buffer_free(&out);
	hn_detector_destroy(&moved);
	scene_line_destroy(line);
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
}

TEST_SUITE(line, suite, tc) {
	tcase_add_test(tc, places_are_even_and_ends_exact);
	tcase_add_test(tc, what_is_no_line_is_refused);
	for (int32_t i = 0; i < hn_detect_count(); ++i)
		registry_add_case(suite, hn_detect_at(i)->name, answers_depend_on_the_place_alone, i);
}
