// k-DOPs: the same bits by additions and by products, the box where they are the axes, and what follows a
// motion: nothing of what was placed is outside, in the order translation, hull, conic of tightness.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "bv/aabb.h"
#include "bv/circuits.h"
#include "bv/directions_corners.h"
#include "bv/kdop.h"
#include "bv/polytope.h"
#include "cheap.h"
#include "detect/detect.h"
#include "exact/tri_tri.h"
#include "registry.h"
#include "scene/motion.h"
#include "soup.h"
#include "volumes.h"

Suite *kdop_suite(void);

enum { POINTS = 9, VOLUME_MAX = 1024 };
#ifdef SANITIZED // an order slower
enum { CANCELLING = 300 };
#else
enum { CANCELLING = 3000 };
#endif

typedef struct Volume {
	_Alignas(64) char bytes[VOLUME_MAX];
} Volume;

static const BvClass *class_named(const char *name) {
	for (int32_t i = 0; bv_class(i) != NULL; ++i)
		if (strcmp(bv_name(i), name) == 0) return bv_class(i);
	ck_abort_msg("no volume %s", name);
}

// Solid, flat, straight, one point; near the origin and far from it. All coordinates below 1 times scale.
static void points_draw(Rng *rng, HnVec3 *out, int kind, double scale) {
	HnVec3 base = { rng_range(rng, -0.4, 0.4), rng_range(rng, -0.4, 0.4), rng_range(rng, -0.4, 0.4) };
	double size = kind % 4 == 0 ? 0.1 : kind % 4 == 1 ? 1e-7 : kind % 4 == 2 ? 1e-3 : 0;
	if (kind % 5 == 4) base = (HnVec3){ 0, 0, 0 };
	for (int i = 0; i < POINTS; ++i) {
		double t = rng_range(rng, -1, 1);
		HnVec3 d = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
		if (kind % 3 == 1) d = (HnVec3){ t, t, -t };
		if (kind % 3 == 2) d.y = 0;
		out[i] = vec3_scale(vec3_add(base, vec3_scale(d, size)), scale);
	}
}

static const double s_scales[] = { 1, 1e-6, 1e6, 0x1p199, 0x1p-160 };
enum { SCALES = sizeof s_scales / sizeof s_scales[0] };

// A power of two that brings `scale` near 1.
static double unscale(double scale) {
	int exponent;
	frexp(scale, &exponent);
	return ldexp(1, -exponent);
}

