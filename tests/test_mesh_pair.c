// Two meshes asked at any pose (api/pair.h), against brute force on the scenes of pairs.def: every contact,
// the first one, and batches of any number of threads.
#include "cheap.h"
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "contacts.h"
#include "made.h"
#include "pairs.h"
#include "soup.h"
#include "suite.h"

enum { STEPS = 36 };

// HnMesh has no const members, but queries only read.
static HnMesh mesh_of(const HnScene *scene, int32_t body) {
	const HnSceneMesh *m = scene_mesh(scene, body);
	return (HnMesh){ (double *)(uintptr_t)m->xyz, (int32_t *)(uintptr_t)m->triangles, m->vertex_count,
		             m->triangle_count };
}

// The contacts of the first two bodies; of a trio there are more.
static void right_of(HnContactBuffer *out, const PairScene *pair, int32_t step) {
	out->count = 0;
	for (int64_t i = 0; i < pair->right[step].count; ++i) {
		HnContact c = pair->right[step].data[i];
		if (c.body_a != 0 || c.body_b != 1) continue;
		cheap_assert(hn_contact_buffer_reserve(out, out->count + 1));
		out->data[out->count++] = c;
	}
}

static HnPose s_poses[STEPS];
static HnContactBuffer s_right[STEPS];

static void single_queries(const HnPair *pair, const char *what) {
	HnPairContext *context;
	HnContactBuffer found = { 0 };
	ck_assert_int_eq(hn_pair_context_create(&context, pair), HN_OK);
	for (int32_t step = 0; step < STEPS; ++step) {
		HnContact one;
		cheap_assert(hn_pair_all(context, &s_poses[step], &found) == HN_OK);
		HnHash x = contacts_hash(&found, HN_QUERY_ALL), y = contacts_hash(&s_right[step], HN_QUERY_ALL);
		cheap_assert_msg(hn_hash_equal(&x, &y), "%s, step %d: %lld contacts, not %lld", what, step,
		                 (long long)found.count, (long long)s_right[step].count);
		if (step % 5 == 4) hn_pair_context_begin(context);
		int32_t hit = hn_pair_first(context, &s_poses[step], &one);
		cheap_assert_int_eq(hit, s_right[step].count > 0);
		cheap_assert_msg(hit == 0 || contacts_contain(&s_right[step], &one), "%s, step %d: no such contact",
		                 what, step);
	}
	hn_contact_buffer_free(&found);
	hn_pair_context_destroy(context);
}

static void batches(const HnPair *pair, const char *what) {
	enum { MANY = 40 * STEPS + 7 };
	static HnPose poses[MANY];
	static uint8_t hits[3][MANY];
	static HnContact contacts[3][MANY];
	static const int32_t threads[3] = { 1, 2, 5 };
	for (int i = 0; i < MANY; ++i) poses[i] = s_poses[i / 3 % STEPS];
	memset(contacts, 0, sizeof contacts);
	for (int t = 0; t < 3; ++t)
		ck_assert_int_eq(hn_pair_first_many(pair, poses, MANY, threads[t], hits[t], contacts[t]), HN_OK);
	for (int i = 0; i < MANY; ++i) cheap_assert_int_eq(hits[0][i], s_right[i / 3 % STEPS].count > 0);
	for (int i = 0; i < MANY; ++i)
		cheap_assert_msg(hits[0][i] == 0 || contacts_contain(&s_right[i / 3 % STEPS], &contacts[0][i]), "%s",
		                 what);
	for (int t = 1; t < 3; ++t) {
		ck_assert_mem_eq(hits[t], hits[0], sizeof hits[0]);
		ck_assert_mem_eq(contacts[t], contacts[0], sizeof contacts[0]);
	}
}

START_TEST(the_contacts_of_brute_force) {
	static const char *const params[] = { "", "volume=aabb up=0", "bins=2 turns=0 up=3" };
	PairScene scene;
	pair_create(&scene, _i, STEPS);
	HnMesh still = mesh_of(scene.scene, 0), moving = mesh_of(scene.scene, 1);
	for (int32_t step = 0; step < STEPS; ++step) {
		s_poses[step] = scene_relative(scene.scene, 0, 1, step);
		right_of(&s_right[step], &scene, step);
	}
	for (size_t p = 0; p < sizeof params / sizeof *params; ++p) {
		HnPair *pair;
		ck_assert_int_eq(hn_pair_create(&pair, &still, &moving, params[p]), HN_OK);
		ck_assert_uint_gt(hn_pair_bytes(pair), 0);
		single_queries(pair, scene.name);
		batches(pair, scene.name);
		hn_pair_destroy(pair);
	}
	for (int32_t step = 0; step < STEPS; ++step) hn_contact_buffer_free(&s_right[step]);
	pair_free(&scene);
}

