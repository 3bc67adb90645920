#include "tree/moved.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"

static bool needs_stamps(const MovedDef *def) { return def->update == UPDATE_LAZY && def->by != MOVE_SAT; }

static size_t stamps_size(int32_t count) { return mem_array_size(count, sizeof(uint32_t)); }

static size_t scratch_size(const MovedDef *def) {
	const TreeDef *tree = &def->tree;
	int64_t most = def->by == MOVE_HULL_DRIFT ? tree->bv->hull_points_max(&tree->space) : 0;
	return mem_array_size(3 * most, sizeof(double));
}

// True if the tree is remade in each step from a tree at rest that is rebuilt because the body deforms.
static bool follows_rebuilt(const MovedTree *moved) {
	const RestTree *rest = moved->rest;
	return rest->frames != NULL && rest->node_count > 0 && !rest_tree_has_map(rest) &&
	       moved_def_needs_rest(moved->def);
}

static size_t follow_size(const MovedDef *def) {
	return def->by == MOVE_SAT ? def->tree.bv->turn_size : def->tree.bv->follow_size;
}

static int32_t motion_room(MovedTree *moved) {
	const MovedDef *def = moved->def;
	TreePlacement *m = &moved->placement;
	if (needs_stamps(def)) {
		m->stamps = mem_alloc_zero(stamps_size(moved->stamp_count));
		if (m->stamps == NULL) return HN_ERR_NO_MEMORY;
	}
	if (moved_def_fits(def)) return HN_OK;
	m->vertex_stamps = mem_alloc_zero(stamps_size(moved->mesh.vertex_count));
	if (m->vertex_stamps == NULL) return HN_ERR_NO_MEMORY;
	m->scratch = mem_alloc(scratch_size(def));
	if (m->scratch == NULL) return HN_ERR_NO_MEMORY;
	m->follow = mem_alloc_zero(follow_size(def));
	if (m->follow == NULL) return HN_ERR_NO_MEMORY;
	if (def->by == MOVE_HULL_DRIFT) m->drift = mem_alloc_zero(def->tree.bv->follow_size);
	return def->by != MOVE_HULL_DRIFT || m->drift != NULL ? HN_OK : HN_ERR_NO_MEMORY;
}

int32_t moved_create(MovedTree *moved, const MovedDef *def, const RestTree *rest, const MeshView *mesh) {
	moved->def = def;
	moved->rest = rest;
	moved->mesh = *mesh;
	moved->placed_size = mem_array_size(3 * (int64_t)mesh->vertex_count, sizeof(double));
	TreePlacement *m = &moved->placement;
	*m = (TreePlacement){ .by = def->by, .now = 1, .rest_xyz = mesh->xyz, .space = &def->tree.space };
	m->placed = mem_alloc(moved->placed_size);
	if (m->placed == NULL) return HN_ERR_NO_MEMORY;
	moved->mesh.xyz = m->placed;
	moved->stamp_count = moved->tree.node_count;
	if (follows_rebuilt(moved)) moved->stamp_count = 2 * mesh->triangle_count; // the tree may have any shape
	moved->version = -1;
	int32_t status = motion_room(moved);
	if (status != HN_OK) return status;
	if (moved_def_needs_rest(def)) m->rest = rest->tree.nodes;
	m->ranges = rest->ranges, m->points = rest->points, m->starts = rest->starts;
	m->nodes = moved->tree.nodes;
	m->view = tree_view(def->by == MOVE_SAT ? &rest->tree : &moved->tree, &moved->mesh);
	return HN_OK;
}

void moved_free(MovedTree *moved) {
	if (moved->def == NULL) return;
	TreePlacement *m = &moved->placement;
	mem_free(m->placed, moved->placed_size);
	mem_free(m->stamps, stamps_size(moved->stamp_count));
	mem_free(m->vertex_stamps, stamps_size(moved->mesh.vertex_count));
	mem_free(m->scratch, scratch_size(moved->def));
	mem_free(m->follow, follow_size(moved->def));
	mem_free(m->drift, moved->def->tree.bv->follow_size);
	tree_free(&moved->tree, &moved->def->tree);
	*moved = (MovedTree){ 0 };
}

