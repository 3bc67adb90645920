// How the process of a trial ends, and what is said of it.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/plugin.h"
#include "plugin/trial.h"
#include "suite.h"

// The plug-in does one thing, in its first call.
static void (*s_deed)(void);

static int32_t own_create(void **self, HnPluginHost *host, const HnPluginScene *scene, int32_t query,
                          const double *values) {
	(void)self, (void)host, (void)scene, (void)query, (void)values;
	s_deed();
	return HN_PLUGIN_ERR_FAILED;
}

static void own_destroy(void *self) { (void)self; }

static int32_t own_pair(void *self, const HnPluginPair *pair, HnPluginContacts *out) {
	(void)self, (void)pair, (void)out;
	return HN_PLUGIN_ERR_FAILED;
}

static const HnPlugin s_plugin = { .size = sizeof(HnPlugin),
	                               .version = HN_PLUGIN_VERSION,
	                               .kind = HN_PLUGIN_PAIRS,
	                               .name = "ends",
	                               .about = "ends",
	                               .source = "tests",
	                               .can = HN_PLUGIN_CAN_ALL,
	                               .answers = HN_PLUGIN_EXACT,
	                               .create = own_create,
	                               .destroy = own_destroy,
	                               .pair = own_pair };
static HnScene *s_scene;

static void setup(void) {
	static double xyz[9] = { 0, 0, 0, 1, 0, 0, 0, 1, 0 };
	static int32_t triangle[] = { 0, 1, 2 };
	const HnMesh mesh = { xyz, triangle, 3, 1 };
	const HnPose pose = hn_pose_identity();
	const HnSceneDefBody body = { .mesh = &mesh, .poses = &pose, .pose_count = 1 };
	const HnSceneDefBody bodies[2] = { body, body };
	const HnSceneDef def = { .bodies = bodies, .body_count = 2, .step_count = 1 };
	const HnDetectClass *class = NULL;
	ck_assert_int_eq(hn_scene_create(&s_scene, &def), HN_OK);
	ck_assert_int_eq(plugin_add(&class, &s_plugin, &(PluginSource){ "ends.so", "", "", NULL }), HN_OK);
	ck_assert_int_eq(plugin_bind(class, &s_plugin), HN_OK);
}

static void teardown(void) { hn_scene_close(s_scene); }

static void ck_broken(void (*deed)(void), const char *text) {
	PluginVerdict verdict;
	const PluginTrial trial = { .order = "ends", .params = "", .query = HN_QUERY_ALL, .timeout_s = 30 };
	s_deed = deed;
	ck_assert_int_eq(plugin_trial(&verdict, &trial, s_scene), HN_OK);
	ck_assert_int_eq(verdict.outcome, TRIAL_BROKEN);
	ck_assert_msg(strstr(verdict.text, text) != NULL, "%s", verdict.text);
}

static void do_nothing(void) {}
static void leave(void) { _exit(7); }

START_TEST(its_end_is_told) {
	ck_broken(do_nothing, "'create' returned -4");
	ck_broken(abort, "crashed: ");
	ck_broken(leave, "exit code 7");
}

static void hide(void) {
	for (int file = 0; file < 64; ++file) close(file);
	for (;;) pause();
}

// It closed its pipe, and goes on.
START_TEST(one_that_hides_is_ended) { ck_broken(hide, "closed its files and did not end"); }

static int s_heir[2]; // a pipe: the heir ends with the test

static void leave_heir(void) {
	char byte;
	if (fork() == 0) {
		close(s_heir[1]);
		_exit(read(s_heir[0], &byte, 1) != 0);
	}
	abort();
}

// A child of it holds its pipe, which has no end then.
START_TEST(one_that_leaves_an_heir_crashed) {
	ck_assert_int_eq(pipe(s_heir), 0);
	ck_broken(leave_heir, "crashed: ");
	close(s_heir[0]), close(s_heir[1]);
}

TEST_SUITE(trial, suite, tc) {
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, its_end_is_told);
	tcase_add_test(tc, one_that_hides_is_ended);
	tcase_add_test(tc, one_that_leaves_an_heir_crashed);
}
