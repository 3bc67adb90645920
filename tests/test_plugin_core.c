// What the engine does around the calls of a plug-in: errors with their texts, and control words that a call
// changed.
#include <check.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "made.h"
#include "plugin/afresh.h"
#include "plugin/afresh_view.h"
#include "plugin/plugin.h"
#include "plugin/system.h"
#include "run/worker/answers.h"
#include "suite.h"

// The plug-in: it finds nothing, and does what s_fault says.
static const char *s_changes; // the name of the call that changes the rounding mode; NULL: none does
static const char *s_error;   // the text of the error that `pair` returns; NULL: it returns none
static int32_t s_status;
static HnPluginHost *s_host;
static int32_t s_finds; // so many contacts of each pair
static HnPluginPair s_given;
static int64_t s_counted[2]; // what `count` writes, so many of them
static int s_counts;
static size_t s_bytes;
static const HnPluginContact *s_lone; // the only contact of each pair; NULL: those of s_finds

static void strike(const char *call) {
	if (s_changes != NULL && strcmp(s_changes, call) == 0) fesetround(FE_UPWARD);
}

static int32_t own_create(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query,
                          const double *values) {
	(void)scene, (void)query, (void)values;
	s_host = host;
	*self = &s_host;
	return HN_PLUGIN_OK;
}

static void own_destroy(void *self) {
	(void)self;
	strike("destroy");
}

static void own_begin(void *self) {
	(void)self;
	strike("begin");
}

static int32_t own_pair(void *self, const HnPluginPair *pair, HnPluginContacts *out) {
	(void)self;
	s_given = *pair;
	for (int32_t i = 0; i < s_finds; ++i) {
		if (out->count == out->capacity && !out->grow(out)) return HN_PLUGIN_ERR_MEMORY;
		out->data[out->count++] =
		    s_lone != NULL ? *s_lone : (HnPluginContact){ pair->a, pair->step, pair->b, i };
	}
	strike("pair");
	if (s_error != NULL) snprintf(s_host->error, sizeof s_host->error, "%s", s_error);
	return s_status;
}

static void own_count(void *self, int64_t *values) {
	(void)self;
	for (int i = 0; i < s_counts; ++i) values[i] = s_counted[i];
	strike("count");
}

static size_t own_bytes(const void *self) {
	(void)self;
	strike("bytes");
	return s_bytes;
}

static const HnPluginCounter s_counter = { "seen", "pairs", "pairs seen" };
static const HnPlugin s_plugin = {
	.size = sizeof(HnPlugin),
	.version = HN_PLUGIN_VERSION,
	.kind = HN_PLUGIN_PAIRS,
	.name = "own",
	.about = "finds nothing",
	.source = "tests",
	.can = HN_PLUGIN_CAN_ALL | HN_PLUGIN_CAN_DEFORM,
	.answers = HN_PLUGIN_INEXACT,
	.counters = &s_counter,
	.counter_count = 1,
	.create = own_create,
	.destroy = own_destroy,
	.begin = own_begin,
	.pair = own_pair,
	.count = own_count,
	.bytes = own_bytes,
};

static HnScene *s_scene;
static HnDetector s_detector;
static HnContactBuffer s_found;

