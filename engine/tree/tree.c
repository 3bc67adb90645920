#include "tree/tree.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "bv/fit_scratch.h"
#include "tree/parent_storage.h"

const char *tree_storage_name(int32_t index) {
	static const char *const s_names[] = { [STORE_LEAVES] = "leaves", [STORE_PARENT] = "parent" };
	return index >= 0 && index < STORAGES ? s_names[index] : NULL;
}

static size_t nodes_size(const TreeDef *def, int32_t count) {
	return mem_array_size(count, def->bv->node_size);
}
static size_t order_size(int32_t count) { return mem_array_size(count, sizeof(int32_t)); }
static size_t kept_size(const TreeDef *def, int32_t count) {
	return def->storage == STORE_PARENT ? order_size(count) : 0;
}

// Larger memory replaces the old nodes without copying them, because all nodes are written anew.
static int32_t nodes_reserve(Tree *tree, const TreeDef *def, int32_t count) {
	bool whole = tree->nodes != NULL && (tree->parent_first != NULL || def->storage != STORE_PARENT);
	if (count <= tree->node_capacity && whole) return HN_OK;
	void *nodes = mem_alloc(nodes_size(def, count));
	if (nodes == NULL) return HN_ERR_NO_MEMORY;
	mem_free(tree->nodes, nodes_size(def, tree->node_capacity));
	mem_free(tree->parent_first, kept_size(def, tree->node_capacity));
	tree->nodes = nodes;
	tree->parent_first = NULL;
	tree->node_capacity = count;
	if (def->storage != STORE_PARENT) return HN_OK;
	tree->parent_first = mem_alloc(kept_size(def, count));
	return tree->parent_first != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static int32_t stored_count(const TreeDef *def, const TopoBuilder *builder) {
	return def->storage == STORE_PARENT ? parent_storage_count(builder->node_count) : builder->node_count;
}

// Moves the volumes of inner nodes, which were fitted when the nodes were split, to their stored places.
static void volumes_compact(Tree *tree, const TreeDef *def, const TopoBuilder *builder) {
	size_t size = def->bv->node_size;
	char *nodes = tree->nodes;
	int32_t stored = 0;
	for (int32_t i = 0; i < builder->node_count; ++i)
		if (builder->nodes[i].count == 0)
			memmove(nodes + (size_t)stored++ * size, nodes + (size_t)i * size, size);
}

// Stores the topology in the tree's nodes, without volumes.
static int32_t nodes_link(Tree *tree, const TreeDef *def, TopoBuilder *builder) {
	tree->depth = builder->depth;
	if (def->storage == STORE_PARENT) {
		int32_t *where = topo_builder_room(builder, order_size(builder->node_count));
		if (where == NULL) return HN_ERR_NO_MEMORY;
		if (def->bv->frame != NULL) volumes_compact(tree, def, builder);
		parent_storage_compact(builder->nodes, builder->node_count, tree->parent_first, where);
		tree->depth -= builder->depth > 0;
	}
	def->bv->link(tree->nodes, builder->nodes, tree->node_count);
	return HN_OK;
}

static int32_t nodes_fit(Tree *tree, const TreeDef *def, TopoBuilder *builder, const MeshView *mesh) {
	TreeView view = tree_view(tree, mesh);
	if (def->bv->fit_leaves != NULL) { // inner nodes were fitted when they were split
		if (def->storage == STORE_LEAVES || tree->node_count == 1)
			def->bv->fit_leaves(tree->nodes, &view, &def->space);
	} else if (def->bv->fit_nodes == NULL && def->whole) {
		TreeRange *ranges = topo_builder_room(builder, mem_array_size(tree->node_count, sizeof *ranges));
		if (ranges == NULL) return HN_ERR_NO_MEMORY;
		tree_ranges(ranges, tree, def, mesh);
		tree_recompute(tree, def, ranges, mesh);
	} else if (def->bv->fit_nodes == NULL) {
		tree_refit(tree, def, mesh);
	} else {
		HnVec3 *scratch =
		    topo_builder_room(builder, mem_array_size(mesh->triangle_count, 3 * sizeof(HnVec3)));
		if (scratch == NULL) return HN_ERR_NO_MEMORY;
		def->bv->fit_nodes(tree->nodes, &view, scratch, &def->space);
	}
	return HN_OK;
}

// For nodes that are fitted when they are split. There must be room for the maximum number of nodes.
static int32_t build_framed(Tree *tree, const TreeDef *def, TopoBuilder *builder, const MeshView *mesh) {
	int32_t most = mesh->triangle_count > 0 ? 2 * mesh->triangle_count - 1 : 0;
	int32_t status = nodes_reserve(tree, def, most);
	if (status != HN_OK) return status;
	BvFraming framing = { tree->nodes, tree_view(tree, mesh), &def->space };
	TopoDef topo = def->topo;
	topo.frame = def->bv->frame;
	topo.frame_context = &framing;
	return topo_build(builder, &topo, mesh->triangle_count);
}

// Frees node memory that the build turned out not to need. If there is no memory for the smaller copy, there
// is no tree: its size in bytes must not depend on how much memory was available.
static int32_t nodes_shrink(Tree *tree, const TreeDef *def) {
	if (tree->node_count == tree->node_capacity) return HN_OK;
	Tree whole = *tree;
	tree->nodes = NULL, tree->parent_first = NULL, tree->node_capacity = 0;
	if (nodes_reserve(tree, def, whole.node_count) != HN_OK) {
		mem_free(tree->nodes, nodes_size(def, tree->node_capacity));
		*tree = whole;
		return HN_ERR_NO_MEMORY;
	}
	memcpy(tree->nodes, whole.nodes, nodes_size(def, whole.node_count));
	if (tree->parent_first != NULL && whole.parent_first != NULL)
		memcpy(tree->parent_first, whole.parent_first, kept_size(def, whole.node_count));
	mem_free(whole.nodes, nodes_size(def, whole.node_capacity));
	mem_free(whole.parent_first, kept_size(def, whole.node_capacity));
	return HN_OK;
}

// once: the builder need not be ready for another build, so its memory that is no longer needed is freed
// before the nodes are allocated.
static int32_t build(Tree *tree, const TreeDef *def, TopoBuilder *builder, const MeshView *mesh, bool once) {
	int32_t count = mesh->triangle_count, status = topo_builder_restore(builder);
	if (status != HN_OK) return status;
	topo_items_fill(builder->items, mesh->xyz, mesh->triangles, count);
	status = def->bv->frame != NULL ? build_framed(tree, def, builder, mesh)
	                                : topo_build(builder, &def->topo, count);
	if (once) topo_builder_thin(builder);
	if (status == HN_OK) status = nodes_reserve(tree, def, stored_count(def, builder));
	if (status != HN_OK) return status;
	tree->node_count = stored_count(def, builder);
	memcpy(tree->order, builder->order, order_size(count));
	status = nodes_link(tree, def, builder);
	if (status == HN_OK) status = nodes_fit(tree, def, builder, mesh);
	return status == HN_OK && def->space.scratch != NULL ? def->space.scratch->status : status;
}

int32_t tree_rebuild(Tree *tree, const TreeDef *def, TopoBuilder *builder, const MeshView *mesh) {
	CHECK(!tree->order_borrowed && tree->triangle_count == mesh->triangle_count);
	return build(tree, def, builder, mesh, false);
}

int32_t tree_build(Tree *out, const TreeDef *def, TopoBuilder *builder, const MeshView *mesh) {
	*out = (Tree){ .triangle_count = mesh->triangle_count };
	out->order = mem_alloc(order_size(mesh->triangle_count));
	int32_t status = out->order == NULL ? HN_ERR_NO_MEMORY : build(out, def, builder, mesh, true);
	if (status == HN_OK) status = nodes_shrink(out, def);
	if (status != HN_OK) tree_free(out, def);
	return status;
}

int32_t tree_build_once(Tree *out, const TreeDef *def, const MeshView *mesh) {
	TopoBuilder builder;
	*out = (Tree){ 0 };
	int32_t status = topo_builder_init(&builder, mesh->triangle_count);
	if (status != HN_OK) return status;
	status = tree_build(out, def, &builder, mesh);
	topo_builder_free(&builder);
	return status;
}

void tree_refit(Tree *tree, const TreeDef *def, const MeshView *mesh) {
	TreeView view = tree_view(tree, mesh);
	def->bv->refit(tree->nodes, &view, &def->space);
}

void tree_ranges(TreeRange *out, const Tree *tree, const TreeDef *def, const MeshView *mesh) {
	TreeView view = tree_view(tree, mesh);
	for (int32_t i = tree->node_count - 1; i >= 0; --i) {
		TopoNode node = tree_node(tree, def, i);
		out[i] = (TreeRange){ node.link, node.count };
		if (node.count > 0) continue;
		const TreeRange *left = &out[node.link], *right = left + 1;
		TreeRange own;
		if (node.count < 0) {
			ASSERT(view.parent_first != NULL);
			own = tree_own_range(&view, i, node.link, node.count);
			right = &own;
			if (own.first < left->first) right = left, left = &own;
		}
		out[i] = (TreeRange){ left->first, left->count + right->count };
	}
}

void tree_recompute(Tree *tree, const TreeDef *def, const TreeRange *ranges, const MeshView *mesh) {
	TreePlacement all = {
		.view = tree_view(tree, mesh), .nodes = tree->nodes, .ranges = ranges, .space = &def->space
	};
	tree->corners = 0;
	for (int32_t i = 0; i < tree->node_count; ++i) {
		def->bv->fit_node(&all, i);
		tree->corners += 3 * (int64_t)ranges[i].count;
	}
}

int32_t tree_copy(Tree *out, const TreeDef *def, const Tree *tree) {
	*out = *tree;
	out->order_borrowed = true;
	out->node_capacity = tree->node_count;
	out->nodes = mem_alloc(nodes_size(def, tree->node_count));
	if (out->nodes == NULL) {
		*out = (Tree){ 0 };
		return HN_ERR_NO_MEMORY;
	}
	memcpy(out->nodes, tree->nodes, nodes_size(def, tree->node_count));
	return HN_OK;
}

int32_t tree_copy_again(Tree *copy, const TreeDef *def, const Tree *tree) {
	if (copy->node_capacity < tree->node_count) {
		void *nodes = mem_alloc(nodes_size(def, tree->node_count));
		if (nodes == NULL) return HN_ERR_NO_MEMORY;
		mem_free(copy->nodes, nodes_size(def, copy->node_capacity));
		copy->nodes = nodes;
		copy->node_capacity = tree->node_count;
	}
	copy->order = tree->order;
	copy->parent_first = tree->parent_first;
	copy->node_count = tree->node_count;
	copy->depth = tree->depth;
	copy->corners = tree->corners;
	memcpy(copy->nodes, tree->nodes, nodes_size(def, tree->node_count));
	return HN_OK;
}

void tree_free(Tree *tree, const TreeDef *def) {
	mem_free(tree->nodes, nodes_size(def, tree->node_capacity));
	if (!tree->order_borrowed) {
		mem_free(tree->order, order_size(tree->triangle_count));
		mem_free(tree->parent_first, kept_size(def, tree->node_capacity));
	}
	*tree = (Tree){ 0 };
}

size_t tree_bytes(const Tree *tree, const TreeDef *def) {
	size_t bytes = nodes_size(def, tree->node_capacity);
	if (tree->order_borrowed) return bytes;
	return bytes + order_size(tree->triangle_count) + kept_size(def, tree->node_capacity);
}

TreeView tree_view(const Tree *tree, const MeshView *mesh) {
	return (TreeView){ .nodes = tree->nodes,
		               .order = tree->order,
		               .parent_first = tree->parent_first,
		               .xyz = mesh->xyz,
		               .triangles = mesh->triangles,
		               .node_count = tree->node_count };
}

const void *tree_volume(const Tree *tree, const TreeDef *def, int32_t node) {
	return (const char *)tree->nodes + (size_t)node * def->bv->node_size;
}

TopoNode tree_node(const Tree *tree, const TreeDef *def, int32_t node) {
	TopoNode out;
	memcpy(&out, (const char *)tree_volume(tree, def, node) + def->bv->link_offset, sizeof out);
	return out;
}
