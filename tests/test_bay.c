// The maintenance bay: counts, parts, and the way out between the neighbours.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "detect/detect.h"
#include "generated.h"
#include "made.h"
#include "mesh_facts.h"
#include "shape_check.h"
#include "suite.h"

static const HnMesh *object_of(const GeneratedScene *bay) { return bay->bodies[bay->body_count - 1].mesh; }

// Of all that stays.
static int64_t still_count(const GeneratedScene *bay, bool vertices) {
	int64_t sum = 0;
	for (int32_t b = 0; b + 1 < bay->body_count; ++b)
		sum += vertices ? bay->bodies[b].mesh->vertex_count : bay->bodies[b].mesh->triangle_count;
	return sum;
}

static const char *name_of(const GeneratedScene *bay, int32_t body) {
	for (int32_t n = 0; n < bay->node_count; ++n)
		if (bay->nodes[n].body == body) return bay->nodes[n].name;
	return "";
}

static bool is_near(int64_t ours, int64_t published, double share) {
	return fabs((double)(ours - published)) <= share * (double)published;
}

static const struct {
	const char *params, *object;
	int64_t faces, vertices;
	int32_t object_faces, object_vertices, open_shells;
} s_tasks[] = {
	{ "task=accumulator", "accumulator", 149941, 76909, 8701, 4257, 1 },
	{ "task=ptu", "power transfer unit", 497805, 242042, 33826, 19687, 21 },
};

START_TEST(counts_are_the_papers) {
	GeneratedScene bay = generated_of("bay", "%s", s_tasks[_i].params);
	const HnMesh *object = object_of(&bay);
	ck_assert_int_eq(still_count(&bay, false), s_tasks[_i].faces);
	ck_assert_int_eq(object->triangle_count, s_tasks[_i].object_faces);
	ck_assert(is_near(still_count(&bay, true), s_tasks[_i].vertices, 0.06));
	ck_assert(is_near(object->vertex_count, s_tasks[_i].object_vertices, 0.13));
	ck_assert_str_eq(name_of(&bay, bay.body_count - 1), s_tasks[_i].object);
	generated_free(&bay);
}

// No part is there for the count: skins have less than a sixth of all triangles, and no triangle is
// degenerate or there twice.
START_TEST(parts_are_sound) {
	GeneratedScene bay = generated_of("bay", "%s", s_tasks[_i].params);
	int64_t skins = 0;
	for (int32_t b = 0; b < bay.body_count; ++b)
		if (strcmp(name_of(&bay, b), "skin") == 0) skins += bay.bodies[b].mesh->triangle_count;
	ck_assert_int_gt(6 * (s_tasks[_i].faces - skins), 5 * s_tasks[_i].faces);
	for (int32_t m = 0; m < bay.mesh_count; ++m) {
		const char *name = "";
		for (int32_t b = 0; b < bay.body_count; ++b)
			if (bay.bodies[b].mesh == bay.meshes[m]) name = name_of(&bay, b);
		bool is_object = bay.meshes[m] == object_of(&bay);
		MeshFacts facts = mesh_facts(bay.meshes[m]);
		ck_assert_msg(facts.oriented && facts.fans && !facts.repeated_triangles && facts.least_area > 0, "%s",
		              name);
		ck_assert_int_eq(facts.open_shells, is_object ? s_tasks[_i].open_shells : strcmp(name, "skin") == 0);
	}
	generated_free(&bay);
}

START_TEST(smaller_ones_are_exact) {
	static const struct {
		const char *rest;
		int32_t from, to, step, part;
	} s_ranges[] = {
		{ "columns=1 rows=1 seed=3", 3000, 3012, 1, 782 },
		{ "columns=3 rows=1", 9000, 60000, 17001, 1501 },
		{ "columns=3 rows=2 task=ptu", 20000, 20001, 1, 3333 },
		{ "columns=1 rows=3 task=ptu", 100000, 100000, 1, 10000 },
	};
	for (size_t i = 0; i < sizeof s_ranges / sizeof s_ranges[0]; ++i)
		for (int32_t faces = s_ranges[i].from; faces <= s_ranges[i].to; faces += s_ranges[i].step) {
			GeneratedScene bay =
			    generated_of("bay", "%s faces=%d part=%d", s_ranges[i].rest, faces, s_ranges[i].part);
			ck_assert_int_eq(still_count(&bay, false), faces);
			ck_assert_int_eq(object_of(&bay)->triangle_count, s_ranges[i].part);
			generated_free(&bay);
		}
}

