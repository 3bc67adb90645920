// Bodies that become objects: each volume holds its body wherever it is; objects of bodies that touch meet;
// every broad phase finds the same pairs of them, in whatever order steps are asked for.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "broad/bake.h"
#include "broad/broad.h"
#include "bv/bv.h"
#include "cheap.h"
#include "contacts.h"
#include "made.h"
#include "mesh/shape.h"
#include "scene/motion.h"
#include "suite.h"

enum { BODIES = 24, STEPS = 5, MESHES = 4, DEFORMED = BODIES - 1 };

typedef struct Crowd {
	HnMesh *meshes[MESHES];
	HnPose poses[BODIES][STEPS];
	uint8_t present[BODIES][STEPS];
	int32_t moved[2];
	double frames[STEPS][6];
	HnSceneDefBody bodies[BODIES];
	HnSceneDef def;
} Crowd;

static void pose_draw(HnPose *pose, Rng *rng, HnVec3 far, double size) {
	pose->r = rng_below(rng, 2) == 0 ? mat3_identity() : motion_random_rotation(rng);
	for (int i = 0; i < 9; ++i) pose->r.m[i / 3][i % 3] += rng_range(rng, -1.2e-10, 1.2e-10);
	double to[3];
	for (int k = 0; k < 3; ++k) to[k] = rng_range(rng, 0, 3 * size);
	pose->t = vec3_add(far, vec3_load(to));
}

static void meshes_create(Crowd *crowd, Rng *rng, double size) {
	static const char *const s_shapes[][2] = { { "box", "" }, { "ball", "points=42" }, { "rod", "" } };
	for (int m = 0; m < 3; ++m) crowd->meshes[m] = shape_of(s_shapes[m][0], s_shapes[m][1]);
	crowd->meshes[3] = mesh_new(3, 1); // one point, far from its origin
	for (int k = 0; k < 9; ++k) crowd->meshes[3]->xyz[k] = k % 3 == 0 ? rng_double(rng) * 7 : 1;
	for (int k = 0; k < 9; ++k) crowd->meshes[3]->xyz[k] = crowd->meshes[3]->xyz[k % 3];
	for (int k = 0; k < 3; ++k) crowd->meshes[3]->triangles[k] = k;
	for (int m = 0; m < MESHES; ++m)
		for (int64_t i = 0; i < 3 * (int64_t)crowd->meshes[m]->vertex_count; ++i)
			crowd->meshes[m]->xyz[i] *= size;
}

// Bodies that move, stay, deform, come and go; far: where all of them are.
static void crowd_create(Crowd *crowd, Rng *rng, double size, double far) {
	HnVec3 at = { far, -far, far / 3 };
	meshes_create(crowd, rng, size);
	for (int b = 0; b < BODIES; ++b) {
		for (int s = 0; s < STEPS; ++s) {
			pose_draw(&crowd->poses[b][s], rng, at, size);
			if (b % 3 == 1) crowd->poses[b][s].r = crowd->poses[b][0].r;
			crowd->present[b][s] = rng_below(rng, 3) > 0;
		}
		crowd->bodies[b] = (HnSceneDefBody){ .mesh = crowd->meshes[b % MESHES],
			                                 .poses = crowd->poses[b],
			                                 .pose_count = b % 4 == 3 ? 1 : STEPS,
			                                 .present = b % 5 == 0 ? crowd->present[b] : NULL };
	}
	crowd->moved[0] = 0, crowd->moved[1] = 2;
	for (int i = 0; i < 6 * STEPS; ++i) crowd->frames[i / 6][i % 6] = rng_range(rng, -9, 9) * size;
	crowd->bodies[DEFORMED].frames = (HnSceneFrames){ STEPS, 2, crowd->moved, crowd->frames[0] };
	crowd->def = (HnSceneDef){ .bodies = crowd->bodies, .body_count = BODIES, .step_count = STEPS };
}

static void crowd_free(Crowd *crowd) {
	for (int m = 0; m < MESHES; ++m) hn_mesh_destroy(crowd->meshes[m]);
}

static bool is_there(const Crowd *crowd, int b, int s) {
	return crowd->bodies[b].present == NULL || crowd->present[b][s] != 0;
}

static HnVec3 vertex_at(const Crowd *crowd, int b, int32_t v, int s) {
	HnVec3 at = vec3_load(crowd->bodies[b].mesh->xyz + 3 * (int64_t)v);
	if (b == DEFORMED && v == 0) at = vec3_load(crowd->frames[s]);
	if (b == DEFORMED && v == 2) at = vec3_load(crowd->frames[s] + 3);
	const HnPose *pose = &crowd->poses[b][crowd->bodies[b].pose_count == 1 ? 0 : s];
	return vec3_add(mat3_mul_vec(&pose->r, at), pose->t);
}

