// The algorithm assembly: brute force's contacts over any tree of named nodes, by every method.
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "generated.h"
#include "made.h"
#include "mesh/shape.h"
#include "partition/patches.h"
#include "scene/motion.h"
#include "suite.h"

static const char *const s_params[] = {
	"",
	"surface_test=filtered pairs=all",
	"angle=0",
	"surface_test=filtered",
	"angle=180 surface_test=exact",
	"method=traditional",
	"method=exact surface_test=filtered",
	"method=exact surface_test=filtered pairs=all",
	"method=traditional surface_test=exact",
};
enum { PARAMS = sizeof s_params / sizeof s_params[0] };

START_TEST(it_agrees_with_brute) {
	agree_on_soups("assembly", s_params[_i], 2301, 25);
	// the surfaces have too many pairs for exact arithmetic
	if (strstr(s_params[_i], "surface_test=exact") == NULL) agree_on_surfaces("assembly", s_params[_i], 2302);
	agree_steady("assembly", s_params[_i]);
	if (_i % 3 > 0) return;
	agree_interleaved("assembly", s_params[_i]);
	agree_failed_allocations("assembly", s_params[_i]);
}

// Trees of nodes
// ------------------------------------------------------------------------------------------------------

enum { BODIES = 14, NODES_MOST = 60, STEPS = 3 };

typedef struct Built {
	HnMesh *meshes[4];
	HnSceneFrames frames;
	HnPose poses[BODIES][STEPS];
	HnSceneDefBody bodies[BODIES];
	HnSceneNode nodes[NODES_MOST];
	int32_t node_count;
} Built;

static HnSceneNode *node_add(Built *built, int32_t parent, int32_t body) {
	HnSceneNode *node = &built->nodes[built->node_count];
	*node = (HnSceneNode){ .parent = parent, .body = body };
	snprintf(node->name, sizeof node->name, "node %d", built->node_count++);
	return node;
}

// Some bodies are nobody's parts; some assemblies have one child or none; deep in places.
static void nodes_draw(Built *built, Rng *rng) {
	int32_t assemblies = (int32_t)rng_below(rng, 20), body = 0;
	built->node_count = 0;
	for (int32_t i = 0; i < assemblies; ++i) {
		uint64_t deep = rng_below(rng, 2);
		int32_t parent = i == 0 ? -1 : deep ? i - 1 : (int32_t)rng_below(rng, (uint64_t)i + 1) - 1;
		node_add(built, parent, -1);
	}
	for (; body < BODIES; ++body)
		if (rng_below(rng, 5) > 0)
			node_add(built, (int32_t)rng_below(rng, (uint64_t)assemblies + 1) - 1, body);
}

static HnScene *nested_create(Built *built, Rng *rng) {
	*built = (Built){ 0 };
	for (int m = 0; m < 3; ++m) {
		SoupDef def = { (Soup)rng_below(rng, SOUPS), 4 + (int32_t)rng_below(rng, 12), 1, { 0, 0, 0 } };
		built->meshes[m] = soup_create(rng, &def);
	}
	built->meshes[3] = bumpy_create(rng, 4, false);
	built->frames = soup_frames_create(rng, built->meshes[0], STEPS, 0.5);
	for (int32_t b = 0; b < BODIES; ++b) {
		int m = b == 3 ? 0 : (int)rng_below(rng, 4);
		bool still = rng_below(rng, 2) == 0;
		for (int s = 0; s < STEPS; ++s) {
			HnVec3 at = { rng_range(rng, -2, 2), rng_range(rng, -2, 2), rng_range(rng, -1, 1) };
			built->poses[b][s] = (HnPose){ motion_random_rotation(rng), at };
		}
		built->bodies[b] = (HnSceneDefBody){ .mesh = built->meshes[m],
			                                 .poses = built->poses[b],
			                                 .pose_count = still ? 1 : STEPS };
		if (b == 3) built->bodies[b].frames = built->frames;
	}
	nodes_draw(built, rng);
	HnSceneDef def = { .bodies = built->bodies,
		               .body_count = BODIES,
		               .step_count = STEPS,
		               .nodes = built->nodes,
		               .node_count = built->node_count };
	return scene_made(&def);
}