size_t moved_bytes(const MovedTree *moved) {
	const TreePlacement *m = &moved->placement;
	size_t bytes = tree_bytes(&moved->tree, &moved->def->tree);
	if (m->stamps != NULL) bytes += stamps_size(moved->stamp_count);
	if (m->vertex_stamps != NULL) bytes += stamps_size(moved->mesh.vertex_count);
	return bytes;
}

size_t moved_size(const MovedTree *moved) {
	const TreePlacement *m = &moved->placement;
	size_t bytes = moved_bytes(moved) + moved->placed_size;
	if (m->scratch != NULL) bytes += scratch_size(moved->def);
	if (m->follow != NULL) bytes += follow_size(moved->def);
	return bytes + (m->drift != NULL ? moved->def->tree.bv->follow_size : 0);
}

// Steps
// ------------------------------------------------------------------------------------------------------

// After 2^32 steps stamps would repeat, so all are reset.
static void stamps_forget(MovedTree *moved) {
	TreePlacement *m = &moved->placement;
	if (m->stamps != NULL) memset(m->stamps, 0, stamps_size(moved->stamp_count));
	if (m->vertex_stamps != NULL) memset(m->vertex_stamps, 0, stamps_size(moved->mesh.vertex_count));
	moved->root_at = moved->whole_at = moved->placed_at = moved->roots_placed_at = 0;
	m->now = 1;
}

void moved_begin(MovedTree *moved) {
	if (moved->placement.now >= UINT32_MAX - 1) stamps_forget(moved);
	moved->placement.now += 1; // skips one step number, as if nothing had moved in it
	moved->version = -1;
}

// The motion from the step before: r = R R'^T. It undoes R' apart from rounding; the remainder of R - r R' is
// added to the margin.
static void step_from_then(BvStep *out, const MovedTree *moved) {
	const HnPose *now = &moved->placement.pose, *then = &moved->then;
	const double *reach = moved->rest->reach, *before = moved->then_margin;
	const double t[3] = { now->t.x, now->t.y, now->t.z }, u[3] = { then->t.x, then->t.y, then->t.z };
	double d[3];
	*out = (BvStep){ .by_hull = true };
	for (int i = 0; i < 3; ++i) {
		const double *r = now->r.m[i];
		double *q = out->r.m[i];
		for (int j = 0; j < 3; ++j) {
			const double *p = then->r.m[j];
			q[j] = r[0] * p[0] + r[1] * p[1] + r[2] * p[2];
		}
		d[i] = t[i] - (q[0] * u[0] + q[1] * u[1] + q[2] * u[2]);
		double left = 0, size = fabs(t[i]);
		for (int j = 0; j < 3; ++j) {
			const double p[3] = { then->r.m[0][j], then->r.m[1][j], then->r.m[2][j] };
			left += fabs(r[j] - (q[0] * p[0] + q[1] * p[1] + q[2] * p[2])) * reach[j];
			left += fabs(q[j]) * before[j];
			size += fabs(q[j]) * fabs(u[j]) + fabs(r[j]) * reach[j];
			size += (fabs(q[0] * p[0]) + fabs(q[1] * p[1]) + fabs(q[2] * p[2])) * reach[j];
		}
		out->margin[i] = (left + moved->total.margin[i] + 0x1p-49 * size) * (1 + 0x1p-40) + 0x1p-198;
	}
	out->t = (HnVec3){ d[0], d[1], d[2] };
}

static bool drifts(const MovedTree *moved) {
	const TreePlacement *m = &moved->placement;
	uint32_t root = m->stamps != NULL ? m->stamps[0] : moved->root_at;
	return m->by == MOVE_HULL_DRIFT && !m->translation && root == m->now - 1;
}

