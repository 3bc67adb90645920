// Algorithms of pairs over many bodies: each gives brute force's contacts, behind every broad phase, however
// little is kept of what moves; counts do not depend on what was before; memory stays within its bound; what
// shares a frame moves once.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "contacts.h"
#include "crowd.h"
#include "detect/detect.h"
#include "registry.h"
#include "scene/motion.h"
#include "suite.h"

enum { STEPS = CROWD_STEPS };

static void crowd_init(Crowd *c, uint64_t seed, int32_t count, double side, bool deforming) {
	crowd_make(c, seed, count, side, deforming, false);
}

static const Setting s_settings[] = {
	{ "so", "update=full", false },
	{ "so", "update=layered broad=none", false },
	{ "co", "", false },
	{ "co", "broad=sap", false },
	{ "sao", "broad=grid", false },
	{ "ao", "", false },
	{ "rapid", "broad=aabbtree", false },
	{ "aabb", "update=full", false },
	{ "aabb", "update=lazy broad=hash", false },
	{ "tree", "update=layered roots=sphere+caabb", false },
	{ "tree", "volume=obb by=place update=lazy roots=sphere leaf=2", false },
	{ "tree", "volume=fdh14 by=hull_drift broad=kdtree", true },
	{ "tree", "volume=fdh18 by=conic update=layered broad=pairs", false },
	{ "aabb", "by=rebuild broad=octree(fmax=2,a=1,copies=16)", false },
	{ "sphere", "update=lazy storage=parent", false },
	{ "bsp", "broad=sap roots=caabb", false },
	{ "bsp", "owner=moving roots=sphere+aabb clip=true", false },
	{ "dassd", "broad=grid blocks=true box_test=true", false },
	{ "dassd", "roots=fdh14", false },
	{ "brute", "roots=obb+aabb", false },
};
enum { SETTINGS = sizeof s_settings / sizeof s_settings[0] };

// Bodies of a scene and bytes of instances: 1 leaves one a mesh, so that all others give way within a step.
START_TEST(contacts_are_those_of_brute_force) {
	static const struct {
		int32_t bodies;
		size_t limit;
	} s_cases[] = { { 2, 0 }, { 3, 1 }, { 13, 0 }, { 13, 20000 }, { 50, 1 } };
	Setting setting = setting_at(s_settings, SETTINGS, _i);
	for (size_t k = 0; k < sizeof s_cases / sizeof s_cases[0]; ++k) {
		Crowd crowd;
		int32_t bodies = s_cases[k].bodies;
		crowd_init(&crowd, k, bodies, bodies > 20 ? 6 : 2, !setting.stays && k != 3);
		size_t before = hn_mem_live_bytes();
		detect_keep_most(s_cases[k].limit);
		agree_with_brute(crowd.scene, setting.name, setting.params);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
		crowd_free(&crowd);
	}
}

static Counts count_pass(HnDetector *detector, const HnScene *scene, HnContactBuffer *out) {
	Counts counts = { 0 };
	hn_detector_begin(detector);
	for (int32_t s = 0; s < scene->step_count; ++s)
		ck_assert_int_eq(detector_step_counted(detector, s, out, &counts), HN_OK);
	return counts;
}

// The bound changes what must be moved again and no contact, and nothing is allocated after one pass.
START_TEST(little_memory_costs_moves_alone) {
	static const char *const s_params[] = { "", "update=layered", "update=lazy broad=sap", "broad=grid",
		                                    "update=layered roots=sphere broad=hash" };
	Crowd crowd;
	HnContactBuffer out = { 0 };
	Counts counts[2];
	crowd_init(&crowd, 7, 40, 4, _i < 4); // of what deforms roots are allocated
	for (int little = 0; little < 2; ++little) {
		HnDetector detector;
		detect_keep_most(little ? 1 : 0);
		detector_make(&detector, "tree", crowd.scene, HN_QUERY_ALL, s_params[_i]);
		counts[little] = count_pass(&detector, crowd.scene, &out);
		int64_t allocations = mem_allocation_count();
		for (int pass = 0; pass < 2; ++pass) {
			Counts again = count_pass(&detector, crowd.scene, &out);
			ck_assert(memcmp(&again, &counts[little], sizeof again) == 0);
		}
		ck_assert_int_eq(mem_allocation_count(), allocations);
		hn_detector_destroy(&detector);
	}
	ck_assert_int_gt(counts[0].contacts, 0);
	ck_assert_int_eq(counts[1].contacts, counts[0].contacts);
	ck_assert_int_eq(counts[1].np, counts[0].np);
	ck_assert_int_eq(counts[1].nb, counts[0].nb);
	ck_assert_int_ge(counts[1].nu, counts[0].nu);
	hn_contact_buffer_free(&out);
	crowd_free(&crowd);
}

