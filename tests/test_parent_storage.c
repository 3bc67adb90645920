// Storage `parent`: N - 1 nodes with the volumes that the inner nodes of all 2N - 1 have, every triangle kept
// once, and the contacts of brute force by every volume and policy.
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "made.h"
#include "registry.h"
#include "suite.h"
#include "tree/parent_storage.h"
#include "tree/moved.h"
#include "volumes.h"

#ifdef SANITIZED // an order slower
enum { SHAPES = 60, TREES = 2, SOUP_ROUNDS = 1 };
#else
enum { SHAPES = 300, TREES = 4, SOUP_ROUNDS = 2 };
#endif

// A topology split at random, as topo_build lays one out.
static int32_t random_topology(Rng *rng, TopoNode *nodes, int32_t items) {
	int32_t count = 1;
	nodes[0] = (TopoNode){ 0, items };
	for (int32_t i = 0; i < count; ++i) {
		if (nodes[i].count < 2 || rng_below(rng, 5) == 0) continue;
		int32_t left = rng_below(rng, 3) == 0 ? 1 : 1 + (int32_t)rng_below(rng, (uint32_t)nodes[i].count - 1);
		nodes[count] = (TopoNode){ nodes[i].link, left };
		nodes[count + 1] = (TopoNode){ nodes[i].link + left, nodes[i].count - left };
		nodes[i] = (TopoNode){ count, 0 };
		count += 2;
	}
	return count;
}

static TreeRange range_of(const TopoNode *nodes, int32_t i) {
	if (nodes[i].count > 0) return (TreeRange){ nodes[i].link, nodes[i].count };
	TreeRange left = range_of(nodes, nodes[i].link), right = range_of(nodes, nodes[i].link + 1);
	return (TreeRange){ left.first, left.count + right.count };
}

// Items of a stored node, each counted in `seen`; how many.
static int32_t stored_items(const TopoNode *nodes, const int32_t *kept, int32_t i, int32_t *seen) {
	TreeView view = { .parent_first = kept };
	TopoNode node = nodes[i];
	int32_t count = 0;
	if (node.count != 0) {
		TreeRange own = tree_own_range(&view, i, node.link, node.count);
		for (int32_t j = 0; j < own.count; ++j) seen[own.first + j] += 1;
		count = own.count;
	}
	if (node.count > 0) return count;
	count += stored_items(nodes, kept, node.link, seen);
	return node.count < 0 ? count : count + stored_items(nodes, kept, node.link + 1, seen);
}

START_TEST(every_item_is_kept_once) {
	enum { ITEMS = 40 };
	Rng rng = rng_of(111, 0);
	int kinds[3] = { 0, 0, 0 };
	for (int round = 0; round < SHAPES; ++round) {
		TopoNode whole[2 * ITEMS] = { { 0, 0 } }, stored[2 * ITEMS];
		int32_t items = 1 + (int32_t)rng_below(&rng, ITEMS), kept[2 * ITEMS], where[2 * ITEMS];
		int32_t count = random_topology(&rng, whole, items), leaves = (count + 1) / 2;
		memcpy(stored, whole, sizeof whole);
		ck_assert_int_eq(parent_storage_count(count), leaves > 1 ? leaves - 1 : 1);
		parent_storage_compact(stored, count, kept, where);
		for (int32_t i = 0; i < count; ++i) {
			if (whole[i].count > 0 && count > 1) continue;
			int32_t seen[ITEMS] = { 0 };
			TreeRange range = range_of(whole, i);
			ck_assert_int_eq(stored_items(stored, kept, where[i], seen), range.count);
			for (int32_t j = 0; j < range.count; ++j) ck_assert_int_eq(seen[range.first + j], 1);
			kinds[stored[where[i]].count < 0 ? 0 : stored[where[i]].count == 0 ? 1 : 2] += 1;
		}
	}
	ck_assert(kinds[0] > 50 && kinds[1] > 50 && kinds[2] > 50);
	ck_assert_int_eq(parent_storage_count(0), 0);
}

static bool holds_range(const Tree *tree, const TreeDef *def, const MeshView *mesh, int32_t i,
                        TreeRange range) {
	for (int32_t j = 0; j < 3 * range.count; ++j) {
		int64_t v = mesh->triangles[3 * (int64_t)tree->order[range.first + j / 3] + j % 3];
		if (!def->bv->contains(tree_volume(tree, def, i), vec3_load(mesh->xyz + 3 * v), &def->space))
			return false;
	}
	return true;
}

static TreeRange merged(TreeRange a, TreeRange b) {
	return (TreeRange){ a.first < b.first ? a.first : b.first, a.count + b.count };
}

