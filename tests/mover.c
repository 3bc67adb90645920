#include "mover.h"

#include <check.h>
#include <stdlib.h>

#include "scene/motion.h"
#include "soup.h"

// What a k-DOP's directions need; false where they cannot be turned so.
static bool directions_ready(Mover *m, const VolumeKind *kind, MoveBy by) {
	if (kind->directions == NULL) return true;
	m->directions = *kind->directions;
	m->def.tree.space.directions = &m->directions;
	if (by == MOVE_HULL || by == MOVE_HULL_DRIFT) return directions_hull_init(&m->directions) == HN_OK;
	if (by != MOVE_CONIC) return true;
	if (directions_check_turn(&m->directions) != HN_OK) return false;
	directions_conic_init(&m->directions);
	return true;
}

bool mover_create(Mover *m, HnMesh *mesh, int32_t volume, TreeUpdate update, MoveBy by, double scale) {
	VolumeKind kind = volume_kind(volume);
	*m = (Mover){ .mesh = mesh };
	TopoDef topo = { .axis = topo_axis_rule(0), .point = topo_point_rule(0), .leaf = 2 };
	m->def =
	    (MovedDef){ { kind.bv, topo, volume_space(&kind, scale), STORE_LEAVES, false }, update, by, false };
	if (!directions_ready(m, &kind, by)) return false;
	ck_assert_int_eq(moved_def_check(&m->def), HN_OK);
	MeshView view = mesh_view(mesh);
	ck_assert_int_eq(topo_builder_init(&m->builder, view.triangle_count), HN_OK);
	ck_assert_int_eq(tree_build(&m->rest.tree, &m->def.tree, &m->builder, &view), HN_OK);
	m->moved.def = &m->def;
	if (by == MOVE_REBUILD)
		ck_assert_int_eq(tree_build(&m->moved.tree, &m->def.tree, &m->builder, &view), HN_OK);
	else if (by != MOVE_SAT)
		ck_assert_int_eq(tree_copy(&m->moved.tree, &m->def.tree, &m->rest.tree), HN_OK);
	ck_assert_int_eq(rest_tree_complete(&m->rest, &m->def, &m->rest.tree, &view), HN_OK);
	ck_assert_int_eq(moved_create(&m->moved, &m->def, &m->rest, &view), HN_OK);
	m->placed = malloc((size_t)view.vertex_count * 3 * sizeof(double));
	return true;
}

void mover_free(Mover *m) {
	moved_free(&m->moved);
	rest_tree_free(&m->rest, &m->def);
	topo_builder_free(&m->builder);
	directions_free(&m->directions);
	free(m->placed);
}

void mover_step(Mover *m, const HnPose *pose) {
	hn_pose_place_all(pose, m->mesh->xyz, m->mesh->vertex_count, m->placed);
	ck_assert_int_eq(moved_step(&m->moved, pose, &m->builder), HN_OK);
}

void mover_reach_all(Mover *m) {
	PairQuery query = { 0 };
	moved_query(&m->moved, &query);
	if (query.roots_met != NULL) query.roots_met(query.context);
	TreePlacement *placement = &m->moved.placement;
	if (placement->stamps == NULL) return;
	for (int32_t i = 0; i < m->moved.tree.node_count; ++i) {
		bool drift = placement->stamps[i] == placement->now - 1;
		placement->stamps[i] = placement->now;
		if (m->def.by == MOVE_REFIT)
			m->def.tree.bv->fit_node(placement, i);
		else
			m->def.tree.bv->move(placement, i, i + 1, drift);
	}
}

static bool node_holds(const Mover *m, int32_t node, int32_t first, int32_t count) {
	const TreeDef *def = &m->def.tree;
	const void *volume = tree_volume(&m->moved.tree, def, node);
	for (int32_t j = first; j < first + count; ++j)
		for (int k = 0; k < 3; ++k) {
			int64_t v = m->mesh->triangles[3 * (int64_t)m->moved.tree.order[j] + k];
			if (!def->bv->contains(volume, vec3_load(m->placed + 3 * v), &def->space)) return false;
		}
	return true;
}

// The triangles below a node, in the order of the leaves; the first and their number.
static TreeRange range_of(const Mover *m, int32_t node) {
	TopoNode at = tree_node(&m->moved.tree, &m->def.tree, node);
	if (at.count > 0) return (TreeRange){ at.link, at.count };
	TreeRange left = range_of(m, at.link), right = range_of(m, at.link + 1);
	return (TreeRange){ left.first, left.count + right.count };
}

int32_t mover_failures(const Mover *m) {
	int32_t failed = 0;
	for (int32_t i = 0; i < m->moved.tree.node_count; ++i) {
		TreeRange range = range_of(m, i);
		failed += !node_holds(m, i, range.first, range.count);
	}
	return failed;
}

HnPose mover_pose_draw(Rng *rng, int step, double scale) {
	HnPose pose = { mat3_identity(),
		            { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) } };
	if (step % 5 < 2) pose.r = soup_rotation(rng);
	if (step % 5 == 2) pose.r = hn_motion_axis_angle(motion_random_direction(rng), 1e-9 * step);
	if (step % 5 == 3) pose.r = soup_axis_rotation(rng);
	if (step % 10 < 2)
		for (int i = 0; i < 9; ++i) pose.r.m[i / 3][i % 3] += rng_range(rng, -1e-10, 1e-10);
	pose.t = vec3_scale(pose.t, step % 3 == 0 ? 0 : scale);
	return pose;
}

bool mover_way(MoverWay *out, int32_t index) {
	*out = (MoverWay){ index / ((int32_t)UPDATES * MOVES), index / MOVES % UPDATES, index % MOVES };
	MovedDef def = { .tree = { .bv = volume_kind(out->volume).bv },
		             .update = (TreeUpdate)out->update,
		             .by = (MoveBy)out->by };
	return moved_def_check(&def) == HN_OK && def.by != MOVE_SAT;
}

int32_t mover_ways(void) {
	int32_t volumes = 0;
	while (volume_kind(volumes).bv != NULL) ++volumes;
	return volumes * UPDATES * MOVES;
}
