// k-DOPs as they are fitted: the same bits by additions and by products, the box where the directions are the
// axes, and more directions part more.
#include <check.h>
#include <string.h>

#include "base/error.h"
#include "bv/aabb.h"
#include "bv/kdop.h"
#include "cheap.h"
#include "detect/detect.h"
#include "exact/tri_tri.h"
#include "kdop_points.h"
#include "registry.h"
#include "soup.h"
#include "suite.h"
#include "volumes.h"

START_TEST(axes_alone_are_the_box) {
	Rng rng = rng_of(311, 0);
	const BvClass *fdh6 = volume_class("fdh6");
	ck_assert_uint_eq(fdh6->size, sizeof(Aabb));
	for (int round = 0; round < 10000; ++round) {
		double scale = some_scale(round);
		BvSpace space = { .scale = unscale(scale), .directions = NULL };
		HnVec3 p[POINTS];
		Volume v;
		Aabb box;
		points_draw(&rng, p, round, scale);
		int32_t count = 1 + round % POINTS;
		fdh6->fit(&v, p, count, &space);
		aabb_fit(&box, p, count, &space);
		cheap_assert(memcmp(&v, &box, sizeof box) == 0);
		cheap_assert(fdh6->volume(&v) == (double)aabb_volume(&box));
	}
}

// A usual set given as vectors: its first slabs have the bits of the fixed class, which only adds.
START_TEST(products_give_the_bits_of_additions) {
	static const int32_t usual[] = { 6, 14, 18, 26 };
	Rng rng = rng_of(312, 0);
	for (int n = 0; n < 4; ++n) {
		const BvClass *fixed = volume_class("kdop"), *any = fixed;
		Directions set, given;
		KdopDef by_k = { .k = usual[n] };
		ck_assert_int_eq(kdop_choose(&fixed, &set, &by_k), HN_OK);
		ck_assert_int_eq(fixed->directions, usual[n]);
		KdopDef by_vectors = { .k = 14, .directions.count = set.count };
		for (int i = 0; i < set.count; ++i)
			vec3_store(by_vectors.directions.xyz[i], (HnVec3){ set.x[i], set.y[i], set.z[i] });
		ck_assert_int_eq(kdop_choose(&any, &given, &by_vectors), HN_OK);
		ck_assert_int_eq(any->directions, BV_DIRECTIONS_GIVEN);
		size_t slabs = any->size / (2 * sizeof(float)), size = (size_t)set.count * sizeof(float);
		for (int round = 0; round < 5000; ++round) {
			double scale = some_scale(round);
			BvSpace space = { .scale = unscale(scale), .directions = &set },
			        other = { .scale = unscale(scale), .directions = &given };
			HnVec3 p[POINTS];
			Volume a, b;
			points_draw(&rng, p, round, scale);
			fixed->fit(&a, p, POINTS, &space);
			any->fit(&b, p, POINTS, &other);
			cheap_assert(memcmp(a.bytes, b.bytes, size) == 0);
			cheap_assert(memcmp(a.bytes + size, b.bytes + slabs * sizeof(float), size) == 0);
		}
	}
}

// Loops over triangles have their own way to the same bits.
START_TEST(volumes_of_triangles_are_those_of_their_points) {
	VolumeKind kind = volume_kind(_i);
	if (kind.bv->frame != NULL) return; // of a triangle they know more than its corners
	Rng rng = rng_of(316, (uint64_t)_i);
	for (int round = 0; round < 3000; ++round) {
		double scale = some_scale(round);
		BvSpace space = volume_space(&kind, unscale(scale));
		HnVec3 p[POINTS];
		Volume by_points, node;
		points_draw(&rng, p, round, scale);
		if (round % 11 == 0) p[0].z = -0.0, p[1].z = 0.0, p[2].y = -0.0;
		kind.bv->fit(&by_points, p, 3, &space);
		const int32_t order = 0, triangle[3] = { 0, 1, 2 };
		TopoNode topo = { 0, 1 };
		TreeView view = {
			.nodes = &node, .order = &order, .xyz = &p[0].x, .triangles = triangle, .node_count = 1
		};
		cheap_assert(kind.bv->node_size <= sizeof node);
		kind.bv->link(&node, &topo, 1);
		kind.bv->refit(&node, &view, &space);
		cheap_assert_msg(memcmp(&node, &by_points, kind.bv->size) == 0, "%s, round %d", kind.title, round);
	}
}

