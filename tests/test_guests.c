// Trees of many bodies: every algorithm gives brute force's contacts, however little is kept of what moves;
// counts do not depend on what was before; memory stays within its bound; what shares a frame moves once.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "detect/detect.h"
#include "scene/frames.h"
#include "scene/motion.h"

Suite *guests_suite(void);

enum { STEPS = 5, MESHES = 3 };

typedef struct Crowd {
	HnMesh *meshes[MESHES];
	HnSceneDefBody *bodies;
	HnPose (*poses)[STEPS];
	int32_t count;
	HnScene *scene;
} Crowd;

static HnSceneFrames frames_of(const HnMesh *mesh, uint64_t seed) {
	DeformDef def = { .kind = DEFORM_WAVE,
		              .share = 0.4,
		              .amplitude = 0.1,
		              .length = 0.3,
		              .cycles = 2,
		              .seed = seed,
		              .steps = STEPS };
	HnSceneFrames frames;
	ck_assert_msg(frames_create(&frames, mesh, &def) == HN_OK, "%s", hn_error_text());
	return frames;
}

// Bodies that come to and leave each other in a cube. Of every eight, two deform (with `deforming`)
// and two stay; the first that do, stay in one place.
static void crowd_bodies(Crowd *c, Rng *rng, double side, bool deforming) {
	for (int32_t b = 0; b < c->count; ++b) {
		const HnMesh *mesh = c->meshes[b % MESHES];
		c->bodies[b] = (HnSceneDefBody){ .mesh = mesh, .poses = c->poses[b], .pose_count = STEPS };
		HnVec3 at = { rng_range(rng, 0, side), rng_range(rng, 0, side), rng_range(rng, 0, side) };
		for (int s = 0; s < STEPS; ++s) {
			HnVec3 by = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
			c->poses[b][s] = (HnPose){ motion_random_rotation(rng), vec3_add(at, vec3_scale(by, 1.5)) };
		}
		if (b % 8 == 2 && b < 24)
			c->poses[b][0] = (HnPose){ mat3_identity(), { side / 2, side / 2, side / 2 } };
		if (b % 8 == 2 || b % 8 == 5) c->bodies[b].pose_count = 1;
		if (deforming && b % 8 >= 6) c->bodies[b].frames = frames_of(mesh, (uint64_t)b);
	}
}

static void crowd_init(Crowd *c, uint64_t seed, int32_t count, double side, bool deforming) {
	Rng rng;
	rng_seed(&rng, 1501, seed);
	*c = (Crowd){ .count = count };
	for (int m = 0; m < MESHES; ++m) c->meshes[m] = bumpy_create(&rng, m < 2 ? 3 : 4, false);
	c->bodies = mem_alloc_zero(mem_array_size(count, sizeof *c->bodies));
	c->poses = mem_alloc_zero(mem_array_size(count, sizeof *c->poses));
	crowd_bodies(c, &rng, side, deforming);
	HnSceneDef def = { .bodies = c->bodies, .body_count = count, .step_count = STEPS };
	ck_assert_msg(hn_scene_create(&c->scene, &def) == HN_OK, "%s", hn_error_text());
}

static void crowd_free(Crowd *c) {
	hn_scene_close(c->scene);
	for (int32_t b = 0; b < c->count; ++b) frames_free(&c->bodies[b].frames);
	for (int m = 0; m < MESHES; ++m) hn_mesh_destroy(c->meshes[m]);
	mem_free(c->bodies, mem_array_size(c->count, sizeof *c->bodies));
	mem_free(c->poses, mem_array_size(c->count, sizeof *c->poses));
}

static const struct {
	const char *name, *params;
	bool stays; // refuses bodies that deform
} s_algorithms[] = {
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
	{ "aabb", "by=rebuild broad=octree(fmax=2,a=1)", false },
	{ "sphere", "update=lazy storage=parent", false },
	{ "bsp", "", false },
	{ "dassd", "", false },
};
enum { ALGORITHMS = sizeof s_algorithms / sizeof s_algorithms[0] };

// Bodies of a scene and bytes of guests: 1 leaves one a mesh, so that all others give way within a step.
START_TEST(contacts_are_those_of_brute_force) {
	static const struct {
		int32_t bodies;
		size_t limit;
	} s_cases[] = { { 2, 0 }, { 3, 1 }, { 13, 0 }, { 13, 20000 }, { 50, 1 } };
	const char *name = s_algorithms[_i].name, *params = s_algorithms[_i].params;
	for (size_t k = 0; k < sizeof s_cases / sizeof s_cases[0]; ++k) {
		Crowd crowd;
		int32_t bodies = s_cases[k].bodies;
		crowd_init(&crowd, k, bodies, bodies > 20 ? 6 : 2, !s_algorithms[_i].stays && k != 3);
		size_t before = hn_mem_live_bytes();
		detect_keep_most(s_cases[k].limit);
		agree_with_brute(crowd.scene, name, params);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
		crowd_free(&crowd);
	}
}
END_TEST

static void make(HnDetector *out, const char *name, const HnScene *scene, const char *params) {
	ck_assert_msg(hn_detector_create(out, name, scene, HN_QUERY_ALL, params) == HN_OK, "%s", hn_error_text());
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
		make(&detector, "tree", crowd.scene, s_params[_i]);
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
END_TEST

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
	make(&detector, s_cases[_i].name, crowd.scene, s_cases[_i].params);
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
END_TEST

// What meets many that stay in one pose moves once a step: as often as where it meets but one of them.
START_TEST(who_stays_alike_is_one_host) {
	static const char *const s_names[] = { "co", "sao", "so", "aabb", "tree" };
	static const char *const s_params[] = { "", "", "update=layered", "update=layered", "update=lazy" };
	enum { STILL = 6 };
	Rng rng;
	rng_seed(&rng, 1502, 0);
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
		make(&detector, s_names[_i], scenes[i], s_params[_i]);
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
END_TEST

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
			make(&detector, "so", crowd.scene, off ? "broad=none" : "");
			counts[many][off] = count_pass(&detector, crowd.scene, &out);
			hn_detector_destroy(&detector);
		}
		crowd_free(&crowd);
	}
	ck_assert(memcmp(&counts[0][0], &counts[0][1], sizeof counts[0][0]) == 0);
	ck_assert_int_gt(counts[1][0].broad_tests, 0);
	ck_assert_int_eq(counts[1][1].broad_tests, 0);
	ck_assert_int_lt(counts[1][0].root_tests, counts[1][1].root_tests);
	ck_assert_int_eq(counts[1][0].contacts, counts[1][1].contacts);
	hn_contact_buffer_free(&out);
}
END_TEST

Suite *guests_suite(void) {
	Suite *suite = suite_create("guests");
	TCase *tc = tcase_create("guests");
	tcase_add_loop_test(tc, contacts_are_those_of_brute_force, 0, ALGORITHMS);
	tcase_add_loop_test(tc, little_memory_costs_moves_alone, 0, 5);
	tcase_add_loop_test(tc, memory_is_bounded, 0, 4);
	tcase_add_loop_test(tc, who_stays_alike_is_one_host, 0, 5);
	tcase_add_test(tc, so_has_its_octree);
	suite_add_tcase(suite, tc);
	return suite;
}
