// Wide trees: right on every pair of models in every volume and instruction set; the same hits in the same
// order and the same counts from each set, plain C among them; bodies that deform; scales and places far off.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "base/rng.h"
#include "cheap.h"
#include "contacts.h"
#include "exact/tri_tri.h"
#include "made.h"
#include "pairs.h"
#include "scene/motion.h"
#include "suite.h"
#include "wide/fit.h"
#include "wide_plain.h"

#ifdef SANITIZED // an order slower
enum { STEPS = 12 };
#else
enum { STEPS = 60 };
#endif

// Models
// ------------------------------------------------------------------------------------------------------

static void pair_right(const PairScene *pair, const char *params, HnQuery query) {
	Trial trial;
	bool ok = trial_create(&trial, pair, "wide", params, query) && trial_run(&trial);
	ck_assert_msg(ok, "%s, %s, wide %s: %s", pair->name, simd_name((int32_t)simd_set()), params, trial.what);
	trial_free(&trial);
}

START_TEST(every_pair_of_models_is_right) {
	static const char *const s_params[] = { "", "volume=aabb", "bins=2 turns=0", "volume=aabb up=3",
		                                    "up=0 turns=8" };
	PairScene pair;
	pair_create(&pair, _i, STEPS);
	for (int32_t set = 0; set < SIMD_SETS; ++set) {
		if (hn_simd_choose(simd_name(set)) != HN_OK) continue;
		for (size_t p = 0; p < sizeof s_params / sizeof s_params[0]; ++p) {
			pair_right(&pair, s_params[p], HN_QUERY_ALL);
			pair_right(&pair, s_params[p], HN_QUERY_FIRST);
		}
	}
	pair_free(&pair);
}

// Kernels
// -----------------------------------------------------------------------------------------------------

static void trees_build(WideTree trees[2], const HnScene *scene, WideVolume volume) {
	WideDef def = { volume, ldexp(1, scene->scale_exponent), 16, 4, false, NULL };
	for (int32_t b = 0; b < 2; ++b) {
		MeshView mesh = scene_mesh_view(scene_mesh(scene, b));
		ck_assert_int_eq(wide_tree_build(&trees[b], &def, &mesh), HN_OK);
	}
}

static void query_set(WideQuery *q, const WideTree trees[2], const HnScene *scene, int32_t step) {
	q->a = &trees[0], q->b = &trees[1];
	q->mesh_a = scene_mesh_view(scene_mesh(scene, 0)), q->mesh_b = scene_mesh_view(scene_mesh(scene, 1));
	q->pose = scene_relative(scene, 0, 1, step);
	wide_query_place(q);
}

static void same_answers(const WideQuery *one, const WideQuery *other) {
	ck_assert_int_eq(one->nb, other->nb);
	ck_assert_int_eq(one->np, other->np);
	ck_assert_int_eq(one->settled, other->settled);
	ck_assert_int_eq(one->hits.count, other->hits.count);
	if (one->hits.count > 0)
		ck_assert_mem_eq(one->hits.data, other->hits.data, (size_t)one->hits.count * sizeof(WidePair));
}

enum { KERNELS = 1 + SIMD_SETS }; // plain C, and those of all instruction sets

START_TEST(kernels_agree_to_the_last_bit) {
	const WideKernels *kernels[KERNELS] = { &wide_kernels_plain };
	for (int set = 0; set < SIMD_SETS; ++set) // one that this machine lacks is not run
		kernels[1 + set] = wide_kernels(simd_available((SimdSet)set) ? (SimdSet)set : SIMD_BASELINE);
	PairScene pair;
	int64_t met = 0;
	pair_create(&pair, _i, STEPS);
	for (int volume = 0; volume < WIDE_VOLUMES; ++volume) {
		WideTree trees[2];
		WideQuery queries[KERNELS] = { 0 };
		WideHint hints[KERNELS] = { 0 };
		trees_build(trees, pair.scene, (WideVolume)volume);
		for (int32_t step = 0; step < pair.steps; ++step) {
			for (int k = 0; k < KERNELS; ++k) {
				queries[k].kernels = kernels[k];
				query_set(&queries[k], trees, pair.scene, step);
				ck_assert_int_eq(wide_query_all(&queries[k], k != 1 || step % 2 == 0), HN_OK);
			}
			if (step % 2 == 1) queries[1].nb = queries[0].nb, queries[1].np = queries[0].np; // not counted
			for (int k = 1; k < KERNELS; ++k) same_answers(&queries[0], &queries[k]);
			met += queries[0].hits.count;
			for (int k = 0; k < KERNELS; ++k)
				ck_assert_int_eq(wide_query_first(&queries[k], &hints[k], 1, true), HN_OK);
			for (int k = 1; k < KERNELS; ++k) same_answers(&queries[0], &queries[k]);
			ck_assert_mem_eq(&hints[0].start, &hints[SIMD_SETS].start, sizeof hints[0].start);
		}
		for (int k = 0; k < KERNELS; ++k) wide_query_free(&queries[k]);
		for (int b = 0; b < 2; ++b) wide_tree_free(&trees[b]);
	}
	ck_assert_int_gt(met, 0);
	pair_free(&pair);
}

