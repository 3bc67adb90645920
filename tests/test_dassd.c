// DASSD: brute force's contacts for every parameter, with and without what is kept from step to step; the
// two-step test against the exact one; bounds of blocks.
#include <check.h>
#include <math.h>

#include "agree.h"
#include "base/error.h"
#include "base/mem.h"
#include "cheap.h"
#include "partition/cells.h"
#include "scene/mesh_blocks.h"
#include "exact/two_step.h"
#include "scene/motion.h"
#include "suite.h"

#ifdef SANITIZED
enum { ROUNDS = 14, MANY = 10000, PAIRS = 20000 };
#else
enum { ROUNDS = 70, MANY = 30000, PAIRS = 400000 };
#endif

static const char *const s_settings[] = {
	"",
	"box_test=true blocks=true",
	"target=0.125 spread=64",
	"target=0.125 spread=64 box_test=true blocks=true",
	"target=1000000 holder=moving box_test=true",
	"holder=still ahead=0 blocks=true",
	"holder=moving two_step=false target=1",
	"holder=auto keep=false last_first=false",
	"holder=auto keep=false last_first=false box_test=true blocks=true",
	"holder=still keep=true ahead=20 direction=false target=2 spread=1",
	"holder=still keep=true ahead=20 direction=false target=2 spread=1 blocks=true box_test=true",
	"holder=moving target=0.5 direction=true spread=2 blocks=true two_step=false",
};
enum { SETTINGS = sizeof s_settings / sizeof s_settings[0] };

START_TEST(finds_what_brute_finds_in_soups) { agree_on_soups("dassd", s_settings[_i], 71, ROUNDS); }

START_TEST(finds_what_brute_finds_on_surfaces) { agree_on_surfaces("dassd", s_settings[_i], 72); }

START_TEST(failures_are_clean) {
	agree_failed_allocations("dassd", "target=1");
	agree_failed_allocations("dassd", "holder=moving");
	agree_failed_allocations("dassd", "holder=moving blocks=true box_test=true");
}

START_TEST(steps_do_not_allocate_again) {
	agree_steady("dassd", "");
	agree_steady("dassd", "holder=still ahead=10");
	agree_steady("dassd", "holder=moving");
	agree_steady("dassd", "holder=still ahead=10 blocks=true box_test=true");
}

START_TEST(detectors_do_not_disturb_each_other) {
	agree_interleaved("dassd", "");
	agree_interleaved("dassd", "holder=moving");
	agree_interleaved("dassd", "blocks=true box_test=true");
}

enum { STEPS = 40 };

// A slow slide. The still body is the larger or the smaller one.
static HnScene *slide_create(HnMesh *meshes[2], bool large_still) {
	Rng rng = rng_of(73, 0);
	meshes[0] = bumpy_create(&rng, large_still ? 30 : 10, false);
	meshes[1] = bumpy_create(&rng, large_still ? 10 : 30, false);
	HnPose rest = hn_pose_identity(), poses[STEPS];
	for (int s = 0; s < STEPS; ++s) poses[s] = (HnPose){ mat3_identity(), { 1.8 - 0.01 * s, 0.3, 0.1 } };
	return scene_of((const HnMesh *[2]){ meshes[0], meshes[1] }, (HnPose *[2]){ &rest, poses },
	                (int32_t[2]){ 1, STEPS }, 2, STEPS);
}

static void slide_destroy(HnScene *scene, HnMesh *meshes[2]) {
	hn_scene_close(scene);
	hn_mesh_destroy(meshes[0]);
	hn_mesh_destroy(meshes[1]);
}

static Counts counts_of(HnScene *scene, HnQuery query, const char *params) {
	HnDetector d;
	HnContactBuffer out = { 0 };
	Counts counts = { 0 };
	ck_assert_int_eq(hn_detector_create(&d, "dassd", scene, query, params), HN_OK);
	d.class_->begin(d.self);
	for (int32_t s = 0; s < STEPS; ++s) ck_assert_int_eq(detector_step_counted(&d, s, &out, &counts), HN_OK);
	hn_detector_destroy(&d);
	hn_contact_buffer_free(&out);
	return counts;
}

