// What callers of the library give wrongly, and no caller inside ever does.
#include <check.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "made.h"
#include "suite.h"

#define REFUSED(call, word) ck_refused(call, HN_ERR_BAD_INPUT, word)

START_TEST(texts_that_are_null) {
	const size_t before = hn_mem_live_bytes();
	HnMesh *mesh = NULL;
	HnScene *scene = NULL;
	HnDetector detector;
	HnBroadPhase *phase = NULL;
	bool yes;
	const HnPose still = hn_pose_identity();
	REFUSED(hn_shape_create(&mesh, NULL, ""), "a shape is NULL");
	REFUSED(hn_shape_create(&mesh, "sphere", NULL), "parameters are NULL");
	REFUSED(hn_mesh_read(&mesh, NULL, 1, NULL, NULL), "a model is NULL");
	mesh = teapot_of(HN_TEAPOT_MIN_FACES);
	REFUSED(hn_mesh_write(mesh, NULL), "a model is NULL");
	const HnSceneDefBody body = { .mesh = mesh, .poses = &still, .pose_count = 1 };
	const HnSceneDef def = { .bodies = &body, .body_count = 1, .step_count = 1 };
	REFUSED(hn_scene_open(&scene, NULL), "a scene is NULL");
	REFUSED(hn_scene_write(&def, NULL, NULL), "a scene is NULL");
	REFUSED(hn_scene_create_objects(&scene, &def, NULL), "volume is NULL");
	scene = scene_made(&def);
	// what is not found may be handed on
	const HnDetectClass *none = hn_detect_find(NULL);
	char text[100];
	ck_assert(none == NULL && hn_detect_name(none) == NULL && hn_detect_about(none) == NULL);
	ck_assert(hn_detect_source(none) == NULL && hn_detect_param_name(none, 0) == NULL &&
	          !hn_detect_is_broad(none));
	ck_assert_ptr_null(hn_detect_param_about(none, 0));
	REFUSED(hn_detect_param_allowed(none, 0, text, sizeof text), "an algorithm is NULL");
	REFUSED(hn_detect_param_default(none, 0, text, sizeof text), "an algorithm is NULL");
	REFUSED(hn_detect_conservative(&yes, none, ""), "an algorithm is NULL");
	REFUSED(hn_detect_unsound(&yes, none, ""), "an algorithm is NULL");
	REFUSED(hn_detector_create(&detector, NULL, scene, HN_QUERY_ALL, ""), "an algorithm is NULL");
	REFUSED(hn_detector_create(&detector, "aabb", scene, HN_QUERY_ALL, NULL), "parameters are NULL");
	REFUSED(hn_detector_create(&detector, "aabb", NULL, HN_QUERY_ALL, ""), "scene of a detector is NULL");
	hn_detector_destroy(&detector); // all zero
	hn_detector_destroy(NULL);
	// every class whose answer depends on its parameters
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		int32_t status = hn_detect_conservative(&yes, hn_detect_at(i), NULL);
		ck_assert(status == HN_OK || status == HN_ERR_BAD_INPUT);
		status = hn_detect_unsound(&yes, hn_detect_at(i), NULL);
		ck_assert(status == HN_OK || status == HN_ERR_BAD_INPUT);
	}
	REFUSED(hn_broad_phase_create(&phase, NULL, "aabb", ""), "a broad phase is NULL");
	REFUSED(hn_broad_phase_create(&phase, "sap", NULL, ""), "volume is NULL");
	REFUSED(hn_broad_phase_create(&phase, "sap", "aabb", NULL), "parameters are NULL");
	ck_assert_ptr_null(phase);
	ck_assert_int_eq(hn_broad_volume_floats(NULL), 0);
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
}

// centre, axes, half sides, radius; two long boxes that meet at their ends
enum { OBB_FLOATS = 16 };
#define BOX(x, b)                                                                                            \
	{ x, 0, 0, 1, b, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 2 }

START_TEST(skew_boxes_are_refused) {
	HnBroadPhase *phase;
	HnBroadPairs pairs = { 0 };
	float boxes[3][OBB_FLOATS] = { BOX(0, 0), BOX(1, 0), BOX(2, 0.001F) };
	ck_assert_int_eq(hn_broad_phase_create(&phase, "pairs", "obb", ""), HN_OK);
	REFUSED(hn_broad_phase_place(phase, 5, 3, &boxes[0][0]), "object 7: the axes of its obb");
	// those before it are placed
	ck_assert_int_eq(hn_broad_phase_update(phase), HN_OK);
	ck_assert_int_eq(hn_broad_phase_build(phase), HN_OK);
	ck_assert_int_eq(hn_broad_phase_query(phase, &pairs, NULL), HN_OK);
	ck_assert_int_eq(pairs.count, 1);
	ck_assert(pairs.data[0].a == 5 && pairs.data[0].b == 6);
	// an axis too long; one that is none
	float longer[OBB_FLOATS] = BOX(0, 0), none[OBB_FLOATS] = BOX(0, 0);
	longer[3] = 1.001F;
	none[3] = 0;
	REFUSED(hn_broad_phase_place(phase, 0, 1, longer), "object 0: the axes");
	REFUSED(hn_broad_phase_place(phase, 0, 1, none), "object 0: the axes");
	hn_broad_pairs_free(&pairs);
	hn_broad_phase_destroy(phase);
}

