// Algorithms: the registry and its presets, brute force against its definition, and every combination of the
// tree's parameters against brute force.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "base/array.h"
#include "base/error.h"
#include "bv/bv.h"
#include "cheap.h"
#include "detect/detect.h"
#include "exact/tri_tri.h"
#include "registry.h"
#include "soup.h"
#include "volumes.h"

Suite *detect_suite(void);

static Triangle triangle_of(const double *xyz, const int32_t *v, const HnPose *pose) {
	Triangle t;
	for (int k = 0; k < 3; ++k) {
		t.p[k] = vec3_load(xyz + 3 * (int64_t)v[k]);
		if (pose != NULL) t.p[k] = pose_place(pose, t.p[k]);
	}
	return t;
}

// The definition of a step's contacts, in canonical order.
static void contacts_by_definition(HnContactBuffer *out, const HnScene *scene, int32_t step) {
	out->count = 0;
	for (int32_t a = 0; a < scene->body_count; ++a)
		for (int32_t i = 0; i < scene_mesh(scene, a)->triangle_count; ++i)
			for (int32_t b = a + 1; b < scene->body_count; ++b) {
				const HnSceneMesh *mesh_a = scene_mesh(scene, a), *mesh_b = scene_mesh(scene, b);
				HnPose pose = scene_relative(scene, a, b, step);
				Triangle ta = triangle_of(mesh_a->xyz, mesh_a->triangles + 3 * (int64_t)i, NULL);
				for (int32_t j = 0; j < mesh_b->triangle_count; ++j) {
					Triangle tb = triangle_of(mesh_b->xyz, mesh_b->triangles + 3 * (int64_t)j, &pose);
					if (tri_tri_meet(&ta, &tb))
						cheap_assert(contact_buffer_add(out, (HnContact){ a, i, b, j }));
				}
			}
}

static void detector_make(HnDetector *out, const char *name, const HnScene *scene, HnQuery query,
                          const char *params) {
	cheap_assert_msg(hn_detector_create(out, name, scene, query, params) == HN_OK, "%s", hn_error_text());
}

// All phases of one step by the timed kernels.
static void step_timed(HnDetector *detector, int32_t step, HnContactBuffer *out) {
	cheap_assert_int_eq(detect_step(detector->class_, detector->self, step, out, NULL), HN_OK);
}

static HnHash hash_of(HnContactBuffer *contacts, HnQuery query) {
	HnHash hash;
	cheap_assert_int_eq(hn_contacts_hash(&hash, contacts, query), HN_OK);
	return hash;
}

static bool contains(const HnContactBuffer *set, HnContact contact) {
	for (int64_t i = 0; i < set->count; ++i)
		if (memcmp(&set->data[i], &contact, sizeof contact) == 0) return true;
	return false;
}

// One algorithm over all steps against the sets by definition, timed, counted, and both queries.
static void check_algorithm(const HnScene *scene, const char *name, const char *params) {
	HnContactBuffer truth = { 0 }, counted = { 0 }, timed = { 0 };
	HnDetector all, first;
	detector_make(&all, name, scene, HN_QUERY_ALL, params);
	detector_make(&first, name, scene, HN_QUERY_FIRST, params);
	for (int32_t step = 0; step < scene->step_count; ++step) {
		Counts counts = { 0 }, again = { 0 };
		contacts_by_definition(&truth, scene, step);
		HnHash right = hash_of(&truth, HN_QUERY_ALL);
		cheap_assert_int_eq(detector_step_counted(&all, step, &counted, &counts), HN_OK);
		HnHash got = hash_of(&counted, HN_QUERY_ALL);
		cheap_assert_msg(hn_hash_equal(&right, &got), "%s %s, step %d: %lld contacts, not %lld", name, params,
		                 step, (long long)counted.count, (long long)truth.count);
		cheap_assert_int_eq(counts.contacts, truth.count);
		step_timed(&all, step, &timed);
		got = hash_of(&timed, HN_QUERY_ALL);
		cheap_assert(hn_hash_equal(&right, &got));
		cheap_assert_int_eq(detector_step_counted(&all, step, &counted, &again), HN_OK);
		cheap_assert(memcmp(&counts, &again, sizeof counts) == 0);
		cheap_assert_int_eq(detector_step_counted(&first, step, &counted, &counts), HN_OK);
		cheap_assert_int_eq(counted.count, truth.count > 0);
		step_timed(&first, step, &timed);
		cheap_assert_int_eq(timed.count, counted.count);
		if (counted.count > 0) {
			cheap_assert(contains(&truth, counted.data[0]));
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
	Rng rng;
	rng_seed(&rng, 41, 0);
	for (int round = 0; round < 70; ++round) {
		SoupScene soup = small_scene(&rng, round, 2 + round % 2);
		check_algorithm(soup.scene, "brute", "");
		soup_scene_free(&soup);
	}
}
END_TEST

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
			bool by = strcmp(p->name, "by") == 0;
			for (int32_t c = 0; param_choice(p, c) != NULL; ++c) {
				bool has = !by || bv_moves_by(bv_class(v), (MoveBy)c);
				ck_assert_msg((trials[v][i][c] > 0) == has, "volume %s, %s=%s: %d trees were checked",
				              bv_name(v), p->name, param_choice(p, c), trials[v][i][c]);
			}
		}
}