START_TEST(any_tree_gives_the_same_contacts) {
	for (uint64_t round = 0; round < 8; ++round) {
		Built built;
		Rng rng = rng_of(2303, round);
		HnScene *scene = nested_create(&built, &rng);
		for (int k = 0; k < PARAMS; ++k) agree_with_brute(scene, "assembly", s_params[k]);
		hn_scene_close(scene);
		soup_frames_free(&built.frames, built.meshes[0]);
		for (int m = 0; m < 4; ++m) hn_mesh_destroy(built.meshes[m]);
	}
}

// Counts
// ------------------------------------------------------------------------------------------------------

// Boxes of 6 sides of 2 triangles, in a row, each 1 long; in two assemblies of two.
static HnScene *row_create(HnMesh **mesh, const double *places, int32_t steps, HnPose poses[4][2]) {
	HnSceneDefBody bodies[4];
	static const HnSceneNode nodes[] = {
		{ -1, -1, "left" }, { -1, -1, "right" }, { 0, 0, "a" }, { 0, 1, "b" }, { 1, 2, "c" }, { 1, 3, "d" },
	};
	*mesh = shape_of("box", "");
	for (int b = 0; b < 4; ++b) {
		for (int s = 0; s < 2; ++s) poses[b][s] = (HnPose){ mat3_identity(), { places[b], 0, 0 } };
		bodies[b] = (HnSceneDefBody){ .mesh = *mesh, .poses = poses[b], .pose_count = b == 0 ? 1 : steps };
	}
	HnSceneDef def = {
		.bodies = bodies, .body_count = 4, .step_count = steps, .nodes = nodes, .node_count = 6
	};
	return scene_made(&def);
}

static Counts counts_of(const HnScene *scene, const char *algorithm, const char *params) {
	HnDetector d;
	Counts counts = { 0 };
	HnContactBuffer out = { 0 };
	ck_assert_msg(hn_detector_create(&d, algorithm, scene, HN_QUERY_ALL, params) == HN_OK, "%s",
	              hn_error_text());
	ck_assert_int_eq(detector_step_counted(&d, 0, &out, &counts), HN_OK);
	hn_contact_buffer_free(&out);
	hn_detector_destroy(&d);
	return counts;
}

START_TEST(counts_are_those_of_the_descent) {
	static const double apart[] = { 0, 1.5, 10, 11.5 }, overlapping[] = { 0, 0.5, 10, 11.5 };
	HnPose poses[4][2];
	HnMesh *mesh;
	HnScene *scene = row_create(&mesh, apart, 1, poses);
	// the two assemblies, and the two parts of each
	ck_assert_int_eq(counts_of(scene, "assembly", "").nb, 3);
	ck_assert_int_eq(counts_of(scene, "assembly", "method=traditional").nb, 6);
	ck_assert_int_eq(counts_of(scene, "assembly", "method=exact").nb, 0);
	ck_assert_int_eq(counts_of(scene, "assembly", "method=exact").np, 6 * 144);
	ck_assert_int_eq(counts_of(scene, "assembly", "method=exact").triangle_boxes, 0);
	ck_assert_int_eq(counts_of(scene, "brute", "").np, 6 * 144);
	ck_assert_int_eq(counts_of(scene, "assembly", "method=traditional").np, 0);
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
	scene = row_create(&mesh, overlapping, 1, poses);
	// of one box the side within the other and the four around, of the other then likewise: all but the two
	// that look away from each other
	Counts improved = counts_of(scene, "assembly", "");
	ck_assert_int_eq(improved.nb, 3 + 6 + 5 * 6);
	ck_assert_int_lt(improved.np, 144);
	ck_assert_int_eq(improved.np % 4, 0);
	ck_assert_int_eq(counts_of(scene, "assembly", "method=traditional").np, 144);
	// how surfaces are tested is no matter of their boxes
	ck_assert_int_eq(counts_of(scene, "assembly", "surface_test=filtered").nb, improved.nb);
	ck_assert_int_eq(counts_of(scene, "assembly", "surface_test=filtered pairs=all").triangle_boxes,
	                 improved.np);
	ck_assert_int_eq(improved.nu, 0); // nothing moves
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
	scene = row_create(&mesh, overlapping, 2, poses);
	// three bodies of six sides, and both assemblies
	Counts moving = counts_of(scene, "assembly", "");
	ck_assert_int_eq(moving.nu, 3 * 7 + 2);
	ck_assert_int_eq(moving.vertices_projected, 3 * 6 * 4);
	ck_assert_int_eq(counts_of(scene, "assembly", "method=traditional").nu, 3);
	hn_scene_close(scene);
	hn_mesh_destroy(mesh);
}