// The floats next to any rotation are good enough.
// Pairs that a phase keeps, where boxes rest, and the others: together those of a query that copies all.
START_TEST(pairs_that_are_kept_and_others) {
	enum { BOXES = 400 };
	HnBroadPhase *phase;
	HnBroadPairs all = { 0 }, out = { 0 };
	const HnBroadPair *kept = NULL;
	int64_t count = 0;
	ck_assert_int_eq(hn_broad_phase_create(&phase, "kdtree", "aabb", ""), HN_OK);
	for (int step = 0; step < 6; ++step) {
		for (int i = 0; i < BOXES && (step == 0 || i < 9); ++i) {
			float x = (float)(i % 20), y = (float)i / 20, by = 0.1F * (float)step;
			const float box[6] = { x + by, y, 0, x + by + 1.25F, y + 1.25F, 1 };
			ck_assert_int_eq(hn_broad_phase_place(phase, i, 1, box), HN_OK);
		}
		ck_assert_int_eq(hn_broad_phase_update(phase), HN_OK);
		ck_assert_int_eq(hn_broad_phase_build(phase), HN_OK);
		ck_assert_int_eq(hn_broad_phase_query(phase, &all, NULL), HN_OK);
		ck_assert_int_eq(hn_broad_phase_query_apart(phase, &kept, &count, &out, NULL), HN_OK);
		ck_assert_int_eq(count + out.count, all.count);
		ck_assert(count == 0 || memcmp(kept, all.data, (size_t)count * sizeof *kept) == 0);
		ck_assert_mem_eq(out.data, all.data + count, (size_t)out.count * sizeof *out.data);
	}
	ck_assert_int_gt(count, 0);
	ck_assert_int_gt(out.count, 0);
	hn_broad_pairs_free(&all);
	hn_broad_pairs_free(&out);
	hn_broad_phase_destroy(phase);
}

START_TEST(rounded_boxes_are_placed) {
	HnBroadPhase *phase;
	ck_assert_int_eq(hn_broad_phase_create(&phase, "pairs", "obb", ""), HN_OK);
	for (int32_t i = 0; i < 5000; ++i) {
		HnQuaternion q = { 1 + i % 7, i % 11 - 5, i % 13 - 6.5, i % 17 - 8 + i * 1e-4 };
		ck_assert(hn_quaternion_normalize(&q));
		const double w = q.w, x = q.x, y = q.y, z = q.z;
		const double r[9] = { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
			                  2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
			                  2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y) };
		float box[OBB_FLOATS] = BOX(0, 0);
		for (int k = 0; k < 9; ++k) box[3 + k] = (float)r[k];
		ck_assert_msg(hn_broad_phase_place(phase, i, 1, box) == HN_OK, "%s", hn_error_text());
	}
	hn_broad_phase_destroy(phase);
}

// Nothing is there to touch, with vertices or without.
START_TEST(meshes_without_triangles_touch_nothing) {
	const HnPose pose = hn_pose_identity();
	HnMesh *box = shape_of("box", "");
	for (int32_t vertices = 0; vertices < 2; ++vertices) {
		HnTouchQuery *query = NULL;
		HnMesh *bare = mesh_new(vertices, 0);
		for (int32_t i = 0; i < 3 * vertices; ++i) bare->xyz[i] = 0;
		ck_assert_int_eq(hn_touch_query_create(&query, box, bare), HN_OK);
		ck_assert_int_eq(hn_touch_query_hit(query, &pose), 0);
		hn_touch_query_destroy(query);
		ck_assert_int_eq(hn_touch_query_create(&query, bare, box), HN_OK);
		ck_assert_int_eq(hn_touch_query_hit(query, &pose), 0);
		hn_touch_query_destroy(query);
		hn_mesh_destroy(bare);
	}
	hn_mesh_destroy(box);
}

TEST_SUITE(api, suite, tc) {
	tcase_add_test(tc, texts_that_are_null);
	tcase_add_test(tc, skew_boxes_are_refused);
	tcase_add_test(tc, rounded_boxes_are_placed);
	tcase_add_test(tc, meshes_without_triangles_touch_nothing);
	tcase_add_test(tc, pairs_that_are_kept_and_others);
}
