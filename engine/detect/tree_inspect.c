#include "detect/tree_inspect.h"

#include <math.h>

#include "base/error.h"
#include "tree/quality.h"
#include "tree/tightness.h"

static void raise(double *most, double value) { *most = *most >= value ? *most : value; }

static int32_t add_levels(Inspection *out, const TreeQuality *quality) {
	double *all = out->value;
	int32_t status = inspection_reach(out, quality->height);
	for (int32_t i = 0; status == HN_OK && i <= quality->height; ++i) {
		const TreeLevel *level = &quality->levels[i];
		double *value = out->levels.data[i].value;
		inspect_add(&all[INSPECT_INDEX_tree_nodes], (double)level->nodes);
		inspect_add(&all[INSPECT_INDEX_volume_sum], level->volume);
		inspect_add(&value[LEVEL_INDEX_level_nodes], (double)level->nodes);
		inspect_add(&value[LEVEL_INDEX_level_volume], level->volume);
		if (level->families > 0) {
			inspect_add(&all[INSPECT_INDEX_overlap_sum], level->overlap);
			inspect_add(&value[LEVEL_INDEX_level_overlap], level->overlap);
		}
	}
	return status;
}

static int32_t add_body(Inspection *out, const TreeDef *def, const MeshView *mesh) {
	Tree tree;
	TreeQuality quality;
	int32_t status = tree_build_once(&tree, def, mesh);
	if (status != HN_OK) return status;
	status = tree_quality(&quality, &tree, def);
	if (status == HN_OK && quality.levels != NULL) {
		raise(&out->value[INSPECT_INDEX_tree_height], quality.height);
		raise(&out->value[INSPECT_INDEX_tree_height_least], quality.height_least);
		inspect_add(&out->value[INSPECT_INDEX_triangles_held], (double)quality.held);
		inspect_add(&out->value[INSPECT_INDEX_root_volume], quality.root_volume);
		inspect_add(&out->value[INSPECT_INDEX_root_area], quality.root_area);
		status = add_levels(out, &quality);
	}
	tree_quality_free(&quality);
	tree_free(&tree, def);
	return status;
}

int32_t tree_inspect_quality(Inspection *out, const HnScene *scene, const TreeDef *def) {
	int32_t status = HN_OK;
	for (int32_t body = 0; body < scene->body_count && status == HN_OK; ++body) {
		MeshView mesh = scene_mesh_view(scene_mesh(scene, body));
		status = add_body(out, def, &mesh);
	}
	return status;
}

static void put_bounds(double *value, const Bounds *bounds) { // fills three fields: middle, lo, hi
	value[0] = bounds->lo + (bounds->hi - bounds->lo) * 0.5;
	value[1] = bounds->lo, value[2] = bounds->hi;
}

_Static_assert(INSPECT_INDEX_tau_hi == INSPECT_INDEX_tau + 2, "bounds stand behind the middle");
_Static_assert(INSPECT_INDEX_hausdorff_hi == INSPECT_INDEX_hausdorff + 2, "bounds stand behind the middle");
_Static_assert(INSPECT_INDEX_hull_tau_hi == INSPECT_INDEX_hull_tau + 2, "bounds stand behind the middle");
_Static_assert((int)LEVEL_INDEX_level_tau_hi == LEVEL_INDEX_level_tau + 2, "bounds stand behind the middle");

static int32_t put_tightness(Inspection *out, const Tightness *tight) {
	double *value = out->value;
	value[INSPECT_INDEX_bv_volume] = tight->volume;
	value[INSPECT_INDEX_bv_area] = tight->area;
	value[INSPECT_INDEX_bv_diameter] = tight->diameter;
	value[INSPECT_INDEX_hull_volume] = tight->hull_volume;
	value[INSPECT_INDEX_hull_area] = tight->hull_area;
	value[INSPECT_INDEX_object_diameter] = tight->object_diameter;
	put_bounds(&value[INSPECT_INDEX_tau], &tight->tau);
	put_bounds(&value[INSPECT_INDEX_hausdorff], &tight->hausdorff);
	put_bounds(&value[INSPECT_INDEX_hull_tau], &tight->hull_tau);
	value[INSPECT_INDEX_tau_over_diameter] = value[INSPECT_INDEX_tau] / tight->object_diameter;
	int32_t status = inspection_reach(out, tight->height);
	for (int32_t i = 0; status == HN_OK && i <= tight->height; ++i)
		put_bounds(&out->levels.data[i].value[LEVEL_INDEX_level_tau], &tight->levels[i]);
	return status;
}