// All that is below a stored node lies in its volume.
static TreeRange check_node(const Tree *tree, const TreeDef *def, const MeshView *mesh, int32_t i) {
	TreeView view = tree_view(tree, mesh);
	TopoNode node = tree_node(tree, def, i);
	TreeRange range;
	if (node.count == 0)
		range = merged(check_node(tree, def, mesh, node.link), check_node(tree, def, mesh, node.link + 1));
	else
		range = tree_own_range(&view, i, node.link, node.count);
	if (node.count < 0) range = merged(range, check_node(tree, def, mesh, node.link));
	cheap_assert_msg(holds_range(tree, def, mesh, i, range), "%s: node %d does not hold what is below",
	                 def->bv->name, i);
	return range;
}

static void check_volume(const VolumeKind *kind, const MeshView *mesh, TopoBuilder *builder, int32_t leaf) {
	TopoDef topo = { .axis = topo_axis_rule(0), .point = topo_point_rule(0), .leaf = leaf };
	TreeDef def = { kind->bv, topo, volume_space(kind, 0.0625), STORE_LEAVES, false };
	Tree whole, stored, copy;
	ck_assert_int_eq(tree_build(&whole, &def, builder, mesh), HN_OK);
	def.storage = STORE_PARENT;
	ck_assert_int_eq(tree_build(&stored, &def, builder, mesh), HN_OK);
	ck_assert_int_eq(stored.node_count, parent_storage_count(whole.node_count));
	ck_assert_int_eq(check_node(&stored, &def, mesh, 0).count, mesh->triangle_count);
	ck_assert(whole.node_count <= 3 || tree_bytes(&stored, &def) < tree_bytes(&whole, &def));
	ck_assert_int_eq(tree_copy(&copy, &def, &stored), HN_OK);
	tree_refit(&copy, &def, mesh);
	ck_assert_int_eq(check_node(&copy, &def, mesh, 0).count, mesh->triangle_count);
	ck_assert_int_eq(tree_rebuild(&stored, &def, builder, mesh), HN_OK);
	check_node(&stored, &def, mesh, 0);
	tree_free(&copy, &def);
	tree_free(&stored, &def);
	def.storage = STORE_LEAVES;
	tree_free(&whole, &def);
}

START_TEST(volumes_hold_what_is_below) {
	Rng rng = rng_of(112, 0);
	for (int round = 0; round < TREES; ++round) {
		SoupDef soup = { (Soup)(round % SOUPS), 1 + (int32_t)rng_below(&rng, 90), 1, { 0, 0, 0 } };
		if (round == 0) soup.triangles = 1;
		HnMesh *mesh = soup_create(&rng, &soup);
		MeshView view = mesh_view(mesh);
		TopoBuilder builder;
		size_t before = hn_mem_live_bytes();
		ck_assert_int_eq(topo_builder_init(&builder, view.triangle_count), HN_OK);
		for (int32_t v = 0; volume_kind(v).bv != NULL; ++v) {
			VolumeKind kind = volume_kind(v);
			check_volume(&kind, &view, &builder, 1 + round % 3);
		}
		topo_builder_free(&builder);
		ck_assert_uint_eq(hn_mem_live_bytes(), before);
		hn_mesh_destroy(mesh);
	}
}

// Every volume with every way of moving it.
START_TEST(every_policy_agrees) {
	static const char *const rest[] = { "leaf=1 descend=larger", "leaf=2 descend=both",
		                                "leaf=3 descend=alternate", "leaf=2 descend=first",
		                                "leaf=1 descend=second" };
	char params[200];
	int32_t tried = 0;
	for (int32_t update = 0; update < UPDATES; ++update)
		for (int32_t by = 0; by < MOVES; ++by) {
			MovedDef def = { .tree = { .bv = bv_class(_i) }, .update = (TreeUpdate)update, .by = (MoveBy)by };
			if (moved_def_check(&def) != HN_OK) continue;
			snprintf(params, sizeof params, "storage=parent volume=%s update=%s by=%s %s", bv_name(_i),
			         tree_update_name(update), move_by_name(by), rest[tried++ % 5]);
			agree_on_soups("tree", params, 113 + (uint64_t)tried, SOUP_ROUNDS);
		}
	ck_assert_int_gt(tried, 3);
	snprintf(params, sizeof params, "storage=parent volume=%s update=lazy", bv_name(_i));
	if (_i < 2) agree_on_surfaces("tree", params, 114); // the slowest part
	agree_steady("tree", params);
	snprintf(params, sizeof params, "storage=parent volume=%s leaf_test=volume", bv_name(_i));
	agree_on_soups("tree", params, 115, 2 * SOUP_ROUNDS);
}

