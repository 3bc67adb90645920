#include "tree/rest.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "base/error.h"
#include "base/mem.h"

// True if nodes are ever refitted singly.
static bool needs_ranges(const MovedDef *def) {
	if (def->by == MOVE_RECOMPUTE) return true;
	return def->by == MOVE_REFIT && def->update != UPDATE_FULL && !moved_def_waits(def);
}

static size_t ranges_size(const RestTree *rest) {
	return mem_array_size(rest->node_count, sizeof(TreeRange));
}
static size_t starts_size(const RestTree *rest) {
	return mem_array_size((int64_t)rest->node_count + 1, sizeof(int64_t));
}
static size_t points_size(const RestTree *rest) {
	return mem_array_size(3 * rest->starts[rest->node_count], sizeof(double));
}

static int32_t ranges_create(RestTree *rest, const TreeDef *def, const Tree *built, const MeshView *mesh) {
	rest->ranges = mem_alloc(ranges_size(rest));
	if (rest->ranges == NULL) return HN_ERR_NO_MEMORY;
	tree_ranges(rest->ranges, built, def, mesh);
	return HN_OK;
}

typedef ARRAY(double) Coordinates;

static bool points_gather(Coordinates *out, RestTree *rest, const TreeDef *def, const Tree *built) {
	int64_t most = 3 * (int64_t)def->bv->hull_points_max(&def->space);
	for (int32_t i = 0; i < rest->node_count; ++i) {
		if (!ARRAY_RESERVE(out, out->count + most)) return false;
		int32_t count = def->bv->hull_points(tree_volume(built, def, i), &def->space, out->data + out->count);
		rest->starts[i + 1] = rest->starts[i] + count;
		out->count += 3 * (int64_t)count;
	}
	return true;
}