// Two million pairs without a broad phase, and those of a dense crowd with one.
START_TEST(memory_is_bounded) {
	static const struct {
		const char *name, *params;
		int32_t bodies;
		double side;
	} s_cases[] = {
		{ "so", "broad=none update=layered", 2500, 60 },
		{ "co", "", 2500, 60 },
		{ "so", "update=full", 400, 9 },
		{ "aabb", "broad=sap", 400, 9 },
	};
	const size_t limit = 1 << 20;
	Crowd crowd;
	HnContactBuffer out = { 0 };
	Counts counts = { 0 };
	HnDetector detector;
	crowd_init(&crowd, 8, s_cases[_i].bodies, s_cases[_i].side, false);
	detect_keep_most(limit);
	detector_make(&detector, s_cases[_i].name, crowd.scene, HN_QUERY_ALL, s_cases[_i].params);
	size_t before = hn_mem_live_bytes(), bytes = hn_detector_bytes(&detector);
	int32_t steps = s_cases[_i].bodies > 1000 ? 1 : STEPS;
	for (int32_t s = 0; s < steps; ++s)
		ck_assert_int_eq(detector_step_counted(&detector, s, &out, &counts), HN_OK);
	ck_assert_int_gt(counts.contacts, 0);
	ck_assert_uint_lt(hn_detector_bytes(&detector), bytes + limit + (4 << 20)); // and the broad phase's
	ck_assert_uint_lt(hn_mem_live_bytes(), before + limit + (10 << 20) + 20 * (size_t)out.capacity);
	hn_detector_destroy(&detector);
	hn_contact_buffer_free(&out);
	crowd_free(&crowd);
}

// What meets many that stay in one pose moves once a step: as often as where it meets but one of them.
START_TEST(who_stays_alike_is_one_host) {
	static const char *const s_names[] = { "co", "sao", "so", "aabb", "tree" };
	static const char *const s_params[] = { "", "", "update=layered", "update=layered", "update=lazy" };
	enum { STILL = 6 };
	Rng rng = rng_of(1502, 0);
	HnMesh *mesh = bumpy_create(&rng, 6, false), *many = bumpy_create(&rng, 5, false);
	HnPose here = { motion_random_rotation(&rng), { 1, 2, 3 } }, there[STEPS];
	for (int s = 0; s < STEPS; ++s) there[s] = (HnPose){ motion_random_rotation(&rng), { 1, 2.2, 3 } };
	const HnMesh *meshes[STILL + 1];
	HnPose *poses[STILL + 1];
	int32_t pose_counts[STILL + 1];
	for (int b = 0; b < STILL; ++b) meshes[b] = many, poses[b] = &here, pose_counts[b] = 1;
	meshes[STILL] = mesh, poses[STILL] = there, pose_counts[STILL] = STEPS;
	HnScene *all = scene_of(meshes, poses, pose_counts, STILL + 1, STEPS);
	HnScene *one = scene_of(meshes + STILL - 1, poses + STILL - 1, pose_counts + STILL - 1, 2, STEPS);
	HnScene *still = scene_of(meshes, poses, pose_counts, STILL, STEPS);
	HnContactBuffer out = { 0 };
	Counts counts[3];
	const HnScene *scenes[3] = { all, one, still };
	for (int i = 0; i < 3; ++i) {
		HnDetector detector;
		detector_make(&detector, s_names[_i], scenes[i], HN_QUERY_ALL, s_params[_i]);
		counts[i] = count_pass(&detector, scenes[i], &out);
		hn_detector_destroy(&detector);
	}
	ck_assert_int_gt(counts[1].contacts, 0);
	ck_assert_int_eq(counts[0].contacts, STILL * counts[1].contacts + counts[2].contacts);
	ck_assert_int_eq(counts[0].nu, counts[1].nu + counts[2].nu);
	ck_assert_int_eq(counts[0].vertices_projected,
	                 counts[1].vertices_projected + counts[2].vertices_projected);
	hn_contact_buffer_free(&out);
	hn_scene_close(all), hn_scene_close(one), hn_scene_close(still);
	hn_mesh_destroy(mesh), hn_mesh_destroy(many);
}

