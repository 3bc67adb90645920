// Scenes of objects, which have volumes alone: they come back from the file, stand without bodies, and are
// checked as broad phases do.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "made.h"
#include "scene_fixture.h"
#include "suite.h"

enum { OBJECTS = 5, OBJECT_STEPS = 3 };

START_TEST(objects_come_back) {
	float volumes[OBJECT_STEPS][OBJECTS][6];
	uint8_t present[OBJECT_STEPS * OBJECTS] = { 1, 1, 0, 1, 0, 1 };
	for (int i = 0; i < OBJECT_STEPS * OBJECTS * 6; ++i) volumes[i / 30][i / 6 % 5][i % 6] = (float)i;
	char path[64];
	snprintf(path, sizeof path, "/tmp/test_objects_%ld", (long)getpid());
	HnSceneDef def = { .step_count = OBJECT_STEPS,
		               .objects = { .volume = "aabb", .count = OBJECTS, .size = 24, .volumes = volumes } };
	for (int with = 0; with < 2; ++with) {
		def.objects.present = with ? present : NULL;
		HnScene *s;
		HnHash hash;
		ck_assert_int_eq(hn_scene_write(&def, path, &hash), HN_OK);
		ck_assert_int_eq(hn_scene_open(&s, path), HN_OK);
		ck_assert(hn_hash_equal(&hash, &s->hash));
		ck_assert_int_eq(s->body_count, 0);
		ck_assert_int_eq(s->step_count, OBJECT_STEPS);
		ck_assert_int_eq(s->objects.count, OBJECTS);
		ck_assert_str_eq(s->objects.volume, "aabb");
		ck_assert_mem_eq(s->objects.volumes, volumes, sizeof volumes);
		ck_assert(with == (s->objects.present != NULL));
		if (with) ck_assert_mem_eq(s->objects.present, present, sizeof present);
		hn_scene_close(s);
	}
	present[7] = 2;
	HnScene *s;
	ck_refused(hn_scene_create(&s, &def), HN_ERR_BAD_INPUT, "object 3 of 5, step 2 of 3");
	unlink(path);
}

START_TEST(objects_stand_alone) {
	SceneFixture f;
	HnScene *s;
	float volume[6] = { 0 };
	uint8_t present[STEPS] = { 1, 0, 1 };
	scene_fixture_init(&f, 1);
	f.def.objects = (HnSceneObjects){ .volume = "aabb", .count = 1, .size = 8, .volumes = volume };
	ck_assert_int_eq(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT);
	f.def.objects = (HnSceneObjects){ 0 };
	f.bodies[2].present = present;
	ck_refused(hn_scene_create(&s, &f.def), HN_ERR_BAD_INPUT, "body 3 of 3 comes and goes");
	HnSceneDef def = { .step_count = 1, .objects = { .volume = "aabb", .count = 1, .volumes = volume } };
	ck_assert_int_eq(hn_scene_create(&s, &def), HN_ERR_BAD_INPUT);
	scene_fixture_free(&f);
}

// What broad phases refuse, no scene takes; and neither does it of a volume that is not there.
START_TEST(volumes_of_objects_are_checked) {
	static const struct {
		const char *volume;
		int32_t floats, at;
		float value;
		const char *says;
	} s_changes[] = {
		{ "aabb", 6, 2, (float)NAN, "a number is not finite" },
		{ "aabb", 6, 4, 0x1.8p120F, "a number is beyond 2^120" },
		{ "aabb", 6, 3, -1, "a box ends before it begins" },
		{ "sphere", 4, 0, -0x1.8p120F, "a number is beyond 2^120" },
		{ "sphere", 4, 3, -1, "a length is negative" },
		{ "caabb", 4, 3, (float)INFINITY, "a number is not finite" },
		{ "sphere", 4, 3, 0x1p120F, NULL },
		{ "aabb", 6, 3, 0, NULL },
	};
	for (size_t i = 0; i < sizeof s_changes / sizeof s_changes[0]; ++i) {
		float volumes[12] = { 0 };
		for (int32_t k = 0; k < 2; ++k) // sizes of both objects
			for (int32_t j = 3; j < s_changes[i].floats; ++j) volumes[k * s_changes[i].floats + j] = 1;
		uint8_t present[2] = { 1, 0 };
		HnSceneDef def = { .step_count = 1, .objects = { .count = 2, .size = s_changes[i].floats * 4 } };
		HnScene *scene = NULL;
		strcpy(def.objects.volume, s_changes[i].volume);
		def.objects.volumes = volumes;
		volumes[s_changes[i].floats + s_changes[i].at] = s_changes[i].value; // the second object's
		ck_assert_msg((hn_scene_create(&scene, &def) == HN_OK) == (s_changes[i].says == NULL), "change %zu",
		              i);
		if (s_changes[i].says != NULL) ck_assert_ptr_nonnull(strstr(hn_error_text(), s_changes[i].says));
		hn_scene_close(scene);
		def.objects.present = present;
		hn_scene_close(scene_made(&def));
	}
}

