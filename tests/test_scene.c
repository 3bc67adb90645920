// Scenes of bodies: they hold what they are made of, to the last bit, and a wrong def is refused by name.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "made.h"
#include "scene/body_meshes.h"
#include "scene_fixture.h"
#include "suite.h"

START_TEST(every_difference_changes_the_hash) {
	SceneFixture f;
	scene_fixture_init(&f, 1);
	HnScene *s = scene_made(&f.def);
	HnHash hash = s->hash;
	hn_scene_close(s);
	double *changes[] = { &f.still.t.x, &f.moving[STEPS - 1].t.z, &f.cube->xyz[5], &f.sheet->xyz[0],
		                  &f.frames[STEPS - 1][1][2] };
	for (size_t i = 0; i < sizeof changes / sizeof changes[0]; ++i) {
		double old = *changes[i];
		*changes[i] = nextafter(old, 10);
		s = scene_made(&f.def);
		ck_assert(!hn_hash_equal(&hash, &s->hash));
		hn_scene_close(s);
		*changes[i] = old;
	}
	scene_fixture_free(&f);
}

START_TEST(wrong_defs_are_refused_by_name) {
	SceneFixture f;
	scene_fixture_init(&f, 1);
	HnScene *s;
	size_t before = hn_mem_live_bytes();
#define REFUSED(change, undo, text)                                                                          \
	change;                                                                                                  \
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);                                         \
	ck_assert_msg(strstr(hn_error_text(), text) != NULL, "%s", hn_error_text());                             \
	ck_assert_uint_eq(hn_mem_live_bytes(), before);                                                          \
	undo
	HnPose old = f.moving[1];
	REFUSED(f.moving[1].t.y = (double)NAN, f.moving[1] = old, "body 2 of 3, step 2 of 3");
	REFUSED(f.moving[1].t.y = -(double)INFINITY, f.moving[1] = old, "body 2 of 3, step 2 of 3");
	REFUSED(f.moving[1].t.y = 0x1.8p200, f.moving[1] = old, "body 2 of 3, step 2 of 3");
	REFUSED(f.moving[1].r.m[2][2] = (double)NAN, f.moving[1] = old, "rotation");
	REFUSED(f.moving[1].r.m[2][2] += 1e-8, f.moving[1] = old, "rotation");
	REFUSED(for (int i = 0; i < 3; ++i) f.moving[1].r.m[0][i] *= -1, f.moving[1] = old, "rotation");
	REFUSED(f.def.body_count = 0, f.def.body_count = 3, "body");
	REFUSED(f.def.step_count = 0, f.def.step_count = STEPS, "step");
	REFUSED(f.def.step_count = 2, f.def.step_count = STEPS, "body 2 of 3 has 3 poses");
	REFUSED(f.cube->xyz[4] = (double)INFINITY, f.cube->xyz[4] = 0, "vertex 2");
	REFUSED(f.sheet->triangles[4] = 4, f.sheet->triangles[4] = 3, "triangle 2");
	REFUSED(f.sheet->triangles[4] = -1, f.sheet->triangles[4] = 3, "triangle 2");
	HnSceneFrames *frames = &f.bodies[1].frames, all = *frames;
	REFUSED(frames->count = 2, *frames = all, "body 2 of 3 deforms in 2 frames");
	REFUSED(frames->count = 0, *frames = all, "body 2 of 3 has 2 moved vertices in 0 frames");
	REFUSED(frames->count = -1, *frames = all, "body 2 of 3 deforms in -1 frames");
	REFUSED(frames->moved_count = 5, *frames = all, "5 moved vertices");
	REFUSED(frames->moved_count = -1, *frames = all, "-1 moved vertices");
	REFUSED(f.moved[1] = 1, f.moved[1] = 3, "body 2 of 3: moved vertex 2 is 1");
	REFUSED(f.moved[1] = 4, f.moved[1] = 3, "body 2 of 3: moved vertex 2 is 4");
	REFUSED(f.moved[0] = -1, f.moved[0] = 1, "body 2 of 3: moved vertex 1 is -1");
	REFUSED(f.frames[2][1][0] = (double)NAN, f.frames[2][1][0] = 0, "body 2 of 3, frame 3 of 3: vertex 4");
	REFUSED(f.frames[0][0][2] = 0x1.1p200, f.frames[0][0][2] = 0, "body 2 of 3, frame 1 of 3: vertex 2");
	REFUSED(f.frames[0][0][2] = 0x1p200, f.frames[0][0][2] = 0, "2^200"); // in range, what is placed is not
	REFUSED(f.moving[1].t.y = 0x1p200, f.moving[1] = old, "2^200");       // each in range, their distance not