START_TEST(bad_poses_are_named) {
	HnPair *pair;
	HnPose poses[5];
	uint8_t hits[5] = { 7, 7, 7, 7, 7 };
	HnMesh *box = shape_of("box", ""), *good = shape_of("box", "");
	ck_assert_int_eq(hn_pair_create(&pair, box, box, ""), HN_OK);
	for (int i = 0; i < 5; ++i) poses[i] = hn_pose_identity();
	poses[3].r.m[1][1] = -1; // a reflection
	poses[4].t.y = (double)NAN;
	ck_refused(hn_pair_first_many(pair, poses, 5, 2, hits, NULL), HN_ERR_BAD_INPUT, "pose 3 of 5");
	for (int i = 0; i < 5; ++i) ck_assert_int_eq(hits[i], 7);
	ck_assert_int_eq(hn_pair_first_many(pair, poses, 3, 0, hits, NULL), HN_OK);
	ck_assert_int_eq(hits[2], 1);
	ck_assert_int_eq(hn_pair_first_many(pair, NULL, 0, 0, NULL, NULL), HN_OK);
	ck_assert_int_eq(hn_pair_first_many(pair, poses, -1, 0, hits, NULL), HN_ERR_BAD_INPUT);
	ck_assert_int_eq(hn_pair_first_many(pair, poses, 3, -1, hits, NULL), HN_ERR_BAD_INPUT);
	hn_pair_destroy(pair);
	static const double s_bad[] = { 0x1p201, 1e-70, -0x1p-1074 }; // scenes have the small ones as 0
	for (int i = 0; i < 3; ++i) {
		box->xyz[0] = s_bad[i];
		ck_refused(hn_pair_create(&pair, box, box, ""), HN_ERR_BAD_INPUT,
		           "the still mesh: vertex 0: coordinate x is");
		ck_assert_ptr_null(pair);
		ck_refused(hn_pair_create(&pair, good, box, ""), HN_ERR_BAD_INPUT,
		           "the moving mesh: vertex 0: coordinate x is");
		ck_assert_ptr_null(pair);
	}
	hn_mesh_destroy(good);
	hn_mesh_destroy(box);
}

// Poses at which the meshes are about as far apart as coordinates reach, on both sides of where trees are
// asked.
START_TEST(far_and_nearly_far) {
	HnPair *pair;
	HnPairContext *context;
	double lo[3], hi[3];
	HnMesh *box = shape_of("box", "");
	hn_mesh_bounds(box, lo, hi);
	ck_assert_int_eq(hn_pair_create(&pair, box, box, ""), HN_OK);
	ck_assert_int_eq(hn_pair_context_create(&context, pair), HN_OK);
	for (int i = 0; i < 3; ++i) {
		double size = hi[i] - lo[i], t = size / 4;
		for (int n = 0; n < 560; ++n, t *= 1.25) { // to about 2^180
			HnPose pose = hn_pose_identity();
			*(i == 0 ? &pose.t.x : i == 1 ? &pose.t.y : &pose.t.z) = t;
			ck_assert_int_eq(hn_pair_first(context, &pose, NULL), t <= size);
		}
	}
	hn_pair_context_destroy(context);
	hn_pair_destroy(pair);
	hn_mesh_destroy(box);
}

// Boxes whose corners touch: their balls do, too. A matrix that is a rotation to 1e-9 may lengthen by half as
// much.
START_TEST(balls_that_touch) {
	HnPair *pair;
	HnPairContext *context;
	HnContactBuffer found = { 0 };
	HnMesh *box = shape_of("box", "");
	for (int64_t v = 0; v < 3 * (int64_t)box->vertex_count; ++v) box->xyz[v] = box->xyz[v] > 0 ? 3 : -3;
	ck_assert_int_eq(hn_pair_create(&pair, box, box, ""), HN_OK);
	ck_assert_int_eq(hn_pair_context_create(&context, pair), HN_OK);
	for (int i = 0; i < 8; ++i) {
		static const struct {
			double longer, away;
			int32_t hit;
		} s_cases[] = {
			{ 0, 0, 1 }, { 0, 1e-15, 0 }, { 0, 1e-6, 0 }, { 4e-10, 1e-10, 1 }, { 4e-10, 3e-10, 0 }
		};
		for (size_t c = 0; c < sizeof s_cases / sizeof s_cases[0]; ++c) {
			double by = 6 * (1 + s_cases[c].away);
			HnPose pose = hn_pose_identity();
			for (int k = 0; k < 3; ++k) pose.r.m[k][k] = 1 + s_cases[c].longer;
			pose.t = (HnVec3){ (i & 1) != 0 ? by : -by, (i & 2) != 0 ? by : -by, (i & 4) != 0 ? by : -by };
			ck_assert_int_eq(hn_pair_first(context, &pose, NULL), s_cases[c].hit);
			ck_assert_int_eq(hn_pair_all(context, &pose, &found), HN_OK);
			ck_assert_int_eq(found.count > 0, s_cases[c].hit);
		}
	}
	hn_contact_buffer_free(&found);
	hn_pair_context_destroy(context);
	hn_pair_destroy(pair);
	hn_mesh_destroy(box);
}

START_TEST(memory_runs_out) {
	Rng rng = rng_of(53, 0);
	SoupDef def = { SOUP_RANDOM, 40, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &def);
	size_t before = hn_mem_live_bytes();
	HnPose poses[3] = { hn_pose_identity(), hn_pose_identity(), hn_pose_identity() };
	int32_t status = HN_ERR_NO_MEMORY;
	for (int64_t fail = 1; status < 0; ++fail) {
		HnPair *pair = NULL;
		uint8_t hits[3];
		mem_fail_at(mem_allocation_count() + fail);
		status = hn_pair_create(&pair, mesh, mesh, "");
		if (status == HN_OK) status = hn_pair_first_many(pair, poses, 3, 1, hits, NULL);
		mem_fail_at(0);
		cheap_assert(status == HN_OK || status == HN_ERR_NO_MEMORY);
		hn_pair_destroy(pair);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
	}
	hn_mesh_destroy(mesh);
}

TEST_SUITE(mesh_pair, suite, tc) {
	tcase_add_loop_test(tc, the_contacts_of_brute_force, 0, pair_count());
	tcase_add_test(tc, bad_poses_are_named);
	tcase_add_test(tc, far_and_nearly_far);
	tcase_add_test(tc, balls_that_touch);
	tcase_add_test(tc, memory_runs_out);
}
