#include "tree/quality.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/mem.h"

int32_t tree_find_levels(int32_t *levels, const Tree *tree, const TreeDef *def) {
	int32_t height = 0;
	if (tree->node_count > 0) levels[0] = 0;
	for (int32_t i = 0; i < tree->node_count; ++i) {
		TopoNode node = tree_node(tree, def, i);
		if (levels[i] > height) height = levels[i];
		if (node.count <= 0) levels[node.link] = levels[i] + 1;
		if (node.count == 0) levels[node.link + 1] = levels[i] + 1;
	}
	return height;
}

static int32_t height_least(const Tree *tree, const TreeDef *def) {
	int64_t leaves = ((int64_t)tree->triangle_count + def->topo.leaf - 1) / def->topo.leaf;
	int32_t height = 0;
	while ((int64_t)1 << height < leaves) ++height;
	return def->storage == STORE_PARENT && height > 0 ? height - 1 : height;
}

typedef struct QualityWork {
	const Tree *tree;
	const TreeDef *def;
	double unscale3; // factor from scaled volumes to cubic model units
	Solid a, b;
	Polytope scratch;
} QualityWork;

static void solid_of(Solid *out, const QualityWork *work, int32_t node) {
	work->def->bv->solid(out, tree_volume(work->tree, work->def, node), &work->def->space);
}

static void add_node(TreeQuality *out, QualityWork *work, const int32_t *levels, int32_t i) {
	TreeLevel *level = &out->levels[levels[i]];
	solid_of(&work->a, work, i);
	SolidSize size = solid_size(&work->a, &work->scratch);
	level->nodes += 1;
	level->volume += size.volume * work->unscale3;
	if (i == 0) {
		out->root_volume = size.volume * work->unscale3;
		out->root_area = size.area / (work->def->space.scale * work->def->space.scale);
	}
	TopoNode node = tree_node(work->tree, work->def, i);
	out->held += (int64_t)abs(node.count) * (levels[i] + 1); // those that no node below it holds
	if (node.count != 0) return;
	solid_of(&work->a, work, node.link);
	solid_of(&work->b, work, node.link + 1);
	double overlap = solid_common(&work->a, &work->b, &work->scratch) * work->unscale3;
	level[1].families += 1;
	level[1].overlap += overlap;
}

int32_t tree_quality(TreeQuality *out, const Tree *tree, const TreeDef *def) {
	*out = (TreeQuality){ .height_least = height_least(tree, def) };
	if (tree->node_count == 0) return HN_OK;
	size_t size = mem_array_size(tree->node_count, sizeof(int32_t));
	int32_t *levels = mem_alloc(size);
	QualityWork *work = mem_alloc(sizeof *work);
	int32_t status = levels != NULL && work != NULL ? HN_OK : HN_ERR_NO_MEMORY;
	if (status == HN_OK) {
		out->height = tree_find_levels(levels, tree, def);
		out->levels = mem_alloc_zero(mem_array_size((int64_t)out->height + 1, sizeof *out->levels));
		if (out->levels == NULL) status = HN_ERR_NO_MEMORY;
	}
	if (status == HN_OK) {
		double unscale = 1 / def->space.scale;
		work->tree = tree, work->def = def, work->unscale3 = unscale * unscale * unscale;
		for (int32_t i = 0; i < tree->node_count; ++i) add_node(out, work, levels, i);
	}
	mem_free(levels, size);
	mem_free(work, sizeof *work);
	return status;
}

void tree_quality_free(TreeQuality *quality) {
	if (quality->levels != NULL)
		mem_free(quality->levels, mem_array_size((int64_t)quality->height + 1, sizeof *quality->levels));
	*quality = (TreeQuality){ 0 };
}