// Two triangles, the second of which moves. frames: how it deforms; or NULL.
static void scene_make(const HnSceneFrames *frames) {
	static double xyz[2][9] = { { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, { 0, 0, 0, 2, 0, 0, 0, 2, 0 } };
	static int32_t triangle[] = { 0, 1, 2 };
	const HnMesh meshes[2] = { { xyz[0], triangle, 3, 1 }, { xyz[1], triangle, 3, 1 } };
	HnPose poses[2] = { hn_pose_identity(), hn_pose_identity() };
	poses[1].t.x = 1;
	HnSceneDefBody bodies[2] = { { .mesh = &meshes[0], .poses = poses, .pose_count = 1 },
		                         { .mesh = &meshes[1], .poses = poses, .pose_count = 2 } };
	if (frames != NULL) bodies[1].frames = *frames;
	s_scene = scene_made(&(HnSceneDef){ .bodies = bodies, .body_count = 2, .step_count = 2 });
}

static void setup(void) {
	const HnDetectClass *class = NULL;
	s_changes = s_error = NULL;
	s_finds = 0;
	s_lone = NULL;
	s_counted[0] = s_counted[1] = 0;
	s_counts = 1;
	s_bytes = 1;
	s_status = HN_PLUGIN_OK;
	scene_make(NULL);
	ck_assert_int_eq(plugin_add(&class, &s_plugin, &(PluginSource){ "own.so", "", "", NULL }), HN_OK);
	ck_assert_int_eq(plugin_bind(class, &s_plugin), HN_OK);
	ck_assert_int_eq(hn_detector_create(&s_detector, "own", s_scene, HN_QUERY_ALL, ""), HN_OK);
}

static void teardown(void) {
	hn_detector_destroy(&s_detector);
	hn_contact_buffer_free(&s_found);
	hn_scene_close(s_scene);
	fesetround(FE_TONEAREST);
}

static int32_t step(int32_t index) { return hn_detector_step(&s_detector, index, &s_found, NULL); }

static void ck_told(int32_t status, const char *text) {
	ck_assert_int_ne(status, HN_OK);
	ck_assert_msg(strstr(hn_error_text(), text) != NULL, "'%s' is not in '%s'", text, hn_error_text());
}

// The rounding mode was put back, `call` is told once, and then no more.
static void ck_changed(const char *call) {
	char text[80];
	snprintf(text, sizeof text, "plug-in own: '%s' changed the rounding mode", call);
	ck_assert_int_eq(fegetround(), FE_TONEAREST);
	ck_told(plugin_system_look("own"), text);
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
}

START_TEST(an_error_text_belongs_to_one_call) {
	hn_detector_begin(&s_detector);
	s_status = HN_PLUGIN_ERR_FAILED;
	s_error = "out of luck";
	ck_told(step(0), "'pair' returned -4: out of luck");
	s_error = NULL;
	ck_told(step(1), "'pair' returned -4: it says no more");
}

START_TEST(a_text_of_the_pass_before_is_forgotten) {
	hn_detector_begin(&s_detector);
	s_error = "only a remark";
	ck_assert_int_eq(step(0), HN_OK);
	hn_detector_begin(&s_detector);
	s_error = NULL;
	s_status = HN_PLUGIN_ERR_MEMORY;
	ck_told(step(0), "'pair' has no memory: it says no more");
}

// A second pass without a fault does not hide the first one's.
START_TEST(begin_changes_the_rounding_mode) {
	s_changes = "begin";
	hn_detector_begin(&s_detector);
	s_changes = NULL;
	hn_detector_begin(&s_detector);
	ck_assert_int_eq(step(0), HN_OK);
	ck_changed("begin");
}

START_TEST(destroy_changes_the_rounding_mode) {
	s_changes = "destroy";
	hn_detector_destroy(&s_detector);
	s_detector = (HnDetector){ 0 };
	ck_changed("destroy");
}

START_TEST(count_changes_the_rounding_mode) {
	int64_t counts[COUNT_FIELDS] = { 0 };
	s_changes = "count";
	hn_detector_begin(&s_detector);
	ck_assert_int_eq(hn_detector_step(&s_detector, 0, &s_found, counts), HN_OK);
	ck_changed("count");
}

START_TEST(bytes_changes_the_rounding_mode) {
	s_changes = "bytes";
	ck_assert_uint_gt(hn_detector_bytes(&s_detector), 0);
	ck_changed("bytes");
}

// A call that returns a status tells it by itself.
START_TEST(pair_changes_the_rounding_mode) {
	s_changes = "pair";
	hn_detector_begin(&s_detector);
	ck_told(step(0), "plug-in own: 'pair' changed the rounding mode");
	ck_assert_int_eq(fegetround(), FE_TONEAREST);
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
}

START_TEST(an_error_comes_before_what_was_changed) {
	s_changes = "pair";
	s_status = HN_PLUGIN_ERR_FAILED;
	s_error = "out of luck";
	hn_detector_begin(&s_detector);
	ck_told(step(0), "'pair' returned -4: out of luck");
	ck_assert_int_eq(fegetround(), FE_TONEAREST);
}

// What a pair is asked with: its bodies, step, poses and vertices.
START_TEST(a_pair_is_what_the_scene_says) {
	hn_detector_begin(&s_detector);
	for (int32_t i = 0; i < 2; ++i) {
		ck_assert_int_eq(step(i), HN_OK);
		ck_assert_uint_eq(s_given.size, sizeof s_given);
		ck_assert_int_eq(s_given.a, 0);
		ck_assert_int_eq(s_given.b, 1);
		ck_assert_int_eq(s_given.step, i);
		ck_assert_int_eq(s_given.counted, 0);
		ck_assert_ptr_eq(s_given.pose_a, s_scene->bodies[0].poses);
		ck_assert_ptr_eq(s_given.pose_b, &s_scene->bodies[1].poses[i]);
		ck_assert_ptr_eq(s_given.xyz_a, s_scene->meshes[s_scene->bodies[0].mesh].xyz);
		ck_assert_ptr_eq(s_given.xyz_b, s_scene->meshes[s_scene->bodies[1].mesh].xyz);
	}
}

START_TEST(a_body_that_deforms_has_the_vertices_of_the_step) {
	const int32_t moved[] = { 2 };
	const double at[2][3] = { { 0, 3, 0 }, { 0, 4, 0 } };
	hn_detector_destroy(&s_detector);
	hn_scene_close(s_scene);
	scene_make(&(HnSceneFrames){ 2, 1, moved, at[0] });
	ck_assert_int_eq(hn_detector_create(&s_detector, "own", s_scene, HN_QUERY_ALL, ""), HN_OK);
	hn_detector_begin(&s_detector);
	for (int32_t i = 0; i < 2; ++i) {
		ck_assert_int_eq(step(i), HN_OK);
		ck_assert_double_eq(s_given.xyz_a[7], 1);
		ck_assert_double_eq(s_given.xyz_b[7], at[i][1]);
	}
}

static double s_updated_y; // of the last vertex of the second body, as `update` was given it

static int32_t own_update(void *self, const HnPluginStep *step) {
	(void)self;
	s_updated_y = step->xyz[1][7];
	return HN_PLUGIN_OK;
}

START_TEST(an_update_has_the_vertices_of_the_step) {
	const int32_t moved[] = { 2 };
	const double at[2][3] = { { 0, 3, 0 }, { 0, 4, 0 } };
	const HnDetectClass *class = NULL;
	HnPlugin updating = s_plugin;
	updating.name = "updating";
	updating.update = own_update;
	ck_assert_int_eq(plugin_add(&class, &updating, &(PluginSource){ "updating.so", "", "", NULL }), HN_OK);
	ck_assert_int_eq(plugin_bind(class, &updating), HN_OK);
	hn_detector_destroy(&s_detector);
	hn_scene_close(s_scene);
	scene_make(&(HnSceneFrames){ 2, 1, moved, at[0] });
	ck_assert_int_eq(hn_detector_create(&s_detector, "updating", s_scene, HN_QUERY_ALL, ""), HN_OK);
	hn_detector_begin(&s_detector);
	for (int32_t i = 0; i < 2; ++i) {
		ck_assert_int_eq(step(i), HN_OK);
		ck_assert_double_eq(s_updated_y, at[i][1]);
	}
}

static void ck_found(const HnContactBuffer *buffer, int32_t at) {
	ck_assert_int_eq(buffer->count, s_finds);
	for (int32_t i = 0; i < s_finds; ++i) {
		const HnContact *c = &buffer->data[i];
		ck_assert_int_eq(c->body_a, 0);
		ck_assert_int_eq(c->triangle_a, at);
		ck_assert_int_eq(c->body_b, 1);
		ck_assert_int_eq(c->triangle_b, i);
	}
}

// Buffers that take turns, grow and move: the contacts are in that of the call.
START_TEST(contacts_go_to_the_buffer_of_the_call) {
	HnContactBuffer other = { 0 };
	hn_detector_begin(&s_detector);
	for (s_finds = 1; s_finds < 200; s_finds *= 3) {
		ck_assert_int_eq(step(0), HN_OK);
		ck_assert_int_eq(hn_detector_step(&s_detector, 1, &other, NULL), HN_OK);
		ck_found(&s_found, 0);
		ck_found(&other, 1);
		ck_assert(hn_contact_buffer_reserve(&s_found, 4 * s_found.capacity));
		ck_assert_int_eq(step(1), HN_OK);
		ck_found(&s_found, 1);
		ck_found(&other, 1);
		hn_contact_buffer_free(&other);
	}
}

// The instructions of a pass: so many at new places, then so many again there, and so many at those of the
// motion.
typedef struct Counted {
	double fresh, again, motion;
	int32_t passes; // but the first, which warms up
} Counted;

static double count_up(void *context, bool begin) {
	enum { VARIANTS = 7 }; // three passes each; then those of the motion
	Counted *counted = context;
	if (begin) return 0;
	const int32_t pass = counted->passes++;
	return pass % 3 == 0 ? counted->fresh : pass < 3 * VARIANTS ? counted->again : counted->motion;
}

static AfreshReport looked_at(double fresh, double again, double motion) {
	AfreshReport report;
	Counted counted = { .fresh = fresh, .again = again, .motion = motion, .passes = -1 };
	const AfreshDef def = { .kind = "aabb",
		                    .params = "",
		                    .query = HN_QUERY_ALL,
		                    .scene = s_scene,
		                    .instructions = count_up,
		                    .context = &counted };
	ck_assert_int_eq(afresh_look(&report, &def), HN_OK);
	ck_assert(report.looked);
	return report;
}

// However short the passes are: two triangles take less time than is judged.
START_TEST(instructions_tell_who_remembers) {
	AfreshReport report = looked_at(1000, 400, 1000);
	ck_assert_str_eq(report.text,
	                 "places that it was asked about before take 0.4 of the instructions of new ones: "
	                 "it remembers answers");
	report = looked_at(1000, 1000, 300);
	ck_assert_str_eq(report.text, "places of the motion take 0.3 of the instructions of new ones: "
	                              "it remembers answers");
	report = looked_at(1000, 1000, 400); // the work is about the same, not the same
	ck_assert_str_eq(report.text, "");
	ck_assert_double_gt(report.share, 0.99);
	report = looked_at(1000, (double)NAN, (double)NAN); // others had the counters
	ck_assert_str_eq(report.text, "");
}

// What rests, rests; and no two bodies move alike.
START_TEST(nudged_bodies_are_next_to_the_motion) {
	AfreshView view;
	double shifts[2][2];
	ck_assert_int_eq(afresh_view_make(&view, s_scene, 0, 2), HN_OK);
	ck_assert_int_eq(afresh_view_nudge(&view, 1), HN_OK);
	for (int32_t b = 0; b < 2; ++b)
		for (int32_t s = 0; s < 2; ++s) {
			shifts[b][s] = scene_pose(&view.scene, b, s)->t.x - scene_pose(s_scene, b, s)->t.x;
			ck_assert(shifts[b][s] > 0 && shifts[b][s] < 1e-12);
		}
	ck_assert(shifts[0][0] == shifts[0][1] && shifts[0][0] != shifts[1][0]);
	ck_assert_int_eq(afresh_view_move(&view, 0), HN_OK);
	ck_assert(scene_pose(&view.scene, 1, 1)->t.x == scene_pose(s_scene, 1, 1)->t.x);
	afresh_view_free(&view);
}

START_TEST(nudged_boxes_are_next_to_the_motion) {
	static const float s_boxes[2][2][6] = { { { 0, 0, 0, 1, 1, 1 }, { 5, 0, 0, 6, 1, 1 } },
		                                    { { 0, 0, 0, 1, 1, 1 }, { 4, 0, 0, 5, 1, 1 } } };
	const HnSceneDef def = {
		.step_count = 2,
		.objects = { .volume = "aabb", .count = 2, .size = sizeof s_boxes[0][0], .volumes = s_boxes }
	};
	AfreshView view;
	HnScene *scene = scene_made(&def);
	ck_assert_int_eq(afresh_view_make(&view, scene, 0, 2), HN_OK);
	ck_assert_int_eq(afresh_view_nudge(&view, 1), HN_OK);
	for (int32_t s = 0; s < 2; ++s)
		for (int32_t i = 0; i < 2; ++i) {
			const float *box = view.boxes + 6 * (2 * s + i);
			ck_assert(box[0] > s_boxes[s][i][0] && box[3] > s_boxes[s][i][3]);
			ck_assert(box[3] < s_boxes[s][i][3] + 1e-4F);
			ck_assert(memcmp(&box[1], &s_boxes[s][i][1], 2 * sizeof *box) == 0);
		}
	ck_assert(memcmp(view.boxes, view.boxes + 12, 6 * sizeof(float)) == 0); // it rests
	afresh_view_free(&view);
	hn_scene_close(scene);
}

// Each body has one triangle. What is not in the scene is an error, however the pass is asked.
START_TEST(contacts_are_in_the_scene) {
	static const HnPluginContact s_wrong[] = { { 0, -1, 1, 0 }, { 0, 0, 1, -1 },     { 0, 1, 1, 0 },
		                                       { 0, 0, 1, 1 },  { -1, 0, 1, 0 },     { 0, 0, 2, 0 },
		                                       { 1, 0, 0, 0 },  { 0, 0, 0, 0 },      { 1, 0, 1, 0 },
		                                       { 0, 0, -1, 0 }, { 0, 0, 1, 1 << 30 } };
	const HnPluginContact right = { 0, 0, 1, 0 };
	WorkerState state = { .scene = s_scene, .detector = s_detector, .query = HN_QUERY_ALL, .params = "" };
	void *payload = NULL;
	size_t size = 0;
	s_finds = 1;
	for (size_t i = 0; i < sizeof s_wrong / sizeof s_wrong[0]; ++i) {
		s_lone = &s_wrong[i];
		ck_told(answers_contacts(&state, &(Order){ .step = 0 }, &payload, &size), "that is not in the scene");
		ck_told(answers_follow(&state, &(Order){ .step = 0 }, &payload, &size), "that is not in the scene");
		const Order count = { .type = ORDER_COUNT };
		ck_told(answers_count(&state, &count, &(Reply){ 0 }, &payload, &size), "that is not in the scene");
		mem_free(payload, size);
	}
	s_lone = &right;
	ck_assert_int_eq(answers_contacts(&state, &(Order){ .step = 1 }, &payload, &size), HN_OK);
	ck_assert_uint_eq(size, sizeof(HnContact));
	mem_free(payload, size);
	ck_told(answers_contacts(&state, &(Order){ .step = 2 }, &payload, &size), "an order for step 2");
	ck_told(answers_contacts(&state, &(Order){ .first_step = -1 }, &payload, &size), "an order for step 0");
	ck_told(answers_follow(&state, &(Order){ .step = 2 }, &payload, &size), "an order for step 2");
	hn_contact_buffer_free(&state.contacts);
}

// What 'count' leaves behind is looked at: a number below 0, one more than was described.
START_TEST(counters_count_up_and_stay_in_their_place) {
	int64_t counts[COUNT_FIELDS] = { 0 };
	hn_detector_begin(&s_detector);
	s_counted[0] = -5;
	ck_assert_int_eq(hn_detector_step(&s_detector, 0, &s_found, counts), HN_OK);
	ck_told(plugin_system_look("own"), "plug-in own: the counter 'seen' is -5");
	s_counted[0] = 0;
	s_counts = 2;
	ck_assert_int_eq(hn_detector_step(&s_detector, 1, &s_found, counts), HN_OK);
	ck_told(plugin_system_look("own"), "plug-in own: 'count' wrote more than its 1 counters");
	s_counts = 1;
	s_bytes = (size_t)1 << 48;
	hn_detector_bytes(&s_detector);
	ck_told(plugin_system_look("own"), "more than there are addresses");
	ck_assert_int_eq(plugin_system_look("own"), HN_OK);
}

// Sums of what each pass added, since the plug-in was created.
START_TEST(counters_are_sums_over_passes) {
	int64_t counts[COUNT_FIELDS] = { 0 }, own[PLUGIN_COUNTERS_MAX] = { 0 };
	for (int pass = 0; pass < 2; ++pass) {
		hn_detector_begin(&s_detector);
		for (int32_t i = 0; i < 2; ++i) {
			s_counted[0] = 3 * (i + 1); // of this pass so far
			ck_assert_int_eq(hn_detector_step(&s_detector, i, &s_found, counts), HN_OK);
		}
		s_detector.class_->own_counts(s_detector.self, own);
		ck_assert_int_eq(own[0], 6 * (pass + 1));
	}
}

TEST_SUITE(plugin_core, suite, tc) {
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, an_error_text_belongs_to_one_call);
	tcase_add_test(tc, a_text_of_the_pass_before_is_forgotten);
	tcase_add_test(tc, begin_changes_the_rounding_mode);
	tcase_add_test(tc, destroy_changes_the_rounding_mode);
	tcase_add_test(tc, count_changes_the_rounding_mode);
	tcase_add_test(tc, bytes_changes_the_rounding_mode);
	tcase_add_test(tc, pair_changes_the_rounding_mode);
	tcase_add_test(tc, an_error_comes_before_what_was_changed);
	tcase_add_test(tc, a_pair_is_what_the_scene_says);
	tcase_add_test(tc, a_body_that_deforms_has_the_vertices_of_the_step);
	tcase_add_test(tc, an_update_has_the_vertices_of_the_step);
	tcase_add_test(tc, contacts_go_to_the_buffer_of_the_call);
	tcase_add_test(tc, instructions_tell_who_remembers);
	tcase_add_test(tc, nudged_bodies_are_next_to_the_motion);
	tcase_add_test(tc, nudged_boxes_are_next_to_the_motion);
	tcase_add_test(tc, contacts_are_in_the_scene);
	tcase_add_test(tc, counters_count_up_and_stay_in_their_place);
	tcase_add_test(tc, counters_are_sums_over_passes);
}