#undef REFUSED
	hn_scene_close(scene_made(&f.def));
	ck_assert_int_eq(hn_scene_write(&f.def, "/nowhere/scene", NULL), HN_ERR_IO);
	scene_fixture_free(&f);
}

START_TEST(all_placed_coordinates_lie_below_the_scale) {
	Rng rng = rng_of(17, 0);
	for (int turn = 0; turn < 200; ++turn) {
		SceneFixture f;
		int32_t binary = (int32_t)rng_below(&rng, 390) - 195;
		scene_fixture_init(&f, ldexp(1, binary));
		for (int i = 0; i < STEPS; ++i) // bodies near and far, against their size
			f.moving[i].t = vec3_scale(f.moving[i].t, ldexp(1, -(int)rng_below(&rng, 9)));
		HnScene *s = scene_made(&f.def);
		double largest = 0;
		for (int32_t a = 0; a < 3; ++a)
			for (int32_t b = 0; b < 3; ++b)
				for (int32_t step = 0; step < STEPS; ++step) {
					const HnSceneMesh *m = scene_mesh(s, b);
					HnPose p = a == b ? hn_pose_identity() : scene_relative(s, a, b, step);
					for (int32_t v = 0; v < m->vertex_count; ++v) {
						HnVec3 x = pose_place(&p, scene_vertex(s, b, v, step));
						largest = fmax(largest, fmax(fabs(x.x), fmax(fabs(x.y), fabs(x.z))));
					}
				}
		double scaled = ldexp(largest, s->scale_exponent);
		ck_assert(scaled < 2 && scaled > 0.125); // a bound, and not a wild one
		hn_scene_close(s);
		scene_fixture_free(&f);
	}
}

// Step by step in any order, back at rest and on again: every vertex where its frame has it, and exactly
// those that are elsewhere than before are changed.
START_TEST(shapes_follow_the_frames) {
	SceneFixture f;
	scene_fixture_init(&f, 1);
	memcpy(f.frames[1][0], f.frames[0][0], sizeof f.frames[0][0]); // vertex 1 stays where it is for a step
	memcpy(f.frames[2][1], f.sheet->xyz + 9, sizeof f.frames[2][1]);
	HnScene *s = scene_made(&f.def);
	BodyMeshes shapes;
	ck_assert_int_eq(body_meshes_init(&shapes, s), HN_OK);
	static const int32_t steps[] = { 0, 1, 2, 0, 0, -1, 2, 1, -1, 1 };
	double before[12];
	memcpy(before, f.sheet->xyz, sizeof before);
	for (size_t i = 0; i < sizeof steps / sizeof steps[0]; ++i) {
		int64_t version = shapes.version;
		if (steps[i] < 0)
			body_meshes_rest(&shapes);
		else
			body_meshes_step(&shapes, steps[i]);
		ck_assert_int_eq(shapes.version, version + 1);
		const double *xyz = body_meshes_xyz(&shapes, 1);
		int32_t changed = 0;
		for (int32_t v = 0; v < 4; ++v) {
			HnVec3 x = steps[i] < 0 ? vec3_load(f.sheet->xyz + 3 * v) : scene_vertex(s, 1, v, steps[i]);
			ck_assert_mem_eq(xyz + 3 * v, &x, sizeof x);
			if (steps[i] < 0 || memcmp(before + 3 * v, &x, sizeof x) == 0) continue;
			ck_assert_int_lt(changed, shapes.bodies[1].changed_count);
			ck_assert_int_eq(f.moved[shapes.bodies[1].changed[changed++]], v);
		}
		ck_assert_int_eq(shapes.bodies[1].changed_count, changed);
		memcpy(before, xyz, sizeof before);
	}
	ck_assert_ptr_eq(body_meshes_xyz(&shapes, 0), scene_mesh(s, 0)->xyz);
	body_meshes_free(&shapes);
	hn_scene_close(s);
	f.bodies[1].frames.count = 1; // one frame for all steps
	s = scene_made(&f.def);
	HnVec3 x = scene_vertex(s, 1, 3, STEPS - 1);
	ck_assert_mem_eq(&x, f.frames[0][1], sizeof x);
	hn_scene_close(s);
	scene_fixture_free(&f);
}

