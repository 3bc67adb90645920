// What algorithms answer: brute force what its definition says, the tree with every combination of its
// parameters what brute force does, and the query of touching poses; and that the planted faults are faults.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "bv/bv.h"
#include "cheap.h"
#include "contacts.h"
#include "detect/detect.h"
#include "made.h"
#include "soup.h"
#include "suite.h"
#include "volumes.h"

// One algorithm over all steps against the sets by definition, timed, counted, and both queries.
static void check_algorithm(const HnScene *scene, const char *name, const char *params) {
	HnContactBuffer truth = { 0 }, counted = { 0 }, timed = { 0 };
	HnDetector all, first;
	detector_make(&all, name, scene, HN_QUERY_ALL, params);
	detector_make(&first, name, scene, HN_QUERY_FIRST, params);
	for (int32_t step = 0; step < scene->step_count; ++step) {
		Counts counts = { 0 }, again = { 0 };
		contacts_by_definition(&truth, scene, step);
		HnHash right = contacts_hash(&truth, HN_QUERY_ALL);
		cheap_assert_int_eq(detector_step_counted(&all, step, &counted, &counts), HN_OK);
		HnHash got = contacts_hash(&counted, HN_QUERY_ALL);
		cheap_assert_msg(hn_hash_equal(&right, &got), "%s %s, step %d: %lld contacts, not %lld", name, params,
		                 step, (long long)counted.count, (long long)truth.count);
		cheap_assert_int_eq(counts.contacts, truth.count);
		detector_step_timed(&all, step, &timed);
		got = contacts_hash(&timed, HN_QUERY_ALL);
		cheap_assert(hn_hash_equal(&right, &got));
		cheap_assert_int_eq(detector_step_counted(&all, step, &counted, &again), HN_OK);
		cheap_assert(memcmp(&counts, &again, sizeof counts) == 0);
		cheap_assert_int_eq(detector_step_counted(&first, step, &counted, &counts), HN_OK);
		cheap_assert_int_eq(counted.count, truth.count > 0);
		detector_step_timed(&first, step, &timed);
		cheap_assert_int_eq(timed.count, counted.count);
		if (counted.count > 0) {
			cheap_assert(contacts_contain(&truth, &counted.data[0]));
			cheap_assert(memcmp(&timed.data[0], &counted.data[0], sizeof(HnContact)) == 0);
		}
	}
	hn_detector_destroy(&all);
	hn_detector_destroy(&first);
	hn_contact_buffer_free(&truth);
	hn_contact_buffer_free(&counted);
	hn_contact_buffer_free(&timed);
}

static SoupScene small_scene(Rng *rng, int round, int32_t bodies) {
	static const double scales[] = { 1, 1e-6, 1e6, 0x1p150, 0x1p-150 };
	SoupDef defs[4];
	for (int b = 0; b < 4; ++b)
		defs[b] = (SoupDef){ (Soup)((round + b * (round / SOUPS)) % SOUPS),
			                 3 + (int32_t)rng_below(rng, 22),
			                 scales[round % 5],
			                 { 0, 0, 0 } };
	if (round % 4 == 3) // far from the origin, by exact amounts
		for (int b = 0; b < 4; ++b) defs[b].offset = (HnVec3){ 1024 * (b + 1), -512, 4096 };
	return soup_scene_create(rng, defs, bodies, 3);
}

START_TEST(brute_is_the_definition) {
	Rng rng = rng_of(41, 0);
	for (int round = 0; round < 70; ++round) {
		SoupScene soup = small_scene(&rng, round, 2 + round % 2);
		check_algorithm(soup.scene, "brute", "");
		soup_scene_free(&soup);
	}
}

#ifdef SANITIZED // an order slower
enum { SCENES = 300, MANY = 20000 };
#else
enum { SCENES = 1500, MANY = 100000 };
#endif

static const char *const s_policies[] = { "volume", "update", "by", "descend", "leaf_test" };
enum { POLICIES = sizeof s_policies / sizeof s_policies[0] };

// Next combination of the policies; false after the last.
static bool policies_next(const ParamTable *table, int32_t at[POLICIES]) {
	for (int i = 0; i < POLICIES; ++i) {
		int32_t p = param_find(table, "tree", s_policies[i]);
		ck_assert_int_ge(p, 0);
		if (param_choice(&table->params[p], ++at[i]) != NULL) return true;
		at[i] = 0;
	}
	return false;
}