static const void *volume_at(const HnSceneObjects *objects, int s, int b) {
	return (const char *)objects->volumes + ((size_t)s * BODIES + (size_t)b) * (size_t)objects->size;
}

// Containment
// ------------------------------------------------------------------------------------------------------

// The power of two that the boxes are times as large by: they fit closely.
static double scale_of(const Crowd *crowd) {
	HnSceneObjects boxes;
	double most = 0, found = 0;
	ck_assert_int_eq(objects_bake(&boxes, &crowd->def, "aabb"), HN_OK);
	for (int s = 0; s < STEPS; ++s)
		for (int b = 0; b < BODIES; ++b) {
			const Aabb *box = volume_at(&boxes, s, b);
			for (int k = 0; k < 3 && is_there(crowd, b, s); ++k) {
				found = fmax(found, fmax(fabs((double)box->lo[k]), fabs((double)box->hi[k])));
				for (int32_t v = 0; v < crowd->bodies[b].mesh->vertex_count; ++v)
					most = fmax(most, fabs(vec3_get(vertex_at(crowd, b, v, s), k)));
			}
		}
	objects_bake_free(&boxes, STEPS);
	int exponent;
	double part = frexp(found / most, &exponent);
	double scale = part < 0.75 ? ldexp(1, exponent - 1) : ldexp(1, exponent);
	ck_assert_double_ge(found, most * scale);
	ck_assert_double_le(found, most * scale * (1 + 0x1p-21));
	ck_assert(found > 0.25 && found <= 2);
	return scale;
}

static void check_held(const Crowd *crowd, const char *volume) {
	HnSceneObjects objects;
	BvSpace space = { .scale = scale_of(crowd) };
	const BvClass *bv = NULL;
	for (int32_t i = 0; bv_class(i) != NULL; ++i)
		if (strcmp(bv_class(i)->name, volume) == 0) bv = bv_class(i);
	ck_assert_int_eq(objects_bake(&objects, &crowd->def, volume), HN_OK);
	ck_assert_str_eq(objects.volume, volume);
	ck_assert_uint_eq((size_t)objects.size, bv->size);
	for (int s = 0; s < STEPS; ++s)
		for (int b = 0; b < BODIES; ++b) {
			cheap_assert_int_eq(objects.present[s * BODIES + b], is_there(crowd, b, s));
			for (int32_t v = 0; is_there(crowd, b, s) && v < crowd->bodies[b].mesh->vertex_count; ++v)
				cheap_assert_msg(bv->contains(volume_at(&objects, s, b), vertex_at(crowd, b, v, s), &space),
				                 "%s: body %d, step %d, vertex %d", volume, b, s, v);
		}
	objects_bake_free(&objects, STEPS);
}

START_TEST(volumes_hold_their_bodies) {
	static const double s_sizes[] = { 1, 0x1p-60, 0x1p150 }, s_fars[] = { 0, 1, 1e5 };
	size_t live = hn_mem_live_bytes();
	for (int i = 0; i < 9; ++i) {
		Crowd crowd = { 0 };
		Rng rng = rng_of(70, (uint64_t)i);
		crowd_create(&crowd, &rng, s_sizes[i / 3], s_fars[i % 3] * s_sizes[i / 3]);
		for (int32_t k = 0; hn_broad_volume_name(k) != NULL; ++k) check_held(&crowd, hn_broad_volume_name(k));
		crowd_free(&crowd);
	}
	ck_assert_uint_eq(hn_mem_live_bytes(), live);
}

// Pairs
// ------------------------------------------------------------------------------------------------------

static HnScene *objects_of(const HnSceneDef *def, const char *volume) {
	HnSceneObjects objects;
	ck_assert_int_eq(objects_bake(&objects, def, volume), HN_OK);
	HnSceneDef alone = { .step_count = def->step_count, .objects = objects };
	HnScene *scene = scene_made(&alone);
	objects_bake_free(&objects, def->step_count);
	return scene;
}

static bool has_pair(const HnContactBuffer *pairs, int32_t a, int32_t b) {
	for (int64_t i = 0; i < pairs->count; ++i)
		if (pairs->data[i].body_a == a && pairs->data[i].body_b == b) return true;
	return false;
}

