// Trees of volumes: parents enclose children, leaves their triangles, after building, refitting and
// rebuilding, for every volume and rule.
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "registry.h"
#include "soup.h"
#include "suite.h"
#include "tree/tree.h"
#include "volumes.h"

#ifdef SANITIZED // an order slower
enum { ROUNDS = 24 };
#else
enum { ROUNDS = 84 };
#endif

static TreeDef def_of(VolumeKind kind, int32_t axis, int32_t point, int32_t leaf, double scale) {
	return (TreeDef){ kind.bv,
		              { topo_axis_rule(axis), topo_point_rule(point), leaf, NULL, NULL, NULL, NULL },
		              volume_space(&kind, scale),
		              STORE_LEAVES,
		              false };
}

// Does it hold the triangles below it?
static bool node_holds(const Tree *tree, const TreeDef *def, const MeshView *mesh, int32_t i) {
	TopoNode left = tree_node(tree, def, i), right = left;
	while (left.count == 0) left = tree_node(tree, def, left.link);
	while (right.count == 0) right = tree_node(tree, def, right.link + 1);
	for (int32_t j = left.link; j < right.link + right.count; ++j)
		for (int k = 0; k < 3; ++k) {
			int64_t v = mesh->triangles[3 * (int64_t)tree->order[j] + k];
			HnVec3 point = vec3_load(mesh->xyz + 3 * v);
			if (!def->bv->contains(tree_volume(tree, def, i), point, &def->space)) return false;
		}
	return true;
}

// merged: parents are merged from their children.
static void check_tree(const Tree *tree, const TreeDef *def, const MeshView *mesh, bool merged) {
	const BvClass *bv = def->bv;
	int32_t *seen = calloc((size_t)mesh->triangle_count, sizeof *seen), triangles = 0;
	for (int32_t i = 0; i < tree->node_count; ++i) {
		TopoNode node = tree_node(tree, def, i);
		const void *volume = tree_volume(tree, def, i);
		if (node.count == 0) {
			cheap_assert(node.link > i && node.link + 1 < tree->node_count);
			cheap_assert(node_holds(tree, def, mesh, i));
			for (int32_t k = 0; k < 2 && merged; ++k)
				cheap_assert(bv->encloses(volume, tree_volume(tree, def, node.link + k)));
			continue;
		}
		ck_assert_int_le(node.count, def->topo.leaf);
		cheap_assert(node_holds(tree, def, mesh, i));
		for (int32_t j = 0; j < node.count; ++j) seen[tree->order[node.link + j]] += 1;
		triangles += node.count;
	}
	cheap_assert_int_eq(triangles, mesh->triangle_count);
	for (int32_t i = 0; i < mesh->triangle_count; ++i) cheap_assert_int_eq(seen[i], 1);
	free(seen);
}

START_TEST(volumes_hold_after_build_refit_and_rebuild) {
	VolumeKind kind = volume_kind(_i);
	Rng rng = rng_of(31, 0);
	static const double scales[] = { 1, 0x1p150, 0x1p-150, 0x1p20 };
	for (int round = 0; round < ROUNDS; ++round) {
		SoupDef soup = { (Soup)(round % SOUPS),
			             1 + (int32_t)rng_below(&rng, 120),
			             scales[round % 4],
			             { round % 3 == 0 ? 1000 : 0, 0, 0 } };
		HnMesh *rest = soup_create(&rng, &soup);
		MeshView mesh = mesh_view(rest);
		double *placed = malloc((size_t)mesh.vertex_count * 3 * sizeof *placed);
		TreeDef def = def_of(kind, round % 2, round % 3, 1 + round % 4, 0x1p-9 / soup.scale);
		TopoBuilder builder;
		Tree tree;
		cheap_assert_int_eq(topo_builder_init(&builder, mesh.triangle_count), HN_OK);
		cheap_assert_int_eq(tree_build(&tree, &def, &builder, &mesh), HN_OK);
		bool merges = kind.bv->fit_nodes == NULL && kind.bv->frame == NULL;
		check_tree(&tree, &def, &mesh, merges);
		for (int step = 0; step < 4; ++step) {
			HnPose pose = { soup_rotation(&rng), { soup.scale * step, 0, 0 } };
			hn_pose_place_all(&pose, rest->xyz, mesh.vertex_count, placed);
			mesh.xyz = placed;
			if (step % 2 == 0)
				tree_refit(&tree, &def, &mesh);
			else
				cheap_assert_int_eq(tree_rebuild(&tree, &def, &builder, &mesh), HN_OK);
			check_tree(&tree, &def, &mesh, merges || (step % 2 == 0 && kind.bv->frame == NULL));
		}
		tree_free(&tree, &def);
		topo_builder_free(&builder);
		hn_mesh_destroy(rest);
		free(placed);
	}
}