// Without `part` it has the paper's share, but what it needs at least where that is more.
START_TEST(the_object_keeps_its_share) {
	GeneratedScene bay = generated_of("bay", "faces=50000");
	ck_assert_int_eq(object_of(&bay)->triangle_count, 50000 * 8701LL / 149941);
	generated_free(&bay);
	bay = generated_of("bay", "faces=3000 columns=1 rows=1");
	ck_assert_int_gt(object_of(&bay)->triangle_count, 3000 * 8701 / 149941);
	generated_free(&bay);
}

// As one body it has the same triangles, and the same in its way; as racks too, in another order.
START_TEST(parts_can_be_joined) {
	GeneratedScene parts = generated_of("bay", "columns=3 rows=1 faces=9001"),
	               two = generated_of("bay", "columns=3 rows=1 faces=9001 bodies=two"),
	               racks = generated_of("bay", "columns=3 rows=1 faces=9001 bodies=racks");
	ck_assert_int_eq(two.body_count, 2);
	ck_assert_int_eq(racks.body_count, 5);
	ck_assert_int_eq(still_count(&racks, false), 9001);
	ck_assert_int_eq(still_count(&two, false), 9001);
	ck_assert_int_eq(still_count(&racks, true), still_count(&parts, true));
	const double *xyz = two.bodies[0].mesh->xyz;
	for (int32_t b = 0; b + 1 < parts.body_count; ++b) {
		const HnMesh *mesh = parts.bodies[b].mesh;
		size_t count = 3 * (size_t)mesh->vertex_count;
		ck_assert_mem_eq(xyz, mesh->xyz, count * sizeof *xyz);
		xyz += count;
	}
	ck_assert_int_eq(xyz - two.bodies[0].mesh->xyz, 3 * two.bodies[0].mesh->vertex_count);
	HnHash one = hn_mesh_hash(object_of(&parts)), other = hn_mesh_hash(object_of(&racks));
	ck_assert(hn_hash_equal(&one, &other));
	ck_assert_str_eq(name_of(&racks, 0), "skins");
	ck_assert_str_eq(name_of(&racks, 3), "rack 1.3");
	ck_assert_mem_eq(parts.bodies[parts.body_count - 1].poses, two.bodies[1].poses,
	                 (size_t)two.step_count * sizeof(HnPose));
	generated_free(&parts);
	generated_free(&two);
	generated_free(&racks);
}

// ---- the way out

// What the object touches at a step, and that nothing else touches: bits, by the order of the bodies named.
static const char *const s_neighbours[] = { "post", "box", "line" };

static int touched(const GeneratedScene *bay, const HnContactBuffer *contacts, const char *what) {
	int bits = 0;
	for (int64_t i = 0; i < contacts->count; ++i) {
		const HnContact *c = &contacts->data[i];
		const char *name = name_of(bay, c->body_a);
		int k = 0;
		while (k < 3 && strcmp(name, s_neighbours[k]) != 0) k += 1;
		ck_assert_msg(k < 3 && c->body_b == bay->body_count - 1, "%s: %s touches %s", what, name,
		              name_of(bay, c->body_b));
		bits |= 1 << k;
	}
	return bits;
}

// Free at first and from two thirds on; on the way it touches each of the three, one after the other.
static void check_way(const char *params) {
	GeneratedScene bay = generated_of("bay", "%s", params);
	HnSceneDef def = generated_def(&bay);
	HnDetector detector;
	HnContactBuffer contacts = { 0 };
	HnScene *scene = scene_made(&def);
	ck_assert_int_eq(hn_detector_create(&detector, "rapid", scene, HN_QUERY_ALL, "broad=sap"), HN_OK);
	int seen = 0, grazing = 0;
	for (int32_t s = 0; s < def.step_count; ++s) {
		ck_assert_int_eq(hn_detector_step(&detector, s, &contacts, NULL), HN_OK);
		int bits = touched(&bay, &contacts, params);
		double at = (double)s / (def.step_count - 1);
		ck_assert_msg(bits == 0 || (at > 0.2 && at < 0.64), "%s: contacts at step %d", params, s);
		ck_assert_msg((bits & (bits - 1)) == 0 && (bits == 0 || bits >= seen), "%s: step %d", params, s);
		if (bits != 0) seen = bits;
		grazing += bits != 0;
	}
	ck_assert_int_eq(seen, 4);
	ck_assert_msg(5 * grazing < 2 * def.step_count && 10 * grazing > def.step_count, "%s: %d grazing steps",
	              params, grazing);
	hn_detector_destroy(&detector);
	hn_contact_buffer_free(&contacts);
	hn_scene_close(scene);
	generated_free(&bay);
}