// More directions part more (wei2000): what one set parts, every set that holds it parts too.
START_TEST(more_directions_part_more) {
	static const char *const names[] = { "fdh6", "fdh14", "fdh18", "fdh26" };
	Rng rng = rng_of(313, 0);
	int64_t meets[4] = { 0 };
	for (int round = 0; round < 20000; ++round) {
		HnVec3 p[POINTS], q[POINTS];
		bool meet[4];
		points_draw(&rng, p, 0, 1);
		points_draw(&rng, q, 0, 1);
		for (int i = 0; i < POINTS; ++i) q[i] = vec3_scale(vec3_add(p[0], vec3_sub(q[i], q[0])), 1.02);
		for (int n = 0; n < 4; ++n) {
			const BvClass *bv = volume_class(names[n]);
			BvSpace space = { .scale = 1, .directions = NULL };
			Volume a, b;
			bv->fit(&a, p, 3, &space);
			bv->fit(&b, q + 1, 3, &space);
			meets[n] += meet[n] = bv->overlaps(&a, &b);
		}
		cheap_assert((!meet[3] || (meet[1] && meet[2])) && (!meet[1] || meet[0]) && (!meet[2] || meet[0]));
		Triangle s = { { p[0], p[1], p[2] } }, t = { { q[1], q[2], q[3] } };
		if (tri_tri_meet_exact(&s, &t)) cheap_assert(meet[3]);
	}
	cheap_assert(meets[3] < meets[1] && meets[3] < meets[2] && meets[1] < meets[0] && meets[2] < meets[0]);
	cheap_assert(meets[3] > 0);
}

// In trees: fdh6 tests exactly the pairs that aabb tests; other volumes and policies report the same
// contacts, refit with the fewest tests.
START_TEST(trees_test_no_more_than_they_must) {
	static const char *const params[] = { "volume=aabb",
		                                  "volume=fdh6",
		                                  "volume=fdh14",
		                                  "volume=fdh14 by=hull",
		                                  "volume=fdh14 by=conic",
		                                  "volume=fdh26",
		                                  "volume=kdop directions=1,0,0;0,1,0;0,0,1" };
	enum { SETTINGS = sizeof params / sizeof params[0] };
	Rng rng = rng_of(315, 0);
	Counts counts[SETTINGS] = { 0 };
	for (int round = 0; round < 6; ++round) {
		SoupDef defs[2] = { { SOUP_RANDOM, 200, 1, { 0, 0, 0 } }, { SOUP_RANDOM, 150, 1, { 0, 0, 0 } } };
		SoupScene soup = soup_scene_create(&rng, defs, 2, 3);
		for (int i = 0; i < SETTINGS; ++i) {
			HnDetector d;
			HnContactBuffer got = { 0 };
			ck_assert_msg(hn_detector_create(&d, "tree", soup.scene, HN_QUERY_ALL, params[i]) == HN_OK, "%s",
			              hn_error_text());
			for (int32_t step = 0; step < soup.scene->step_count; ++step)
				ck_assert_int_eq(detector_step_counted(&d, step, &got, &counts[i]), HN_OK);
			hn_contact_buffer_free(&got);
			hn_detector_destroy(&d);
		}
		soup_scene_free(&soup);
	}
	ck_assert_int_gt(counts[0].contacts, 0);
	for (int i = 1; i < SETTINGS; ++i) ck_assert_int_eq(counts[i].contacts, counts[0].contacts);
	ck_assert_int_eq(counts[1].nb, counts[0].nb);
	ck_assert_int_eq(counts[6].nb, counts[0].nb);
	ck_assert_int_eq(counts[1].np, counts[0].np);
	ck_assert_int_lt(counts[2].np, counts[0].np);
	ck_assert_int_lt(counts[5].np, counts[2].np);
	ck_assert_int_le(counts[2].nb, counts[3].nb);
	ck_assert_int_le(counts[3].nb, counts[4].nb);
}

TEST_SUITE(kdop, suite, tc) {
	tcase_add_test(tc, axes_alone_are_the_box);
	tcase_add_test(tc, products_give_the_bits_of_additions);
	tcase_add_test(tc, more_directions_part_more);
	tcase_add_test(tc, trees_test_no_more_than_they_must);
	for (int32_t i = 0; volume_kind(i).bv != NULL; ++i)
		registry_add_case(suite, volume_kind(i).title, volumes_of_triangles_are_those_of_their_points, i);
}
