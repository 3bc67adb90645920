// BSP: brute force's contacts for every parameter, whichever body owns the tree; trees that end on any input.
#include "cheap.h"
#include <math.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "partition/bsp_tree.h"
#include "exact/orient.h"
#include "math/elementary.h"
#include "scene/motion.h"
#include "suite.h"

#ifdef SANITIZED
enum { ROUNDS = 14, MANY = 10000 };
#else
enum { ROUNDS = 70, MANY = 100000 };
#endif

static const char *const s_settings[] = {
	"",
	"owner=moving",
	"owner=moving fallback=axis clip=true",
	"fallback=axis leaf=1 candidates=1",
	"leaf=1 depth=3 growth=0",
	"owner=moving leaf=1 growth=0.5 split_cost=0 seed=9",
	"leaf=1 candidates=1000 split_cost=100 clip=true",
	"depth=1",
};
enum { SETTINGS = sizeof s_settings / sizeof s_settings[0] };

START_TEST(finds_what_brute_finds_in_soups) { agree_on_soups("bsp", s_settings[_i], 61, ROUNDS); }

START_TEST(finds_what_brute_finds_on_surfaces) { agree_on_surfaces("bsp", s_settings[_i], 62); }

START_TEST(failures_are_clean) {
	agree_failed_allocations("bsp", "leaf=2");
	agree_failed_allocations("bsp", "leaf=2 owner=moving fallback=axis");
}

START_TEST(steps_do_not_allocate_again) {
	agree_steady("bsp", "");
	agree_steady("bsp", "owner=moving");
}

START_TEST(detectors_do_not_disturb_each_other) {
	agree_interleaved("bsp", "leaf=1");
	agree_interleaved("bsp", "owner=moving");
}

// Every triangle is where a walk for any of its points must look: listed at each leaf or plane that it may
// share a point with, and nowhere else twice.
static void check_node(const BspTree *tree, const HnSceneMesh *mesh, int32_t at, const HnVec3 *points,
                       int32_t id, int32_t *found) {
	int32_t begin = 0, end = 0;
	if (at == BSP_EMPTY) return;
	if (at < BSP_EMPTY) {
		begin = tree->leaves.data[-2 - at].begin, end = tree->leaves.data[-2 - at].end;
	} else {
		const BspPlane *p = &tree->planes.data[at];
		double least = HUGE_VAL, most = -HUGE_VAL;
		for (int i = 0; i < 3; ++i) {
			double f = p->n[0] * points[i].x + p->n[1] * points[i].y + p->n[2] * points[i].z - p->c;
			least = fmin(least, f), most = fmax(most, f);
		}
		begin = tree->nodes.data[at].begin, end = tree->nodes.data[at].end;
		if (most >= -p->slack) check_node(tree, mesh, tree->nodes.data[at].front, points, id, found);
		if (least <= p->slack) check_node(tree, mesh, tree->nodes.data[at].back, points, id, found);
	}
	for (int32_t i = begin; i < end; ++i) *found += tree->refs.data[i] == id;
}

START_TEST(every_corner_leads_to_its_triangle) {
	Rng rng = rng_of(63, 0);
	for (int round = 0; round < 2 * SOUPS; ++round) {
		SoupDef soup = { (Soup)(round % SOUPS), 200, 1, { 0, 0, 0 } };
		HnMesh *mesh = soup_create(&rng, &soup);
		HnSceneMesh view = scene_mesh_of(mesh);
		BspTreeDef def = { 4, 2, 100, 1, round % 2, 4, 8 };
		BspTree tree;
		ck_assert_int_eq(bsp_tree_build(&tree, &view, &def), HN_OK);
		for (int32_t id = 0; id < mesh->triangle_count; ++id)
			for (int k = 0; k < 3; ++k) {
				HnVec3 p = vec3_load(mesh->xyz + 3 * mesh->triangles[3 * id + k]), points[3] = { p, p, p };
				int32_t found = 0;
				check_node(&tree, &view, tree.root, points, id, &found);
				cheap_assert(found >= 1);
			}
		bsp_tree_free(&tree);
		hn_mesh_destroy(mesh);
	}
}

