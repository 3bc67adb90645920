#include "tree/refit_map.h"

#include <string.h>

#include "base/error.h"
#include "base/mem.h"

static size_t parents_size(const RefitMap *map) { return mem_array_size(map->node_count, sizeof(int32_t)); }
static size_t starts_size(const RefitMap *map) {
	return mem_array_size((int64_t)map->moved_count + 1, sizeof(int64_t));
}
static size_t entries_size(const RefitMap *map) { return mem_array_size(map->entry_count, sizeof(int32_t)); }
static size_t marks_size(const RefitMap *map) {
	return mem_array_size(((int64_t)map->node_count + 63) / 64, sizeof(uint64_t));
}

void refit_map_free(RefitMap *map) {
	mem_free(map->parents, parents_size(map));
	mem_free(map->starts, starts_size(map));
	mem_free(map->entries, entries_size(map));
	mem_free(map->marks, marks_size(map));
	*map = (RefitMap){ 0 };
}

size_t refit_map_bytes(const RefitMap *map) {
	if (map->parents == NULL) return 0;
	return parents_size(map) + starts_size(map) + entries_size(map) + marks_size(map);
}

static void parents_fill(RefitMap *map, const TreeDef *def, const Tree *tree) {
	if (map->node_count > 0) map->parents[0] = 0;
	for (int32_t i = 0; i < map->node_count; ++i) {
		TopoNode node = tree_node(tree, def, i);
		if (node.count > 0) continue;
		map->parents[node.link] = i;
		if (node.count == 0) map->parents[node.link + 1] = i;
	}
}

typedef struct Corners {
	const MeshView *mesh;
	const int32_t *place; // for each vertex its index in `moved`, or -1
	int64_t *fill;        // one for each moved vertex
	int32_t *entries;     // NULL: the entries are only counted
} Corners;

// Handles the corners of one node's own triangles.
static void node_corners(const Corners *c, const TreeView *view, int32_t i, TopoNode node) {
	TreeRange own = tree_own_range(view, i, node.link, node.count);
	for (int32_t j = 0; node.count != 0 && j < own.count; ++j) {
		const int32_t *v = c->mesh->triangles + 3 * (int64_t)view->order[own.first + j];
		for (int k = 0; k < 3; ++k) {
			int32_t place = c->place[v[k]];
			if (place < 0) continue;
			if (c->entries != NULL) c->entries[c->fill[place]] = i;
			c->fill[place] += 1;
		}
	}
}

static void all_corners(const Corners *c, const TreeDef *def, const Tree *tree) {
	TreeView view = tree_view(tree, c->mesh);
	for (int32_t i = 0; i < tree->node_count; ++i) node_corners(c, &view, i, tree_node(tree, def, i));
}

// The entries are counted first and filled in afterwards. Filling moves every start to the place of the next
// one.
static int32_t entries_create(RefitMap *map, const TreeDef *def, const Tree *tree, Corners *corners) {
	map->starts = mem_alloc_zero(starts_size(map));
	if (map->starts == NULL) return HN_ERR_NO_MEMORY;
	corners->fill = map->starts;
	all_corners(corners, def, tree);
	for (int32_t i = 0; i < map->moved_count; ++i) {
		int64_t count = map->starts[i];
		map->starts[i] = map->entry_count;
		map->entry_count += count;
	}
	map->starts[map->moved_count] = map->entry_count;
	map->entries = mem_alloc(entries_size(map));
	if (map->entries == NULL) return HN_ERR_NO_MEMORY;
	corners->entries = map->entries;
	all_corners(corners, def, tree);
	memmove(map->starts + 1, map->starts, (size_t)map->moved_count * sizeof *map->starts);
	map->starts[0] = 0;
	return HN_OK;
}

static int32_t map_fill(RefitMap *map, const TreeDef *def, const Tree *tree, const MeshView *mesh,
                        const int32_t *moved) {
	size_t place_size = mem_array_size(mesh->vertex_count, sizeof(int32_t));
	int32_t *place = mem_alloc(place_size);
	if (place == NULL) return HN_ERR_NO_MEMORY;
	for (int32_t v = 0; v < mesh->vertex_count; ++v) place[v] = -1;
	for (int32_t i = 0; i < map->moved_count; ++i) place[moved[i]] = i;
	Corners corners = { .mesh = mesh, .place = place };
	int32_t status = entries_create(map, def, tree, &corners);
	mem_free(place, place_size);
	return status;
}

int32_t refit_map_create(RefitMap *out, const TreeDef *def, const Tree *tree, const MeshView *mesh,
                         const int32_t *moved, int32_t moved_count) {
	*out = (RefitMap){ .node_count = tree->node_count, .moved_count = moved_count };
	out->parents = mem_alloc(parents_size(out));
	out->marks = mem_alloc_zero(marks_size(out));
	int32_t status = out->parents == NULL || out->marks == NULL ? HN_ERR_NO_MEMORY : HN_OK;
	if (status == HN_OK) status = map_fill(out, def, tree, mesh, moved);
	if (status == HN_OK)
		parents_fill(out, def, tree);
	else
		refit_map_free(out);
	return status;
}

int32_t refit_map_apply(RefitMap *map, Tree *tree, const TreeDef *def, const MeshView *mesh,
                        const int32_t *changed, int32_t count) {
	for (int32_t i = 0; i < count; ++i)
		for (int64_t e = map->starts[changed[i]]; e < map->starts[changed[i] + 1]; ++e)
			map->marks[map->entries[e] / 64] |= (uint64_t)1 << map->entries[e] % 64;
	TreeView view = tree_view(tree, mesh);
	return def->bv->refit_marked(tree->nodes, &view, &def->space, map->parents, map->marks);
}