// More than a scene takes is said before anything is read or allocated.
START_TEST(too_many_frames_are_refused) {
	enum { MANY = 1 << 20 };
	HnMesh *mesh = mesh_new(1000, 0);
	HnPose still = hn_pose_identity();
	double nothing = 0;
	int32_t none = 0;
	HnSceneDefBody bodies[2] = {
		{ .mesh = mesh, .poses = &still, .pose_count = 1 },
		{ .mesh = mesh, .poses = &still, .pose_count = 1, .frames = { MANY, 1000, &none, &nothing } }
	};
	HnScene *s;
	ck_assert_int_eq(
	    hn_scene_create(&s, &(HnSceneDef){ .bodies = bodies, .body_count = 2, .step_count = MANY }),
	    HN_ERR_BAD_INPUT);
	ck_assert_str_eq(hn_error_text(),
	                 "body 2 of 2: 1000 moved vertices in 1048576 frames take more than the 4 GiB "
	                 "allowed");
	hn_mesh_destroy(mesh);
}

START_TEST(zero_and_tiny_scenes) {
	HnMesh *point = mesh_new(1, 1), *none = mesh_new(0, 0);
	memset(point->triangles, 0, 12);
	double coordinates[] = { 0.0, -0.0, 0x1p-201, -0x1p-1074, 0x1p-200 };
	for (int i = 0; i < 5; ++i) {
		for (int k = 0; k < 3; ++k) point->xyz[k] = coordinates[i];
		HnPose still = hn_pose_identity();
		HnSceneDefBody bodies[] = { { .mesh = point, .poses = &still, .pose_count = 1 },
			                        { .mesh = none, .poses = &still, .pose_count = 1 } };
		HnSceneDef def = { .bodies = bodies, .body_count = 2, .step_count = 1 };
		HnScene *s = scene_made(&def);
		ck_assert_int_eq(s->scale_exponent, i == 4 ? 200 : 0); // sqrt(3) * 2^-200 comes into [1, 2)
		double stored = i == 4 ? 0x1p-200 : 0.0;
		ck_assert_mem_eq(&s->meshes[0].xyz[1], &stored, sizeof stored); // flushed, and never -0
		hn_scene_close(s);
	}
	hn_mesh_destroy(point);
	hn_mesh_destroy(none);
}

static HnSceneNode node_make(int32_t parent, int32_t body, const char *name) {
	HnSceneNode node = { .parent = parent, .body = body };
	snprintf(node.name, sizeof node.name, "%s", name);
	return node;
}

START_TEST(nodes_come_back) {
	SceneFixture f;
	scene_fixture_init(&f, 1);
	const HnSceneNode nodes[] = { node_make(-1, -1, "pump"), node_make(0, -1, "rotor"),
		                          node_make(1, 2, "shaft"), node_make(1, 0, "blade"),
		                          node_make(0, 1, "cover") };
	f.def.nodes = nodes, f.def.node_count = 5;
	HnScene *s;
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, NULL), HN_OK);
	ck_assert_int_eq(hn_scene_open(&s, f.path), HN_OK);
	check_equals_def(s, &f.def);
	ck_assert_int_eq(s->node_count, 5);
	ck_assert_mem_eq(s->nodes, nodes, sizeof nodes);
	hn_scene_close(s);
	scene_fixture_free(&f);
}