static void step_prepare(MovedTree *moved, const HnPose *pose) {
	TreePlacement *m = &moved->placement;
	const TreeDef *def = &moved->def->tree;
	moved->then = m->pose;
	memcpy(moved->then_margin, moved->total.margin, sizeof moved->then_margin);
	m->pose = *pose;
	rest_step(moved->rest->reach, pose, &moved->total);
	m->translation = moved->total.translation;
	moved->total.by_hull = moved->def->by != MOVE_CONIC;
	if (moved->def->by == MOVE_SAT) {
		def->bv->turn(m->follow, &moved->total, &def->space);
		return;
	}
	def->bv->follow(m->follow, &moved->total, tree_volume(&moved->rest->tree, def, 0), &def->space);
	if (!drifts(moved)) return;
	BvStep drift;
	step_from_then(&drift, moved);
	def->bv->follow(m->drift, &drift, tree_volume(&moved->tree, def, 0), &def->space);
}

static void place_all(MovedTree *moved) {
	TreePlacement *m = &moved->placement;
	if (moved->placed_at == m->now) return;
	hn_pose_place_all(&m->pose, m->rest_xyz, moved->mesh.vertex_count, m->placed);
	for (int32_t v = 0; m->vertex_stamps != NULL && v < moved->mesh.vertex_count; ++v)
		m->vertex_stamps[v] = m->now;
	moved->placed_at = m->now;
}

void moved_place_for_roots(MovedTree *moved) {
	place_all(moved);
	moved->roots_placed_at = moved->placement.now;
}

static void move_root(MovedTree *moved) {
	const TreeDef *def = &moved->def->tree;
	TreePlacement *m = &moved->placement;
	if (moved->def->by != MOVE_REFIT)
		def->bv->move(m, 0, 1, moved->root_at == m->now - 1);
	else if (moved->rest->all_used && def->bv->frame == NULL)
		def->bv->fit(m->nodes, (const HnVec3 *)(const void *)m->placed, moved->mesh.vertex_count,
		             &def->space);
	else
		def->bv->fit_node(m, 0);
	moved->root_at = m->now;
}

static void move_below(void *context) {
	MovedTree *moved = context;
	TreePlacement *m = &moved->placement;
	if (moved->def->by == MOVE_REFIT)
		tree_refit(&moved->tree, &moved->def->tree, &moved->mesh);
	else
		moved->def->tree.bv->move(m, 1, moved->tree.node_count, moved->whole_at == m->now - 1);
	moved->whole_at = m->now;
}

void moved_roots_met(MovedTree *moved) {
	TreePlacement *m = &moved->placement;
	if (!moved_def_waits(moved->def) || moved->whole_at == m->now || m->view.node_count == 0) return;
	if (moved->def->by == MOVE_REFIT) {
		place_all(moved);
		tree_refit(&moved->tree, &moved->def->tree, &moved->mesh);
	} else {
		moved->def->tree.bv->move(m, 0, moved->tree.node_count, moved->whole_at == m->now - 1);
	}
	moved->root_at = moved->whole_at = m->now;
}

static int32_t follow_rebuilt(MovedTree *moved) {
	const Tree *rest = &moved->rest->tree;
	bool turned = moved->def->by == MOVE_SAT;
	int32_t status = turned ? HN_OK : tree_copy_again(&moved->tree, &moved->def->tree, rest);
	moved->placement.rest = rest->nodes;
	moved->placement.nodes = moved->tree.nodes;
	moved->placement.view = tree_view(turned ? rest : &moved->tree, &moved->mesh);
	return status;
}

// If the body deformed but did not move, only the changed vertices are placed and only what they change is
// refitted.
static bool refit_partly(MovedTree *moved, const HnPose *pose) {
	const RestTree *rest = moved->rest;
	bool whole = moved->def->by == MOVE_REFIT && moved->def->update == UPDATE_FULL && rest_tree_has_map(rest);
	moved->partly =
	    whole && moved->version == rest->version - 1 && memcmp(pose, &moved->posed, sizeof *pose) == 0;
	if (whole) moved->posed = *pose, moved->version = rest->version;
	if (!moved->partly) return false;
	const BodyMesh *shape = rest->shape;
	for (int32_t i = 0; i < shape->changed_count; ++i) {
		int64_t at = 3 * (int64_t)rest->frames->moved[shape->changed[i]];
		vec3_store(moved->placement.placed + at, pose_place(pose, vec3_load(moved->placement.rest_xyz + at)));
	}
	moved->placed_at = moved->placement.now;
	// the map belongs to the mesh and not to a tree; its marks are clear again afterwards
	moved->made = refit_map_apply((RefitMap *)(uintptr_t)&rest->map, &moved->tree, &moved->def->tree,
	                              &moved->mesh, shape->changed, shape->changed_count);
	return true;
}

