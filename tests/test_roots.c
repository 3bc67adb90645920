// Root lists: volumes about whole bodies before the trees. Their tests and updates counted by hand, what they
// keep from moving, and brute force's contacts with every volume as a root.
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "contacts.h"
#include "made.h"
#include "registry.h"
#include "suite.h"
#include "tree/roots.h"
#include "volumes.h"

// Two bodies of two triangles, along the diagonal from 0 to 10 in x and y, the second moved by these vectors,
// one a step.
typedef struct Pair {
	HnMesh *mesh;
	HnScene *scene;
} Pair;

static Pair pair_create(const HnVec3 *moved, int32_t steps) {
	static const double xyz[18] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 10, 10, 0, 9, 10, 0, 10, 9, 0 };
	Pair out;
	HnPose here = { mat3_identity(), { 0, 0, 0 } }, there[8];
	out.mesh = mesh_new(6, 2);
	memcpy(out.mesh->xyz, xyz, sizeof xyz);
	memcpy(out.mesh->triangles, (int32_t[6]){ 0, 1, 2, 3, 4, 5 }, 6 * sizeof(int32_t));
	for (int32_t s = 0; s < steps; ++s) there[s] = (HnPose){ mat3_identity(), moved[s] };
	const HnMesh *meshes[2] = { out.mesh, out.mesh };
	HnPose *poses[2] = { &here, there };
	out.scene = scene_of(meshes, poses, (int32_t[2]){ 1, steps }, 2, steps);
	return out;
}

static void pair_free(Pair *pair) {
	hn_scene_close(pair->scene);
	hn_mesh_destroy(pair->mesh);
}

typedef struct Case {
	const char *params;
	int64_t nb, roots, nu;
} Case;

// Far away the first root ends it. Beyond the corner the spheres meet and the boxes do not. A tree of two
// leaves has three nodes; at half its length apart, both roots meet, and one leaf of each.
START_TEST(counts_by_hand) {
	const HnVec3 far = { 100, 0, 0 }, corner = { 11, 0, 0 };
	const Case far_cases[] = {
		{ "roots=sphere+aabb", 1, 1, 3 + 2 },  { "roots=aabb+sphere update=layered", 1, 1, 2 },
		{ "roots=aabb update=lazy", 1, 1, 1 }, { "roots=sphere+aabb+caabb by=sat", 1, 1, 3 },
		{ "update=layered", 1, 0, 1 },
	};
	const Case corner_cases[] = {
		{ "roots=sphere+aabb", 2, 2, 3 + 2 },
		{ "roots=sphere+aabb update=layered", 2, 2, 2 },
		{ "roots=aabb+sphere update=layered", 1, 1, 2 },
		// the sphere lets it pass: the whole tree moves, and its root ends it
		{ "roots=sphere update=layered", 2, 1, 1 + 3 },
		{ "roots=sphere update=lazy", 2, 1, 1 + 1 },
		{ "roots=sphere update=lazy storage=parent", 2, 1, 1 + 1 },
		// without it: root against both children, each of which is away from it
		{ "roots=sphere root_obb=false", 1 + 2, 1, 1 + 3 },
		{ "roots=sphere root_obb=false storage=parent", 1, 1, 1 + 1 },
	};
	Pair pair = pair_create(&far, 1);
	for (size_t i = 0; i < sizeof far_cases / sizeof far_cases[0]; ++i) {
		Counts got = counts_of(pair.scene, "tree", far_cases[i].params);
		ck_assert_msg(got.nb == far_cases[i].nb && got.root_tests == far_cases[i].roots &&
		                  got.nu == far_cases[i].nu,
		              "far, %s: nb %d, roots %d, nu %d", far_cases[i].params, (int)got.nb,
		              (int)got.root_tests, (int)got.nu);
	}
	pair_free(&pair);
	pair = pair_create(&corner, 1);
	for (size_t i = 0; i < sizeof corner_cases / sizeof corner_cases[0]; ++i) {
		Counts got = counts_of(pair.scene, "tree", corner_cases[i].params);
		ck_assert_msg(got.nb == corner_cases[i].nb && got.root_tests == corner_cases[i].roots &&
		                  got.nu == corner_cases[i].nu,
		              "corner, %s: nb %d, roots %d, nu %d", corner_cases[i].params, (int)got.nb,
		              (int)got.root_tests, (int)got.nu);
	}
	pair_free(&pair);
}