// What is kept saves work and changes no answer.
START_TEST(kept_cells_and_last_contacts_save_work) {
	static const char *const kinds[2][2][2] = {
		{ { "keep=true holder=still", "keep=false holder=still" },
		  { "last_first=true", "last_first=false" } },
		{ { "keep=true holder=still box_test=true blocks=true",
		    "keep=false holder=still box_test=true blocks=true" },
		  { "last_first=true box_test=true blocks=true", "last_first=false box_test=true blocks=true" } },
	};
	HnMesh *meshes[2];
	HnScene *scene = slide_create(meshes, true);
	for (int boxes = 0; boxes < 2; ++boxes) {
		Counts all[2], first[2];
		for (int i = 0; i < 2; ++i) {
			all[i] = counts_of(scene, HN_QUERY_ALL, kinds[boxes][0][i]);
			first[i] = counts_of(scene, HN_QUERY_FIRST, kinds[boxes][1][i]);
		}
		ck_assert_int_gt(all[0].contacts, 0);
		ck_assert_int_eq(all[0].contacts, all[1].contacts);
		if (boxes) ck_assert_int_eq(all[0].np, all[1].np); // pairs whose boxes meet, whatever the cells are
		ck_assert_int_lt(all[0].nu, all[1].nu / 2);
		ck_assert_int_eq(first[0].contacts, first[1].contacts);
		ck_assert_int_lt(first[0].nb, first[1].nb / 2);
	}
	slide_destroy(scene, meshes);
}

// The paper's algorithm compares the bodies' boxes and all triangles with the overlap, and nothing else
// before the test of a pair. The switches count what they compare, and save pairs.
START_TEST(switches_count_what_they_compare) {
	HnMesh *meshes[2];
	for (int large_still = 0; large_still < 2; ++large_still) {
		HnScene *scene = slide_create(meshes, large_still);
		int64_t triangles = meshes[0]->triangle_count + meshes[1]->triangle_count;
		Counts plain = counts_of(scene, HN_QUERY_ALL, "keep=false"),
		       tested = counts_of(scene, HN_QUERY_ALL, "keep=false box_test=true"),
		       blocks = counts_of(scene, HN_QUERY_ALL, "keep=false blocks=true"),
		       both = counts_of(scene, HN_QUERY_ALL, "keep=false blocks=true box_test=true");
		ck_assert_int_eq(plain.triangle_boxes, 0);
		ck_assert_int_eq(plain.nb, STEPS * (1 + triangles));
		ck_assert_int_eq(plain.vertices_projected, STEPS * (int64_t)meshes[1]->vertex_count);
		ck_assert_int_eq(tested.nb, plain.nb);
		ck_assert_int_eq(tested.triangle_boxes,
		                 plain.np); // the same cells: the pairs of the one are compared
		ck_assert_int_lt(tested.np, plain.np);
		ck_assert_int_lt(blocks.nb, plain.nb);
		ck_assert_int_gt(blocks.triangle_boxes, 0);
		ck_assert_int_gt(both.triangle_boxes, blocks.triangle_boxes);
		ck_assert_int_eq(both.np, tested.np); // pairs whose boxes meet
		ck_assert_int_eq(both.contacts, plain.contacts);
		slide_destroy(scene, meshes);
	}
}

// Cells would hold the square of the number if large triangles were listed in all that they reach.
START_TEST(many_equal_triangles_end) {
	for (int i = 0; i < 2 * SETTINGS; ++i)
		agree_on_equal_triangles("dassd", s_settings[i / 2], MANY, i % 2 == 1);
}

static Triangle random_triangle(Rng *rng, int kind) {
	Triangle t;
	for (int i = 0; i < 3; ++i) {
		double v[3];
		for (int axis = 0; axis < 3; ++axis) v[axis] = kind % 2 ? (double)rng_below(rng, 5) : rng_double(rng);
		t.p[i] = vec3_load(v);
		if (kind == 2) t.p[i].z = 0.5 + 0x1p-53 * (double)rng_below(rng, 5); // nearly coplanar
		if (kind == 3) t.p[i] = vec3_add(t.p[i], (HnVec3){ 1e15, 1e15, -1e15 });
	}
	if (kind == 4) t.p[2] = vec3_add(t.p[0], vec3_scale(vec3_sub(t.p[1], t.p[0]), rng_double(rng)));
	return t;
}

