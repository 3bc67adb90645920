#include "detect/tree_inspect.h"

#include <math.h>

#include "base/error.h"
#include "tree/quality.h"

static void raise(double *most, double value) { *most = *most >= value ? *most : value; }

static int32_t add_levels(Inspection *out, const TreeQuality *quality) {
	double *all = out->value;
	int32_t status = inspection_reach(out, quality->height);
	for (int32_t i = 0; status == ERR_OK && i <= quality->height; ++i) {
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

static int32_t add_body(Inspection *out, const TreeDef *def, TopoBuilder *builder, const TreeMesh *mesh) {
	Tree tree;
	TreeQuality quality;
	int32_t status = tree_build(&tree, def, builder, mesh);
	if (status != ERR_OK) return status;
	status = tree_quality(&quality, &tree, def);
	if (status == ERR_OK && quality.levels != NULL) {
		raise(&out->value[INSPECT_INDEX_tree_height], quality.height);
		raise(&out->value[INSPECT_INDEX_tree_height_least], quality.height_least);
		inspect_add(&out->value[INSPECT_INDEX_root_volume], quality.root_volume);
		inspect_add(&out->value[INSPECT_INDEX_root_area], quality.root_area);
		status = add_levels(out, &quality);
	}
	tree_quality_free(&quality);
	tree_free(&tree, def);
	return status;
}

int32_t tree_inspect_quality(Inspection *out, const Scene *scene, const TreeDef *def) {
	int32_t status = ERR_OK;
	for (int32_t body = 0; body < scene->body_count && status == ERR_OK; ++body) {
		const SceneMesh *mesh = scene_mesh(scene, body);
		TreeMesh tree_mesh = { mesh->xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
		TopoBuilder builder;
		status = topo_builder_init(&builder, mesh->triangle_count);
		if (status == ERR_OK) status = add_body(out, def, &builder, &tree_mesh);
		topo_builder_free(&builder);
	}
	return status;
}