// Vertices are placed for a box, once however many ask, and not for balls; at rest none when nothing meets.
START_TEST(vertices_by_hand) {
	const HnVec3 far = { 100, 0, 0 };
	Pair pair = pair_create(&far, 1);
	ck_assert_int_eq(counts_of(pair.scene, "tree", "roots=sphere+caabb update=layered").vertices_projected,
	                 0);
	ck_assert_int_eq(counts_of(pair.scene, "tree", "roots=aabb+fdh14 update=layered").vertices_projected, 6);
	ck_assert_int_eq(counts_of(pair.scene, "tree", "roots=aabb+fdh14").vertices_projected, 6);
	ck_assert_int_eq(counts_of(pair.scene, "tree", "roots=aabb update=lazy").vertices_projected, 6);
	ck_assert_int_eq(counts_of(pair.scene, "tree", "roots=aabb by=hull update=lazy").vertices_projected, 6);
	ck_assert_int_eq(counts_of(pair.scene, "tree", "roots=sphere by=hull").vertices_projected, 0);
	pair_free(&pair);
}

// Layered: the whole tree moves in the steps in which all roots met, and only there.
START_TEST(layered_moves_on_root_hits) {
	const HnVec3 moved[4] = { { 100, 0, 0 }, { 0.1, 0, 0 }, { 100, 0, 0 }, { 0.2, 0, 0 } };
	Pair pair = pair_create(moved, 4);
	static const char *const by[] = { "refit", "hull", "hull_drift", "conic" };
	for (int i = 0; i < 4; ++i) {
		char params[100];
		snprintf(params, sizeof params, "roots=aabb update=layered by=%s", by[i]);
		Counts got = counts_of(pair.scene, "tree", params);
		ck_assert_int_eq(got.nu, 4 * 1 + 2 * 3);
		ck_assert_int_eq(got.root_tests, 4);
		ck_assert_int_gt(got.contacts, 0);
	}
	pair_free(&pair);
}

// Every volume as a root, before trees of several volumes and policies.
START_TEST(every_root_agrees) {
	static const char *const before[] = { "",
		                                  "update=layered",
		                                  "update=lazy by=hull",
		                                  "volume=sphere by=place",
		                                  "update=layered by=hull_drift",
		                                  "volume=obb by=sat",
		                                  "volume=obb by=place update=layered prejudge=true",
		                                  "storage=parent by=conic update=lazy",
		                                  "volume=sphere by=rebuild" };
	char params[200];
	if (bv_class(_i)->directions == BV_DIRECTIONS_GIVEN) return;
	for (int k = 0; k < 9; ++k) {
		snprintf(params, sizeof params, "roots=%s %s %s", bv_name(_i), before[k],
		         k % 2 == 0 ? "root_obb=false" : "");
		agree_on_soups("tree", params, 131 + (uint64_t)k, 2);
	}
	snprintf(params, sizeof params, "roots=%s volume=obb update=layered by=place", bv_name(_i));
	if (_i % 4 == 2) agree_on_surfaces("tree", params, 132); // the slowest part
	agree_steady("tree", params);
}

START_TEST(lists_agree) {
	agree_on_surfaces("tree", "roots=sphere+aabb volume=obb by=place fit=vertices", 133);
	agree_on_surfaces("tree", "roots=caabb+fdh18+obb root_obb=false storage=parent update=lazy", 134);
	agree_failed_allocations("tree", "roots=sphere+fdh14+aabb update=layered");
	agree_failed_allocations("tree", "roots=caabb volume=obb by=place update=lazy storage=parent");
	agree_interleaved("tree", "roots=caabb+aabb update=layered by=conic");
	agree_steady("tree", "roots=aabb+fdh14 update=lazy");
}