START_TEST(it_grazes_its_neighbours_and_nothing_else_touches) {
	static const char *const s_ways[] = {
		"columns=3 rows=3 faces=30000 steps=61",
		"columns=3 rows=3 faces=50000 seed=2 steps=61",
		"columns=3 rows=3 faces=32000 seed=4 steps=31 task=ptu part=20000",
		"columns=3 rows=1 faces=8000 steps=97",
		"columns=1 rows=1 faces=40000 steps=200 part=20000",
		"columns=1 rows=1 faces=3000 steps=200 task=ptu",
		"columns=3 rows=3 faces=100000 steps=31 seed=5 task=ptu",
	};
	check_way(s_ways[_i]);
}

// Of two bodies that stay the one is brought to the other once in a pass: from the second step on only the
// object's nodes move, and its root, once for all that stays.
START_TEST(what_stays_is_moved_once) {
	GeneratedScene bay = generated_of("bay", "columns=3 rows=1 faces=8000 fixed=false");
	HnSceneDef def = generated_def(&bay);
	HnDetector detector;
	HnContactBuffer contacts = { 0 };
	int64_t first[2] = { 0 };
	HnScene *scene = scene_made(&def);
	ck_assert_int_eq(hn_detector_create(&detector, "ao", scene, HN_QUERY_ALL, ""), HN_OK);
	for (int pass = 0; pass < 2; ++pass) {
		hn_detector_begin(&detector);
		for (int32_t s = 0; s < 5; ++s) {
			int64_t counts[COUNT_FIELDS] = { 0 };
			ck_assert_int_eq(hn_detector_step(&detector, s, &contacts, counts), HN_OK);
			if (s == 0) first[pass] = counts[COUNT_INDEX_nu];
			if (s > 0) ck_assert_int_eq(counts[COUNT_INDEX_nu], 2 * object_of(&bay)->triangle_count);
		}
	}
	ck_assert_int_gt(first[0], 8000);
	ck_assert_int_eq(first[0], first[1]);
	hn_detector_destroy(&detector);
	hn_contact_buffer_free(&contacts);
	hn_scene_close(scene);
	generated_free(&bay);
}

// What stays is fixed unless it is to be paired, and the object never is.
START_TEST(what_stays_is_fixed) {
	static const char *const s_bodies[] = { "parts", "racks", "two" };
	for (int k = 0; k < 6; ++k) {
		GeneratedScene bay = generated_of("bay", "columns=3 rows=1 faces=8000 bodies=%s%s", s_bodies[k / 2],
		                                  k % 2 == 0 ? "" : " fixed=false");
		for (int32_t b = 0; b < bay.body_count; ++b)
			ck_assert_int_eq(bay.bodies[b].fixed, k % 2 == 0 && b < bay.body_count - 1);
		generated_free(&bay);
	}
}

static int64_t root_hits(const GeneratedScene *bay, int32_t step) {
	HnSceneDef def = generated_def(bay);
	HnDetector detector;
	HnContactBuffer contacts = { 0 };
	int64_t counts[COUNT_FIELDS] = { 0 };
	HnScene *scene = scene_made(&def);
	ck_assert_int_eq(hn_detector_create(&detector, "tree", scene, HN_QUERY_ALL, "roots=caabb broad=pairs"),
	                 HN_OK);
	ck_assert_int_eq(hn_detector_step(&detector, step, &contacts, counts), HN_OK);
	int64_t hits = counts[COUNT_INDEX_nb] - counts[COUNT_INDEX_root_tests] + counts[COUNT_INDEX_broad_pairs];
	hn_detector_destroy(&detector);
	hn_contact_buffer_free(&contacts);
	hn_scene_close(scene);
	return hits;
}

// The way out is that of as many steps without those that follow, and in these nothing is near.
START_TEST(a_free_part_meets_nothing) {
	GeneratedScene way = generated_of("bay", "columns=3 rows=1 faces=8000 steps=31"),
	               free = generated_of("bay", "columns=3 rows=1 faces=8000 steps=62 free=0.5");
	const HnPose *poses = free.bodies[free.body_count - 1].poses;
	ck_assert_mem_eq(way.bodies[way.body_count - 1].poses, poses, 31 * sizeof(HnPose));
	int64_t hits = 0;
	for (int32_t s = 6; s < 19; ++s) hits += root_hits(&free, s);
	ck_assert_int_gt(hits, 0);
	for (int32_t s = 31; s < 62; s += 10) ck_assert_int_eq(root_hits(&free, s), 0);
	generated_free(&way);
	generated_free(&free);
}

