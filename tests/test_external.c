// Files of other programs: what is read of contacts and times, and what is refused and where.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "made.h"
#include "plugin/counters.h"
#include "plugin/external.h"
#include "plugin/external_contacts.h"
#include "suite.h"

static char s_path[] = "/tmp/external-XXXXXX";

static void setup(void) {
	strcpy(s_path, "/tmp/external-XXXXXX");
	int fd = mkstemp(s_path);
	ck_assert_int_ge(fd, 0);
	close(fd);
}

static void teardown(void) { unlink(s_path); }

static void write_text(const char *text) {
	FILE *file = fopen(s_path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	ck_assert_int_eq(fclose(file), 0);
}

// Two tetrahedra and one triangle, three steps; only the counts matter.
static HnScene *scene_new(void) {
	static double xyz[] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
	static int32_t four[] = { 0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3 };
	static HnPose poses[3];
	static HnMesh meshes[2];
	for (int i = 0; i < 3; ++i) {
		poses[i] = hn_pose_identity();
		poses[i].t.x = i;
	}
	meshes[0] = (HnMesh){ xyz, four, 4, 4 };
	meshes[1] = (HnMesh){ xyz, four, 3, 1 };
	const HnSceneDefBody bodies[3] = {
		{ .mesh = &meshes[0], .poses = poses, .pose_count = 1 },
		{ .mesh = &meshes[0], .poses = poses, .pose_count = 3 },
		{ .mesh = &meshes[1], .poses = poses, .pose_count = 3 },
	};
	const HnSceneDef def = { .bodies = bodies, .body_count = 3, .step_count = 3 };
	return scene_made(&def);
}

static int32_t contacts_of(ExternalContacts *out, ExternalGrain *grain, const char *text, bool boxes,
                           const HnScene *scene) {
	write_text(text);
	return external_contacts_read(out, grain, boxes, s_path, NULL, NULL, scene);
}

START_TEST(contacts_are_sorted_by_step_and_each_once) {
	ExternalContacts found;
	ExternalGrain grain;
	HnScene *scene = scene_new();
	// another order of columns and lines, sides exchanged, blanks, quotes, CR LF, an empty line, one twice
	const char *text = "body_b,triangle_b,step,body_a,triangle_a\r\n"
	                   "1,3,3,0,2\r\n\"2\", 0 ,1,1,3\n\n0,1,1,1,2\n1,2,1,0,1\n1,0,1,0,1\n1,3,3,0,2";
	ck_assert_msg(contacts_of(&found, &grain, text, false, scene) == HN_OK, "%s", hn_error_text());
	ck_assert_int_eq(grain, EXTERNAL_TRIANGLES);
	const HnContact right[] = { { 0, 1, 1, 0 }, { 0, 1, 1, 2 }, { 1, 3, 2, 0 }, { 0, 2, 1, 3 } };
	const int64_t begin[] = { 0, 3, 3, 4 };
	ck_assert_int_eq(found.count, 4);
	ck_assert_mem_eq(found.data, right, sizeof right);
	ck_assert_mem_eq(found.begin, begin, sizeof begin);
	external_contacts_free(&found);

	ck_assert_int_eq(contacts_of(&found, &grain, "step,body_a,body_b\n2,2,0\n2,0,2\n", false, scene), HN_OK);
	ck_assert_int_eq(grain, EXTERNAL_BODIES);
	ck_assert_int_eq(found.count, 1);
	ck_assert_mem_eq(&found.data[0], &((HnContact){ 0, 0, 2, 0 }), sizeof(HnContact));
	external_contacts_free(&found);
	// no contact at all
	ck_assert_int_eq(contacts_of(&found, &grain, "step,body_a,body_b\n", false, scene), HN_OK);
	ck_assert_int_eq(found.count, 0);
	external_contacts_free(&found);
	hn_scene_close(scene);
}

#define PAIRS     "step,body_a,body_b\n"
#define TRIANGLES "step,body_a,triangle_a,body_b,triangle_b\n"

static const struct {
	const char *text, *error; // after the path
	bool boxes, any;          // any: refused without a scene, too
} s_contacts[] = {
	{ "", ": the file is empty", false, true },
	{ "step,body_a\n", ":1: column 'body_b': is missing", false, true },
	{ "step,body_a,body_b,depth\n", ":1: field 4: 'depth' is no column; there are step, body_a", false,
	  true },
	{ "step,body_a,body_a,body_b\n", ":1: column 'body_a': stands twice", false, true },
	{ "step,body_a,body_b,triangle_a\n", ":1: column 'triangle_b': is missing; pairs", false, true },
	{ TRIANGLES, ":1: column 'triangle_a': boxes have no triangles", true, true },
	{ PAIRS "1,0\n", ":2: 2 fields; the header has 3", false, true },
	{ PAIRS "1,0,1\n\n1,0,1,1\n", ":4: 4 fields; the header has 3", false, true },
	{ PAIRS "1,0,x\n", ":2: column 'body_b': 'x' is no whole number", false, true },
	{ PAIRS "1,,1\n", ":2: column 'body_a': '' is no whole number", false, true },
	{ PAIRS "1,0,1.0\n", ":2: column 'body_b': '1.0' is no whole number", false, true },
	{ PAIRS "0,0,1\n", ":2: column 'step': 0 is not from 1 to", false, true },
	{ PAIRS "1,-1,1\n", ":2: column 'body_a': -1 is not from 0 to", false, true },
	{ PAIRS "1,1,1\n", ":2: column 'body_b': 1 is body_a, too", false, true },
	{ PAIRS "1,0,99999999999999999999\n", ":2: column 'body_b': 99999999999999999999 is not", false, true },
	{ PAIRS "3,0,1\n4,0,1\n", ":3: column 'step': 4 is not from 1 to 3", false, false },
	{ PAIRS "3,0,3\n", ":2: column 'body_b': 3 is not from 0 to 2", false, false },
	{ TRIANGLES "1,0,4,1,0\n", ":2: column 'triangle_a': 4 is not from 0 to 3", false, false },
	{ TRIANGLES "1,0,3,2,1\n", ":2: column 'triangle_b': 1 is not from 0 to 0", false, false },
	{ TRIANGLES "1,2,1,0,3\n", ":2: column 'triangle_a': 1 is not from 0 to 0", false, false },
};

static void assert_error(int32_t status, const char *text, const char *error) {
	char want[300];
	snprintf(want, sizeof want, "%s%s", s_path, error);
	ck_assert_msg(status == HN_ERR_BAD_INPUT, "taken: %s", text);
	ck_assert_msg(strncmp(hn_error_text(), want, strlen(want)) == 0, "'%s' is not '%s'", hn_error_text(),
	              want);
}

START_TEST(wrong_contacts_are_refused_with_their_place) {
	ExternalContacts found;
	ExternalGrain grain;
	HnScene *scene = scene_new();
	for (size_t i = 0; i < sizeof s_contacts / sizeof s_contacts[0]; ++i)
		for (int of = 0; of < 2; ++of) {
			const HnScene *given = of == 0 ? scene : NULL;
			int32_t status = contacts_of(&found, &grain, s_contacts[i].text, s_contacts[i].boxes, given);
			external_contacts_free(&found);
			if (given == NULL && !s_contacts[i].any)
				ck_assert_msg(status == HN_OK, "%s", hn_error_text());
			else
				assert_error(status, s_contacts[i].text, s_contacts[i].error);
		}
	hn_scene_close(scene);
}

static int32_t times_of(ExternalTimes *out, const char *text) {
	write_text(text);
	return external_read_times(out, s_path);
}

START_TEST(times_of_passes_and_of_steps) {
	static const struct {
		const char *text, *run;
		int32_t steps, count;
		int64_t pass[3];
		double ms[3];
	} s_good[] = {
		{ "ms\n3\n4.5\n", NULL, 0, 2, { 1, 2 }, { 3, 4.5 } },
		{ "run,pass,ms\nnight,2,3\nnight,5,1e1\nnight,6,0\n", "night", 0, 3, { 2, 5, 6 }, { 3, 10, 0 } },
		{ "ms,step\n1,1\n2,2\n4,3\n", NULL, 3, 1, { 1 }, { 7 } },
		{ "step,ms\n1,1\n2,2\n1,4\n2,8\n", NULL, 2, 2, { 1, 2 }, { 3, 12 } },
		{ "pass,step,ms\n4,1,1\n4,2,2\n9,1,4\n9,2,8\n", NULL, 2, 2, { 4, 9 }, { 3, 12 } },
	};
	for (size_t i = 0; i < sizeof s_good / sizeof s_good[0]; ++i) {
		ExternalTimes times;
		ck_assert_msg(times_of(&times, s_good[i].text) == HN_OK, "%s", hn_error_text());
		ck_assert_int_eq(times.count, s_good[i].count);
		ck_assert_int_eq(times.steps, s_good[i].steps);
		ck_assert_pstr_eq(times.run, s_good[i].run);
		for (int64_t k = 0; k < times.count; ++k) {
			ck_assert_int_eq(times.pass[k], s_good[i].pass[k]);
			ck_assert(times.ms[k] == s_good[i].ms[k]);
		}
		external_times_free(&times);
	}
}

START_TEST(wrong_times_are_refused_with_their_place) {
	static const char *const s_bad[][2] = {
		{ "pass\n1\n", ":1: column 'ms': is missing" },
		{ "ms\n", ":2: there is no time below the header" },
		{ "ms\nfast\n", ":2: column 'ms': 'fast' is no finite decimal number" },
		{ "ms\nnan\n", ":2: column 'ms': 'nan' is no finite decimal number" },
		{ "ms\n1\n-1\n", ":3: column 'ms': a time below 0" },
		{ "step,ms\n1,1e308\n2,1e308\n", ":3: column 'ms': times whose sum is beyond" },
		{ "pass,ms\n2,1\n2,1\n", ":3: column 'pass': 2 after 2; passes come in ascending order" },
		{ "step,ms\n2,1\n", ":2: column 'step': 2 after 0; each pass has all steps in order" },
		{ "step,ms\n1,1\n3,1\n", ":3: column 'step': 3 after 1; each pass has all steps in order" },
		{ "step,ms\n1,1\n2,1\n1,1\n1,1\n",
		  ":5: column 'step': pass 2 ended after 1 steps, the first one after 2" },
		{ "step,ms\n1,1\n2,1\n1,1\n", ":5: column 'step': pass 2 ended after 1 steps" },
		{ "pass,step,ms\n1,1,1\n2,2,1\n", ":3: column 'pass': 2 begins within pass 1" },
		{ "run,ms\na,1\nb,1\n", ":3: column 'run': 'b' after 'a'; a file is of one run" },
		{ "run,ms\n,1\n", ":2: column 'run': needs a name" },
	};
	for (size_t i = 0; i < sizeof s_bad / sizeof s_bad[0]; ++i) {
		ExternalTimes times;
		int32_t status = times_of(&times, s_bad[i][0]);
		external_times_free(&times);
		assert_error(status, s_bad[i][0], s_bad[i][1]);
	}
}

START_TEST(counters_fill_columns_of_the_engine_or_their_own) {
	ck_assert_int_eq(plugin_count_index("nb"), COUNT_INDEX_nb);
	ck_assert_int_eq(plugin_count_index("broad_pairs"), COUNT_INDEX_broad_pairs);
	ck_assert_int_eq(plugin_count_index("contacts"), -1); // the engine counts these
	ck_assert_int_eq(plugin_count_index("swaps"), -1);
	for (int32_t i = 0; i < COUNT_FIELDS; ++i)
		ck_assert(plugin_has_count(hn_detect_find("aabb"), hn_count_name(i)));
	ck_assert_int_eq(plugin_own_counters(hn_detect_find("aabb")), 0);
}

TEST_SUITE(external, suite, tc) {
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, contacts_are_sorted_by_step_and_each_once);
	tcase_add_test(tc, wrong_contacts_are_refused_with_their_place);
	tcase_add_test(tc, times_of_passes_and_of_steps);
	tcase_add_test(tc, wrong_times_are_refused_with_their_place);
	tcase_add_test(tc, counters_fill_columns_of_the_engine_or_their_own);
}