// The policies as they stand, and half of everything else at random.
static void policies_text(Rng *rng, const ParamTable *table, const int32_t at[POLICIES], char *text,
                          size_t size) {
	static const char *const integers[] = { "1", "2", "5", "1000" }, *const reals[] = { "0", "0.5", "1e6" };
	size_t used = 0;
	text[0] = '\0';
	for (int32_t i = 0; i < table->count; ++i) {
		const Param *p = &table->params[i];
		int32_t choices = 0;
		while (p->type == PARAM_CHOICE && param_choice(p, choices) != NULL) ++choices;
		const char *value = NULL;
		char vectors[PARAM_TEXT_SIZE];
		if (p->type == PARAM_VECTORS) directions_draw_text(rng, vectors), value = vectors;
		if (p->type == PARAM_NAMES) roots_draw_text(rng, vectors), value = vectors;
		if (p->type == PARAM_PART) part_draw_text(rng, p, vectors), value = vectors;
		if (p->type == PARAM_CHOICE) value = param_choice(p, (int32_t)rng_below(rng, (uint64_t)choices));
		if (p->type == PARAM_INT && strcmp(p->name, "leaf") == 0) value = integers[rng_below(rng, 4)];
		if (strcmp(p->name, "lambda") == 0) value = reals[rng_below(rng, 3)];
		if (rng_below(rng, 2) == 0) value = NULL;
		for (int k = 0; k < POLICIES; ++k)
			if (strcmp(p->name, s_policies[k]) == 0) value = param_choice(p, at[k]);
		if (value == NULL) continue;
		used += (size_t)snprintf(text + used, size - used, "%s%s=%s", used > 0 ? " " : "", p->name, value);
		ck_assert_uint_lt(used, size);
	}
}

enum { VOLUMES_MAX = 64, CHOICES_MAX = 64 };

// How many trees of each volume were checked under each choice of each policy.
typedef int32_t PolicyTrials[VOLUMES_MAX][POLICIES][CHOICES_MAX];

static void trials_add(PolicyTrials trials, const int32_t at[POLICIES]) {
	for (int i = 0; i < POLICIES; ++i) {
		cheap_assert(at[0] < VOLUMES_MAX && at[i] < CHOICES_MAX);
		trials[at[0]][i][at[i]] += 1;
	}
}

// Each volume on its own: every choice of a policy that it has was tried, and none of those that it has not.
static void trials_check(const ParamTable *table, PolicyTrials trials) {
	for (int32_t v = 0; bv_class(v) != NULL; ++v)
		for (int i = 1; i < POLICIES; ++i) {
			const Param *p = &table->params[param_find(table, "tree", s_policies[i])];
			bool by = strcmp(p->name, "by") == 0, descend = strcmp(p->name, "descend") == 0;
			for (int32_t c = 0; param_choice(p, c) != NULL; ++c) {
				bool has = by        ? bv_moves_by(bv_class(v), c < MOVES ? (MoveBy)c : MOVE_REBUILD)
				           : descend ? c != DESCEND_LONGER || bv_class(v)->has_length
				                     : true;
				ck_assert_msg((trials[v][i][c] > 0) == has, "volume %s, %s=%s: %d trees were checked",
				              bv_name(v), p->name, param_choice(p, c), trials[v][i][c]);
			}
		}
}

// Every combination of the policies in which a tree is moved and walked, for every volume.
START_TEST(every_tree_finds_what_brute_finds) {
	Rng rng = rng_of(42, 0);
	static PolicyTrials s_trials;
	const HnDetectClass *tree = hn_detect_find("tree");
	int32_t combinations = 0, round = 0, at[POLICIES] = { 0 };
	int64_t contacts = 0;
	char text[512 + PARAM_TEXT_SIZE];
	do ++combinations;
	while (policies_next(&tree->params, at));
	int32_t each = SCENES / combinations + 1;
	do
		for (int32_t i = 0; i < each; ++i, ++round) {
			int32_t status = HN_ERR_BAD_INPUT;
			for (int draw = 0; draw < 9 && status != HN_OK; ++draw) { // another fit may be this volume's
				policies_text(&rng, &tree->params, at, text, sizeof text);
				status = detect_check(tree, text);
			}
			if (status != HN_OK) continue; // the policies do not go together
			SoupScene soup = small_scene(&rng, round, 2 + round % 3);
			contacts += agree_with_brute(soup.scene, "tree", text);
			soup_scene_free(&soup);
			trials_add(s_trials, at);
		}
	while (policies_next(&tree->params, at));
	ck_assert_int_gt(contacts, SCENES);
	trials_check(&tree->params, s_trials);
}

// Bodies of one mesh share its tree; what moves must be each pair's own.
START_TEST(bodies_of_one_mesh) {
	Rng rng = rng_of(43, 0);
	SoupDef def = { SOUP_RANDOM, 40, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &def);
	HnPose poses[4][2];
	HnSceneDefBody bodies[4];
	for (int b = 0; b < 4; ++b) {
		for (int s = 0; s < 2; ++s) poses[b][s] = (HnPose){ soup_rotation(&rng), { 0.3 * b, 0.2 * s, 0 } };
		bodies[b] = (HnSceneDefBody){ .mesh = mesh, .poses = poses[b], .pose_count = 2 };
	}
	HnSceneDef scene_def = { .bodies = bodies, .body_count = 4, .step_count = 2 };
	HnScene *scene = scene_made(&scene_def);
	cheap_assert_int_eq(scene->mesh_count, 1);
	check_algorithm(scene, "tree", "by=refit");
	check_algorithm(scene, "tree", "by=rebuild leaf=3");
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
}