START_TEST(objects_of_bodies_that_touch_meet) {
	const char *volume = hn_broad_volume_name(_i);
	int64_t touching = 0;
	for (int round = 0; round < 4; ++round) {
		Crowd crowd = { 0 };
		Rng rng = rng_of(71, (uint64_t)round);
		crowd_create(&crowd, &rng, 1, round % 2 == 0 ? 0 : 1e6);
		for (int b = 0; b < BODIES; ++b) crowd.bodies[b].present = NULL;
		HnScene *bodies = scene_made(&crowd.def), *objects = objects_of(&crowd.def, volume);
		HnDetector contacts, phase;
		detector_make(&contacts, "aabb", bodies, HN_QUERY_ALL, "");
		detector_make(&phase, "pairs", objects, HN_QUERY_BOXES, "");
		HnContactBuffer found = { 0 }, pairs = { 0 };
		for (int32_t s = 0; s < STEPS; ++s) {
			ck_assert_int_eq(hn_detector_step(&contacts, s, &found, NULL), HN_OK);
			ck_assert_int_eq(hn_detector_step(&phase, s, &pairs, NULL), HN_OK);
			for (int64_t i = 0; i < found.count; ++i)
				cheap_assert(has_pair(&pairs, found.data[i].body_a, found.data[i].body_b));
			touching += found.count;
		}
		hn_contact_buffer_free(&found), hn_contact_buffer_free(&pairs);
		hn_detector_destroy(&contacts), hn_detector_destroy(&phase);
		hn_scene_close(bodies), hn_scene_close(objects);
		crowd_free(&crowd);
	}
	ck_assert_int_gt(touching, 100);
}

static HnHash step_hash(HnDetector *detector, int32_t step, int64_t *counts) {
	HnContactBuffer pairs = { 0 };
	cheap_assert_msg(hn_detector_step(detector, step, &pairs, counts) == HN_OK, "%s", hn_error_text());
	HnHash hash = contacts_hash(&pairs, HN_QUERY_BOXES);
	hn_contact_buffer_free(&pairs);
	return hash;
}

static void check_phase(const HnScene *scene, const char *name, const HnHash right[STEPS]) {
	static const int32_t s_any[] = { 3, 3, 0, 4, 1, 2, 0 };
	int64_t counts[COUNT_FIELDS] = { 0 }, again[COUNT_FIELDS] = { 0 };
	HnDetector detector;
	detector_make(&detector, name, scene, HN_QUERY_BOXES, "");
	for (int pass = 0; pass < 3; ++pass) {
		hn_detector_begin(&detector);
		for (int32_t s = 0; s < STEPS; ++s) {
			HnHash hash = step_hash(&detector, s, pass == 0 ? counts : pass == 1 ? again : NULL);
			cheap_assert_msg(hn_hash_equal(&hash, &right[s]), "%s, pass %d, step %d", name, pass, s);
		}
	}
	ck_assert_mem_eq(counts, again, sizeof counts);
	for (size_t i = 0; i < sizeof s_any / sizeof s_any[0]; ++i) {
		HnHash hash = step_hash(&detector, s_any[i], NULL);
		cheap_assert_msg(hn_hash_equal(&hash, &right[s_any[i]]), "%s, step %d", name, s_any[i]);
	}
	// forwards and backwards, from any step on
	for (int32_t first = 0; first < STEPS; ++first)
		for (int32_t direction = -1; direction <= 1; direction += 2) {
			detector.class_->begin_at(detector.self, first, direction);
			for (int32_t s = first; s >= 0 && s < STEPS; s += direction) {
				HnHash hash = step_hash(&detector, s, NULL);
				cheap_assert_msg(hn_hash_equal(&hash, &right[s]), "%s, from %d by %d, step %d", name, first,
				                 direction, s);
			}
		}
	hn_detector_destroy(&detector);
}

START_TEST(every_broad_phase_finds_the_same_pairs) {
	Crowd crowd = { 0 };
	Rng rng = rng_of(72, 0);
	crowd_create(&crowd, &rng, 1, 10);
	HnScene *scene = objects_of(&crowd.def, hn_broad_volume_name(_i));
	HnHash right[STEPS];
	int64_t counts[COUNT_FIELDS] = { 0 };
	HnDetector oracle;
	detector_make(&oracle, detect_oracle(HN_QUERY_BOXES), scene, HN_QUERY_BOXES, "");
	for (int32_t s = 0; s < STEPS; ++s) right[s] = step_hash(&oracle, s, counts);
	hn_detector_destroy(&oracle);
	ck_assert_int_gt(counts[COUNT_INDEX_broad_pairs], 100);
	ck_assert_int_eq(counts[COUNT_INDEX_broad_pairs], counts[COUNT_INDEX_contacts]);
	for (int32_t i = 0; hn_broad_name(i) != NULL; ++i) check_phase(scene, hn_broad_name(i), right);
	hn_scene_close(scene);
	crowd_free(&crowd);
}