// Trees
// -------------------------------------------------------------------------------------------------------

// How far a point, from the tree's origin, is outside of a child's box, over the half sides.
static bool box_holds(const WideTree *tree, int32_t place, int slot, const long double p[3]) {
	const WideHead *head = wide_head(tree, place);
	const WideBoxNode *box = (const WideBoxNode *)(const void *)head;
	const WideObbNode *obb = (const WideObbNode *)(const void *)head;
	double m[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, d[3], s[3];
	const float(*off)[WIDE] = tree->volume == WIDE_OBB ? obb->off : box->off;
	const float(*half)[WIDE] = tree->volume == WIDE_OBB ? obb->half : box->half;
	if (tree->volume == WIDE_OBB) {
		float a[3][3];
		for (int i = 0; i < 6; ++i) a[i / 3][i % 3] = obb->axes[i][slot];
		for (int k = 0; k < 3; ++k) {
			int u = (k + 1) % 3, v = (k + 2) % 3;
			a[2][k] = a[0][u] * a[1][v] - a[0][v] * a[1][u];
		}
		for (int i = 0; i < 9; ++i) m[i / 3][i % 3] = (double)a[i / 3][i % 3];
	}
	for (int k = 0; k < 3; ++k)
		d[k] = (double)(p[k] - (long double)head->anchor[k] - (long double)off[k][slot]);
	HnVec3 r[3] = { vec3_load(m[0]), vec3_load(m[1]), vec3_load(m[2]) };
	double det = vec3_dot(r[0], vec3_cross(r[1], r[2]));
	for (int i = 0; i < 3; ++i) {
		s[i] = vec3_dot(vec3_load(d), vec3_cross(r[(i + 1) % 3], r[(i + 2) % 3])) / det;
		if (!(fabs(s[i]) <= (double)half[i][slot])) return false;
	}
	return true;
}

static void check_below(const WideTree *tree, const MeshView *mesh, int32_t place, int32_t *seen) {
	const WideHead *head = wide_head(tree, place);
	for (int k = 0; k < WIDE; ++k) {
		uint32_t link = head->link[k];
		if (link == WIDE_EMPTY) continue;
		int32_t child = wide_place(link);
		if (!(link & WIDE_LEAF)) {
			ck_assert_int_gt(child, place);
			ck_assert_int_eq(tree->parents[child], place);
			check_below(tree, mesh, child, seen);
			continue;
		}
		for (int i = 0; i < WIDE; ++i) {
			int32_t id = tree->leaves[child].id[i], above = place;
			if (id < 0) continue;
			seen[id] += 1;
			for (int c = 0; c < 3; ++c) {
				long double p[3]; // as good as exact
				const double *x = mesh->xyz + 3 * (int64_t)mesh->triangles[3 * (int64_t)id + c];
				for (int j = 0; j < 3; ++j)
					p[j] = (long double)x[j] * (long double)tree->scale - (long double)tree->origin[j];
				cheap_assert(box_holds(tree, place, k, p));
				for (int32_t at = place; at != above || at != 0;) { // every node above has it in some box
					int32_t up = tree->parents[at];
					if (at == 0) break;
					const WideHead *h = wide_head(tree, up);
					for (int j = 0; j < WIDE; ++j)
						if (h->link[j] == wide_link(at, 0)) cheap_assert(box_holds(tree, up, j, p));
					at = up;
				}
			}
		}
	}
}

START_TEST(boxes_hold_what_is_below) {
	PairScene pair;
	pair_create(&pair, _i, POSE_KINDS);
	for (int volume = 0; volume < WIDE_VOLUMES; ++volume) {
		WideTree trees[2];
		trees_build(trees, pair.scene, (WideVolume)volume);
		for (int b = 0; b < 2; ++b) {
			MeshView mesh = scene_mesh_view(scene_mesh(pair.scene, b));
			size_t size = (size_t)mesh.triangle_count * sizeof(int32_t);
			int32_t *seen = mem_alloc_zero(size);
			if (mesh.triangle_count > 0) check_below(&trees[b], &mesh, 0, seen);
			for (int32_t i = 0; i < mesh.triangle_count; ++i) ck_assert_int_eq(seen[i], 1);
			mem_free(seen, size);
			wide_tree_free(&trees[b]);
		}
	}
	pair_free(&pair);
}

// Crumbs far from each other: what floats lose along an axis is much of a small box's own size.
START_TEST(boxes_hold_crumbs) {
	enum { CRUMBS = 40, EACH = 6, COUNT = CRUMBS * EACH };
	static double xyz[9 * COUNT];
	static int32_t triangles[3 * COUNT], seen[COUNT];
	Rng rng = rng_of(29, (uint64_t)_i);
	for (int turn = 0; turn < 30; ++turn) {
		double size = ldexp(1, -12 - turn);
		for (int32_t i = 0; i < 3 * COUNT; ++i) {
			triangles[i] = i;
			if (i % (3 * EACH) == 0)
				for (int k = 0; k < 3; ++k) xyz[3 * i + k] = rng_range(&rng, -1, 1);
			const double *crumb = xyz + 3 * (i - i % (3 * EACH));
			for (int k = 0; k < 3; ++k) xyz[3 * i + k] = crumb[k] + size * rng_range(&rng, 0, 1);
		}
		WideDef def = { (WideVolume)_i, 0.25, 16, 4, false, NULL };
		MeshView mesh = { xyz, triangles, 3 * COUNT, COUNT };
		WideTree tree;
		ck_assert_int_eq(wide_tree_build(&tree, &def, &mesh), HN_OK);
		memset(seen, 0, sizeof seen);
		check_below(&tree, &mesh, 0, seen);
		for (int32_t i = 0; i < COUNT; ++i) ck_assert_int_eq(seen[i], 1);
		wide_tree_free(&tree);
	}
}

// Scales, places, deformation
// ------------------------------------------------------------------------------------------------------

static void scene_right(const HnSceneDef *def, const char *params) {
	HnContactBuffer found = { 0 }, right = { 0 };
	HnScene *scene = scene_made(def);
	for (int query = HN_QUERY_ALL; query <= HN_QUERY_FIRST; ++query)
		for (int32_t set = 0; set < SIMD_SETS; ++set) {
			HnDetector wide, brute;
			if (hn_simd_choose(simd_name(set)) != HN_OK) continue;
			detector_make(&wide, "wide", scene, (HnQuery)query, params);
			detector_make(&brute, "brute", scene, (HnQuery)query, "");
			for (int pass = 0; pass < 2; ++pass) {
				hn_detector_begin(&wide), hn_detector_begin(&brute);
				for (int32_t step = pass; step < scene->step_count; ++step) {
					ck_assert_int_eq(hn_detector_step(&wide, step, &found, NULL), HN_OK);
					ck_assert_int_eq(hn_detector_step(&brute, step, &right, NULL), HN_OK);
					HnHash one = contacts_hash(&found, (HnQuery)query),
					       other = contacts_hash(&right, (HnQuery)query);
					ck_assert_msg(memcmp(&one, &other, sizeof one) == 0, "step %d: %d, not %d", step,
					              (int)found.count, (int)right.count);
				}
			}
			hn_detector_destroy(&wide), hn_detector_destroy(&brute);
		}
	hn_contact_buffer_free(&found), hn_contact_buffer_free(&right);
	hn_scene_close(scene);
}

static HnMesh *blob(int32_t faces) {
	char params[40];
	snprintf(params, sizeof params, "faces=%d", faces);
	return shape_of("blob", params);
}

static HnMesh *scaled(HnMesh *mesh, int exponent, HnVec3 by) {
	for (int64_t i = 0; i < mesh->vertex_count; ++i) {
		double *p = mesh->xyz + 3 * i;
		for (int k = 0; k < 3; ++k) p[k] = ldexp(p[k] + vec3_get(by, k), exponent);
	}
	return mesh;
}

enum { MOVES = 8 };

static void poses_fill(HnPose *poses, int exponent, HnVec3 by) {
	Rng rng = rng_of(5, 0);
	for (int i = 0; i < MOVES; ++i) {
		poses[i].r = motion_random_rotation(&rng);
		HnVec3 at = vec3_scale(motion_random_direction(&rng), 0.25 * i);
		HnVec3 turned = mat3_mul_vec(&poses[i].r, by);
		at = vec3_sub(vec3_add(at, by), turned);
		poses[i].t = (HnVec3){ ldexp(at.x, exponent), ldexp(at.y, exponent), ldexp(at.z, exponent) };
	}
}

static void scales_right(int exponent, int other, HnVec3 by, const char *params) {
	HnMesh *a = scaled(blob(90), exponent, by), *b = scaled(blob(70), other, by);
	HnPose still = hn_pose_identity(), poses[MOVES];
	poses_fill(poses, exponent, by);
	HnSceneDefBody bodies[2] = { { a, &still, 1, { 0 }, NULL, false },
		                         { b, poses, MOVES, { 0 }, NULL, false } };
	HnSceneDef def = { .bodies = bodies, .body_count = 2, .step_count = MOVES };
	scene_right(&def, params);
	hn_mesh_destroy(a), hn_mesh_destroy(b);
}

START_TEST(scales_and_places) {
	static const int s_scales[][2] = { { 190, 190 }, { -190, -190 }, { 0, -20 },
		                               { 0, -45 },   { 0, -100 },    { -30, 3 } };
	const char *params = _i == 0 ? "" : "volume=aabb";
	for (size_t i = 0; i < sizeof s_scales / sizeof s_scales[0]; ++i)
		scales_right(s_scales[i][0], s_scales[i][1], (HnVec3){ 0, 0, 0 }, params);
	scales_right(0, 0, (HnVec3){ 1e4, -3e5, 2e6 }, params);
	scales_right(0, 0, (HnVec3){ 1e12, 1e13, -1e14 }, params);
}

START_TEST(bodies_that_deform) {
	HnMesh *a = blob(150), *b = blob(120);
	HnPose still = hn_pose_identity(), poses[MOVES];
	int32_t n = (int32_t)b->vertex_count;
	size_t moved_size = (size_t)n * sizeof(int32_t), xyz_size = 3 * (size_t)n * MOVES * sizeof(double);
	int32_t *moved = mem_alloc(moved_size);
	double *xyz = mem_alloc(xyz_size);
	Rng rng = rng_of(11, 0);
	poses_fill(poses, 0, (HnVec3){ 0, 0, 0 });
	for (int32_t v = 0; v < n; ++v) moved[v] = v;
	for (int32_t i = 0; i < 3 * n * MOVES; ++i) {
		int32_t step = i / (3 * n);
		double stretch = 1 + 0.5 * step * (i % 3);
		xyz[i] = b->xyz[i % (3 * n)] * stretch + (step % 3 == 2 ? rng_range(&rng, -0.3, 0.3) : 0);
	}
	HnSceneFrames frames = { MOVES, n, moved, xyz };
	HnSceneDefBody bodies[3] = { { a, &still, 1, { 0 }, NULL, false },
		                         { b, poses, MOVES, frames, NULL, false },
		                         { b, &still, 1, { 0 }, NULL, false } };
	HnSceneDef def = { .bodies = bodies, .body_count = 3, .step_count = MOVES };
	scene_right(&def, _i == 0 ? "" : "volume=aabb");
	mem_free(moved, moved_size), mem_free(xyz, xyz_size);
	hn_mesh_destroy(a), hn_mesh_destroy(b);
}

TEST_SUITE(wide, suite, tc) {
	tcase_add_loop_test(tc, every_pair_of_models_is_right, 0, pair_count());
	tcase_add_loop_test(tc, kernels_agree_to_the_last_bit, 0, pair_count());
	tcase_add_loop_test(tc, boxes_hold_what_is_below, 0, pair_count());
	tcase_add_loop_test(tc, boxes_hold_crumbs, 0, WIDE_VOLUMES);
	tcase_add_loop_test(tc, scales_and_places, 0, 2);
	tcase_add_loop_test(tc, bodies_that_deform, 0, 2);
}