START_TEST(wrong_nodes_are_refused_by_number) {
	SceneFixture f;
	scene_fixture_init(&f, 1);
	HnSceneNode nodes[] = { node_make(-1, -1, "pump"), node_make(0, 0, "rotor") };
	const HnSceneNode wrong[] = { node_make(1, 0, "own child"), node_make(2, 0, "no such"),
		                          node_make(-2, 0, "x"),        node_make(0, 3, "no body"),
		                          node_make(0, -2, "x"),        node_make(0, 0, "") };
	HnScene *s;
	f.def.nodes = nodes, f.def.node_count = 2;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
		nodes[1] = wrong[i];
		ck_refused(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT, "node 2 of 2");
	}
	nodes[1] = node_make(0, 0, "after the end");
	nodes[1].name[50] = 'x';
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);
	memset(nodes[1].name, 'x', sizeof nodes[1].name);
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);
	nodes[0] = node_make(-1, 0, "a part"), nodes[1] = node_make(0, 1, "of a part");
	ck_refused(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT, "its parent is a part");
	nodes[1] = node_make(-1, 0, "the same");
	ck_refused(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT, "a part already");
	scene_fixture_free(&f);
}

static void refuse_def(const HnSceneDef *def, const char *what) {
	HnScene *scene = NULL;
	ck_refused(hn_scene_create(&scene, def), HN_ERR_BAD_INPUT, what);
}

// Fixed bodies come back; a scene without them has no byte that says so.
START_TEST(fixed_bodies_are_baked) {
	SceneFixture f;
	scene_fixture_init(&f, 1);
	HnScene *loose = scene_made(&f.def), *fixed = NULL;
	f.bodies[0].fixed = true;
	ck_assert_int_eq(hn_scene_write(&f.def, f.path, NULL), HN_OK);
	ck_assert_int_eq(hn_scene_open(&fixed, f.path), HN_OK);
	check_equals_def(fixed, &f.def);
	ck_assert(fixed->bodies[0].fixed && !fixed->bodies[1].fixed && !fixed->bodies[2].fixed);
	ck_assert(!loose->bodies[0].fixed && !hn_hash_equal(&loose->hash, &fixed->hash));
	ck_assert_uint_eq(fixed->map_size, loose->map_size + 64);
	ck_assert_int_eq(((const int32_t *)loose->map)[16], 0);
	char hex[HN_HASH_HEX_SIZE];
	hn_hash_to_hex(&loose->hash, hex);
	ck_assert_str_eq(hex, "4aa368d5837ed3880d9bc1a040b0255d");
	hn_scene_close(loose);
	hn_scene_close(fixed);
	f.bodies[2].fixed = true;
	refuse_def(&f.def, "body 3 of 3 is fixed, and moves");
	f.bodies[2].fixed = false, f.bodies[1].fixed = true, f.bodies[1].pose_count = 1;
	refuse_def(&f.def, "body 2 of 3 is fixed, and deforms");
	scene_fixture_free(&f);
}

TEST_SUITE(scene, suite, tc) {
	tcase_add_test(tc, every_difference_changes_the_hash);
	tcase_add_test(tc, wrong_defs_are_refused_by_name);
	tcase_add_test(tc, all_placed_coordinates_lie_below_the_scale);
	tcase_add_test(tc, shapes_follow_the_frames);
	tcase_add_test(tc, too_many_frames_are_refused);
	tcase_add_test(tc, zero_and_tiny_scenes);
	tcase_add_test(tc, nodes_come_back);
	tcase_add_test(tc, wrong_nodes_are_refused_by_number);
	tcase_add_test(tc, fixed_bodies_are_baked);
}