START_TEST(fails_cleanly) {
	agree_failed_allocations("aabb", "storage=parent update=lazy");
	agree_failed_allocations("tree", "storage=parent volume=sphere by=rebuild");
	agree_interleaved("aabb", "storage=parent update=layered by=conic");
}

typedef struct Told {
	Counts counts;
	size_t bytes;
} Told;

static Told told_of(const HnScene *scene, const char *params) {
	HnDetector d;
	Told out = { 0 };
	HnContactBuffer contacts = { 0 };
	ck_assert_int_eq(hn_detector_create(&d, "tree", scene, HN_QUERY_ALL, params), HN_OK);
	for (int32_t s = 0; s < scene->step_count; ++s)
		ck_assert_int_eq(detector_step_counted(&d, s, &contacts, &out.counts), HN_OK);
	out.bytes = hn_detector_bytes(&d);
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&contacts);
	return out;
}

// Two single triangles: one node each, one test. Two of two: one node each, tested in all four pairs, while
// leaves have boxes of their own to tell them apart.
START_TEST(counts_by_hand) {
	double xyz[18] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 10, 0, 0, 11, 0, 0, 10, 1, 0 };
	int32_t triangles[6] = { 0, 1, 2, 3, 4, 5 };
	for (int32_t n = 1; n <= 2; ++n) {
		HnMesh *mesh = mesh_new(3 * n, n);
		memcpy(mesh->xyz, xyz, (size_t)n * 9 * sizeof *xyz);
		memcpy(mesh->triangles, triangles, (size_t)n * 3 * sizeof *triangles);
		const HnMesh *meshes[2] = { mesh, mesh };
		HnPose here = { mat3_identity(), { 0, 0, 0 } }, *poses[2] = { &here, &here };
		HnScene *scene = scene_of(meshes, poses, (int32_t[2]){ 1, 1 }, 2, 1);
		Told whole = told_of(scene, ""), stored = told_of(scene, "storage=parent");
		ck_assert_int_eq(whole.counts.contacts, n);
		ck_assert_int_eq(stored.counts.contacts, n);
		ck_assert_int_eq(stored.counts.nb, 1);
		ck_assert_int_eq(stored.counts.np, (int64_t)n * n);
		ck_assert_int_eq(stored.counts.nu, 1);
		ck_assert_int_eq(whole.counts.nb, n == 1 ? 1 : 1 + 2 + 2 * 2);
		ck_assert_int_eq(whole.counts.np, n);
		ck_assert_int_eq(whole.counts.nu, 2 * n - 1);
		hn_scene_close(scene);
		hn_mesh_destroy(mesh);
	}
}

// As Wang et al. say: half the nodes and fewer bytes; and what that costs: more pairs of triangles.
START_TEST(fewer_nodes_more_pairs) {
	Rng rng = rng_of(116, 0);
	HnMesh *mesh = bumpy_create(&rng, 24, false);
	const HnMesh *meshes[2] = { mesh, mesh };
	HnPose here = { mat3_identity(), { 0, 0, 0 } }, there = { mat3_identity(), { 1.7, 0.3, 0.1 } };
	HnPose *poses[2] = { &here, &there };
	HnScene *scene = scene_of(meshes, poses, (int32_t[2]){ 1, 1 }, 2, 1);
	for (int32_t v = 0; bv_name(v) != NULL; ++v) {
		char params[100];
		snprintf(params, sizeof params, "volume=%s", bv_name(v));
		Told whole = told_of(scene, params);
		strcat(params, " storage=parent");
		Told stored = told_of(scene, params);
		ck_assert_int_gt(whole.counts.contacts, 0);
		ck_assert_int_eq(stored.counts.contacts, whole.counts.contacts);
		ck_assert_int_eq(whole.counts.nu, 2 * (int64_t)mesh->triangle_count - 1);
		ck_assert_int_eq(stored.counts.nu, mesh->triangle_count - 1);
		ck_assert_int_gt(stored.counts.np, whole.counts.np);
		ck_assert_int_lt(stored.counts.nb, whole.counts.nb);
		ck_assert_uint_lt(stored.bytes, whole.bytes);
	}
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
}

TEST_SUITE(parent_storage, suite, tc) {
	tcase_add_test(tc, every_item_is_kept_once);
	tcase_add_test(tc, volumes_hold_what_is_below);
	tcase_add_test(tc, fails_cleanly);
	tcase_add_test(tc, counts_by_hand);
	tcase_add_test(tc, fewer_nodes_more_pairs);
	for (int32_t i = 0; bv_name(i) != NULL; ++i) registry_add_case(suite, bv_name(i), every_policy_agrees, i);
}