// What Geng et al. compare with, beside the same tree with each parameter written out: every count is the
// same.
START_TEST(presets_are_what_they_say) {
	static const struct {
		const char *name, *params, *tree;
		int roots;
	} said[] = {
		{ "sao", "", "volume=obb fit=vertices roots=sphere+aabb update=full by=place prejudge=false", 2 },
		{ "ao", "root_obb=false",
		  "volume=obb fit=vertices roots=aabb update=full by=place prejudge=false root_obb=false", 1 },
		{ "co", "k=5",
		  "volume=obb fit=slabs k=5 slab_axis=longest extremes=yz weight=none roots=caabb update=layered "
		  "by=place prejudge=true",
		  1 },
		{ "so", "k=7 lambda=0.5",
		  "volume=obb fit=slabs k=7 slab_axis=x extremes=yz weight=area roots=sphere axis=all point=penalty "
		  "lambda=0.5 storage=parent update=full by=place prejudge=false",
		  1 },
	};
	Rng rng = rng_of(135, 0);
	HnMesh *mesh = bumpy_create(&rng, 12, false);
	const HnMesh *meshes[2] = { mesh, mesh };
	HnPose here = { mat3_identity(), { 0, 0, 0 } }, there[6];
	for (int s = 0; s < 6; ++s) there[s] = (HnPose){ soup_rotation(&rng), { 0.9 * s, 0.1, 0 } };
	HnPose *poses[2] = { &here, there };
	HnScene *scene = scene_of(meshes, poses, (int32_t[2]){ 1, 6 }, 2, 6);
	Counts preset = counts_of(scene, said[_i].name, said[_i].params);
	Counts tree = counts_of(scene, "tree", said[_i].tree);
	ck_assert_mem_eq(&preset, &tree, sizeof tree);
	ck_assert_int_gt(preset.contacts, 0);
	ck_assert(_i == 0 ? preset.root_tests > 6 : preset.root_tests == 6);
	int64_t nodes = (_i == 3 ? 1 : 2) * (int64_t)mesh->triangle_count - 1,
	        most = 6 * (nodes + said[_i].roots);
	if (_i == 2) // layered: the last steps are too far
		ck_assert(preset.nu < most && preset.nu > 6 && (preset.nu - 6) % nodes == 0 &&
		          preset.prejudged_u > 0);
	else
		ck_assert(preset.nu == most && preset.prejudged_u == 0);
	if (_i >= 2) agree_on_surfaces(said[_i].name, said[_i].params, 136);
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
}

START_TEST(what_cannot_be_a_root_is_refused) {
	static const struct {
		const char *params, *say;
	} cases[] = { { "roots=kdop", "'kdop' leaves its directions open" },
		          { "roots=sphere+sphere", "names 'sphere' twice" },
		          { "roots=sphere+ball", "'none' or a list, joined by '+', of 'aabb'" },
		          { "roots=sphere+", "must be" },
		          { "roots=+", "must be" } };
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
		ck_refused(detect_check(hn_detect_find("tree"), cases[i].params), HN_ERR_BAD_INPUT, cases[i].say);
	}
	ck_assert_int_eq(detect_check(hn_detect_find("tree"), "roots=none"), HN_OK);
}

TEST_SUITE(roots, suite, tc) {
	tcase_add_test(tc, counts_by_hand);
	tcase_add_test(tc, vertices_by_hand);
	tcase_add_test(tc, layered_moves_on_root_hits);
	tcase_add_test(tc, lists_agree);
	tcase_add_loop_test(tc, presets_are_what_they_say, 0, 4);
	tcase_add_test(tc, what_cannot_be_a_root_is_refused);
	for (int32_t i = 0; bv_name(i) != NULL; ++i) registry_add_case(suite, bv_name(i), every_root_agrees, i);
}