int32_t moved_step(MovedTree *moved, const HnPose *pose, TopoBuilder *builder) {
	const MovedDef *def = moved->def;
	TreePlacement *m = &moved->placement;
	if (m->now == UINT32_MAX) stamps_forget(moved);
	m->now += 1;
	if (follows_rebuilt(moved)) {
		int32_t status = follow_rebuilt(moved);
		if (status != HN_OK) return status;
	}
	if (m->view.node_count > 0 && refit_partly(moved, pose)) return HN_OK;
	if (moved_def_fits(def)) {
		m->pose = *pose;
		if (!moved_def_waits(def)) place_all(moved);
	}
	if (m->view.node_count == 0) return HN_OK;
	if (!moved_def_fits(def))
		step_prepare(moved, pose);
	else if (def->rooted)
		rest_step(moved->rest->reach, pose, &moved->total);
	if (moved_def_is_lazy(def) || moved_def_waits(def)) return HN_OK;
	if (def->by == MOVE_REBUILD) return tree_rebuild(&moved->tree, &def->tree, builder, &moved->mesh);
	if (def->by == MOVE_RECOMPUTE) {
		tree_recompute(&moved->tree, &def->tree, moved->rest->ranges, &moved->mesh);
		return HN_OK;
	}
	if (def->update == UPDATE_LAYERED) {
		move_root(moved);
	} else if (def->by == MOVE_REFIT) {
		tree_refit(&moved->tree, &def->tree, &moved->mesh);
	} else {
		def->tree.bv->move(m, 0, moved->tree.node_count, moved->root_at == m->now - 1);
		moved->root_at = m->now;
	}
	return HN_OK;
}

void moved_query(MovedTree *moved, PairQuery *query) {
	const MovedDef *def = moved->def;
	query->b = tree_view(def->by == MOVE_SAT ? &moved->rest->tree : &moved->tree, &moved->mesh);
	query->placement = &moved->placement;
	bool layered = def->update == UPDATE_LAYERED && def->by != MOVE_SAT;
	query->roots_met = layered && !moved_def_waits(def) ? move_below : NULL;
	query->context = moved;
}

static int64_t stamped(const uint32_t *stamps, int32_t count, uint32_t now) {
	int64_t found = 0;
	for (int32_t i = 0; i < count; ++i) found += stamps[i] == now;
	return found;
}

static void lazy_counts(const MovedTree *moved, int64_t *nodes, int64_t *vertices) {
	const TreePlacement *m = &moved->placement;
	*nodes = stamped(m->stamps, moved->tree.node_count, m->now);
	if (moved->def->by != MOVE_REFIT) return;
	for (int32_t i = 0; i < moved->tree.node_count; ++i)
		if (m->stamps[i] == m->now) *vertices += 3 * (int64_t)m->ranges[i].count;
}

void moved_counts(const MovedTree *moved, int64_t *nodes, int64_t *vertices) {
	const TreePlacement *m = &moved->placement;
	int32_t count = moved->tree.node_count;
	*nodes = *vertices = 0;
	if (moved->partly) {
		*nodes = moved->made;
		*vertices = moved->rest->shape->changed_count;
		return;
	}
	if (m->stamps != NULL)
		lazy_counts(moved, nodes, vertices);
	else if (moved->def->by != MOVE_SAT)
		*nodes = moved->def->update == UPDATE_FULL || moved->whole_at == m->now
		             ? count
		             : count > 0 && !moved_def_waits(moved->def);
	if (m->vertex_stamps != NULL)
		*vertices = stamped(m->vertex_stamps, moved->mesh.vertex_count, m->now);
	else if (m->stamps == NULL)
		*vertices = moved->placed_at == m->now ? moved->mesh.vertex_count : 0;
	else if (moved->roots_placed_at == m->now)
		*vertices += moved->mesh.vertex_count;
	if (moved->tree.corners > 0) *vertices = moved->tree.corners;
}
