// What callers of the library give wrongly, and no caller inside ever does.
#include <check.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

#define REFUSED(call, word)                                                                                  \
	do {                                                                                                     \
		ck_assert_int_eq(call, ERR_BAD_INPUT);                                                               \
		ck_assert_msg(strstr(error_text(), word) != NULL, "%s", error_text());                               \
	} while (0)

START_TEST(texts_that_are_null) {
	const size_t before = mem_live_bytes();
	Mesh *mesh = NULL;
	Scene *scene = NULL;
	Detector detector;
	BroadPhase *phase = NULL;
	bool yes;
	const Pose still = pose_identity();
	REFUSED(shape_create(&mesh, NULL, ""), "a shape is NULL");
	REFUSED(shape_create(&mesh, "sphere", NULL), "parameters are NULL");
	REFUSED(mesh_read(&mesh, NULL, 1, NULL, NULL), "a model is NULL");
	ck_assert_int_eq(teapot_create(&mesh, TEAPOT_MIN_FACES), ERR_OK);
	REFUSED(mesh_write(mesh, NULL), "a model is NULL");
	const SceneDefBody body = { .mesh = mesh, .poses = &still, .pose_count = 1 };
	const SceneDef def = { .bodies = &body, .body_count = 1, .step_count = 1 };
	REFUSED(scene_open(&scene, NULL), "a scene is NULL");
	REFUSED(scene_write(&def, NULL, NULL), "a scene is NULL");
	REFUSED(scene_create_objects(&scene, &def, NULL), "volume is NULL");
	ck_assert_int_eq(scene_create(&scene, &def), ERR_OK);
	// what is not found may be handed on
	const DetectClass *none = detect_find(NULL);
	char text[100];
	ck_assert(none == NULL && detect_name(none) == NULL && detect_about(none) == NULL);
	ck_assert(detect_source(none) == NULL && detect_param_name(none, 0) == NULL && !detect_is_broad(none));
	ck_assert_ptr_null(detect_param_about(none, 0));
	REFUSED(detect_param_allowed(none, 0, text, sizeof text), "an algorithm is NULL");
	REFUSED(detect_param_default(none, 0, text, sizeof text), "an algorithm is NULL");
	REFUSED(detect_conservative(&yes, none, ""), "an algorithm is NULL");
	REFUSED(detect_unsound(&yes, none, ""), "an algorithm is NULL");
	REFUSED(detector_create(&detector, NULL, scene, QUERY_ALL, ""), "an algorithm is NULL");
	REFUSED(detector_create(&detector, "aabb", scene, QUERY_ALL, NULL), "parameters are NULL");
	REFUSED(detector_create(&detector, "aabb", NULL, QUERY_ALL, ""), "scene of a detector is NULL");
	detector_destroy(&detector); // all zero
	detector_destroy(NULL);
	// every class whose answer depends on its parameters
	for (int32_t i = 0; i < detect_count(); ++i) {
		int32_t status = detect_conservative(&yes, detect_at(i), NULL);
		ck_assert(status == ERR_OK || status == ERR_BAD_INPUT);
		status = detect_unsound(&yes, detect_at(i), NULL);
		ck_assert(status == ERR_OK || status == ERR_BAD_INPUT);
	}
	REFUSED(broad_phase_create(&phase, NULL, "aabb", ""), "a broad phase is NULL");
	REFUSED(broad_phase_create(&phase, "sap", NULL, ""), "volume is NULL");
	REFUSED(broad_phase_create(&phase, "sap", "aabb", NULL), "parameters are NULL");
	ck_assert_ptr_null(phase);
	ck_assert_int_eq(broad_volume_floats(NULL), 0);
	scene_close(scene);
	mesh_destroy(mesh);
	ck_assert_uint_eq(mem_live_bytes(), before);
}
END_TEST

// centre, axes, half sides, radius; two long boxes that meet at their ends
enum { OBB_FLOATS = 16 };
#define BOX(x, b)                                                                                            \
	{ x, 0, 0, 1, b, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 2 }

START_TEST(skew_boxes_are_refused) {
	BroadPhase *phase;
	BroadPairs pairs = { 0 };
	float boxes[3][OBB_FLOATS] = { BOX(0, 0), BOX(1, 0), BOX(2, 0.001F) };
	ck_assert_int_eq(broad_phase_create(&phase, "pairs", "obb", ""), ERR_OK);
	REFUSED(broad_phase_place(phase, 5, 3, &boxes[0][0]), "object 7: the axes of its obb");
	// those before it are placed
	ck_assert_int_eq(broad_phase_update(phase), ERR_OK);
	ck_assert_int_eq(broad_phase_build(phase), ERR_OK);
	ck_assert_int_eq(broad_phase_query(phase, &pairs, NULL), ERR_OK);
	ck_assert_int_eq(pairs.count, 1);
	ck_assert(pairs.data[0].a == 5 && pairs.data[0].b == 6);
	// an axis too long; one that is none
	float longer[OBB_FLOATS] = BOX(0, 0), none[OBB_FLOATS] = BOX(0, 0);
	longer[3] = 1.001F;
	none[3] = 0;
	REFUSED(broad_phase_place(phase, 0, 1, longer), "object 0: the axes");
	REFUSED(broad_phase_place(phase, 0, 1, none), "object 0: the axes");
	broad_pairs_free(&pairs);
	broad_phase_destroy(phase);
}
END_TEST

// The floats next to any rotation are good enough.
START_TEST(rounded_boxes_are_placed) {
	BroadPhase *phase;
	ck_assert_int_eq(broad_phase_create(&phase, "pairs", "obb", ""), ERR_OK);
	for (int32_t i = 0; i < 5000; ++i) {
		Quaternion q = { 1 + i % 7, i % 11 - 5, i % 13 - 6.5, i % 17 - 8 + i * 1e-4 };
		ck_assert(quaternion_normalize(&q));
		const double w = q.w, x = q.x, y = q.y, z = q.z;
		const double r[9] = { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
			                  2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
			                  2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y) };
		float box[OBB_FLOATS] = BOX(0, 0);
		for (int k = 0; k < 9; ++k) box[3 + k] = (float)r[k];
		ck_assert_msg(broad_phase_place(phase, i, 1, box) == ERR_OK, "%s", error_text());
	}
	broad_phase_destroy(phase);
}
END_TEST

Suite *api_suite(void);
Suite *api_suite(void) {
	Suite *suite = suite_create("api");
	TCase *tc = tcase_create("api");
	tcase_add_test(tc, texts_that_are_null);
	tcase_add_test(tc, skew_boxes_are_refused);
	tcase_add_test(tc, rounded_boxes_are_placed);
	suite_add_tcase(suite, tc);
	return suite;
}