START_TEST(a_refitted_tree_equals_one_built_there) {
	Rng rng = rng_of(32, 0);
	SoupDef soup = { SOUP_RANDOM, 400, 1, { 0, 0, 0 } };
	HnMesh *rest = soup_create(&rng, &soup);
	MeshView mesh = mesh_view(rest);
	TreeDef def = def_of(volume_kind(_i), 0, 0, 1, 1);
	TopoBuilder builder;
	Tree tree, copy;
	cheap_assert_int_eq(topo_builder_init(&builder, mesh.triangle_count), HN_OK);
	cheap_assert_int_eq(tree_build(&tree, &def, &builder, &mesh), HN_OK);
	cheap_assert_int_eq(tree_copy(&copy, &def, &tree), HN_OK);
	double *placed = malloc((size_t)mesh.vertex_count * 3 * sizeof *placed);
	HnPose pose = { soup_rotation(&rng), { 1, 2, 3 } };
	hn_pose_place_all(&pose, rest->xyz, mesh.vertex_count, placed);
	MeshView moved = mesh;
	moved.xyz = placed;
	size_t bytes = (size_t)tree.node_count * def.bv->node_size;
	if (def.bv->fit_nodes != NULL || def.bv->frame != NULL)
		tree_refit(&tree, &def, &mesh); // what is built is tighter
	tree_refit(&copy, &def, &moved);
	cheap_assert(memcmp(copy.nodes, tree.nodes, bytes) != 0);
	tree_refit(&copy, &def, &mesh); // nothing of where it was is left
	cheap_assert(memcmp(copy.nodes, tree.nodes, bytes) == 0);
	tree_free(&copy, &def);
	tree_free(&tree, &def);
	topo_builder_free(&builder);
	hn_mesh_destroy(rest);
	free(placed);
}

// Bounds of all vertices below a node are the least and the greatest of its children's: the same bits.
START_TEST(whole_nodes_are_those_of_their_children) {
	Rng rng = rng_of(33, 0);
	SoupDef soup = { SOUP_RANDOM, 400, 1, { 0, 0, 0 } };
	HnMesh *rest = soup_create(&rng, &soup);
	MeshView mesh = mesh_view(rest);
	for (int storage = 0; storage < STORAGES; ++storage) {
		TreeDef def = def_of(volume_kind(_i), 0, 0, 3, 1);
		Tree merged, whole;
		def.storage = (TreeStorage)storage;
		cheap_assert_int_eq(tree_build_once(&merged, &def, &mesh), HN_OK);
		def.whole = true;
		cheap_assert_int_eq(tree_build_once(&whole, &def, &mesh), HN_OK);
		if (storage == STORE_LEAVES) check_tree(&whole, &def, &mesh, false);
		size_t bytes = (size_t)whole.node_count * def.bv->node_size;
		if (def.bv->directions != 0) cheap_assert(memcmp(whole.nodes, merged.nodes, bytes) == 0);
		tree_free(&whole, &def);
		tree_free(&merged, &def);
	}
	hn_mesh_destroy(rest);
}