static int64_t boxes_that_meet(const HnMesh *a, const HnMesh *b) {
	int64_t count = 0;
	for (int32_t i = 0; i < a->triangle_count; ++i)
		for (int32_t j = 0; j < b->triangle_count; ++j) {
			bool meet = true;
			for (int k = 0; k < 3; ++k) {
				double lo[2] = { (double)INFINITY, (double)INFINITY }, hi[2] = { -lo[0], -lo[1] };
				for (int c = 0; c < 3; ++c) {
					double x[2] = { a->xyz[3 * a->triangles[3 * i + c] + k],
						            b->xyz[3 * b->triangles[3 * j + c] + k] };
					for (int m = 0; m < 2; ++m) lo[m] = fmin(lo[m], x[m]), hi[m] = fmax(hi[m], x[m]);
				}
				meet &= (float)lo[0] <= (float)hi[1] && (float)lo[1] <= (float)hi[0];
			}
			count += meet;
		}
	return count;
}

// Boxes of triangles are compared four at a time, and counted one by one.
START_TEST(filters_are_counted_by_pairs) {
	static const int32_t faces[] = { 3, 5, 6, 7 };
	HnPose pose = hn_pose_identity();
	for (int i = 0; i < 16; ++i) {
		HnMesh *meshes[2];
		int32_t a = faces[i / 4], b = faces[i % 4] + 8;
		char params[40];
		snprintf(params, sizeof params, "faces=%d", a);
		meshes[0] = shape_of("sheet", params);
		snprintf(params, sizeof params, "faces=%d bulge=0.3", b);
		meshes[1] = shape_of("sheet", params);
		HnScene *scene = scene_of((const HnMesh *const[]){ meshes[0], meshes[1] },
		                          (HnPose *[]){ &pose, &pose }, (int32_t[]){ 1, 1 }, 2, 1);
		Counts all = counts_of(scene, "assembly", "method=exact surface_test=filtered pairs=all");
		ck_assert_int_eq(all.triangle_boxes, a * b);
		ck_assert_int_eq(all.np, boxes_that_meet(meshes[0], meshes[1]));
		ck_assert_int_lt(all.np, a * b);
		ck_assert_int_eq(all.nb, 0);
		Counts near = counts_of(scene, "assembly", "method=exact surface_test=filtered");
		ck_assert_int_eq(near.np, all.np);
		ck_assert_int_eq(counts_of(scene, "assembly", "method=exact surface_test=exact").np_exact, a * b);
		hn_scene_close(scene);
		for (int m = 0; m < 2; ++m) hn_mesh_destroy(meshes[m]);
	}
}

// The number of shapes that were begun comes around: what has the first one's from before is placed anew.
START_TEST(a_row_is_begun_again_and_again) {
	HnMesh *mesh = shape_of("box", "");
	const HnSceneMesh view = scene_mesh_of(mesh);
	Patches patches;
	PatchRow row;
	HnPose pose = hn_pose_identity();
	ck_assert_int_eq(patches_create(&patches, &view, 30), HN_OK);
	ck_assert_int_eq(patches.count, 6);
	ck_assert_int_eq(patch_row_init(&row, &patches, 1, true), HN_OK);
	for (int turn = 0; turn < 3; ++turn) {
		patch_row_begin(&row, &patches);
		pose.t.x = 10 * turn;
		for (int32_t i = 0; i < patches.count; ++i) {
			int32_t from = patch_row_from(&row, i);
			patch_row_need(&row, i, &pose);
			const int32_t *corners = mesh->triangles + 3 * (int64_t)patch_row_triangle(&row, i, from);
			for (int k = 0; k < 3; ++k) {
				HnVec3 p = row.row.triangles[from].p[k], q = vec3_load(mesh->xyz + 3 * (int64_t)corners[k]);
				ck_assert(p.x == q.x + pose.t.x && p.y == q.y && p.z == q.z);
			}
		}
		if (turn == 0) row.now = UINT32_MAX;
	}
	patch_row_free(&row);
	patches_free(&patches);
	hn_mesh_destroy(mesh);
}

// Tightness
// ------------------------------------------------------------------------------------------------------

