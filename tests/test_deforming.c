// Bodies that deform: every algorithm gives brute force's contacts, in whatever order and after failed
// allocations, and counts what changed.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "contacts.h"
#include "made.h"
#include "registry.h"
#include "scene/frames.h"
#include "scene/motion.h"
#include "suite.h"

enum { STEPS = 5, BODIES = 3 };

// What a scene is made of, so that a test can change it.
typedef struct Deforming {
	HnMesh *meshes[BODIES];
	HnPose poses[BODIES][STEPS];
	HnSceneDefBody bodies[BODIES];
	int32_t count;
	HnScene *scene;
} Deforming;

static void deforming_bake(Deforming *d) {
	HnSceneDef def = { .bodies = d->bodies, .body_count = d->count, .step_count = STEPS };
	d->scene = scene_made(&def);
}

// Two or three surfaces through one another; all, or all but one, deform, and some stay where they are.
static void surfaces_init(Deforming *d, uint64_t seed, double share, DeformKind kind) {
	Rng rng = rng_of(seed, 0);
	*d = (Deforming){ .count = 2 + (int32_t)(seed % 2) };
	for (int32_t b = 0; b < d->count; ++b) {
		d->meshes[b] = bumpy_create(&rng, b == 1 ? 9 : 7, false);
		HnVec3 axis = motion_random_direction(&rng);
		for (int s = 0; s < STEPS; ++s)
			d->poses[b][s] =
			    (HnPose){ hn_motion_axis_angle(axis, 0.1 * s), { 0.8 * b + 0.05 * s, 0.2 * b, 0.1 } };
		bool still = (seed >> b) % 2 == 0;
		d->bodies[b] =
		    (HnSceneDefBody){ .mesh = d->meshes[b], .poses = d->poses[b], .pose_count = still ? 1 : STEPS };
		if ((int)(seed / 8 % 4) != b)
			d->bodies[b].frames = deformed_frames(d->meshes[b], STEPS, kind, share, seed + (uint64_t)b);
	}
	deforming_bake(d);
}

static void surfaces_free(Deforming *d) {
	hn_scene_close(d->scene);
	for (int32_t b = 0; b < d->count; ++b) {
		frames_free(&d->bodies[b].frames);
		hn_mesh_destroy(d->meshes[b]);
	}
}

// Soups on a grid, whose frames put vertices onto one another.
static void soups_init(Deforming *d, uint64_t seed) {
	Rng rng = rng_of(seed, 1);
	*d = (Deforming){ .count = 2 + (int32_t)(seed % 2) };
	for (int32_t b = 0; b < d->count; ++b) {
		SoupDef def = { .kind = (Soup)((seed + (uint64_t)b) % SOUPS), .triangles = 30, .scale = 1 };
		d->meshes[b] = soup_create(&rng, &def);
		for (int s = 0; s < STEPS; ++s) d->poses[b][s] = (HnPose){ soup_axis_rotation(&rng), { 0, 0, 0 } };
		d->bodies[b] = (HnSceneDefBody){ .mesh = d->meshes[b],
			                             .poses = d->poses[b],
			                             .pose_count = rng_below(&rng, 2) ? STEPS : 1 };
		int32_t frames = rng_below(&rng, 3) == 0 ? 1 : STEPS;
		if (b == 0 || rng_below(&rng, 3) > 0)
			d->bodies[b].frames = soup_frames_create(&rng, d->meshes[b], frames, rng_double(&rng));
	}
	deforming_bake(d);
}

static void soups_free(Deforming *d) {
	hn_scene_close(d->scene);
	for (int32_t b = 0; b < d->count; ++b) {
		soup_frames_free(&d->bodies[b].frames, d->meshes[b]);
		hn_mesh_destroy(d->meshes[b]);
	}
}

typedef struct Configuration {
	const char *name, *params;
} Configuration;

