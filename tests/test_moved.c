// Trees that are brought into another frame: at every step, by every policy and volume, what is up to date
// holds its triangles where they are placed, and nothing else is moved.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "bv/aabb.h"
#include "cheap.h"
#include "planted_volumes.h"
#include "scene/motion.h"
#include "soup.h"
#include "tree/moved.h"
#include "volumes.h"

Suite *moved_suite(void);

#ifdef SANITIZED // an order slower
enum { ROUNDS = 2, TURNED = 2000, DRIFT = 500, FAULTED = 5 };
#else
enum { ROUNDS = 7, TURNED = 20000, DRIFT = 500, FAULTED = 1 };
#endif

typedef struct Mover {
	HnMesh *mesh;
	Directions directions;
	MovedDef def;
	TopoBuilder builder;
	RestTree rest;
	MovedTree moved;
	double *placed; // by hn_pose_place_all
} Mover;

static TreeMesh mesh_of(const HnMesh *mesh) {
	return (TreeMesh){ mesh->xyz, mesh->triangles, mesh->vertex_count, mesh->triangle_count };
}

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

static bool mover_create(Mover *m, HnMesh *mesh, int32_t volume, TreeUpdate update, MoveBy by, double scale) {
	VolumeKind kind = volume_kind(volume);
	*m = (Mover){ .mesh = mesh };
	TopoDef topo = { .axis = topo_axis_rule(0), .point = topo_point_rule(0), .leaf = 2 };
	m->def = (MovedDef){ { kind.bv, topo, volume_space(&kind, scale), STORE_LEAVES }, update, by, false };
	if (!directions_ready(m, &kind, by)) return false;
	ck_assert_int_eq(moved_def_check(&m->def), HN_OK);
	TreeMesh view = mesh_of(mesh);
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

static void mover_free(Mover *m) {
	moved_free(&m->moved);
	rest_tree_free(&m->rest, &m->def);
	topo_builder_free(&m->builder);
	directions_free(&m->directions);
	free(m->placed);
}

static void mover_step(Mover *m, const HnPose *pose) {
	hn_pose_place_all(pose, m->mesh->xyz, m->mesh->vertex_count, m->placed);
	ck_assert_int_eq(moved_step(&m->moved, pose, &m->builder), HN_OK);
}

// All that the policy would come to move, if all were met.
static void mover_reach_all(Mover *m) {
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

static int32_t nodes_that_fail(const Mover *m) {
	int32_t failed = 0;
	for (int32_t i = 0; i < m->moved.tree.node_count; ++i) {
		TreeRange range = range_of(m, i);
		failed += !node_holds(m, i, range.first, range.count);
	}
	return failed;
}

static bool parents_enclose(const Mover *m) {
	const TreeDef *def = &m->def.tree;
	const Tree *tree = &m->moved.tree;
	for (int32_t i = 0; i < tree->node_count; ++i) {
		TopoNode node = tree_node(tree, def, i);
		if (node.count > 0) continue;
		for (int32_t k = 0; k < 2; ++k)
			if (!def->bv->encloses(tree_volume(tree, def, i), tree_volume(tree, def, node.link + k)))
				return false;
	}
	return true;
}

// Turned at random, by little, along the axes, or not at all; matrices that are not quite rotations.
static HnPose some_pose(Rng *rng, int step, double scale) {
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

typedef struct Way {
	int32_t volume, update, by;
} Way;

// Loops over all that moves nodes; false where it does not go together.
static bool way_at(Way *out, int32_t index) {
	*out = (Way){ index / ((int32_t)UPDATES * MOVES), index / MOVES % UPDATES, index % MOVES };
	MovedDef def = { .tree = { .bv = volume_kind(out->volume).bv },
		             .update = (TreeUpdate)out->update,
		             .by = (MoveBy)out->by };
	return moved_def_check(&def) == HN_OK && def.by != MOVE_SAT;
}

static int32_t ways(void) {
	int32_t volumes = 0;
	while (volume_kind(volumes).bv != NULL) ++volumes;
	return volumes * UPDATES * MOVES;
}

START_TEST(what_is_up_to_date_holds_its_triangles) {
	static const double scales[] = { 1, 1e-6, 1e6, 0x1p150, 0x1p-150 };
	Rng rng;
	rng_seed(&rng, 71, 0);
	for (int32_t w = 0; w < ways(); ++w) {
		Way way;
		if (!way_at(&way, w)) continue;
		for (int round = 0; round < ROUNDS; ++round) {
			double scale = scales[round % 5];
			SoupDef soup = { (Soup)((round + w) % SOUPS),
				             1 + (int32_t)rng_below(&rng, 40),
				             scale,
				             { round % 3 == 0 ? 1000 : 0, 0, 0 } };
			HnMesh *mesh = soup_create(&rng, &soup);
			Mover m;
			bool made = mover_create(&m, mesh, way.volume, (TreeUpdate)way.update, (MoveBy)way.by,
			                         0x1p-11 / exp2(floor(log2(scale))));
			for (int step = 0; made && step < 12; ++step) {
				HnPose pose = some_pose(&rng, step, scale);
				if (step == 7) moved_begin(&m.moved);
				mover_step(&m, &pose);
				mover_reach_all(&m);
				cheap_assert_msg(nodes_that_fail(&m) == 0, "%s, %s by %s: soup %d, step %d",
				                 volume_kind(way.volume).title, tree_update_name(way.update),
				                 move_by_name(way.by), (int)soup.kind, step);
			}
			if (made) mover_free(&m);
			hn_mesh_destroy(mesh);
		}
	}
}
END_TEST

// Boxes are placed by sums that keep their order: a parent that encloses its children at rest does so after.
START_TEST(parents_of_boxes_enclose_their_children) {
	Rng rng;
	rng_seed(&rng, 72, 0);
	for (int by = 0; by < MOVES; ++by) {
		if (!bv_moves_by(bv_class(0), (MoveBy)by)) continue;
		if (by == MOVE_SAT || by == MOVE_HULL_DRIFT) continue; // drifts of several lengths
		SoupDef soup = { SOUP_RANDOM, 100, 1, { 0.3, 0, 0 } };
		HnMesh *mesh = soup_create(&rng, &soup);
		Mover m;
		mover_create(&m, mesh, 0, UPDATE_FULL, (MoveBy)by, 0.125);
		for (int step = 0; step < 40; ++step) {
			HnPose pose = some_pose(&rng, step, 1);
			mover_step(&m, &pose);
			cheap_assert(parents_enclose(&m));
		}
		mover_free(&m);
		hn_mesh_destroy(mesh);
	}
}
END_TEST

// Boxes and k-DOPs: what is made of the children has the same bits as what is made of all vertices (wei2000,
// theorem 3), at rest and turned.
START_TEST(a_refit_is_what_computing_every_node_gives) {
	static const MoveBy ways[2] = { MOVE_REFIT, MOVE_RECOMPUTE };
	Rng rng;
	rng_seed(&rng, 77, 0);
	int32_t compared = 0;
	for (int32_t volume = 0; volume_kind(volume).bv != NULL; ++volume) {
		VolumeKind kind = volume_kind(volume);
		if (volume > 0 && kind.bv->directions == 0) continue;
		SoupDef soup = { SOUP_RANDOM, 60, 1, { 0.3, 0, 0 } };
		HnMesh *mesh = soup_create(&rng, &soup);
		Mover movers[2];
		for (int i = 0; i < 2; ++i) mover_create(&movers[i], mesh, volume, UPDATE_FULL, ways[i], 0.125);
		for (int step = 0; step < 4; ++step) {
			HnPose pose = some_pose(&rng, step, 1);
			for (int i = 0; i < 2; ++i) mover_step(&movers[i], &pose);
			const Tree *a = &movers[0].moved.tree, *b = &movers[1].moved.tree;
			ck_assert_int_eq(a->node_count, b->node_count);
			ck_assert_mem_eq(a->nodes, b->nodes, (size_t)a->node_count * kind.bv->node_size);
			int64_t nodes, vertices;
			moved_counts(&movers[1].moved, &nodes, &vertices);
			ck_assert_int_eq(nodes, a->node_count);
			ck_assert_int_gt(vertices, 3 * (int64_t)mesh->triangle_count); // those of every level
			compared += 1;
		}
		for (int i = 0; i < 2; ++i) mover_free(&movers[i]);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_gt(compared, 8);
}
END_TEST

static double total_volume(const Mover *m) {
	double sum = 0;
	for (int32_t i = 0; i < m->moved.tree.node_count; ++i)
		sum += m->def.tree.bv->volume(tree_volume(&m->moved.tree, &m->def.tree, i));
	return sum;
}

#define ORDERED(condition)                                                                                   \
	cheap_assert_msg(condition, "%s: not so: %s", volume_kind(volume).title, #condition)

// Refitted is tightest, the drift loosest and looser from step to step; without a turn none loosens.
START_TEST(looseness_is_in_order) {
	static const MoveBy by[4] = { MOVE_REFIT, MOVE_HULL, MOVE_CONIC, MOVE_HULL_DRIFT };
	Rng rng;
	rng_seed(&rng, 73, 0);
	SoupDef soup = { SOUP_RANDOM, 100, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	for (int32_t volume = 0; bv_name(volume) != NULL; ++volume) {
		Way way;
		if (!way_at(&way, (volume * UPDATES + UPDATE_FULL) * MOVES + MOVE_HULL)) continue;
		Mover m[4];
		double last = 0, sum[4], rest = 0;
		for (int i = 0; i < 4; ++i) ORDERED(mover_create(&m[i], mesh, volume, UPDATE_FULL, by[i], 0.25));
		rest = total_volume(&m[0]);
		for (int step = 1; step <= 12; ++step) {
			HnPose pose = { hn_motion_axis_angle((HnVec3){ 0.6, 0.64, 0.48 }, 0.15 * step),
				            { 0.1 * step, 0, 0 } };
			for (int i = 0; i < 4; ++i) mover_step(&m[i], &pose), sum[i] = total_volume(&m[i]);
			ORDERED(sum[0] < sum[1]);
			ORDERED(sum[1] <= sum[2] * (1 + 1e-4));
			if (step > 1) ORDERED(sum[3] > sum[1] && sum[3] > last);
			last = sum[3];
		}
		ORDERED(last > 1.3 * sum[1]);
		HnPose moved = { mat3_identity(), { 0.4, -0.7, 0.1 } };
		for (int i = 0; i < 4; ++i) {
			mover_step(&m[i], &moved);
			ORDERED(total_volume(&m[i]) < rest * (1 + 1e-4));
			mover_free(&m[i]);
		}
	}
	hn_mesh_destroy(mesh);
}
END_TEST

// A tree that is built with a fault, or moved with one, is seen by the checks above, whatever the volume and
// policy.
#ifdef PLANTED
static int32_t failed_with(HnMesh *mesh, const Way *way, VolumeFault built, VolumeFault moved) {
	Rng rng;
	Mover m;
	int32_t failed = 0;
	rng_seed(&rng, 78, 0);
	planted_volumes_set(built);
	if (!mover_create(&m, mesh, way->volume, (TreeUpdate)way->update, (MoveBy)way->by, 0.0625)) return -1;
	for (int step = 0; step < 6; ++step) {
		HnPose pose = some_pose(&rng, step, 1);
		if (step == 1) planted_volumes_set(moved);
		mover_step(&m, &pose);
		mover_reach_all(&m);
		failed += nodes_that_fail(&m);
	}
	planted_volumes_set(VOLUME_SOUND);
	mover_free(&m);
	return failed;
}

START_TEST(faults_are_seen) {
	Rng rng;
	rng_seed(&rng, 74, 0);
	SoupDef soup = { SOUP_RANDOM, 24, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	for (int64_t v = 0; v < 72; ++v)
		mesh->xyz[3 * v] *= 8; // long: half of it is in no volume about the other
	for (int64_t v = 0; v < 30;
	     ++v) // segments along x, each twice: no volume about one is larger where they end
		vec3_store(mesh->xyz + 3 * v,
		           vec3_add(vec3_load(mesh->xyz + 18 * (v / 6)), (HnVec3){ 0.1 * (double)(v % 3), 0, 0 }));
	planted_volumes_begin();
	for (int32_t w = 0; w < ways(); w += FAULTED) {
		Way way;
		if (!way_at(&way, w)) continue;
		int32_t sound = failed_with(mesh, &way, VOLUME_SOUND, VOLUME_SOUND);
		if (sound < 0) continue; // directions that cannot be turned so
		const char *title = volume_kind(way.volume).title, *by = move_by_name(way.by);
		cheap_assert_msg(sound == 0, "%s by %s", title, by);
		for (VolumeFault fault = VOLUME_SHRUNK; fault < VOLUME_FAULTS; ++fault) {
			bool moving = fault == VOLUME_STALE || moved_def_fits(&(MovedDef){ .by = (MoveBy)way.by });
			int32_t failed =
			    failed_with(mesh, &way, moving ? VOLUME_SOUND : fault, moving ? fault : VOLUME_SOUND);
			cheap_assert_msg(failed > 0, "%s, %s by %s: fault %d is not seen", title,
			                 tree_update_name(way.update), by, (int)fault);
		}
	}
	planted_volumes_end();
	hn_mesh_destroy(mesh);
}
END_TEST
#endif

// What drifts loosens until its bounds come to the end of float; even then it holds its triangles, about axes
// in which a matrix has zeros too.
START_TEST(drifts_without_end) {
	Rng rng;
	rng_seed(&rng, 77, 0);
	SoupDef soup = { SOUP_RANDOM, 3, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	const HnVec3 axes[] = { { 0, 0, 1 }, { 0.6, 0.64, 0.48 } };
	for (int32_t w = 0; w < ways(); ++w) {
		Way way;
		Mover m;
		if (!way_at(&way, w) || way.by != MOVE_HULL_DRIFT) continue;
		for (int k = 0; k < 2; ++k) {
			if (!mover_create(&m, mesh, way.volume, (TreeUpdate)way.update, MOVE_HULL_DRIFT, 0.25)) continue;
			for (int step = 0; step < DRIFT; ++step) {
				HnPose pose = { hn_motion_axis_angle(axes[k], 0.7 * step), { 0.5, 0, 0 } };
				mover_step(&m, &pose);
				mover_reach_all(&m);
				cheap_assert_msg(nodes_that_fail(&m) == 0, "%s, %s, step %d", volume_kind(way.volume).title,
				                 tree_update_name(way.update), step);
			}
			mover_free(&m);
		}
	}
	hn_mesh_destroy(mesh);
}
END_TEST

// The counter of steps comes round: what was stamped long ago is not taken for fresh.
START_TEST(stamps_come_round) {
	Rng rng;
	rng_seed(&rng, 75, 0);
	SoupDef soup = { SOUP_RANDOM, 30, 1, { 0, 0, 0 } };
	HnMesh *mesh = soup_create(&rng, &soup);
	for (int32_t w = 0; w < ways(); ++w) {
		Way way;
		if (!way_at(&way, w)) continue;
		Mover m;
		if (!mover_create(&m, mesh, way.volume, (TreeUpdate)way.update, (MoveBy)way.by, 0.25)) continue;
		HnPose pose = some_pose(&rng, 0, 1);
		mover_step(&m, &pose); // stamps 2, as will come again
		mover_reach_all(&m);
		m.moved.placement.now = UINT32_MAX - 3;
		for (int step = 0; step < 9; ++step) {
			pose = some_pose(&rng, step, 1);
			if (step == 2) moved_begin(&m.moved);
			mover_step(&m, &pose);
			int64_t nodes, vertices;
			moved_counts(&m.moved, &nodes, &vertices);
			int64_t all = m.moved.tree.node_count;
			ck_assert_int_eq(nodes, way.update == UPDATE_FULL ? all : way.update == UPDATE_LAYERED ? 1 : 0);
			mover_reach_all(&m);
			ck_assert_msg(nodes_that_fail(&m) == 0, "%s: nodes do not hold their triangles",
			              volume_kind(way.volume).title);
			moved_counts(&m.moved, &nodes, &vertices);
			ck_assert_int_eq(nodes, all);
		}
		mover_free(&m);
	}
	hn_mesh_destroy(mesh);
}
END_TEST

// Boxes that share a point, inside or in corners, are never apart; drawn away by more than both diameters,
// they always are.
START_TEST(turned_boxes) {
	Rng rng;
	rng_seed(&rng, 76, 0);
	BvSpace space = { .scale = 0.25 };
	int apart = 0;
	for (int round = 0; round < TURNED; ++round) {
		HnVec3 p[2], q[2];
		for (int k = 0; k < 2; ++k) {
			p[k] = (HnVec3){ rng_range(&rng, -1, 1), rng_range(&rng, -1, 1), rng_range(&rng, -1, 1) };
			q[k] = (HnVec3){ rng_range(&rng, -1, 1), rng_range(&rng, -1, 1), rng_range(&rng, -1, 1) };
			if (round % 4 == 1) p[k].x = 0, q[k].z = 0.5;
		}
		HnVec3 in_p = { rng_double(&rng), rng_double(&rng), rng_double(&rng) }, in_q = in_p;
		if (round % 3 == 0) in_p = (HnVec3){ round & 1, round >> 1 & 1, round >> 2 & 1 }; // corners touch
		if (round % 3 == 0) in_q = (HnVec3){ round >> 3 & 1, round >> 4 & 1, round >> 5 & 1 };
		HnPose pose = some_pose(&rng, round, 1);
		HnVec3 a = { p[0].x + in_p.x * (p[1].x - p[0].x), p[0].y + in_p.y * (p[1].y - p[0].y),
			         p[0].z + in_p.z * (p[1].z - p[0].z) };
		HnVec3 b = { q[0].x + in_q.x * (q[1].x - q[0].x), q[0].y + in_q.y * (q[1].y - q[0].y),
			         q[0].z + in_q.z * (q[1].z - q[0].z) };
		pose.t = vec3_sub(a, mat3_mul_vec(&pose.r, b)); // b comes upon a
		BvStep step = { .r = pose.r, .t = pose.t, .margin = { 1e-14, 1e-14, 1e-14 } };
		Aabb box, turned;
		AabbTurn turn;
		aabb_fit(&box, p, 2, &space);
		aabb_fit(&turned, q, 2, &space);
		aabb_turn(&turn, &step, &space);
		cheap_assert_msg(aabb_overlaps_turned(&box, &turned, &turn), "round %d", round);
		double reach = sqrt(vec3_dot(vec3_sub(p[1], p[0]), vec3_sub(p[1], p[0]))) +
		               sqrt(vec3_dot(vec3_sub(q[1], q[0]), vec3_sub(q[1], q[0]))) + 0.01;
		HnVec3 away = motion_random_direction(&rng);
		step.t = vec3_add(step.t, vec3_scale(away, reach));
		aabb_turn(&turn, &step, &space);
		apart += !aabb_overlaps_turned(&box, &turned, &turn);
	}
	ck_assert_int_eq(apart, TURNED);
}
END_TEST

START_TEST(what_does_not_go_together_is_refused) {
	MovedDef def = { .tree = { .bv = bv_class(0) }, .update = UPDATE_LAZY, .by = MOVE_REBUILD };
	ck_assert_int_eq(moved_def_check(&def), HN_ERR_BAD_INPUT);
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "'rebuild'"));
	ck_assert_ptr_nonnull(strstr(hn_error_text(), "'lazy'"));
	BvClass rigid = *bv_class(0);
	rigid.name = "rigid";
	rigid.follow = NULL, rigid.turn = NULL;
	def.tree.bv = &rigid;
	for (int by = 0; by < MOVES; ++by) {
		def.by = (MoveBy)by, def.update = UPDATE_FULL;
		bool fits = by == MOVE_REFIT || by == MOVE_REBUILD || by == MOVE_RECOMPUTE;
		ck_assert_int_eq(moved_def_check(&def), fits ? HN_OK : HN_ERR_BAD_INPUT);
		if (fits) continue;
		ck_assert_ptr_nonnull(strstr(hn_error_text(), "'rigid'"));
		ck_assert_ptr_nonnull(strstr(hn_error_text(), move_by_name(by)));
	}
}
END_TEST

Suite *moved_suite(void) {
	Suite *suite = suite_create("moved");
	TCase *tc = tcase_create("moved");
	tcase_add_test(tc, what_is_up_to_date_holds_its_triangles);
	tcase_add_test(tc, parents_of_boxes_enclose_their_children);
	tcase_add_test(tc, a_refit_is_what_computing_every_node_gives);
	tcase_add_test(tc, looseness_is_in_order);
#ifdef PLANTED
	tcase_add_test(tc, faults_are_seen);
#else
	skip_planted("moved: faults_are_seen");
#endif
	tcase_add_test(tc, drifts_without_end);
	tcase_add_test(tc, stamps_come_round);
	tcase_add_test(tc, turned_boxes);
	tcase_add_test(tc, what_does_not_go_together_is_refused);
	suite_add_tcase(suite, tc);
	return suite;
}