START_TEST(boxes_take_at_most_70_bytes_a_triangle) {
	Rng rng = rng_of(33, 0);
	SoupDef soup = { SOUP_RANDOM, 1000, 1, { 0, 0, 0 } };
	HnMesh *rest = soup_create(&rng, &soup);
	MeshView mesh = mesh_view(rest);
	TreeDef def = def_of(volume_kind(0), 0, 0, 1, 1);
	TopoBuilder builder;
	Tree tree;
	ck_assert_str_eq(def.bv->name, "aabb");
	size_t outside = hn_mem_live_bytes();
	mem_reset_peak();
	cheap_assert_int_eq(topo_builder_init(&builder, mesh.triangle_count), HN_OK);
	topo_builder_thin(&builder); // as a build leaves it
	size_t before = hn_mem_live_bytes();
	cheap_assert_int_eq(tree_build(&tree, &def, &builder, &mesh), HN_OK);
	ck_assert_uint_eq(hn_mem_live_bytes() - before, tree_bytes(&tree, &def));
	ck_assert_uint_le(mem_peak_bytes() - outside, 104 * 1000); // while it is built
	ck_assert_uint_le(tree_bytes(&tree, &def), 70 * 1000);
	cheap_assert_int_eq(tree.node_count, 1999);
	tree_free(&tree, &def);
	ck_assert_uint_eq(hn_mem_live_bytes(), before);
	topo_builder_free(&builder);
	hn_mesh_destroy(rest);
}

// Leaves of up to 8: how many nodes there are depends on the shape, so a rebuild may need more of them.
START_TEST(a_rebuild_may_need_more_nodes) {
	enum { N = 64 };
	Rng rng = rng_of(34, 0);
	SoupDef soup = { SOUP_EQUAL, N, 1, { 0, 0, 0 } };
	HnMesh *equal = soup_create(&rng, &soup), *spaced;
	soup.kind = SOUP_SPACED;
	spaced = soup_create(&rng, &soup);
	MeshView few = mesh_view(equal), many = mesh_view(spaced);
	TreeDef def = def_of(volume_kind(0), 0, 2, 8, 1);
	TopoBuilder builder;
	Tree tree;
	cheap_assert_int_eq(topo_builder_init(&builder, N), HN_OK);
	cheap_assert_int_eq(tree_build(&tree, &def, &builder, &few), HN_OK);
	cheap_assert_int_eq(tree.node_count, 15);
	mem_fail_at(mem_allocation_count() + 1);
	cheap_assert_int_eq(tree_rebuild(&tree, &def, &builder, &many), HN_ERR_NO_MEMORY);
	mem_fail_at(0);
	cheap_assert_int_eq(tree_rebuild(&tree, &def, &builder, &many), HN_OK);
	ck_assert_int_gt(tree.node_count, 15);
	check_tree(&tree, &def, &many, true);
	int64_t allocations = mem_allocation_count();
	cheap_assert_int_eq(tree_rebuild(&tree, &def, &builder, &few), HN_OK);
	cheap_assert_int_eq(tree_rebuild(&tree, &def, &builder, &many), HN_OK);
	cheap_assert_int_eq(mem_allocation_count(), allocations);
	tree_free(&tree, &def);
	topo_builder_free(&builder);
	hn_mesh_destroy(equal);
	hn_mesh_destroy(spaced);
}

TEST_SUITE(tree, suite, tc) {
	tcase_add_test(tc, boxes_take_at_most_70_bytes_a_triangle);
	tcase_add_test(tc, a_rebuild_may_need_more_nodes);
	for (int32_t i = 0; volume_kind(i).bv != NULL; ++i) {
		registry_add_case(suite, volume_kind(i).title, volumes_hold_after_build_refit_and_rebuild, i);
		registry_add_case(suite, volume_kind(i).title, a_refitted_tree_equals_one_built_there, i);
		registry_add_case(suite, volume_kind(i).title, whole_nodes_are_those_of_their_children, i);
	}
}