// No two shells of the object meet, nor does one go through itself.
START_TEST(the_object_does_not_cross_itself) {
	static const char *const s_objects[] = {
		"columns=1 rows=1 faces=3000",
		"columns=1 rows=1 faces=3000 part=1600",
		"columns=1 rows=1 faces=3000 task=ptu",
		"columns=1 rows=1 faces=3000 task=ptu part=3600",
	};
	GeneratedScene bay = generated_of("bay", "%s", s_objects[_i]);
	shape_check_crossing(object_of(&bay), s_objects[_i]);
	generated_free(&bay);
}

// ---- what is asked for

START_TEST(seeds_make_other_bays) {
	GeneratedScene one = generated_of("bay", "seed=1"), two = generated_of("bay", "seed=2");
	int differ = 0;
	ck_assert_int_eq(one.body_count, two.body_count);
	for (int32_t b = 0; b < one.body_count; ++b) differ += strcmp(name_of(&one, b), name_of(&two, b)) != 0;
	ck_assert_int_gt(differ, 0);
	ck_assert_int_eq(still_count(&one, false), still_count(&two, false));
	generated_free(&one);
	generated_free(&two);
}

START_TEST(what_cannot_be_is_refused) {
	static const char *const s_bad[][2] = {
		{ "columns=4", "bay: parameter 'columns' is 4, must be odd" },
		{ "faces=8000", "bay: parameter 'faces' is 8000, too few for these parts, which need at least " },
		{ "part=100", "bay: parameter 'part' is 100, too few for these parts, which need at least " },
		{ "steps=30", "bay: parameter 'steps'" },
		{ "faces=2000000", "bay: parameter 'faces'" },
		{ "task=door", "bay: parameter 'task'" },
	};
	for (size_t i = 0; i < sizeof s_bad / sizeof s_bad[0]; ++i) {
		GeneratedScene bay;
		ck_assert_int_eq(generated_create(&bay, "bay", s_bad[i][0]), HN_ERR_BAD_INPUT);
		ck_assert_msg(strncmp(hn_error_text(), s_bad[i][1], strlen(s_bad[i][1])) == 0, "%s: %s", s_bad[i][0],
		              hn_error_text());
		ck_assert_ptr_null(bay.bodies);
	}
}

// The least that the message names is enough, and one less is not.
START_TEST(the_least_is_what_is_said) {
	static const char *const s_names[] = { "faces", "part" };
	for (int k = 0; k < 2; ++k) {
		GeneratedScene bay;
		char params[100];
		snprintf(params, sizeof params, "%s=10 task=ptu", s_names[k]);
		ck_assert_int_eq(generated_create(&bay, "bay", params), HN_ERR_BAD_INPUT);
		int least = atoi(strstr(hn_error_text(), "least ") + 6);
		for (int less = 0; less < 2; ++less) {
			snprintf(params, sizeof params, "%s=%d task=ptu", s_names[k], least - less);
			ck_assert_int_eq(generated_create(&bay, "bay", params), less ? HN_ERR_BAD_INPUT : HN_OK);
			generated_free(&bay);
		}
	}
}

TEST_SUITE(bay, suite, tc) {
	tcase_add_loop_test(tc, counts_are_the_papers, 0, 2);
	tcase_add_loop_test(tc, parts_are_sound, 0, 2);
	tcase_add_test(tc, smaller_ones_are_exact);
	tcase_add_test(tc, the_object_keeps_its_share);
	tcase_add_test(tc, parts_can_be_joined);
	tcase_add_loop_test(tc, it_grazes_its_neighbours_and_nothing_else_touches, 0, 7);
	tcase_add_test(tc, what_stays_is_moved_once);
	tcase_add_test(tc, what_stays_is_fixed);
	tcase_add_test(tc, a_free_part_meets_nothing);
	tcase_add_loop_test(tc, the_object_does_not_cross_itself, 0, 4);
	tcase_add_test(tc, seeds_make_other_bays);
	tcase_add_test(tc, what_cannot_be_is_refused);
	tcase_add_test(tc, the_least_is_what_is_said);
}