// Every combination of the policies in which a tree is moved and walked, for every volume.
START_TEST(every_tree_finds_what_brute_finds) {
	Rng rng;
	rng_seed(&rng, 42, 0);
	static PolicyTrials s_trials;
	const HnDetectClass *tree = hn_detect_find("tree");
	int32_t combinations = 0, round = 0, at[POLICIES] = { 0 };
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
			agree_with_brute(soup.scene, "tree", text);
			soup_scene_free(&soup);
			trials_add(s_trials, at);
		}
	while (policies_next(&tree->params, at));
	trials_check(&tree->params, s_trials);
}
END_TEST

// Bodies of one mesh share its tree; what moves must be each pair's own.
START_TEST(bodies_of_one_mesh) {
	Rng rng;
	rng_seed(&rng, 43, 0);
	SoupDef def = { SOUP_RANDOM, 40, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &def);
	HnPose poses[4][2];
	HnSceneDefBody bodies[4];
	for (int b = 0; b < 4; ++b) {
		for (int s = 0; s < 2; ++s) poses[b][s] = (HnPose){ soup_rotation(&rng), { 0.3 * b, 0.2 * s, 0 } };
		bodies[b] = (HnSceneDefBody){ .mesh = mesh, .poses = poses[b], .pose_count = 2 };
	}
	HnSceneDef scene_def = { .bodies = bodies, .body_count = 4, .step_count = 2 };
	HnScene *scene;
	cheap_assert_int_eq(hn_scene_create(&scene, &scene_def), HN_OK);
	cheap_assert_int_eq(scene->mesh_count, 1);
	check_algorithm(scene, "tree", "by=refit");
	check_algorithm(scene, "tree", "by=rebuild leaf=3");
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
}
END_TEST

START_TEST(a_lone_body_touches_nothing) {
	Rng rng;
	rng_seed(&rng, 44, 0);
	SoupDef def = { SOUP_RANDOM, 5, 1, { 0, 0, 0 } };
	SoupScene lone = soup_scene_create(&rng, &def, 1, 2);
	check_algorithm(lone.scene, "brute", "");
	check_algorithm(lone.scene, "aabb", "");
	check_algorithm(lone.scene, "tree", "by=rebuild");
	soup_scene_free(&lone);
}
END_TEST