START_TEST(two_steps_are_right_where_they_are_sure) {
	Rng rng = rng_of(75, 0);
	int64_t sure = 0, meeting = 0;
	for (int i = 0; i < PAIRS; ++i) {
		Triangle a = random_triangle(&rng, i % 5), b = random_triangle(&rng, i / 5 % 7 < 5 ? i % 5 : 0);
		TriPlane plane = tri_plane(&a);
		int32_t answer = two_step_test(&a, &plane, &b);
		if (answer == TWO_STEP_UNSURE) continue;
		sure += 1;
		meeting += answer;
		ck_assert_int_eq(answer, tri_tri_meet_exact(&a, &b));
	}
	ck_assert_int_gt(sure, PAIRS / 5);
	ck_assert_int_gt(meeting, PAIRS / 50);
}

static double round_scale(int round) { return round % 3 ? 1 : 0x1p170; }

// A soup of a hundred triangles; in some rounds it is large, in some far from the origin.
static HnMesh *round_mesh(HnSceneMesh *view, Rng *rng, int round) {
	SoupDef soup = { (Soup)(round % SOUPS), 100, round_scale(round), { round % 2 * 1e5, 0, -7 } };
	HnMesh *mesh = soup_create(rng, &soup);
	*view = scene_mesh_of(mesh);
	return mesh;
}

// Bounds of blocks and bodies hold their placed vertices; the clipped box is the exact one.
START_TEST(bounds_hold_what_is_placed) {
	Rng rng = rng_of(76, 0);
	for (int round = 0; round < 20 * SOUPS; ++round) {
		HnSceneMesh view;
		HnMesh *mesh = round_mesh(&view, &rng, round);
		MeshBlocks blocks;
		ck_assert_int_eq(blocks_init(&blocks, &view), HN_OK);
		HnPose pose = { motion_random_rotation(&rng),
			            { round_scale(round) * rng_range(&rng, -9, 9), 1e-3, 0 } };
		PlacedBody body = body_placed(&blocks, &pose);
		double room[6 * 100], lo[3], hi[3], clip_lo[3], clip_hi[3];
		body_bound_blocks(&body, room);
		mesh_box_placed(&blocks.box, &pose, lo, hi);
		double exact_lo[3] = { HUGE_VAL, HUGE_VAL, HUGE_VAL },
		       exact_hi[3] = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL };
		for (int32_t i = 0; i < blocks.triangle_count; ++i)
			for (int k = 0; k < 3; ++k) {
				int32_t v = mesh->triangles[3 * blocks.triangle[i] + k], block = i / BLOCK_TRIANGLES;
				int32_t at = blocks.vertex_begin[block] + blocks.corner[3 * i + k];
				HnVec3 p = pose_place(&pose, vec3_load(mesh->xyz + 3 * v));
				ck_assert(blocks.x[at] == mesh->xyz[3 * v] && blocks.y[at] == mesh->xyz[3 * v + 1] &&
				          blocks.z[at] == mesh->xyz[3 * v + 2]);
				for (int axis = 0; axis < 3; ++axis) {
					double x = vec3_get(p, axis);
					ck_assert(x >= lo[axis] && x <= hi[axis]);
					ck_assert(x >= body.lo[axis][block] && x <= body.hi[axis][block]);
					exact_lo[axis] = fmin(exact_lo[axis], x), exact_hi[axis] = fmax(exact_hi[axis], x);
				}
			}
		int64_t placed = 0;
		for (int axis = 0; axis < 3; ++axis) clip_lo[axis] = lo[axis], clip_hi[axis] = hi[axis];
		ck_assert(body_clip_box(&body, clip_lo, clip_hi, &placed));
		for (int axis = 0; axis < 3; ++axis)
			ck_assert(clip_lo[axis] == exact_lo[axis] && clip_hi[axis] == exact_hi[axis]);
		blocks_free(&blocks);
		hn_mesh_destroy(mesh);
	}
}

