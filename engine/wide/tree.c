#include "wide/tree.h"

#include <math.h>

#include "base/error.h"
#include "base/names.h"
#include "wide/build.h"

const char *wide_volume_name(int32_t index) { NAME_AT(index, [WIDE_OBB] = "obb", [WIDE_AABB] = "aabb"); }

// Computes the middle of the bounding box of all vertices, and the largest magnitude of a coordinate. Both
// are scaled.
static void mesh_measure(double origin[3], double *far, const MeshView *mesh, double scale) {
	double lo[3] = { 0 }, hi[3] = { 0 };
	*far = 0;
	for (int64_t v = 0; v < mesh->vertex_count; ++v)
		for (int k = 0; k < 3; ++k) {
			double x = mesh->xyz[3 * v + k];
			lo[k] = v == 0 || x < lo[k] ? x : lo[k];
			hi[k] = v == 0 || x > hi[k] ? x : hi[k];
		}
	for (int k = 0; k < 3; ++k) {
		origin[k] = (lo[k] * scale + hi[k] * scale) * 0.5;
		*far = greater(*far, greater(fabs(lo[k]), fabs(hi[k])) * scale);
	}
}

static int32_t tree_room(WideTree *tree, const WideTopo *topo) {
	tree->node_count = (int32_t)topo->nodes.count;
	tree->leaf_count = (int32_t)topo->leaves.count;
	tree->nodes = mem_alloc(mem_array_size(tree->node_count, wide_node_size(tree->volume)));
	tree->leaves = mem_alloc(mem_array_size(tree->leaf_count, sizeof(WideLeaf)));
	tree->parents = mem_alloc(mem_array_size(tree->node_count, sizeof *tree->parents));
	return tree->nodes == NULL || tree->leaves == NULL || tree->parents == NULL ? HN_ERR_NO_MEMORY : HN_OK;
}

static void tree_links(WideTree *tree, const WideTopo *topo) {
	for (int32_t i = 0; i < tree->node_count; ++i) {
		const WideTopoNode *node = &topo->nodes.data[i];
		WideHead *head = wide_head(tree, i);
		for (int k = 0; k < WIDE; ++k) head->link[k] = node->link[k];
		tree->parents[i] = node->parent;
	}
	for (int32_t i = 0; i < tree->leaf_count; ++i) {
		const WideTopoLeaf *leaf = &topo->leaves.data[i];
		for (int32_t k = 0; k < WIDE; ++k)
			tree->leaves[i].id[k] = k < leaf->count ? topo->order[leaf->begin + k] : -1;
	}
}

const WideBuildKernels *wide_build_kernels(SimdSet set) {
#if defined(__x86_64__) || defined(__i386__)
	if (set == SIMD_AVX512) return &wide_build_avx512;
	if (set == SIMD_AVX2) return &wide_build_avx2;
#endif
	(void)set;
	return &wide_build_baseline;
}

int32_t wide_tree_build(WideTree *out, const WideDef *def, const MeshView *mesh) {
	WideTopo topo;
	const WideBuildKernels *kernels = def->kernels != NULL ? def->kernels : wide_build_kernels(simd_set());
	*out = (WideTree){ .volume = def->volume, .scale = def->scale };
	mesh_measure(out->origin, &out->far, mesh, def->scale);
	int32_t status = wide_topo_build(&topo, def, mesh, out->origin, kernels);
	if (status == HN_OK) status = tree_room(out, &topo);
	if (status == HN_OK) tree_links(out, &topo);
	if (status == HN_OK) status = wide_fit_create(&out->fit, &topo, def);
	wide_topo_free(&topo);
	if (status != HN_OK) return status;
	wide_fit(out, out->fit, mesh, kernels);
	if (!def->refits) wide_fit_free(out->fit, out), out->fit = NULL;
	return HN_OK;
}

void wide_tree_refit(WideTree *tree, const MeshView *mesh) {
	double middle[3];
	mesh_measure(middle, &tree->far, mesh, tree->scale);
	for (int k = 0; k < 3; ++k) tree->far = greater(tree->far, fabs(tree->origin[k]));
	wide_fit(tree, tree->fit, mesh, wide_build_kernels(simd_set()));
}

void wide_tree_free(WideTree *tree) {
	wide_fit_free(tree->fit, tree);
	mem_free(tree->nodes, mem_array_size(tree->node_count, wide_node_size(tree->volume)));
	mem_free(tree->leaves, mem_array_size(tree->leaf_count, sizeof(WideLeaf)));
	mem_free(tree->parents, mem_array_size(tree->node_count, sizeof *tree->parents));
	*tree = (WideTree){ 0 };
}

size_t wide_tree_bytes(const WideTree *tree) {
	return (size_t)tree->node_count * (wide_node_size(tree->volume) + sizeof *tree->parents) +
	       (size_t)tree->leaf_count * sizeof(WideLeaf) + (tree->fit != NULL ? wide_fit_bytes(tree) : 0);
}