// The tree at rest and, unless the tree stays there, the tree that moves.
typedef struct Moving {
	MovedDef def;
	RestTree rest;
	MovedTree moved;
	TopoBuilder builder;
	double *xyz; // the current vertices
	size_t xyz_size;
} Moving;

static int32_t moving_step(Moving *moving, const MeshView *mesh, const HnPose *pose) {
	moving->moved.def = &moving->def;
	int32_t status = moving->def.by == MOVE_REBUILD
	                     ? tree_build(&moving->moved.tree, &moving->def.tree, &moving->builder, mesh)
	                     : tree_copy(&moving->moved.tree, &moving->def.tree, &moving->rest.tree);
	if (status == HN_OK) status = rest_tree_complete(&moving->rest, &moving->def, &moving->rest.tree, mesh);
	if (status == HN_OK) status = moved_create(&moving->moved, &moving->def, &moving->rest, mesh);
	if (status == HN_OK) status = moved_step(&moving->moved, pose, &moving->builder);
	return status;
}

static int32_t find_tightness(Inspection *out, Moving *moving, const MeshView *mesh, const HnPose *pose) {
	bool moves = moving->def.by != MOVE_SAT;
	int32_t status = tree_build(&moving->rest.tree, &moving->def.tree, &moving->builder, mesh);
	if (status == HN_OK && moves) status = moving_step(moving, mesh, pose);
	if (status == HN_OK) moving->xyz = mem_alloc(moving->xyz_size);
	if (status != HN_OK || moving->xyz == NULL) return status != HN_OK ? status : HN_ERR_NO_MEMORY;
	HnPose still = hn_pose_identity();
	hn_pose_place_all(moves ? pose : &still, mesh->xyz, mesh->vertex_count, moving->xyz);
	MeshView placed = *mesh;
	placed.xyz = moving->xyz;
	Tightness tight;
	status =
	    tree_tightness(&tight, moves ? &moving->moved.tree : &moving->rest.tree, &moving->def.tree, &placed);
	if (status == HN_OK) status = put_tightness(out, &tight);
	tightness_free(&tight);
	return status;
}

int32_t tree_inspect_tightness(Inspection *out, const HnScene *scene, const MovedDef *def) {
	int32_t last = scene->body_count - 1;
	MeshView mesh = scene_mesh_view(scene_mesh(scene, last));
	if (mesh.triangle_count == 0) return HN_OK;
	HnPose pose = scene_relative(scene, 0, last, 0);
	Moving moving = { .def = *def,
		              .xyz_size = mem_array_size(3 * (int64_t)mesh.vertex_count, sizeof(double)) };
	moving.def.update = UPDATE_FULL;
	moving.def.rooted = false;
	int32_t status = topo_builder_init(&moving.builder, mesh.triangle_count);
	if (status == HN_OK) status = find_tightness(out, &moving, &mesh, &pose);
	mem_free(moving.xyz, moving.xyz_size);
	moved_free(&moving.moved);
	rest_tree_free(&moving.rest, &moving.def);
	topo_builder_free(&moving.builder);
	return status;
}

static int32_t mesh_sticks_out(double *out, const TreeDef *def, const MeshView *mesh) {
	Tree tree;
	int32_t status = tree_build_once(&tree, def, mesh);
	if (status != HN_OK) return status;
	TreeView view = tree_view(&tree, mesh);
	double most = def->bv->sticks_out(tree.nodes, &view, &def->space);
	*out = most > *out ? most : *out;
	tree_free(&tree, def);
	return HN_OK;
}

int32_t tree_inspect_extents(double *out, const HnScene *scene, const TreeDef *def) {
	int32_t status = HN_OK;
	*out = 0;
	for (int32_t m = 0; m < scene->mesh_count && status == HN_OK; ++m) {
		MeshView mesh = scene_mesh_view(&scene->meshes[m]);
		status = mesh_sticks_out(out, def, &mesh);
	}
	return status;
}