START_TEST(a_lone_body_touches_nothing) {
	Rng rng = rng_of(44, 0);
	SoupDef def = { SOUP_RANDOM, 5, 1, { 0, 0, 0 } };
	SoupScene lone = soup_scene_create(&rng, &def, 1, 2);
	check_algorithm(lone.scene, "brute", "");
	check_algorithm(lone.scene, "aabb", "");
	check_algorithm(lone.scene, "tree", "by=rebuild");
	soup_scene_free(&lone);
}

// Many equal triangles against one that is far, and against one in their midst.
START_TEST(many_equal_triangles) {
	enum { N = MANY };
	Rng rng = rng_of(45, 0);
	SoupDef defs[2] = { { SOUP_EQUAL, N, 1, { 0, 0, 0 } }, { SOUP_EQUAL, 1, 1, { 0, 0, 0 } } };
	HnMesh *many = soup_create(&rng, &defs[0]), *one = soup_create(&rng, &defs[1]);
	HnPose still = hn_pose_identity(), moving[2] = { hn_pose_identity(), hn_pose_identity() };
	moving[1].t.x = 50;
	for (int order = 0; order < 2; ++order) {
		HnSceneDefBody bodies[2] = { { .mesh = order == 0 ? many : one, .poses = &still, .pose_count = 1 },
			                         { .mesh = order == 0 ? one : many, .poses = moving, .pose_count = 2 } };
		HnSceneDef scene_def = { .bodies = bodies, .body_count = 2, .step_count = 2 };
		HnScene *scene = scene_made(&scene_def);
		HnDetector detector;
		detector_make(&detector, "aabb", scene, HN_QUERY_ALL, "");
		HnContactBuffer out = { 0 };
		Counts counts = { 0 };
		cheap_assert_int_eq(detector_step_counted(&detector, 0, &out, &counts), HN_OK);
		cheap_assert_int_eq(out.count, N);
		cheap_assert_int_eq(counts.np, N);
		cheap_assert_int_eq(counts.nb, 2 * N - 1); // every node of the many against the one
		cheap_assert_int_eq(detector_step_counted(&detector, 1, &out, &counts), HN_OK);
		cheap_assert_int_eq(out.count, 0);
		cheap_assert_int_eq(counts.nb, 2 * N); // the roots alone
		hn_detector_destroy(&detector);
		hn_contact_buffer_free(&out);
		hn_scene_close(scene);
	}
	hn_mesh_destroy(many);
	hn_mesh_destroy(one);
}