// Many equal triangles against one that is far, and against one in their midst.
START_TEST(many_equal_triangles) {
	enum { N = MANY };
	Rng rng;
	rng_seed(&rng, 45, 0);
	SoupDef defs[2] = { { SOUP_EQUAL, N, 1, { 0, 0, 0 } }, { SOUP_EQUAL, 1, 1, { 0, 0, 0 } } };
	HnMesh *many = soup_create(&rng, &defs[0]), *one = soup_create(&rng, &defs[1]);
	HnPose still = hn_pose_identity(), moving[2] = { hn_pose_identity(), hn_pose_identity() };
	moving[1].t.x = 50;
	for (int order = 0; order < 2; ++order) {
		HnSceneDefBody bodies[2] = { { .mesh = order == 0 ? many : one, .poses = &still, .pose_count = 1 },
			                         { .mesh = order == 0 ? one : many, .poses = moving, .pose_count = 2 } };
		HnSceneDef scene_def = { .bodies = bodies, .body_count = 2, .step_count = 2 };
		HnScene *scene;
		cheap_assert_int_eq(hn_scene_create(&scene, &scene_def), HN_OK);
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
END_TEST

START_TEST(brute_counts_every_pair) {
	Rng rng;
	rng_seed(&rng, 46, 0);
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
END_TEST

START_TEST(timed_steps_do_not_allocate_again) {
	Rng rng;
	rng_seed(&rng, 47, 0);
	SoupDef defs[2] = { { SOUP_GRID, 60, 1, { 0, 0, 0 } }, { SOUP_GRID, 60, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 4);
	static const char *const kinds[][2] = { { "brute", "" },
		                                    { "aabb", "" },
		                                    { "aabb", "by=rebuild leaf=3" } };
	for (int k = 0; k < 3; ++k) {
		HnDetector detector;
		HnContactBuffer out = { 0 };
		Counts counts = { 0 };
		int64_t allocations = 0;
		detector_make(&detector, kinds[k][0], soup.scene, HN_QUERY_ALL, kinds[k][1]);
		for (int pass = 0; pass < 3; ++pass) {
			for (int32_t s = 0; s < 4; ++s)
				if (pass == 0)
					cheap_assert_int_eq(detector_step_counted(&detector, s, &out, &counts), HN_OK);
				else
					step_timed(&detector, s, &out);
			if (pass == 0) allocations = mem_allocation_count();
		}
		ck_assert_int_gt(counts.contacts, 0);
		cheap_assert_int_eq(mem_allocation_count(), allocations);
		hn_detector_destroy(&detector);
		hn_contact_buffer_free(&out);
	}
	soup_scene_free(&soup);
}
END_TEST

// A failure at each allocation in turn: an error, nothing left behind, and no wrong answer.
START_TEST(failed_allocations) {
	static const char *const kinds[][2] = { { "brute", "" },
		                                    { "aabb", "" },
		                                    { "tree", "by=rebuild leaf=2" },
		                                    { "planted", "" },
		                                    { "tree", "by=hull update=lazy" },
		                                    { "tree", "by=hull_drift update=layered" },
		                                    { "tree", "update=lazy" } };
	Rng rng;
	rng_seed(&rng, 48, 0);
	SoupDef defs[3] = { { SOUP_GRID, 30, 1, { 0, 0, 0 } },
		                { SOUP_GRID, 20, 1, { 0, 0, 0 } },
		                { SOUP_GRID, 10, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 3, 2);
	size_t before = hn_mem_live_bytes();
	for (int k = 0; k < 7; ++k) {
		if (hn_detect_find(kinds[k][0]) == NULL) continue; // planted, where there is none
		int32_t status = HN_ERR_NO_MEMORY;
		for (int64_t fail = 1; status != HN_OK; ++fail) {
			HnDetector detector;
			HnContactBuffer out = { 0 };
			Counts counts = { 0 };
			HnHash hash;
			mem_fail_at(mem_allocation_count() + fail);
			status = hn_detector_create(&detector, kinds[k][0], soup.scene, HN_QUERY_ALL, kinds[k][1]);
			for (int32_t s = 0; s < 2 && status == HN_OK; ++s)
				status = detector_step_counted(&detector, s, &out, &counts);
			if (status == HN_OK) status = hn_contacts_hash(&hash, &out, HN_QUERY_ALL);
			mem_fail_at(0);
			cheap_assert(status == HN_OK || status == HN_ERR_NO_MEMORY);
			cheap_assert(status != HN_OK || fail > 5);
			hn_detector_destroy(&detector);
			hn_contact_buffer_free(&out);
			ck_assert_uint_eq(hn_mem_live_bytes(), before);
		}
	}
	soup_scene_free(&soup);
}
END_TEST

// Two bodies: a tree each. Of more, what moves has its nodes for each pair, and its order of triangles once.
START_TEST(bytes_are_what_is_held) {
	Rng rng;
	rng_seed(&rng, 49, 0);
	SoupDef defs[3] = { { SOUP_RANDOM, 100, 1, { 0, 0, 0 } },
		                { SOUP_RANDOM, 60, 1, { 0, 0, 0 } },
		                { SOUP_RANDOM, 40, 1, { 0, 0, 0 } } };
	for (int bodies = 2; bodies <= 3; ++bodies) {
		SoupScene soup = soup_scene_create(&rng, defs, bodies, 1);
		HnDetector tree, brute;
		detector_make(&tree, "aabb", soup.scene, HN_QUERY_ALL, "");
		detector_make(&brute, "brute", soup.scene, HN_QUERY_ALL, "");
		size_t nodes = 199 + 119, order = 100 + 60;
		if (bodies == 3) nodes += 119 + 2 * 79, order += 40;
		ck_assert_uint_eq(tree.class_->bytes(tree.self), 32 * nodes + 4 * order);
		ck_assert_uint_eq(brute.class_->bytes(brute.self), 0);
		hn_detector_destroy(&tree);
		hn_detector_destroy(&brute);
		soup_scene_free(&soup);
	}
}
END_TEST

// Is it a parameter of volumes and their fits alone, and not of this volume?
static bool is_of_other_volumes(const ParamSet *set, const char *name, const char *volume) {
	char whose[PARAM_ALLOWED_SIZE], own[PARAM_NAME_SIZE];
	param_set_whose(set, name, whose);
	snprintf(own, sizeof own, "volume %s", volume);
	bool of_volumes = strncmp(whose, "volume ", 7) == 0 || strncmp(whose, "fit ", 4) == 0;
	return of_volumes && strstr(whose, own) == NULL;
}

START_TEST(presets_have_their_base_less_what_they_fix) {
	const HnDetectClass *tree = hn_detect_find("tree"), *aabb = hn_detect_find("aabb");
	ck_assert_ptr_nonnull(tree);
	ck_assert_ptr_nonnull(aabb);
	ck_assert_str_eq(aabb->preset_of, "tree");
	static const char *const known[] = { "volume", "k", "fit", "prejudge", "roots", "root_obb" };
	for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i)
		cheap_assert_int_eq(param_find(&aabb->params, "aabb", known[i]), HN_ERR_NOT_FOUND);
	for (int32_t i = 0; i < tree->params.count; ++i) {
		const char *name = tree->params.params[i].name;
		char value[PARAM_TEXT_SIZE];
		bool left_out = detect_fixed(aabb, name, value) || strcmp(name, "root_obb") == 0 ||
		                is_of_other_volumes(tree->set, name, "aabb");
		cheap_assert_msg((param_find(&aabb->params, "aabb", name) < 0) == left_out, "aabb: %s", name);
	}
	ck_assert_int_ge(param_find(&aabb->params, "aabb", "leaf"), 0);
	cheap_assert(aabb->create == tree->create && aabb->timed.narrow == tree->timed.narrow);
	for (int32_t i = 0; i < hn_detect_count(); ++i) {
		const HnDetectClass *class = hn_detect_at(i);
		const char *name = class->name;
		cheap_assert_msg(hn_detect_find(name) == class, "%s: another has its name", name);
		cheap_assert_msg(class->create != NULL && class->destroy != NULL && class->bytes != NULL,
		                 "%s: create, destroy or bytes is missing", name);
		cheap_assert_msg((class->timed.narrow != NULL) == !class->objects, "%s: narrow", name);
		cheap_assert_msg((class->timed.rebuild != NULL) == class->objects, "%s: rebuild", name);
		cheap_assert_msg(class->about[0] != '\0', "%s: nothing says what it is", name);
		class->destroy(NULL);
	}
	ck_assert_ptr_null(hn_detect_find("no such"));
}
END_TEST

START_TEST(refuses_what_it_does_not_know) {
	Rng rng;
	rng_seed(&rng, 50, 0);
	SoupDef defs[2] = { { SOUP_RANDOM, 3, 1, { 0, 0, 0 } }, { SOUP_RANDOM, 3, 1, { 0, 0, 0 } } };
	SoupScene soup = soup_scene_create(&rng, defs, 2, 1);
	static const char *const bad[][3] = {
		{ "abab", "", "did you mean 'aabb'" },   { "aabb", "leav=2", "did you mean 'leaf'" },
		{ "aabb", "volume=aabb", "unknown" },    { "tree", "leaf=0", "from 1" },
		{ "tree", "axis=longets", "'longest'" }, { "tree", "descend=", "name=value" },
		{ "brute", "leaf=1", "unknown" },
	};
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
		HnDetector detector;
		int32_t status = hn_detector_create(&detector, bad[i][0], soup.scene, HN_QUERY_ALL, bad[i][1]);
		cheap_assert(status == HN_ERR_NOT_FOUND || status == HN_ERR_BAD_INPUT);
		cheap_assert_msg(strstr(hn_error_text(), bad[i][2]) != NULL, "%s", hn_error_text());
		ck_assert_ptr_null(detector.class_);
	}
	soup_scene_free(&soup);
}
END_TEST

START_TEST(hashes_do_not_depend_on_the_order) {
	Rng rng;
	rng_seed(&rng, 51, 0);
	HnContactBuffer a = { 0 }, b = { 0 };
	for (int i = 0; i < 500; ++i) {
		HnContact c = { (int32_t)rng_below(&rng, 2), (int32_t)rng_below(&rng, 3), 2,
			            (int32_t)rng_below(&rng, 70000) };
		cheap_assert(contact_buffer_add(&a, c));
	}
	for (int64_t i = a.count - 1; i >= 0; --i) cheap_assert(contact_buffer_add(&b, a.data[i]));
	HnHash x = hash_of(&a, HN_QUERY_ALL), y = hash_of(&b, HN_QUERY_ALL);
	cheap_assert(hn_hash_equal(&x, &y));
	for (int64_t i = 1; i < a.count; ++i) ck_assert_int_ge(a.data[i].body_a, a.data[i - 1].body_a);
	b.data[7].triangle_b += 1;
	y = hash_of(&b, HN_QUERY_ALL);
	cheap_assert(!hn_hash_equal(&x, &y));
	// of `first` one byte, whatever the pair
	const uint8_t hit = 1, miss = 0;
	x = hash_of(&b, HN_QUERY_FIRST), y = hn_hash_bytes(&hit, 1);
	cheap_assert(hn_hash_equal(&x, &y));
	b.count = 0;
	x = hash_of(&b, HN_QUERY_FIRST), y = hn_hash_bytes(&miss, 1);
	cheap_assert(hn_hash_equal(&x, &y));
	// the bytes are little-endian int32
	HnContactBuffer one = { 0 };
	cheap_assert(contact_buffer_add(&one, (HnContact){ 1, 0x01020304, 2, 0 }));
	static const uint8_t bytes[16] = { 1, 0, 0, 0, 4, 3, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0 };
	x = hash_of(&one, HN_QUERY_ALL), y = hn_hash_bytes(bytes, sizeof bytes);
	cheap_assert(hn_hash_equal(&x, &y));
	hn_contact_buffer_free(&a);
	hn_contact_buffer_free(&b);
	hn_contact_buffer_free(&one);
}
END_TEST

START_TEST(touch_query_agrees_with_brute) {
	Rng rng;
	rng_seed(&rng, 52, 0);
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
END_TEST

START_TEST(touch_query_without_memory) {
	Rng rng;
	rng_seed(&rng, 53, 0);
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
END_TEST

#ifdef PLANTED
START_TEST(planted_faults) {
	Rng rng;
	rng_seed(&rng, 54, 0);
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
	step_timed(&detector, 0, &out);
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
END_TEST
#endif

// Algorithms and broad phases are both asked for by their names alone.
static const char *const s_lines[] = {
#define DETECT(name) "DETECT(" #name ")",
#define BROAD(name)  "BROAD(" #name ")",
#include "detect/detect.def"
#include "broad/broad.def"
#undef DETECT
#undef BROAD
};

static const char *detect_name_at(int32_t index) { return hn_detect_name(hn_detect_at(index)); }

START_TEST(names_can_be_told_apart) {
	ck_assert_int_eq(hn_detect_count(), sizeof s_lines / sizeof s_lines[0]);
	registry_check_names(s_lines, hn_detect_count(), detect_name_at);
}
END_TEST

Suite *detect_suite(void) {
	Suite *suite = suite_create("detect");
	TCase *tc = tcase_create("detect");
	tcase_add_test(tc, names_can_be_told_apart);
	tcase_add_test(tc, brute_is_the_definition);
	tcase_add_test(tc, every_tree_finds_what_brute_finds);
	tcase_add_test(tc, bodies_of_one_mesh);
	tcase_add_test(tc, a_lone_body_touches_nothing);
	tcase_add_test(tc, many_equal_triangles);
	tcase_add_test(tc, brute_counts_every_pair);
	tcase_add_test(tc, timed_steps_do_not_allocate_again);
	tcase_add_test(tc, failed_allocations);
	tcase_add_test(tc, bytes_are_what_is_held);
	tcase_add_test(tc, presets_have_their_base_less_what_they_fix);
	tcase_add_test(tc, refuses_what_it_does_not_know);
	tcase_add_test(tc, hashes_do_not_depend_on_the_order);
	tcase_add_test(tc, touch_query_agrees_with_brute);
	tcase_add_test(tc, touch_query_without_memory);
#ifdef PLANTED
	tcase_add_test(tc, planted_faults);
#else
	skip_planted("detect: planted_faults");
#endif
	suite_add_tcase(suite, tc);
	return suite;
}