// A box as it stands, and the rod of length 10 at 45 degrees: no box about it is nearer than half its length.
START_TEST(tau_is_the_mean_of_the_parts) {
	static const char *const methods[] = { "method=improved", "method=traditional" };
	HnMesh *meshes[2] = { shape_of("box", ""), shape_of("rod", "angle=45") };
	HnPose pose = hn_pose_identity();
	HnScene *scene = scene_of((const HnMesh *const[]){ meshes[0], meshes[1] }, (HnPose *[]){ &pose, &pose },
	                          (int32_t[]){ 1, 1 }, 2, 1);
	for (int k = 0; k < 2; ++k) {
		HnDetector d;
		Inspection found;
		inspection_init(&found);
		ck_assert_int_eq(hn_detector_create(&d, "assembly", scene, HN_QUERY_ALL, methods[k]), HN_OK);
		ck_assert_int_eq(d.class_->inspect(d.self, 1u << INSPECT_TIGHTNESS, &found), HN_OK);
		const double *value = found.value, *level = found.levels.data[0].value;
		ck_assert_int_eq(found.levels.count, 2 - k);
		ck_assert(level[LEVEL_INDEX_level_tau_lo] <= 5.05 && level[LEVEL_INDEX_level_tau_hi] >= 4.95);
		ck_assert(level[LEVEL_INDEX_level_tau_hi] < 1.03 * level[LEVEL_INDEX_level_tau_lo]);
		if (k == 1) ck_assert(value[INSPECT_INDEX_tau_hi] < 0.51 * level[LEVEL_INDEX_level_tau_hi]);
		if (k == 1) ck_assert(value[INSPECT_INDEX_tau_lo] > 0.49 * level[LEVEL_INDEX_level_tau_lo]);
		inspection_free(&found);
		hn_detector_destroy(&d);
	}
	hn_scene_close(scene);
	hn_mesh_destroy(meshes[0]);
	hn_mesh_destroy(meshes[1]);
}

// The family of assemblies
// ------------------------------------------------------------------------------------------------------

static int64_t contacts_found(const GeneratedScene *made, const char *algorithm, const char *params) {
	HnSceneDef def = generated_def(made);
	HnScene *scene = scene_made(&def);
	int64_t contacts = counts_of(scene, algorithm, params).contacts;
	hn_scene_close(scene);
	return contacts;
}

static int64_t triangles_of(const GeneratedScene *made) {
	int64_t count = 0;
	for (int32_t b = 0; b < made->body_count; ++b) count += made->bodies[b].mesh->triangle_count;
	return count;
}

// Meshes are closed, manifold and without triangles that have no area or are there twice.
static void check_meshes(const GeneratedScene *made) {
	for (int32_t m = 0; m < made->mesh_count; ++m) {
		HnMeshTopology topology;
		ck_assert_int_eq(hn_mesh_topology(&topology, made->meshes[m]), HN_OK);
		cheap_assert_int_eq(topology.boundary_edges, 0);
		cheap_assert_int_eq(topology.nonmanifold_edges, 0);
		cheap_assert_int_eq(topology.degenerate_triangles, 0);
		cheap_assert_int_eq(topology.shells, 1);
	}
}

// Every part has its clearance, so what touches is what was displaced.
START_TEST(assemblies_touch_where_they_are_spoilt) {
	int32_t small = 0;
	for (int32_t index = 1; index <= 50; ++index) {
		for (int spoilt = 0; spoilt < 2; ++spoilt) {
			GeneratedScene made = generated_of("assemblies", "index=%d interferences=%d", index, 2 * spoilt);
			int64_t triangles = triangles_of(&made);
			cheap_assert(made.body_count >= 20 && made.body_count <= 400);
			cheap_assert(triangles >= 2000 && triangles <= 65000);
			check_meshes(&made);
			if (triangles < 4000) {
				int64_t found = contacts_found(&made, "aabb", "broad=sap");
				cheap_assert_msg((found > 0) == (spoilt > 0), "%d: %lld contacts", index, (long long)found);
				cheap_assert_int_eq(contacts_found(&made, "assembly", "surface_test=filtered"), found);
				small += 1;
			}
			generated_free(&made);
		}
	}
	ck_assert_int_gt(small, 10);
}

TEST_SUITE(assembly, suite, tc) {
	tcase_add_loop_test(tc, it_agrees_with_brute, 0, PARAMS);
	tcase_add_test(tc, any_tree_gives_the_same_contacts);
	tcase_add_test(tc, counts_are_those_of_the_descent);
	tcase_add_test(tc, filters_are_counted_by_pairs);
	tcase_add_test(tc, a_row_is_begun_again_and_again);
	tcase_add_test(tc, tau_is_the_mean_of_the_parts);
	tcase_add_test(tc, assemblies_touch_where_they_are_spoilt);
}