static const Configuration s_configurations[] = {
	{ "bsp", "leaf=2" },
	{ "bsp", "owner=moving leaf=1 clip=true" },
	{ "dassd", "holder=still ahead=100" },
	{ "dassd", "holder=moving box_test=true" },
	{ "dassd", "holder=still ahead=100 box_test=true blocks=true" },
	{ "dassd", "holder=moving blocks=true" },
	{ "tree", "volume=aabb" },
	{ "tree", "volume=aabb storage=parent leaf=3" },
	{ "tree", "volume=aabb by=rebuild" },
	{ "tree", "volume=fdh18 by=recompute" },
	{ "tree", "volume=fdh14 by=rebuild_vertices" },
	{ "tree", "volume=aabb by=rebuild_vertices storage=parent leaf=3" },
	{ "tree", "volume=obb by=rebuild_vertices" },
	{ "tree", "volume=sphere by=recompute storage=parent leaf=3" },
	{ "tree", "volume=aabb by=conic update=lazy" },
	{ "tree", "volume=aabb by=sat" },
	{ "tree", "volume=aabb update=layered leaf=2" },
	{ "tree", "volume=fdh18" },
	{ "tree", "volume=fdh14 update=lazy" },
	{ "tree", "volume=kdop k=26 by=conic update=layered" },
	{ "tree", "volume=sphere by=refit" },
	{ "tree", "volume=sphere by=place update=lazy storage=parent" },
	{ "tree", "volume=caabb by=place" },
	{ "tree", "volume=rss by=place update=layered" },
	{ "tree", "volume=capsule by=refit" },
	{ "tree", "volume=obb by=refit" },
	{ "tree", "volume=obb by=refit update=lazy storage=parent leaf=2" },
	{ "tree", "volume=obb by=refit update=layered" },
	{ "tree", "volume=obb by=rebuild" },
	{ "tree", "volume=obb by=place leaf=5" },
	{ "tree", "volume=obb by=place update=lazy storage=parent leaf=3 point=median" },
	{ "tree", "volume=obb by=place update=layered leaf=4" },
	{ "tree", "volume=obb by=sat prejudge=true leaf=3" },
	{ "tree", "volume=aabb roots=sphere+aabb+fdh14" },
	{ "tree", "volume=obb by=place roots=caabb+sphere root_obb=false update=layered" },
};
enum { CONFIGURATIONS = sizeof s_configurations / sizeof s_configurations[0] };

// These, then every algorithm of pairs as it is by default; without a name past the last.
static Configuration configuration(int32_t index) {
	if (index < CONFIGURATIONS) return s_configurations[index];
	return (Configuration){ agree_algorithm(index - CONFIGURATIONS), "" };
}

START_TEST(agrees_on_surfaces) {
	static const double shares[] = { 1, 0.1, 0, 0.5 };
	int64_t contacts = 0;
	for (uint64_t seed = 0; seed < 6; ++seed) {
		Deforming d;
		surfaces_init(&d, 5 * seed, shares[seed % 4], (DeformKind)(seed % 3));
		contacts += agree_with_brute(d.scene, configuration(_i).name, configuration(_i).params);
		surfaces_free(&d);
	}
	ck_assert_int_gt(contacts, 6 * STEPS);
}

START_TEST(agrees_on_soups) {
	int64_t contacts = 0;
	for (uint64_t seed = 0; seed < 8; ++seed) {
		Deforming d;
		soups_init(&d, seed);
		contacts += agree_with_brute(d.scene, configuration(_i).name, configuration(_i).params);
		soups_free(&d);
	}
	ck_assert_int_gt(contacts, STEPS);
}

// Steps in any order, again and again, as nobody but a library's user takes them.
START_TEST(steps_in_any_order) {
	Deforming d;
	surfaces_init(&d, 2, 0.3, DEFORM_WAVE);
	HnDetector detector, brute;
	HnContactBuffer got = { 0 }, right = { 0 };
	int64_t found = 0;
	Rng rng = rng_of(3, 0);
	detector_make(&brute, "brute", d.scene, HN_QUERY_ALL, "");
	detector_make(&detector, configuration(_i).name, d.scene, HN_QUERY_ALL, configuration(_i).params);
	for (int i = 0; i < 30; ++i) {
		int32_t step = (int32_t)rng_below(&rng, STEPS);
		if (i % 7 == 0) hn_detector_begin(&detector);
		ck_assert_int_eq(hn_detector_step(&detector, step, &got, NULL), HN_OK);
		ck_assert_int_eq(hn_detector_step(&brute, step, &right, NULL), HN_OK);
		HnHash a = contacts_hash(&got, HN_QUERY_ALL), b = contacts_hash(&right, HN_QUERY_ALL);
		ck_assert(hn_hash_equal(&a, &b));
		found += right.count;
	}
	ck_assert_int_gt(found, 0);
	hn_detector_destroy(&detector);
	hn_detector_destroy(&brute);
	hn_contact_buffer_free(&got);
	hn_contact_buffer_free(&right);
	surfaces_free(&d);
}

// Brute force's contacts of each step.
static void right_hashes(HnHash right[STEPS], const HnScene *scene) {
	HnDetector brute;
	HnContactBuffer out = { 0 };
	detector_make(&brute, "brute", scene, HN_QUERY_ALL, "");
	for (int32_t s = 0; s < STEPS; ++s) {
		ck_assert_int_eq(hn_detector_step(&brute, s, &out, NULL), HN_OK);
		right[s] = contacts_hash(&out, HN_QUERY_ALL);
	}
	hn_detector_destroy(&brute);
	hn_contact_buffer_free(&out);
}