// A convex body has everything behind each of its planes: without fallback a chain, which must end at the
// depth asked for.
START_TEST(a_ball_is_a_chain_or_is_cut_across) {
	enum { N = 40 };
	Rng rng = rng_of(64, 0);
	HnMesh *mesh = bumpy_create(&rng, N, false);
	for (int32_t i = 0; i < mesh->vertex_count; ++i) { // no bumps
		HnVec3 v = vec3_load(mesh->xyz + 3 * i);
		vec3_store(mesh->xyz + 3 * i, vec3_scale(v, 1 / vec3_length(v)));
	}
	HnSceneMesh view = scene_mesh_of(mesh);
	BspTreeDef def = { .candidates = 16, .leaf = 8, .depth = 100, .split_cost = 4, .growth = 8 };
	BspTree chain, cut;
	ck_assert_int_eq(bsp_tree_build(&chain, &view, &def), HN_OK);
	def.fallback = FALLBACK_AXIS;
	ck_assert_int_eq(bsp_tree_build(&cut, &view, &def), HN_OK);
	ck_assert_int_eq(chain.depth, 101); // and its last leaves
	ck_assert_int_lt(cut.depth, 60);
	bsp_tree_free(&chain);
	bsp_tree_free(&cut);
	hn_mesh_destroy(mesh);
}

START_TEST(many_equal_triangles_end) {
	for (int i = 0; i < SETTINGS; ++i) agree_on_equal_triangles("bsp", s_settings[i], MANY, true);
}

// Long double is wide enough where it is wider than double; elsewhere the test is only weaker.
static long double value(const BspPlane *p, HnVec3 v) {
	return (long double)p->n[0] * (long double)v.x + (long double)p->n[1] * (long double)v.y +
	       (long double)p->n[2] * (long double)v.z - (long double)p->c;
}

// The value n y - c of the moved plane and its slack: a placed vertex that was in front
// of the plane at rest is nowhere beyond the slack. Far from the origin, where rounding is largest.
START_TEST(moved_planes_keep_their_sides) {
	enum { TREES = 200 };
	Rng rng = rng_of(66, 0);
	int64_t planes = 0;
	for (int round = 0; round < TREES; ++round) {
		SoupDef soup = { (Soup)(round % SOUPS), 40, 1, { round % 3 * 1e6, 0, 1e3 } };
		HnMesh *mesh = soup_create(&rng, &soup);
		HnSceneMesh view = scene_mesh_of(mesh);
		BspTreeDef def = { 8, 1, 50, round, round % 2, 4, 8 };
		BspTree tree;
		ck_assert_int_eq(bsp_tree_build(&tree, &view, &def), HN_OK);
		HnPose pose = { motion_random_rotation(&rng), { rng_range(&rng, -1e7, 1e7), 5, -1e-3 } };
		BspPlane *moved = mem_alloc((size_t)tree.planes.count * sizeof *moved);
		bsp_tree_place(&tree, &pose, moved);
		for (int64_t i = 0; i < tree.planes.count; ++i)
			for (int32_t v = 0; v < mesh->vertex_count; ++v) {
				const BspPlane *p = &tree.planes.data[i];
				HnVec3 x = vec3_load(mesh->xyz + 3 * v), y = pose_place(&pose, x);
				long double f = value(p, x), g = value(&moved[i], y);
				if (f >= -(long double)p->slack) cheap_assert(g >= -(long double)moved[i].slack);
				if (f <= (long double)p->slack) cheap_assert(g <= (long double)moved[i].slack);
			}
		planes += tree.planes.count;
		mem_free(moved, (size_t)tree.planes.count * sizeof *moved);
		bsp_tree_free(&tree);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_gt(planes, TREES);
}

TEST_SUITE(bsp, suite, tc) {
	tcase_add_loop_test(tc, finds_what_brute_finds_in_soups, 0, SETTINGS);
	tcase_add_loop_test(tc, finds_what_brute_finds_on_surfaces, 0, SETTINGS);
	tcase_add_test(tc, failures_are_clean);
	tcase_add_test(tc, steps_do_not_allocate_again);
	tcase_add_test(tc, detectors_do_not_disturb_each_other);
	tcase_add_test(tc, every_corner_leads_to_its_triangle);
	tcase_add_test(tc, a_ball_is_a_chain_or_is_cut_across);
	tcase_add_test(tc, many_equal_triangles_end);
	tcase_add_test(tc, moved_planes_keep_their_sides);
}