// A plain body's placed vertices, the box that they are clipped to, and what touches a box, against the
// definition.
START_TEST(plain_bodies_are_what_brute_force_says) {
	Rng rng = rng_of(77, 0);
	int64_t touching = 0, apart = 0;
	for (int round = 0; round < 20 * SOUPS; ++round) {
		HnSceneMesh view;
		HnMesh *mesh = round_mesh(&view, &rng, round);
		MeshPlain plain;
		ck_assert_int_eq(plain_init(&plain, &view), HN_OK);
		HnPose pose = { motion_random_rotation(&rng),
			            { round_scale(round) * rng_range(&rng, -9, 9), 1e-3, 0 } };
		double room[9 * 100], lo[3] = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL },
		                      hi[3] = { HUGE_VAL, HUGE_VAL, HUGE_VAL };
		ck_assert_int_le(plain.vertex_count, 300);
		plain_place(&plain, &pose, room);
		PlainBody body = plain_placed(&plain, room);
		ck_assert(plain_clip_box(&body, lo, hi));
		hi[round % 3] = lo[round % 3] + 0.3 * (hi[round % 3] - lo[round % 3]);
		uint8_t codes[300];
		int32_t out[100], count = plain_touching(&body, lo, hi, codes, out), next = 0;
		for (int32_t i = 0; i < plain.triangle_count; ++i) {
			Triangle t = plain_triangle(&body, i);
			bool meets = true;
			for (int axis = 0; axis < 3; ++axis) {
				double least = HUGE_VAL, most = -HUGE_VAL;
				for (int k = 0; k < 3; ++k) {
					HnVec3 p = pose_place(&pose, vec3_load(mesh->xyz + 3 * mesh->triangles[3 * i + k]));
					ck_assert(vec3_get(p, axis) == vec3_get(t.p[k], axis));
					least = fmin(least, vec3_get(p, axis)), most = fmax(most, vec3_get(p, axis));
				}
				ck_assert(least >= lo[axis]);
				meets = meets && least <= hi[axis] && most >= lo[axis];
			}
			if (meets) ck_assert(next < count && out[next++] == i);
			touching += meets, apart += !meets;
		}
		ck_assert_int_eq(next, count);
		plain_free(&plain);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_gt(touching, 100);
	ck_assert_int_gt(apart, 100);
}

// Whatever cells a triangle lies in; and after the last stamp come those that all triangles have.
START_TEST(cells_gather_each_triangle_once) {
	Rng rng = rng_of(78, 0);
	int32_t spread = 0;
	for (int round = 0; round < 2 * SOUPS; ++round) {
		HnSceneMesh view;
		HnMesh *mesh = round_mesh(&view, &rng, round);
		MeshPlain plain;
		ck_assert_int_eq(plain_init(&plain, &view), HN_OK);
		PlainBody body = plain_at_rest(&plain);
		double lo[3] = { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL }, hi[3] = { HUGE_VAL, HUGE_VAL, HUGE_VAL };
		uint8_t codes[300];
		int32_t ids[100];
		ck_assert(plain_clip_box(&body, lo, hi));
		ck_assert_int_eq(plain_touching(&body, lo, hi, codes, ids), 100);
		Cells cells = { 0 };
		const CellsDef def = { .target = 0.125, .spread = 64, .split_axis = -1 };
		cells_place(&cells, lo, hi);
		ck_assert(cells_list_plain(&cells, &body, ids, 100));
		ck_assert_int_eq(cells_fill(&cells, &def), HN_OK);
		const CellRange all = { { 0 }, { cells.n[0] - 1, cells.n[1] - 1, cells.n[2] - 1 } };
		spread += cells.entries.count > 100;
		for (int turn = 0; turn < 2; ++turn) {
			bool seen[100] = { false };
			ck_assert_int_eq(cells_gather(&cells, &all), 100);
			for (int32_t i = 0; i < 100; ++i) {
				cheap_assert(!seen[cells.gathered.data[i]]);
				seen[cells.gathered.data[i]] = true;
			}
			cells.stamp = INT32_MAX;
		}
		cells_free(&cells);
		plain_free(&plain);
		hn_mesh_destroy(mesh);
	}
	ck_assert_int_gt(spread, 0);
}

TEST_SUITE(dassd, suite, tc) {
	tcase_add_loop_test(tc, finds_what_brute_finds_in_soups, 0, SETTINGS);
	tcase_add_loop_test(tc, finds_what_brute_finds_on_surfaces, 0, SETTINGS);
	tcase_add_test(tc, failures_are_clean);
	tcase_add_test(tc, steps_do_not_allocate_again);
	tcase_add_test(tc, detectors_do_not_disturb_each_other);
	tcase_add_test(tc, kept_cells_and_last_contacts_save_work);
	tcase_add_test(tc, switches_count_what_they_compare);
	tcase_add_test(tc, many_equal_triangles_end);
	tcase_add_test(tc, two_steps_are_right_where_they_are_sure);
	tcase_add_test(tc, bounds_hold_what_is_placed);
	tcase_add_test(tc, plain_bodies_are_what_brute_force_says);
	tcase_add_test(tc, cells_gather_each_triangle_once);
}