// An allocation fails at each place in turn: an error, the steps after it are right, and nothing is left
// behind.
START_TEST(survives_failed_allocations) {
	Deforming d;
	surfaces_init(&d, 2, 0.3, DEFORM_TWIST);
	HnHash right[STEPS];
	right_hashes(right, d.scene);
	size_t before = hn_mem_live_bytes();
	bool failed = true;
	for (int64_t fail = 1; failed; ++fail) {
		HnDetector detector;
		HnContactBuffer out = { 0 };
		mem_fail_at(mem_allocation_count() + fail);
		int32_t status = hn_detector_create(&detector, configuration(_i).name, d.scene, HN_QUERY_ALL,
		                                    configuration(_i).params);
		failed = status != HN_OK;
		for (int32_t s = 0; s < STEPS && status == HN_OK; ++s) {
			int32_t code = hn_detector_step(&detector, s, &out, NULL);
			ck_assert(code == HN_OK || (code == HN_ERR_NO_MEMORY && !failed));
			if (code != HN_OK) mem_fail_at(0), failed = true;
			if (code != HN_OK || !failed) continue;
			HnHash hash = contacts_hash(&out, HN_QUERY_ALL);
			ck_assert(hn_hash_equal(&hash, &right[s]));
		}
		mem_fail_at(0);
		ck_assert(status == HN_OK || status == HN_ERR_NO_MEMORY);
		hn_detector_destroy(&detector);
		hn_contact_buffer_free(&out);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	surfaces_free(&d);
}

// Body 1 is a point but in step 1, where its tree is deeper than that of body 2, which stays what it is. What
// walks need for that depth is lost to no failure.
START_TEST(depth_that_comes_and_goes) {
	enum { TRIANGLES = 300 };
	Rng rng = rng_of(6, 0);
	SoupDef soup = { .kind = SOUP_SLIVERS, .triangles = TRIANGLES, .scale = 1 }, less = soup;
	less.triangles = 40;
	HnMesh *grown = soup_create(&rng, &soup), *point = soup_create(&rng, &soup);
	Deforming d = { .count = 3, .meshes = { point, soup_create(&rng, &less), soup_create(&rng, &less) } };
	int64_t values = 3 * (int64_t)point->vertex_count, vertices = point->vertex_count;
	int32_t *moved = mem_alloc(mem_array_size(vertices, sizeof *moved));
	double *xyz = mem_alloc_zero(mem_array_size(STEPS * values, sizeof *xyz));
	for (int32_t v = 0; v < vertices; ++v) moved[v] = v;
	memset(point->xyz, 0, (size_t)values * sizeof(double));
	memcpy(xyz + values, grown->xyz, (size_t)values * sizeof(double));
	for (int32_t b = 0; b < 3; ++b) {
		for (int s = 0; s < STEPS; ++s) d.poses[b][s] = (HnPose){ soup_rotation(&rng), { 0, 0, 0 } };
		d.bodies[b] = (HnSceneDefBody){ .mesh = d.meshes[b], .poses = d.poses[b], .pose_count = STEPS };
	}
	d.bodies[0].frames = (HnSceneFrames){ STEPS, point->vertex_count, moved, xyz };
	deforming_bake(&d);
	HnHash right[STEPS];
	right_hashes(right, d.scene);
	int32_t status = HN_ERR_NO_MEMORY;
	for (int64_t fail = 1; status != HN_OK; ++fail) {
		HnDetector detector;
		HnContactBuffer out = { 0 };
		detector_make(&detector, "bsp", d.scene, HN_QUERY_ALL, "leaf=1");
		ck_assert_int_eq(hn_detector_step(&detector, 0, &out, NULL), HN_OK);
		size_t bytes = hn_detector_bytes(&detector);
		mem_fail_at(mem_allocation_count() + fail);
		status = hn_detector_step(&detector, 1, &out, NULL);
		mem_fail_at(0);
		ck_assert_int_eq(hn_detector_step(&detector, 2, &out, NULL), HN_OK);
		ck_assert_uint_ge(hn_detector_bytes(&detector), bytes); // the same trees, and a stack for the deepest
		HnHash hash = contacts_hash(&out, HN_QUERY_ALL);
		ck_assert(hn_hash_equal(&hash, &right[2]));
		hn_detector_destroy(&detector);
		hn_contact_buffer_free(&out);
	}
	hn_mesh_destroy(grown);
	d.bodies[0].frames = (HnSceneFrames){ 0 };
	mem_free(moved, mem_array_size(vertices, sizeof *moved));
	mem_free(xyz, mem_array_size(STEPS * values, sizeof *xyz));
	surfaces_free(&d);
}

START_TEST(what_cannot_follow_says_so) {
	Deforming d;
	surfaces_init(&d, 2, 0.3, DEFORM_DENT);
	static const char *const ways[] = { "hull", "hull_drift" };
	for (int i = 0; i < 2; ++i) {
		char params[64], text[64];
		HnDetector detector;
		snprintf(params, sizeof params, "volume=fdh14 by=%s", ways[i]);
		snprintf(text, sizeof text, "body 2: by '%s': ", ways[i]);
		ck_assert_int_eq(hn_detector_create(&detector, "tree", d.scene, HN_QUERY_ALL, params),
		                 HN_ERR_BAD_INPUT);
		ck_assert_msg(strncmp(hn_error_text(), text, strlen(text)) == 0, "%s", hn_error_text());
		HnSceneFrames frames = d.bodies[1].frames;
		d.bodies[1].frames = (HnSceneFrames){ 0 }; // body 1 may deform: nothing moves it
		hn_scene_close(d.scene);
		deforming_bake(&d);
		agree_with_brute(d.scene, "tree", params);
		hn_scene_close(d.scene);
		d.bodies[1].frames = frames;
		deforming_bake(&d);
	}
	surfaces_free(&d);
}

static void count_step(HnDetector *detector, int32_t step, Counts *counts) {
	HnContactBuffer out = { 0 };
	*counts = (Counts){ 0 };
	ck_assert_int_eq(detector_step_counted(detector, step, &out, counts), HN_OK);
	hn_contact_buffer_free(&out);
}

// What a run counts: nothing where nothing changes, one way to the root at most where one vertex does, a
// whole tree where it moves besides; whichever of the two bodies deforms.
START_TEST(counts_follow_what_changed) {
	for (int32_t body = 0; body < 2; ++body)
		for (int share = 0; share < 3; ++share) {
			Deforming d;
			surfaces_init(&d, 8 * (uint64_t)(1 - body), share == 2 ? 1 : 0, DEFORM_WAVE);
			HnSceneFrames *frames = &d.bodies[body].frames;
			int32_t last = d.meshes[body]->vertex_count - 1;
			double places[STEPS][3] = { { 0 } };
			for (int s = 0; s < STEPS; ++s) places[s][0] = s + 1;
			HnSceneFrames own = *frames;
			if (share == 1) *frames = (HnSceneFrames){ STEPS, 1, &last, &places[0][0] };
			hn_scene_close(d.scene);
			deforming_bake(&d);
			HnDetector detector;
			Counts counts;
			detector_make(&detector, "aabb", d.scene, HN_QUERY_ALL, "");
			int64_t nodes = 2 * d.meshes[body]->triangle_count - 1,
			        other = 2 * d.meshes[1]->triangle_count - 1;
			for (int32_t s = 0; s < STEPS; ++s) {
				count_step(&detector, s, &counts);
				int64_t nu = counts.nu, changed = counts.vertices_projected;
				if (body == 0) nu -= other, changed -= d.meshes[1]->vertex_count; // it is placed in each step
				if (body == 1 && s == 0) {
					ck_assert_int_eq(nu, nodes); // the first place of all
					continue;
				}
				ck_assert_int_eq(changed, share == 0 ? 0 : share == 1 ? 1 : d.meshes[body]->vertex_count);
				ck_assert(share == 0   ? nu == 0
				          : share == 1 ? nu >= 1 && nu < nodes / 4
				                       : nu > nodes / 2 && nu <= nodes);
			}
			hn_detector_destroy(&detector);
			*frames = own;
			surfaces_free(&d);
		}
}

TEST_SUITE(deforming, suite, tc) {
	tcase_add_test(tc, depth_that_comes_and_goes);
	tcase_add_test(tc, what_cannot_follow_says_so);
	tcase_add_test(tc, counts_follow_what_changed);
	for (int32_t i = 0; configuration(i).name != NULL; ++i) { // a case for each: CK_RUN_CASE=bsp
		const char *name = configuration(i).name;
		registry_add_case(suite, name, agrees_on_surfaces, i);
		registry_add_case(suite, name, agrees_on_soups, i);
		registry_add_case(suite, name, steps_in_any_order, i);
		registry_add_case(suite, name, survives_failed_allocations, i);
	}
}