// Of two bodies, Wang et al.'s octree has nothing to choose; of more it runs unless it is taken away.
START_TEST(so_has_its_octree) {
	const HnDetectClass *so = hn_detect_find("so"), *tree = hn_detect_find("tree");
	char usual[PARAM_TEXT_SIZE];
	Counts counts[2][2];
	HnContactBuffer out = { 0 };
	for (int32_t i = 0; i < so->params.count; ++i) {
		ck_assert_int_eq(hn_detect_param_default(so, i, usual, sizeof usual), HN_OK);
		if (strcmp(hn_detect_param_name(so, i), "broad") == 0) ck_assert_str_eq(usual, "octree");
	}
	for (int32_t i = 0; i < tree->params.count; ++i) {
		ck_assert_int_eq(hn_detect_param_default(tree, i, usual, sizeof usual), HN_OK);
		if (strcmp(hn_detect_param_name(tree, i), "broad") == 0) ck_assert_str_eq(usual, "none");
	}
	for (int many = 0; many < 2; ++many) {
		Crowd crowd;
		crowd_init(&crowd, 9, many ? 20 : 2, 2, true);
		for (int off = 0; off < 2; ++off) {
			HnDetector detector;
			detector_make(&detector, "so", crowd.scene, HN_QUERY_ALL, off ? "broad=none" : "");
			counts[many][off] = count_pass(&detector, crowd.scene, &out);
			hn_detector_destroy(&detector);
		}
		crowd_free(&crowd);
	}
	ck_assert(memcmp(&counts[0][0], &counts[0][1], sizeof counts[0][0]) == 0);
	// what shares a cube goes to the spheres without a test of boxes
	ck_assert_int_eq(counts[1][0].broad_tests, 0);
	ck_assert_int_gt(counts[1][0].broad_pairs, 0);
	ck_assert_int_eq(counts[1][0].root_tests, counts[1][0].broad_pairs);
	ck_assert_int_eq(counts[1][1].broad_pairs, 0);
	ck_assert_int_le(counts[1][0].root_tests, counts[1][1].root_tests);
	ck_assert_int_eq(counts[1][0].contacts, counts[1][1].contacts);
	hn_contact_buffer_free(&out);
}

// Every algorithm of pairs behind every broad phase, with bodies that move, deform and are fixed.
START_TEST(any_broad_phase_goes_before_any_pairs) {
	static const size_t s_limits[] = { 0, 1, 20000 };
	const char *broad = hn_broad_name(_i);
	for (int32_t k = 0; agree_algorithm(k) != NULL; ++k) {
		Crowd crowd;
		char params[80];
		crowd_make(&crowd, 20 + (uint64_t)k, 18, 2.5, true, true);
		snprintf(params, sizeof params, "broad=%s", broad);
		detect_keep_most(s_limits[k % 3]);
		agree_with_brute(crowd.scene, agree_algorithm(k), params);
		crowd_free(&crowd);
	}
}

static const Setting s_steady[] = { { "dassd", "broad=sap blocks=true", false },
	                                { "dassd", "roots=sphere", false },
	                                { "tree", "update=lazy", false } };
enum { STEADY = sizeof s_steady / sizeof s_steady[0] };