START_TEST(axes_of_boxes_are_checked) {
	static const struct {
		int32_t at; // of the axes' floats
		float value;
		bool right;
	} s_changes[] = { { 0, 1 + 1e-6F, true }, { 0, 1.0001F, false }, { 0, 0, false },
		              { 4, -1, true },        { 1, 1e-6F, true },    { 1, 1e-4F, false },
		              { 8, NAN, false },      { 5, NAN, false },     { 8, INFINITY, false } };
	enum { BOXES = 2, BOX_STEPS = 3, CHANGED = 3 }; // the second box at the second step
	const float box[OBB_FLOATS] = { 1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 2 };
	float volumes[BOXES * BOX_STEPS][OBB_FLOATS];
	uint8_t present[BOXES * BOX_STEPS] = { 1, 1, 1, 0, 1, 1 };
	HnSceneDef def = { .step_count = BOX_STEPS,
		               .objects = {
		                   .volume = "obb", .count = BOXES, .size = sizeof box, .volumes = volumes } };
	for (int i = 0; i < BOXES * BOX_STEPS; ++i) memcpy(volumes[i], box, sizeof box);
	for (size_t i = 0; i < sizeof s_changes / sizeof s_changes[0]; ++i) {
		HnScene *s = NULL;
		memcpy(volumes[CHANGED], box, sizeof box);
		volumes[CHANGED][OBB_AXES_AT + s_changes[i].at] = s_changes[i].value;
		def.objects.present = NULL;
		ck_assert_msg((hn_scene_create(&s, &def) == HN_OK) == s_changes[i].right, "change %zu", i);
		if (!s_changes[i].right)
			ck_assert_str_eq(hn_error_text(), "object 2 of 2, step 2 of 3: its axes are not of length 1 at "
			                                  "right angles (to 1e-5)");
		hn_scene_close(s);
		def.objects.present = present; // a box that is not there is not checked
		hn_scene_close(scene_made(&def));
	}
}

START_TEST(lengths_of_boxes_are_checked) {
	static const struct {
		int32_t at;
		float value;
		const char *says;
	} s_changes[] = { { 0, (float)NAN, "a number is not finite" },
		              { 13, -1, "a length is negative" },
		              { 15, -2, "a length is negative" },
		              { 15, 1, "its ball does not hold it" } };
	for (size_t i = 0; i < sizeof s_changes / sizeof s_changes[0]; ++i) {
		float box[OBB_FLOATS] = { 1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 2 };
		HnSceneDef def = { .step_count = 1,
			               .objects = { .volume = "obb", .count = 1, .size = OBB_SIZE, .volumes = box } };
		HnScene *s;
		box[s_changes[i].at] = s_changes[i].value;
		ck_assert_int_eq(hn_scene_create(&s, &def), HN_ERR_BAD_INPUT);
		ck_assert_ptr_nonnull(strstr(hn_error_text(), s_changes[i].says));
	}
}

// Skew by less than what is refused, a box as given reaches where its test, whose margins are those of
// roundings alone, would not look.
START_TEST(boxes_are_made_sound) {
	static const float s_given[2][OBB_FLOATS] = {
		{ 0, 0, 0, 1, 0, 0, 9e-6F, 1, 0, 0, -6e-6F, 1, 1, 100, 1, 100.0095F },
		{ 1, 2, 3, 0, 0, 1 + 9e-7F, 0, -1, 0, 1, 0, 0, 1, 2, 3, 4 },
	};
	float ends[2][OBB_FLOATS];
	HnSceneDef def = { .step_count = 1,
		               .objects = { .volume = "obb", .count = 2, .size = OBB_SIZE, .volumes = s_given } };
	HnBroadPhase *phase;
	HnScene *s = scene_made(&def);
	memcpy(ends, s->objects.volumes, sizeof ends);
	hn_scene_close(s);
	def.objects.volumes = ends; // which stay as they are, to the last bit
	ck_assert_int_eq(hn_scene_create(&s, &def), HN_OK);
	ck_assert_mem_eq(ends, s->objects.volumes, sizeof ends);
	hn_scene_close(s);
	for (int i = 0; i < 2; ++i) {
		ck_assert(!object_box_sound(s_given[i]) && object_box_sound(ends[i]));
		for (int k = 0; k < OBB_FLOATS; ++k) {
			const float most = k < OBB_AXES_AT ? 0 : k < OBB_HALF_AT ? 1e-5F : k < OBB_FLOATS - 1 ? 0 : 2e-3F;
			ck_assert_msg(fabsf(ends[i][k] - s_given[i][k]) <= most, "box %d, float %d", i, k);
		}
	}
	ck_assert_int_eq(hn_broad_phase_create(&phase, "sap", "obb", ""), HN_OK);
	ck_assert_int_eq(hn_broad_phase_place(phase, 0, 2, s_given[0]), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(hn_broad_phase_place(phase, 0, 2, ends[0]), HN_OK);
	hn_broad_phase_destroy(phase);
}

TEST_SUITE(scene_objects, suite, tc) {
	tcase_add_test(tc, objects_come_back);
	tcase_add_test(tc, objects_stand_alone);
	tcase_add_test(tc, volumes_of_objects_are_checked);
	tcase_add_test(tc, axes_of_boxes_are_checked);
	tcase_add_test(tc, lengths_of_boxes_are_checked);
	tcase_add_test(tc, boxes_are_made_sound);
}
