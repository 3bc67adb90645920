// Which of two inner nodes is opened, by every rule: tests as many as of a traversal of a few lines.
#include <check.h>
#include <stdio.h>

#include "agree.h"
#include "base/error.h"
#include "bv/obb.h"
#include "contacts.h"
#include "detect/detect.h"
#include "suite.h"
#include "tree/tree.h"
#include "volumes.h"

typedef struct Traversal {
	const TreeDef *def;
	const Tree *a, *b;
	Descend rule;
	int64_t nb, np;
} Traversal;

static bool opens_first(const Traversal *w, const void *a, const void *b, bool turn) {
	switch (w->rule) {
	case DESCEND_LARGER:
		return w->def->bv->volume(a) >= w->def->bv->volume(b);
	case DESCEND_LONGER:
		return ((const Obb *)a)->half[0] > ((const Obb *)b)->half[0];
	case DESCEND_ALTERNATE:
		return !turn;
	default:
		return w->rule != DESCEND_SECOND;
	}
}

// Two nodes whose volumes overlap. turn: the second's is next.
static void walk(Traversal *w, int32_t i, int32_t k, bool turn) {
	const TopoNode a = tree_node(w->a, w->def, i), b = tree_node(w->b, w->def, k);
	const bool inner_a = a.count == 0, inner_b = b.count == 0;
	if (!inner_a && !inner_b) {
		w->np += (int64_t)a.count * b.count;
		return;
	}
	const void *of_a = tree_volume(w->a, w->def, i), *of_b = tree_volume(w->b, w->def, k);
	const bool open_a = inner_a && (!inner_b || opens_first(w, of_a, of_b, turn)),
	           open_b = inner_b && (!open_a || w->rule == DESCEND_BOTH);
	for (int32_t x = 0; x <= open_a; ++x)
		for (int32_t y = 0; y <= open_b; ++y) {
			const int32_t next_a = open_a ? a.link + x : i, next_b = open_b ? b.link + y : k;
			w->nb += 1;
			if (w->def->bv->overlaps(tree_volume(w->a, w->def, next_a), tree_volume(w->b, w->def, next_b)))
				walk(w, next_a, next_b, open_a && !open_b);
		}
}

static void trees_build(Tree trees[2], const TreeDef *def, HnMesh *const meshes[2]) {
	for (int m = 0; m < 2; ++m) {
		const MeshView mesh = mesh_view(meshes[m]);
		ck_assert_int_eq(tree_build_once(&trees[m], def, &mesh), HN_OK);
	}
}

static void compare(const char *volume, int32_t leaf, HnMesh *const meshes[2], const HnScene *scene) {
	const BvClass *bv = volume_class(volume);
	TreeDef def = { .bv = bv,
		            .topo = { .axis = topo_axis_rule(0), .point = topo_point_rule(0), .leaf = leaf },
		            .space = { .scale = 1 } };
	int64_t nb[DESCENDS] = { 0 };
	Tree trees[2];
	trees_build(trees, &def, meshes);
	for (int32_t rule = 0; descend_name(rule) != NULL; ++rule) {
		char params[100];
		snprintf(params, sizeof params, "volume=%s leaf=%d by=refit descend=%s", volume, leaf,
		         descend_name(rule));
		if (rule == DESCEND_LONGER && !bv->has_length) continue;
		Traversal w = { .def = &def, .a = &trees[0], .b = &trees[1], .rule = (Descend)rule, .nb = 1 };
		walk(&w, 0, 0, false);
		const Counts counts = counts_of(scene, "tree", params);
		ck_assert_msg(counts.nb == w.nb && counts.np == w.np, "%s: %lld and %lld, not %lld and %lld", params,
		              (long long)counts.nb, (long long)counts.np, (long long)w.nb, (long long)w.np);
		for (int32_t other = 0; other < rule; ++other)
			ck_assert_int_ne(nb[other], w.nb); // else it shows nothing
		nb[rule] = w.nb;
	}
	for (int m = 0; m < 2; ++m) tree_free(&trees[m], &def);
}

START_TEST(every_rule_opens_what_it_says) {
	Rng rng = rng_of(131, 0);
	HnMesh *const meshes[2] = { bumpy_create(&rng, 24, false), bumpy_create(&rng, 17, false) };
	HnPose here = { mat3_identity(), { 0, 0, 0 } }, *poses[2] = { &here, &here };
	HnScene *scene =
	    scene_of((const HnMesh *const[2]){ meshes[0], meshes[1] }, poses, (int32_t[2]){ 1, 1 }, 2, 1);
	for (int32_t leaf = 1; leaf <= 3; leaf += 2) {
		compare("obb", leaf, meshes, scene);
		compare("aabb", leaf, meshes, scene);
	}
	hn_scene_close(scene);
	for (int m = 0; m < 2; ++m) hn_mesh_destroy(meshes[m]);
}

START_TEST(only_boxes_have_half_sides) {
	const HnDetectClass *tree = hn_detect_find("tree");
	ck_assert_int_eq(detect_check(tree, "volume=obb by=place descend=longer"), HN_OK);
	ck_assert_int_eq(detect_check(tree, "volume=fdh18 descend=longer"), HN_ERR_BAD_INPUT);
	ck_assert_str_eq(hn_error_text(),
	                 "tree: descend 'longer' compares half sides of oriented boxes, not 'fdh18'");
}

TEST_SUITE(descend, suite, tc) {
	tcase_add_test(tc, every_rule_opens_what_it_says);
	tcase_add_test(tc, only_boxes_have_half_sides);
}