// With a bound on memory the same in every pass, and nothing is allocated after one.
START_TEST(any_pass_counts_alike) {
	static const size_t s_limits[] = { 0, 1, 30000 };
	Setting setting = setting_at(s_steady, STEADY, _i);
	Crowd crowd;
	HnContactBuffer out = { 0 };
	crowd_make(&crowd, 31, 24, 2.5, false, true);
	for (int query = HN_QUERY_ALL; query <= HN_QUERY_FIRST; ++query)
		for (int k = 0; k < 3; ++k) {
			HnDetector detector;
			detect_keep_most(s_limits[k]);
			detector_make(&detector, setting.name, crowd.scene, (HnQuery)query, setting.params);
			Counts counts = count_pass(&detector, crowd.scene, &out);
			int64_t allocations = mem_allocation_count();
			for (int pass = 0; pass < 2; ++pass) {
				Counts again = count_pass(&detector, crowd.scene, &out);
				ck_assert(memcmp(&again, &counts, sizeof again) == 0);
			}
			ck_assert_int_gt(counts.contacts, 0);
			ck_assert_msg(mem_allocation_count() == allocations,
			              "%s(%s): a pass that was made before allocates again", setting.name,
			              setting.params);
			hn_detector_destroy(&detector);
		}
	hn_contact_buffer_free(&out);
	crowd_free(&crowd);
}

// Brute force that leaves pairs out vouches for nobody.
START_TEST(the_oracle_is_bare) {
	const HnDetectClass *brute = hn_detect_find("brute"), *tree = hn_detect_find("tree");
	ck_assert(detect_is_oracle(brute, "", HN_QUERY_ALL) &&
	          detect_is_oracle(brute, "broad=none", HN_QUERY_FIRST));
	ck_assert(!detect_is_oracle(brute, "broad=sap", HN_QUERY_ALL));
	ck_assert(!detect_is_oracle(brute, "roots=sphere", HN_QUERY_ALL));
	ck_assert(!detect_is_oracle(tree, "", HN_QUERY_ALL));
	ck_assert(!detect_is_oracle(brute, "", HN_QUERY_BOXES));
	ck_assert(detect_is_oracle(hn_detect_find("pairs"), "", HN_QUERY_BOXES));
}

// Bodies that move, all of one mesh; each pair as a scene of its own moves as many nodes as among all others,
// and lazy trees take the bytes of one pair.
START_TEST(lazy_trees_are_used_again) {
	static const char *const s_params[] = { "update=lazy",
		                                    "update=lazy by=hull volume=fdh14 k=14",
		                                    "volume=obb by=sat",
		                                    "volume=sphere by=place update=lazy",
		                                    "volume=fdh18 by=conic update=lazy",
		                                    "" };
	enum { BODIES = 8 };
	Rng rng = rng_of(1503, (uint64_t)_i);
	HnMesh *mesh = bumpy_create(&rng, 6, false);
	const HnMesh *meshes[BODIES];
	HnPose moving[BODIES][STEPS], *poses[BODIES];
	int32_t pose_counts[BODIES];
	for (int b = 0; b < BODIES; ++b) {
		for (int s = 0; s < STEPS; ++s)
			moving[b][s] =
			    (HnPose){ motion_random_rotation(&rng), { rng_double(&rng), rng_double(&rng), 0.1 * b } };
		meshes[b] = mesh, poses[b] = moving[b], pose_counts[b] = STEPS;
	}
	HnScene *all = scene_of(meshes, poses, pose_counts, BODIES, STEPS);
	HnContactBuffer out = { 0 };
	HnDetector detector;
	detector_make(&detector, "tree", all, HN_QUERY_ALL, s_params[_i]);
	Counts counts = count_pass(&detector, all, &out);
	size_t bytes = hn_detector_bytes(&detector), pair_bytes = 0;
	int64_t nodes = 0, vertices = 0, contacts = 0;
	hn_detector_destroy(&detector);
	for (int b = 1; b < BODIES; ++b)
		for (int a = 0; a < b; ++a) {
			HnPose *two[2] = { poses[a], poses[b] };
			HnScene *pair = scene_of(meshes, two, pose_counts, 2, STEPS);
			detector_make(&detector, "tree", pair, HN_QUERY_ALL, s_params[_i]);
			Counts alone = count_pass(&detector, pair, &out);
			nodes += alone.nu, vertices += alone.vertices_projected, contacts += alone.contacts;
			pair_bytes = hn_detector_bytes(&detector);
			hn_detector_destroy(&detector);
			hn_scene_close(pair);
		}
	ck_assert_int_gt(contacts, 0);
	ck_assert_int_eq(counts.contacts, contacts);
	ck_assert_int_eq(counts.nu, nodes);
	ck_assert_int_eq(counts.vertices_projected, vertices);
	if (s_params[_i][0] != '\0')
		ck_assert_uint_le(bytes, pair_bytes);
	else // what is updated before the narrow phase is all there at once
		ck_assert_uint_gt(bytes, 10 * pair_bytes);
	hn_contact_buffer_free(&out);
	hn_scene_close(all);
	hn_mesh_destroy(mesh);
}

