// Fixed bodies and objects: two of them are no pair, whatever algorithm or broad phase looks for contacts.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "contacts.h"
#include "crowd.h"
#include "detect/detect.h"
#include "made.h"
#include "scene/recording.h"
#include "suite.h"

enum { STEPS = CROWD_STEPS };

// The contacts that a scene has without fixed bodies, less those of two bodies that the other scene fixes.
static HnHash contacts_less_fixed(const HnScene *all, const HnScene *scene, int32_t step, int64_t *dropped) {
	HnDetector brute;
	HnContactBuffer out = { 0 };
	detector_make(&brute, "brute", all, HN_QUERY_ALL, "");
	ck_assert_int_eq(hn_detector_step(&brute, step, &out, NULL), HN_OK);
	int64_t kept = 0;
	for (int64_t i = 0; i < out.count; ++i) {
		HnContact c = out.data[i];
		bool both = scene->bodies[c.body_a].fixed && scene->bodies[c.body_b].fixed;
		*dropped += both;
		if (!both) out.data[kept++] = c;
	}
	out.count = kept;
	HnHash hash = contacts_hash(&out, HN_QUERY_ALL);
	hn_contact_buffer_free(&out);
	hn_detector_destroy(&brute);
	return hash;
}

START_TEST(fixed_bodies_are_no_pairs) {
	static const Setting s_more[] = { { "aabb", "update=lazy", false },
		                              { "assembly", "", false },
		                              { "so", "", false },
		                              { "assembly", "method=traditional", false },
		                              { "co", "broad=grid", false },
		                              { "assembly", "method=exact", false } };
	Crowd loose, fixed;
	Setting setting;
	crowd_make(&loose, 33, 30, 2, true, false);
	crowd_make(&fixed, 33, 30, 2, true, true);
	for (int32_t k = 0; (setting = setting_at(s_more, 6, k)).name != NULL; ++k) {
		HnDetector detector;
		HnContactBuffer out = { 0 };
		int64_t dropped = 0;
		detector_make(&detector, setting.name, fixed.scene, HN_QUERY_ALL, setting.params);
		for (int32_t s = 0; s < STEPS; ++s) {
			HnHash right = contacts_less_fixed(loose.scene, fixed.scene, s, &dropped);
			ck_assert_int_eq(hn_detector_step(&detector, s, &out, NULL), HN_OK);
			HnHash hash = contacts_hash(&out, HN_QUERY_ALL);
			ck_assert_msg(hn_hash_equal(&hash, &right), "%s %s", setting.name, setting.params);
		}
		ck_assert_int_gt(dropped, 0);
		hn_contact_buffer_free(&out);
		hn_detector_destroy(&detector);
	}
	crowd_free(&loose), crowd_free(&fixed);
}

// A recording of objects holds which are fixed.
static void check_recorded(const HnScene *scene) {
	char *bytes = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&bytes, &size);
	ck_assert_int_eq(recording_print(scene, file), HN_OK);
	fclose(file);
	Recording recording;
	char *aligned = mem_alloc(size);
	memcpy(aligned, bytes, size);
	ck_assert_msg(recording_parse(&recording, aligned, size, "file") == HN_OK, "%s", hn_error_text());
	HnSceneDef def = { .step_count = STEPS, .objects = recording_objects(&recording) };
	HnScene *again = scene_made(&def);
	ck_assert(hn_hash_equal(&again->hash, &scene->hash) && again->objects.fixed != NULL);
	memset(aligned + size - scene->objects.count, 0, (size_t)scene->objects.count);
	ck_assert_int_eq(recording_parse(&recording, aligned, size, "file"), HN_ERR_BAD_INPUT);
	aligned[size - 1] = 2;
	ck_assert_int_eq(recording_parse(&recording, aligned, size, "file"), HN_ERR_BAD_INPUT);
	hn_scene_close(again);
	mem_free(aligned, size);
	free(bytes);
}

// Of objects too, whatever finds them; tests are made, pairs are not counted.
START_TEST(fixed_objects_are_no_pairs) {
	Crowd crowd[2];
	HnScene *objects[2];
	HnContactBuffer out[2] = { 0 };
	for (int f = 0; f < 2; ++f) {
		crowd_make(&crowd[f], 34, 60, 3, true, f == 1);
		HnSceneDef def = { .bodies = crowd[f].bodies, .body_count = crowd[f].count, .step_count = STEPS };
		ck_assert_int_eq(hn_scene_create_objects(&objects[f], &def, hn_broad_volume_name(_i)), HN_OK);
	}
	ck_assert(objects[0]->objects.fixed == NULL && objects[1]->objects.fixed != NULL);
	check_recorded(objects[1]);
	for (int32_t p = 0; hn_broad_name(p) != NULL; ++p) {
		HnDetector detector[2];
		Counts counts[2] = { 0 };
		for (int f = 0; f < 2; ++f) {
			detector_make(&detector[f], hn_broad_name(p), objects[f], HN_QUERY_BOXES, "");
			ck_assert_int_eq(detector_step_counted(&detector[f], 0, &out[f], &counts[f]), HN_OK);
			hn_detector_destroy(&detector[f]);
		}
		int64_t kept = 0, all = out[0].count;
		for (int64_t i = 0; i < all; ++i) {
			HnContact c = out[0].data[i];
			if (!(crowd[1].bodies[c.body_a].fixed && crowd[1].bodies[c.body_b].fixed))
				out[0].data[kept++] = c;
		}
		out[0].count = kept;
		HnHash hash[2] = { contacts_hash(&out[0], HN_QUERY_BOXES), contacts_hash(&out[1], HN_QUERY_BOXES) };
		ck_assert_int_lt(kept, all);
		ck_assert(hn_hash_equal(&hash[0], &hash[1]));
		ck_assert_int_eq(counts[1].broad_tests, counts[0].broad_tests);
		ck_assert_int_eq(counts[1].broad_pairs, kept);
	}
	for (int f = 0; f < 2; ++f) {
		hn_contact_buffer_free(&out[f]);
		hn_scene_close(objects[f]);
		crowd_free(&crowd[f]);
	}
}

TEST_SUITE(fixed, suite, tc) {
	tcase_add_test(tc, fixed_bodies_are_no_pairs);
	tcase_add_loop_test(tc, fixed_objects_are_no_pairs, 0, 4);
}