// Finding the points takes far longer than copying them. So they are found once, into an array that grows,
// and then copied into memory of the exact size.
static int32_t points_create(RestTree *rest, const TreeDef *def, const Tree *built) {
	Coordinates points = { 0 };
	rest->starts = mem_alloc_zero(starts_size(rest));
	if (rest->starts == NULL) return HN_ERR_NO_MEMORY;
	if (points_gather(&points, rest, def, built)) rest->points = mem_alloc(points_size(rest));
	if (rest->points != NULL && points.data != NULL) memcpy(rest->points, points.data, points_size(rest));
	ARRAY_FREE(&points);
	return rest->points != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

static void reach_widen(RestTree *rest, const double *xyz, int64_t count) {
	for (int64_t i = 0; i < 3 * count; ++i) rest->reach[i % 3] = fmax(rest->reach[i % 3], fabs(xyz[i]));
}

static int32_t vertices_look(RestTree *rest, const MeshView *mesh) {
	const HnSceneFrames *frames = rest->frames;
	reach_widen(rest, mesh->xyz, mesh->vertex_count);
	if (frames != NULL) reach_widen(rest, frames->xyz, (int64_t)frames->count * frames->moved_count);
	size_t size = (size_t)mesh->vertex_count;
	uint8_t *used = mem_alloc_zero(size);
	if (used == NULL) return HN_ERR_NO_MEMORY;
	for (int64_t i = 0; i < 3 * (int64_t)mesh->triangle_count; ++i) used[mesh->triangles[i]] = 1;
	rest->all_used = memchr(used, 0, size) == NULL;
	mem_free(used, size);
	return HN_OK;
}

// True if a tree of this body, at rest or moving, is ever refitted from the vertices that changed.
static bool needs_map(const RestTree *rest, const MovedDef *def) {
	if (rest->frames == NULL || def->tree.bv->refit_marked == NULL) return false;
	if (def->by == MOVE_REBUILD || def->by == MOVE_RECOMPUTE) return false;
	return rest->tree.order != NULL || (def->by == MOVE_REFIT && def->update == UPDATE_FULL);
}

int32_t rest_tree_complete(RestTree *rest, const MovedDef *def, const Tree *built, const MeshView *mesh) {
	if (rest->node_count > 0 || built->node_count == 0) return HN_OK;
	rest->node_count = built->node_count;
	int32_t status = vertices_look(rest, mesh);
	if (status == HN_OK && needs_ranges(def)) status = ranges_create(rest, &def->tree, built, mesh);
	if (status == HN_OK && def->by == MOVE_HULL) status = points_create(rest, &def->tree, built);
	if (status == HN_OK && needs_map(rest, def))
		status = refit_map_create(&rest->map, &def->tree, built, mesh, rest->frames->moved,
		                          rest->frames->moved_count);
	return status;
}

void rest_tree_free(RestTree *rest, const MovedDef *def) {
	tree_free(&rest->tree, &def->tree);
	if (rest->ranges != NULL) mem_free(rest->ranges, ranges_size(rest));
	if (rest->points != NULL) mem_free(rest->points, points_size(rest));
	if (rest->starts != NULL) mem_free(rest->starts, starts_size(rest));
	refit_map_free(&rest->map);
	*rest = (RestTree){ 0 };
}

size_t rest_tree_bytes(const RestTree *rest, const MovedDef *def) {
	size_t bytes = tree_bytes(&rest->tree, &def->tree);
	if (rest->ranges != NULL) bytes += ranges_size(rest);
	if (rest->starts != NULL) bytes += starts_size(rest) + points_size(rest);
	return bytes + refit_map_bytes(&rest->map);
}

int32_t rest_tree_follow(RestTree *rest, const MovedDef *def, const MeshView *mesh, TopoBuilder *builder,
                         int64_t version) {
	const BodyMesh *shape = rest->shape;
	bool followed = rest->version == version - 1;
	rest->version = version;
	rest->made = rest->changed = 0;
	if (rest->tree.node_count == 0 || (followed && shape->changed_count == 0)) return HN_OK;
	rest->changed = followed && rest_tree_has_map(rest) ? shape->changed_count : mesh->vertex_count;
	if (followed && rest_tree_has_map(rest)) {
		rest->made =
		    refit_map_apply(&rest->map, &rest->tree, &def->tree, mesh, shape->changed, shape->changed_count);
		return HN_OK;
	}
	int32_t status = HN_OK;
	if (rest_tree_has_map(rest))
		tree_refit(&rest->tree, &def->tree, mesh);
	else if (def->by == MOVE_RECOMPUTE)
		tree_recompute(&rest->tree, &def->tree, rest->ranges, mesh);
	else
		status = tree_rebuild(&rest->tree, &def->tree, builder, mesh);
	if (rest->tree.corners > 0) rest->changed = rest->tree.corners;
	if (status != HN_OK) rest->version = -1;
	rest->made = rest->tree.node_count;
	return status;
}

void rest_tree_relax(RestTree *rest, const MovedDef *def, const MeshView *mesh, int64_t version) {
	rest->version = -1;
	if (rest->tree.node_count == 0 || !rest_tree_has_map(rest)) return;
	tree_refit(&rest->tree, &def->tree, mesh);
	rest->version = version;
}

static bool is_identity(const HnMat3 *r) {
	for (int i = 0; i < 9; ++i)
		if (r->m[i / 3][i % 3] != (i % 4 == 0 ? 1 : 0)) return false;
	return true;
}

// The margins are derived in docs/explanation/exactness.md, section 8.
void rest_step(const double reach[3], const HnPose *pose, BvStep *out) {
	const double t[3] = { pose->t.x, pose->t.y, pose->t.z };
	// Field by field: this runs for each pair of bodies, and clearing all of a BvStep first takes longer.
	out->r = pose->r, out->t = pose->t;
	out->translation = is_identity(&pose->r), out->by_hull = false;
	for (int i = 0; i < 3; ++i) {
		double sum = fabs(t[i]);
		for (int j = 0; j < 3; ++j) sum += fabs(pose->r.m[i][j]) * reach[j];
		out->margin[i] = 0x1p-50 * sum + 0x1p-199;
	}
}