START_TEST(axes_alone_are_the_box) {
	Rng rng;
	rng_seed(&rng, 311, 0);
	const BvClass *fdh6 = class_named("fdh6");
	ck_assert_uint_eq(fdh6->size, sizeof(Aabb));
	for (int round = 0; round < 10000; ++round) {
		double scale = s_scales[round % SCALES];
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
END_TEST

// A usual set given as vectors: its first slabs have the bits of the fixed class, which only adds.
START_TEST(products_give_the_bits_of_additions) {
	static const int32_t usual[] = { 6, 14, 18, 26 };
	Rng rng;
	rng_seed(&rng, 312, 0);
	for (int n = 0; n < 4; ++n) {
		const BvClass *fixed = class_named("kdop"), *any = fixed;
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
			double scale = s_scales[round % SCALES];
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
END_TEST

// Loops over triangles have their own way to the same bits.
START_TEST(volumes_of_triangles_are_those_of_their_points) {
	VolumeKind kind = volume_kind(_i);
	if (kind.bv->frame != NULL) return; // of a triangle they know more than its corners
	Rng rng;
	rng_seed(&rng, 316, (uint64_t)_i);
	for (int round = 0; round < 3000; ++round) {
		double scale = s_scales[round % SCALES];
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
END_TEST

// More directions part more (wei2000): what one set parts, every set that holds it parts too.
START_TEST(more_directions_part_more) {
	static const char *const names[] = { "fdh6", "fdh14", "fdh18", "fdh26" };
	Rng rng;
	rng_seed(&rng, 313, 0);
	int64_t meets[4] = { 0 };
	for (int round = 0; round < 20000; ++round) {
		HnVec3 p[POINTS], q[POINTS];
		bool meet[4];
		points_draw(&rng, p, 0, 1);
		points_draw(&rng, q, 0, 1);
		for (int i = 0; i < POINTS; ++i) q[i] = vec3_scale(vec3_add(p[0], vec3_sub(q[i], q[0])), 1.02);
		for (int n = 0; n < 4; ++n) {
			const BvClass *bv = class_named(names[n]);
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
END_TEST

typedef struct Placed {
	Volume conic, hull;
} Placed;

// As a tree does it, for one node.
static void place(const BvClass *bv, const BvSpace *space, const Volume *rest, const BvStep *step, bool hull,
                  Placed *out) {
	static _Alignas(64) char motion[1 << 16];
	static double points[3 * 4 * DIRECTIONS_MAX];
	int64_t starts[2] = { 0, 0 };
	ck_assert_uint_le(bv->follow_size, sizeof motion);
	bv->follow(motion, step, rest, space);
	TreePlacement m = { .rest = rest, .follow = motion, .points = points, .starts = starts, .space = space };
	m.nodes = &out->conic, m.by = MOVE_CONIC, m.translation = step->translation;
	bv->move(&m, 0, 1, false);
	if (!hull) return;
	BvStep by_hull = *step;
	by_hull.by_hull = true;
	bv->follow(motion, &by_hull, rest, space);
	starts[1] = bv->hull_points(rest, space, points);
	m.nodes = &out->hull, m.by = MOVE_HULL;
	bv->move(&m, 0, 1, false);
}

static BvStep step_of(const HnPose *pose, const HnVec3 *p, bool translation) {
	BvStep step = { .r = pose->r, .t = pose->t, .translation = translation };
	for (int i = 0; i < 3; ++i) {
		double sum = fabs(vec3_get(pose->t, i));
		for (int j = 0; j < 3; ++j) {
			double reach = 0;
			for (int k = 0; k < POINTS; ++k) reach = fmax(reach, fabs(vec3_get(p[k], j)));
			sum += fabs(pose->r.m[i][j]) * reach;
		}
		step.margin[i] = 0x1p-50 * sum + 0x1p-199;
	}
	return step;
}

// Widths of slab i of a volume of n slots; both sets of bounds are floats, lo before hi.
static double width(const Volume *v, size_t n, size_t i) {
	float lo, hi;
	memcpy(&lo, v->bytes + i * sizeof lo, sizeof lo);
	memcpy(&hi, v->bytes + (n + i) * sizeof hi, sizeof hi);
	return (double)hi - (double)lo;
}

START_TEST(what_was_placed_is_inside) {
	VolumeKind kind = volume_kind(_i);
	const BvClass *bv = kind.bv;
	Rng rng;
	rng_seed(&rng, 314, (uint64_t)_i);
	Directions hulls = { 0 };
	bool hull = true;
	if (kind.directions != NULL) {
		hulls = *kind.directions;
		hull = directions_hull_init(&hulls) == HN_OK;
	}
	size_t slots = bv->size / (2 * sizeof(float));
	double loose[3] = { 0 };
	for (int round = 0; round < 1500 && bv_moves_by(bv, MOVE_CONIC); ++round) {
		double scale = s_scales[round % SCALES];
		BvSpace space = { .scale = unscale(scale), .directions = kind.directions == NULL ? NULL : &hulls };
		HnVec3 p[POINTS], t = { rng_range(&rng, -0.5, 0.5), rng_range(&rng, -0.5, 0.5), 0.1 };
		Volume rest, fitted;
		Placed placed;
		points_draw(&rng, p, round, scale);
		bv->fit(&rest, p, POINTS, &space);
		bool translation = round % 7 == 6;
		HnPose pose = { translation ? mat3_identity() : motion_random_rotation(&rng), vec3_scale(t, scale) };
		if (round % 7 == 5) pose.r = hn_motion_axis_angle((HnVec3){ 0, 0, 1 }, 0x1.921fb54442d18p+0);
		BvStep step = step_of(&pose, p, translation);
		place(bv, &space, &rest, &step, hull, &placed);
		for (int i = 0; i < POINTS; ++i) {
			HnVec3 x = pose_place(&pose, p[i]);
			cheap_assert_msg(bv->contains(&placed.conic, x, &space), "%s, round %d: conic", kind.title,
			                 round);
			cheap_assert_msg(!hull || bv->contains(&placed.hull, x, &space), "%s, round %d: hull", kind.title,
			                 round);
			p[i] = x;
		}
		bv->fit(&fitted, p, POINTS, &space);
		int32_t slabs = kind.directions == NULL ? 3 : hulls.count;
		for (size_t i = 0; i < (size_t)slabs; ++i) {
			double exact = width(&fitted, slots, i), conic = width(&placed.conic, slots, i);
			double bound = hull ? width(&placed.hull, slots, i) : conic,
			       margin = 0x1p-17 + 32 * hulls.corner_error;
			cheap_assert_msg(exact <= bound + margin && bound <= conic + margin,
			                 "%s, round %d, slab %d: %g %g %g", kind.title, round, (int)i, exact, bound,
			                 conic);
			if (translation) cheap_assert(conic <= exact + 0x1p-17);
			if (round % 4 == 0) loose[0] += exact, loose[1] += bound, loose[2] += conic;
		}
	}
	cheap_assert(loose[0] <= loose[1] * (1 + 1e-5) && loose[1] <= loose[2] * (1 + 1e-5));
	directions_free(&hulls);
}
END_TEST

// A point whose projection on slab i cancels to the rounding errors of its terms, for some of the slabs.
static HnVec3 cancelling(Rng *rng, const Directions *d, int32_t i) {
	HnVec3 p = { rng_range(rng, -0.3, 0.3), rng_range(rng, -0.3, 0.3), rng_range(rng, -0.3, 0.3) };
	if (d->z[i] != 0)
		p.z = -(d->x[i] * p.x + d->y[i] * p.y) / d->z[i];
	else if (d->y[i] != 0)
		p.y = -d->x[i] * p.x / d->y[i];
	return fabs(p.z) < 1 && fabs(p.y) < 1 ? p : vec3_scale(p, 0x1p-9);
}

// What moves a volume, as its definition says, slab by slab.
static void bound_of(float *lo, float *hi, double l, double h) {
	*lo = kdop_down(l > -KDOP_CLAMP ? l : -KDOP_CLAMP, 0);
	*hi = kdop_up(h < KDOP_CLAMP ? h : KDOP_CLAMP, 0);
}

static void move_plainly(float *out, const float *rest, int32_t slabs, const DirectionsFollow *m, MoveBy by,
                         bool translation, const double *xyz, int32_t points) {
	for (int32_t k = 0; k < slabs; ++k) {
		double lo = m->shift[k], hi = m->shift[k], margin = m->translate_margin[k];
		if (translation) {
			lo = (double)rest[k] + m->shift[k], hi = (double)rest[slabs + k] + m->shift[k];
		} else if (by == MOVE_CONIC) {
			margin = m->conic_margin[k];
			for (int j = 0; j < 3; ++j) lo += m->factor[j][k] * (double)rest[m->lo[j][k]];
			for (int j = 0; j < 3; ++j) hi += m->factor[j][k] * (double)rest[m->hi[j][k]];
		} else {
			double least = (double)INFINITY, most = -(double)INFINITY;
			margin = m->hull_margin[k];
			for (int32_t i = 0; i < points; ++i) {
				const Turned *d = &m->turned;
				double p = (d->x[k] * xyz[3 * i] + d->y[k] * xyz[3 * i + 1]) + d->z[k] * xyz[3 * i + 2];
				least = p < least ? p : least, most = p > most ? p : most;
			}
			lo = least + m->shift[k], hi = most + m->shift[k];
		}
		bound_of(&out[k], &out[slabs + k], lo - margin, hi + margin);
	}
}

// Whatever is packed: the same bits as one slab after the other, and nothing behind the volume is touched.
START_TEST(packs_give_the_bits_of_single_slabs) {
	static const char *const s_names[] = { "fdh14", "fdh18", "fdh26" };
	static const MoveBy s_ways[] = { MOVE_CONIC, MOVE_HULL };
	Rng rng;
	rng_seed(&rng, 330, 0);
	for (int round = 0; round < 6000; ++round) {
		const BvClass *bv = class_named(s_names[round % 3]);
		int32_t slabs = bv->directions / 2;
		Directions directions;
		directions_init_usual(&directions, bv->directions);
		ck_assert_int_eq(directions_hull_init(&directions), HN_OK);
		double scale = s_scales[round % SCALES];
		BvSpace space = { .scale = unscale(scale), .directions = &directions };
		HnVec3 points[2 * POINTS];
		Volume a, b, merged, moved, wanted;
		points_draw(&rng, points, round / 3, scale);
		points_draw(&rng, points + POINTS, round / 7, scale);
		bv->fit(&a, points, POINTS, &space);
		bv->fit(&b, points + POINTS, POINTS, &space);
		memset(&merged, 0x5a, sizeof merged);
		bv->merge(&merged, &a, &b);
		const float *p = (const float *)&a, *q = (const float *)&b, *both = (const float *)&merged;
		for (int32_t k = 0; k < slabs; ++k) {
			cheap_assert(both[k] == (p[k] < q[k] ? p[k] : q[k]));
			cheap_assert(both[slabs + k] == (p[slabs + k] > q[slabs + k] ? p[slabs + k] : q[slabs + k]));
		}
		for (size_t i = bv->size; i < sizeof merged; ++i) cheap_assert(merged.bytes[i] == 0x5a);
		bv->merge(&a, &a, &b); // in place
		cheap_assert(memcmp(&a, &merged, bv->size) == 0);

		BvStep step = { .t = vec3_scale((HnVec3){ 0.1, -0.3, 0.2 }, scale),
			            .margin = { 0, 0, 0 },
			            .translation = round % 4 == 0,
			            .by_hull = round % 2 == 1 };
		step.r = step.translation ? mat3_identity() : motion_random_rotation(&rng);
		_Alignas(64) static char room[sizeof(DirectionsFollow)];
		double *xyz = calloc(3 * (size_t)bv->hull_points_max(&space), sizeof *xyz);
		int32_t count = bv->hull_points(&a, &space, xyz);
		int64_t starts[2] = { 0, count };
		ck_assert_uint_eq(bv->follow_size, sizeof room);
		bv->follow(room, &step, &a, &space);
		memset(&moved, 0x5a, sizeof moved);
		memset(&wanted, 0x5a, sizeof wanted);
		TreePlacement placement = { .nodes = &moved,
			                        .rest = &a,
			                        .by = s_ways[round % 2],
			                        .translation = step.translation,
			                        .follow = room,
			                        .points = xyz,
			                        .starts = starts,
			                        .space = &space };
		bv->move(&placement, 0, 1, false);
		move_plainly((float *)&wanted, (const float *)&a, slabs, (const DirectionsFollow *)(void *)room,
		             placement.by, step.translation, xyz, count);
		cheap_assert(memcmp(&moved, &wanted, sizeof moved) == 0);
		free(xyz);
		directions_free(&directions);
	}
}
END_TEST

#ifdef __SSE2__
START_TEST(corners_two_at_a_time_are_those_of_one_at_a_time) {
	static const char *const s_names[] = { "fdh14", "fdh18", "fdh26" };
	Rng rng;
	rng_seed(&rng, 331, 0);
	int64_t stayed = 0, cut_off = 0;
	for (int round = 0; round < 300; ++round) {
		const BvClass *bv = class_named(s_names[round % 3]);
		Directions directions;
		directions_init_usual(&directions, bv->directions);
		ck_assert_int_eq(directions_hull_init(&directions), HN_OK);
		double scale = s_scales[round % SCALES];
		BvSpace space = { .scale = unscale(scale), .directions = &directions };
		HnVec3 points[POINTS], plain[SIDES], packed[SIDES];
		Volume v;
		points_draw(&rng, points, round / 3, scale);
		bv->fit(&v, points, POINTS, &space);
		SlabBounds bounds;
		SlabPairs pairs;
		slab_bounds_init(&bounds, &directions, (const float *)&v, (const float *)&v + directions.count);
		slab_pairs_init(&pairs, &bounds);
		for (int32_t t = 0; t < directions.triple_count; ++t) {
			unsigned stay = triple_corners(plain, &bounds, &directions.triples[t]);
			cheap_assert(triple_corners_packed(packed, &bounds, &pairs, &directions.triples[t]) == stay);
			cheap_assert(memcmp(plain, packed, sizeof plain) == 0);
			stayed += __builtin_popcount(stay), cut_off += SIDES - __builtin_popcount(stay);
		}
		directions_free(&directions);
	}
	ck_assert(stayed > 1000 && cut_off > 1000);
}
END_TEST
#endif

// What float rounds outward is then far less than what double lost: the margins alone hold the point.
START_TEST(what_cancels_is_inside) {
	VolumeKind kind = volume_kind(_i);
	if (kind.directions == NULL) return;
	Rng rng;
	rng_seed(&rng, 317, (uint64_t)_i);
	Directions hulls = *kind.directions;
	bool hull = directions_hull_init(&hulls) == HN_OK;
	BvSpace space = { .scale = 1, .directions = &hulls };
	for (int round = 0; round < CANCELLING; ++round) {
		Volume v, rest;
		Placed placed;
		HnVec3 p = cancelling(&rng, &hulls, round % hulls.count), origin[POINTS] = { { 0, 0, 0 } };
		kind.bv->fit(&v, &p, 1, &space);
		cheap_assert_msg(kind.bv->contains(&v, p, &space), "%s, round %d", kind.title, round);
		kind.bv->fit(&rest, origin, 1, &space);
		HnPose pose = { motion_random_rotation(&rng), p };
		BvStep step = { .r = pose.r, .t = pose.t }; // the point is placed exactly
		place(kind.bv, &space, &rest, &step, hull, &placed);
		cheap_assert_msg(kind.bv->contains(&placed.conic, p, &space), "%s, round %d: conic", kind.title,
		                 round);
		cheap_assert_msg(!hull || kind.bv->contains(&placed.hull, p, &space), "%s, round %d: hull",
		                 kind.title, round);
	}
	directions_free(&hulls);
}
END_TEST

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
	Rng rng;
	rng_seed(&rng, 315, 0);
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
END_TEST

// What the two k-DOPs of a set have in common, cut out of a large box; its volume is 0 where they are apart.
static double common_volume(Polytope *p, const Directions *d, const float *lo_a, const float *hi_a,
                            const float *lo_b, const float *hi_b) {
	const HnVec3 axes[3] = { { 8, 0, 0 }, { 0, 8, 0 }, { 0, 0, 8 } };
	polytope_box(p, (HnVec3){ 0, 0, 0 }, axes);
	for (int32_t i = 0; i < d->count; ++i) {
		HnVec3 v = { d->x[i], d->y[i], d->z[i] };
		ck_assert(polytope_cut(p, v, (double)fminf(hi_a[i], hi_b[i])));
		ck_assert(polytope_cut(p, vec3_scale(v, -1), -(double)fmaxf(lo_a[i], lo_b[i])));
	}
	return polytope_volume(p);
}

// k-DOPs about random triangles whose intervals overlap: meeting by circuits against what is cut out of both.
START_TEST(circuits_tell_what_intervals_do_not) {
	enum { K_OF = 4, PAIRS = 4000, MOST = 32 };
	static const int32_t ks[K_OF] = { 6, 14, 18, 26 };
	static const char *const names[K_OF] = { "fdh6", "fdh14", "fdh18", "fdh26" };
	Directions d;
	directions_init_usual(&d, ks[_i]);
	Circuits circuits;
	ck_assert_int_eq(circuits_init(&circuits, &d), HN_OK);
	ck_assert(circuits.exact);
	ck_assert_int_eq(circuits.all.count == 0, ks[_i] == 6); // theorem 1: the axes alone need no other test
	const BvClass *bv = class_named(names[_i]);
	BvSpace space = { .scale = 1, .directions = &d };
	Polytope *polytope = malloc(sizeof *polytope);
	Rng rng;
	rng_seed(&rng, 90, 0);
	int32_t passed = 0, apart = 0, met = 0, slabs = d.count;
	for (int32_t i = 0; i < PAIRS; ++i) {
		float bounds[2][MOST];
		for (int side = 0; side < 2; ++side) {
			HnVec3 points[3];
			for (int k = 0; k < 3; ++k)
				points[k] = (HnVec3){ rng_range(&rng, -0.5, 0.5) + 0.4 * side, rng_range(&rng, -0.5, 0.5),
					                  rng_range(&rng, -0.5, 0.5) };
			bv->fit(bounds[side], points, 3, &space);
		}
		if (!bv->overlaps(bounds[0], bounds[1])) continue;
		passed += 1;
		bool meet = circuits_meet(&circuits, bounds[0], bounds[0] + slabs, bounds[1], bounds[1] + slabs);
		double volume =
		    common_volume(polytope, &d, bounds[0], bounds[0] + slabs, bounds[1], bounds[1] + slabs);
		met += volume > 1e-12, apart += !meet;
		if (volume > 1e-12) ck_assert(meet);
		if (meet) ck_assert(volume > 0);
	}
	ck_assert_int_gt(passed, PAIRS / 4);
	ck_assert_int_gt(met, PAIRS / 8);
	ck_assert_int_eq(apart > 0, ks[_i] != 6);
	free(polytope);
	circuits_free(&circuits);
}
END_TEST

// Real vectors have no exact circuits; a touch in one point is a meeting.
START_TEST(circuits_of_other_sets) {
	const double real[4][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1.618033988749895, 0 } };
	const double whole[4][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 0 } };
	Directions d;
	Circuits circuits;
	ck_assert_int_eq(directions_init(&d, real, 4), HN_OK);
	ck_assert_int_eq(circuits_init(&circuits, &d), HN_OK);
	ck_assert(!circuits.exact);
	circuits_free(&circuits);
	directions_free(&d);
	ck_assert_int_eq(directions_init(&d, whole, 4), HN_OK);
	ck_assert_int_eq(circuits_init(&circuits, &d), HN_OK);
	ck_assert(circuits.exact);
	ck_assert_int_eq(circuits.all.count, 1);
	const float lo_a[4] = { 0, 0, 0, 0 }, hi_a[4] = { 1, 1, 1, 0.25F }, lo_b[4] = { 0, 0, 0, 0 };
	float hi_b[4] = { 1, 1, 1, 2 };
	ck_assert(circuits_meet(&circuits, lo_a, hi_a, lo_b, hi_b));
	const float off[4] = { 0.125F, 0.125F, 0,
		                   0 }; // x + y is at least 1/4 there, and at most 1/4 in the other
	ck_assert(circuits_meet(&circuits, lo_a, hi_a, off, hi_b));
	const float more[4] = { 0.125F, nextafterf(0.125F, 1), 0, 0 };
	ck_assert(!circuits_meet(&circuits, lo_a, hi_a, more, hi_b));
	circuits_free(&circuits);
	directions_free(&d);
}
END_TEST

Suite *kdop_suite(void) {
	Suite *suite = suite_create("kdop");
	TCase *tc = tcase_create("kdop");
	tcase_add_test(tc, axes_alone_are_the_box);
	tcase_add_test(tc, products_give_the_bits_of_additions);
	tcase_add_test(tc, more_directions_part_more);
	tcase_add_test(tc, trees_test_no_more_than_they_must);
	tcase_add_loop_test(tc, circuits_tell_what_intervals_do_not, 0, 4);
	tcase_add_test(tc, circuits_of_other_sets);
	tcase_add_test(tc, packs_give_the_bits_of_single_slabs);
#ifdef __SSE2__
	tcase_add_test(tc, corners_two_at_a_time_are_those_of_one_at_a_time);
#endif
	suite_add_tcase(suite, tc);
	for (int32_t i = 0; volume_kind(i).bv != NULL; ++i) {
		registry_add_case(suite, volume_kind(i).title, volumes_of_triangles_are_those_of_their_points, i);
		registry_add_case(suite, volume_kind(i).title, what_cancels_is_inside, i);
		registry_add_case(suite, volume_kind(i).title, what_was_placed_is_inside, i);
	}
	return suite;
}