START_TEST(brute_counts_every_pair) {
	Rng rng = rng_of(46, 0);
	SoupDef defs[3] = { { SOUP_RANDOM, 7, 1, { 0, 0, 0 } },
		                { SOUP_RANDOM, 11, 1, { 0, 0, 0 } },
		                { SOUP_RANDOM, 13, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 3, 2);
	HnDetector brute, tree;
	HnContactBuffer out = { 0 };
	Counts counts = { 0 };
	detector_make(&brute, "brute", soup.scene, HN_QUERY_ALL, "");
	cheap_assert_int_eq(detector_step_counted(&brute, 1, &out, &counts), HN_OK);
	cheap_assert_int_eq(counts.np, 7 * 11 + 7 * 13 + 11 * 13);
	cheap_assert_int_eq(counts.nb + counts.nu, 0);
	hn_detector_destroy(&brute);
	// the tree of the higher body of each pair: 2 n - 1 nodes each; its mesh's vertices
	detector_make(&tree, "tree", soup.scene, HN_QUERY_ALL, "");
	counts = (Counts){ 0 };
	cheap_assert_int_eq(detector_step_counted(&tree, 1, &out, &counts), HN_OK);
	cheap_assert_int_eq(counts.nu, 21 + 2 * 25);
	cheap_assert_int_eq(counts.vertices_projected, 33 + 2 * 39);
	hn_detector_destroy(&tree);
	hn_contact_buffer_free(&out);
	soup_scene_free(&soup);
}

START_TEST(touch_query_agrees_with_brute) {
	Rng rng = rng_of(52, 0);
	int hits = 0, rounds = 0;
	for (int round = 0; round < 120; ++round) {
		SoupScene soup = small_scene(&rng, round, 2);
		HnTouchQuery *query;
		HnContactBuffer truth = { 0 };
		cheap_assert_int_eq(hn_touch_query_create(&query, soup.meshes[0], soup.meshes[1]), HN_OK);
		for (int32_t s = 0; s < 3; ++s, ++rounds) {
			HnPose pose = scene_relative(soup.scene, 0, 1, s);
			contacts_by_definition(&truth, soup.scene, s);
			int32_t hit = hn_touch_query_hit(query, &pose);
			cheap_assert_int_eq(hit, truth.count > 0);
			hits += hit;
			pose.t.x += 0x1p198; // far beyond the range of the boxes
			cheap_assert_int_eq(hn_touch_query_hit(query, &pose), 0);
		}
		hn_touch_query_destroy(query);
		hn_contact_buffer_free(&truth);
		soup_scene_free(&soup);
	}
	cheap_assert(hits > rounds / 10 && hits < rounds); // both answers occurred
}

START_TEST(touch_query_without_memory) {
	Rng rng = rng_of(53, 0);
	SoupDef def = { SOUP_RANDOM, 9, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &def);
	size_t before = hn_mem_live_bytes();
	HnPose pose = hn_pose_identity();
	int32_t status = HN_ERR_NO_MEMORY;
	for (int64_t fail = 1; status < 0; ++fail) {
		HnTouchQuery *query = NULL;
		mem_fail_at(mem_allocation_count() + fail);
		status = hn_touch_query_create(&query, mesh, mesh);
		if (status == HN_OK) {
			status = hn_touch_query_hit(query, &pose);
			hn_touch_query_destroy(query);
		}
		mem_fail_at(0);
		cheap_assert(status == 1 || status == HN_ERR_NO_MEMORY);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	hn_mesh_destroy(mesh);
}

#ifdef PLANTED
START_TEST(planted_faults) {
	Rng rng = rng_of(54, 0);
	SoupDef defs[2] = { { SOUP_GRID, 60, 1, { 0, 0, 0 } }, { SOUP_GRID, 60, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 2);
	HnContactBuffer truth = { 0 }, out = { 0 };
	Counts counts = { 0 };
	HnDetector detector;
	check_algorithm(soup.scene, "planted", "");
	contacts_by_definition(&truth, soup.scene, 0);
	ck_assert_int_gt(truth.count, 0);
	detector_make(&detector, "planted", soup.scene, HN_QUERY_ALL, "fault=wrong");
	cheap_assert_int_eq(detector_step_counted(&detector, 0, &out, &counts), HN_OK);
	cheap_assert_int_eq(out.count, truth.count - 1);
	hn_detector_destroy(&detector);
	detector_make(&detector, "planted", soup.scene, HN_QUERY_ALL, "fault=wrong_timed");
	cheap_assert_int_eq(detector_step_counted(&detector, 0, &out, &counts), HN_OK);
	cheap_assert_int_eq(out.count, truth.count);
	detector_step_timed(&detector, 0, &out);
	cheap_assert_int_eq(out.count, truth.count - 1);
	hn_detector_destroy(&detector);
	cheap_assert_int_eq(
	    hn_detector_create(&detector, "planted", soup.scene, HN_QUERY_ALL, "fault=error where=build"),
	    HN_ERR_INVALID);
	size_t before = hn_mem_live_bytes();
	hn_mem_set_limit(before + ((size_t)1 << 28));
	cheap_assert_int_eq(
	    hn_detector_create(&detector, "planted", soup.scene, HN_QUERY_ALL, "fault=hog where=build"),
	    HN_ERR_NO_MEMORY);
	hn_mem_set_limit(SIZE_MAX);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	detector_make(&detector, "planted", soup.scene, HN_QUERY_ALL, "fault=error step=1");
	cheap_assert_int_eq(detector_step_counted(&detector, 0, &out, &counts), HN_OK);
	cheap_assert_int_eq(detector_step_counted(&detector, 1, &out, &counts), HN_ERR_INVALID);
	hn_detector_destroy(&detector);
	hn_contact_buffer_free(&truth);
	hn_contact_buffer_free(&out);
	soup_scene_free(&soup);
}
#endif

TEST_SUITE(detect_answers, suite, tc) {
	tcase_add_test(tc, brute_is_the_definition);
	tcase_add_test(tc, every_tree_finds_what_brute_finds);
	tcase_add_test(tc, bodies_of_one_mesh);
	tcase_add_test(tc, a_lone_body_touches_nothing);
	tcase_add_test(tc, many_equal_triangles);
	tcase_add_test(tc, brute_counts_every_pair);
	tcase_add_test(tc, touch_query_agrees_with_brute);
	tcase_add_test(tc, touch_query_without_memory);
#ifdef PLANTED
	tcase_add_test(tc, planted_faults);
#else
	skip_planted("detect_answers: planted_faults");
#endif
}