// A step that lacked memory, wherever it did, can be asked for again: nothing is left half done.
START_TEST(a_step_without_memory_can_be_repeated) {
	static const char *const s_params[] = { "", "broad=kdtree", "broad=aabbtree" };
	const char *name = agree_algorithm(_i);
	Crowd crowd;
	crowd_make(&crowd, 41, 12, 2, true, false);
	for (size_t k = 0; k < sizeof s_params / sizeof s_params[0]; ++k) {
		HnDetector brute, detector;
		HnContactBuffer right = { 0 }, got = { 0 };
		detector_make(&brute, "brute", crowd.scene, HN_QUERY_ALL, "");
		detector_make(&detector, name, crowd.scene, HN_QUERY_ALL, s_params[k]);
		for (int32_t step = STEPS - 1; step >= 0; --step) {
			ck_assert_int_eq(hn_detector_step(&brute, step, &right, NULL), HN_OK);
			int32_t status = HN_ERR_NO_MEMORY;
			for (int64_t at = 1; status == HN_ERR_NO_MEMORY; ++at) {
				mem_fail_at(mem_allocation_count() + at);
				status = hn_detector_step(&detector, step, &got, NULL);
				mem_fail_at(0);
			}
			ck_assert_int_eq(status, HN_OK);
			HnHash wanted = contacts_hash(&right, HN_QUERY_ALL), hash = contacts_hash(&got, HN_QUERY_ALL);
			ck_assert_msg(hn_hash_equal(&wanted, &hash), "%s %s, step %d", name, s_params[k], step);
		}
		hn_detector_destroy(&brute), hn_detector_destroy(&detector);
		hn_contact_buffer_free(&right), hn_contact_buffer_free(&got);
	}
	crowd_free(&crowd);
}

// A case for each algorithm and each broad phase: CK_RUN_CASE=dassd.
static void add_parts(Suite *suite) {
	Setting setting;
	for (int32_t i = 0; agree_algorithm(i) != NULL; ++i)
		registry_add_case(suite, agree_algorithm(i), a_step_without_memory_can_be_repeated, i);
	for (int32_t i = 0; (setting = setting_at(s_settings, SETTINGS, i)).name != NULL; ++i)
		registry_add_case(suite, setting.name, contacts_are_those_of_brute_force, i);
	for (int32_t i = 0; (setting = setting_at(s_steady, STEADY, i)).name != NULL; ++i)
		registry_add_case(suite, setting.name, any_pass_counts_alike, i);
	for (int32_t i = 0; hn_broad_name(i) != NULL; ++i)
		registry_add_case(suite, hn_broad_name(i), any_broad_phase_goes_before_any_pairs, i);
}

TEST_SUITE(driver, suite, tc) {
	tcase_add_loop_test(tc, little_memory_costs_moves_alone, 0, 5);
	tcase_add_loop_test(tc, memory_is_bounded, 0, 4);
	tcase_add_loop_test(tc, who_stays_alike_is_one_host, 0, 5);
	tcase_add_test(tc, so_has_its_octree);
	tcase_add_test(tc, the_oracle_is_bare);
	tcase_add_loop_test(tc, lazy_trees_are_used_again, 0, 6);
	add_parts(suite);
}