// Errors
// ------------------------------------------------------------------------------------------------------

static void check_refused(const HnSceneDef *def, const char *volume, const char *text) {
	HnSceneObjects objects;
	ck_assert_int_lt(objects_bake(&objects, def, volume), 0);
	ck_assert_msg(strstr(hn_error_text(), text) != NULL, "'%s' does not say '%s'", hn_error_text(), text);
	ck_assert_ptr_null(objects.volumes);
}

START_TEST(refuses_what_is_no_scene) {
	Crowd crowd = { 0 };
	Rng rng = rng_of(73, 0);
	crowd_create(&crowd, &rng, 1, 0);
	check_refused(&crowd.def, "sfere", "unknown object volume 'sfere'; did you mean 'sphere'?");
	check_refused(&(HnSceneDef){ .step_count = 1 }, "aabb", "at least one body");
	check_refused(&(HnSceneDef){ .bodies = crowd.bodies, .body_count = 1 }, "aabb", "at least one step");
	HnPose before = crowd.poses[5][2];
	crowd.poses[5][2].t.y = (double)NAN;
	crowd.present[5][2] = 0; // nobody asks where it is not
	HnSceneObjects objects;
	ck_assert_int_eq(objects_bake(&objects, &crowd.def, "obb"), HN_OK);
	objects_bake_free(&objects, STEPS);
	crowd.present[5][2] = 1;
	check_refused(&crowd.def, "obb", "body 6 of 24, step 3 of 5: its position is not finite");
	crowd.poses[5][2] = before;
	crowd.present[5][2] = 2;
	check_refused(&crowd.def, "obb", "body 6 of 24 is neither there nor not");
	crowd.present[5][2] = 1;
	before = crowd.poses[15][0]; // its only one, of the steps to come too
	crowd.poses[15][0].t.y = (double)NAN;
	crowd.present[15][0] = 0, crowd.present[15][1] = 1;
	check_refused(&crowd.def, "aabb", "body 16 of 24, step 1 of 5: its position is not finite");
	crowd.poses[15][0] = before;
	const int32_t moved = 0;
	const double nowhere[] = { 0, (double)NAN, 0 };
	HnSceneFrames frames = crowd.bodies[3].frames;
	crowd.bodies[3].frames = (HnSceneFrames){ 1, 1, &moved, nowhere };
	check_refused(&crowd.def, "aabb", "body 4 of 24 deforms to where coordinates are not finite");
	crowd.bodies[3].frames = frames;
	crowd.bodies[2].pose_count = 3;
	check_refused(&crowd.def, "aabb", "body 3 of 24 has 3 poses");
	crowd_free(&crowd);
}

START_TEST(without_memory_nothing_is_left) {
	Crowd crowd = { 0 };
	Rng rng = rng_of(74, 0);
	crowd_create(&crowd, &rng, 1, 0);
	size_t live = hn_mem_live_bytes();
	int64_t failures = 0;
	for (int32_t status = HN_ERR_NO_MEMORY; status == HN_ERR_NO_MEMORY; ++failures) {
		HnSceneObjects objects;
		mem_fail_at(mem_allocation_count() + 1 + failures);
		status = objects_bake(&objects, &crowd.def, hn_broad_volume_name(_i));
		mem_fail_at(0);
		if (status == HN_OK) objects_bake_free(&objects, STEPS);
		ck_assert_uint_eq(hn_mem_live_bytes(), live);
	}
	ck_assert_int_gt(failures, 5);
	crowd_free(&crowd);
}

TEST_SUITE(bake, suite, tc) {
	int32_t volumes = 0;
	while (hn_broad_volume_name(volumes) != NULL) volumes += 1;
	tcase_add_test(tc, volumes_hold_their_bodies);
	tcase_add_loop_test(tc, objects_of_bodies_that_touch_meet, 0, volumes);
	tcase_add_loop_test(tc, every_broad_phase_finds_the_same_pairs, 0, volumes);
	tcase_add_test(tc, refuses_what_is_no_scene);
	tcase_add_loop_test(tc, without_memory_nothing_is_left, 0, volumes);
}
