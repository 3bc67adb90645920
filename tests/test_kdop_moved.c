// k-DOPs that follow a motion: nothing of what was placed is outside, in the order translation, hull, conic
// of tightness; and what is packed has the bits of one slab after the other.
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "bv/kdop.h"
#include "cheap.h"
#include "kdop_points.h"
#include "registry.h"
#include "scene/motion.h"
#include "suite.h"
#include "volumes.h"

#ifdef SANITIZED // an order slower
enum { CANCELLING = 300 };
#else
enum { CANCELLING = 3000 };
#endif

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
	Rng rng = rng_of(314, (uint64_t)_i);
	Directions hulls = { 0 };
	bool hull = true;
	if (kind.directions != NULL) {
		hulls = *kind.directions;
		hull = directions_hull_init(&hulls) == HN_OK;
	}
	size_t slots = bv->size / (2 * sizeof(float));
	double loose[3] = { 0 };
	for (int round = 0; round < 1500 && bv_moves_by(bv, MOVE_CONIC); ++round) {
		double scale = some_scale(round);
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
	Rng rng = rng_of(330, 0);
	for (int round = 0; round < 6000; ++round) {
		const BvClass *bv = volume_class(s_names[round % 3]);
		int32_t slabs = bv->directions / 2;
		Directions directions;
		directions_init_usual(&directions, bv->directions);
		ck_assert_int_eq(directions_hull_init(&directions), HN_OK);
		double scale = some_scale(round);
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

// What float rounds outward is then far less than what double lost: the margins alone hold the point.
START_TEST(what_cancels_is_inside) {
	VolumeKind kind = volume_kind(_i);
	if (kind.directions == NULL) return;
	Rng rng = rng_of(317, (uint64_t)_i);
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

TEST_SUITE(kdop_moved, suite, tc) {
	tcase_add_test(tc, packs_give_the_bits_of_single_slabs);
	for (int32_t i = 0; volume_kind(i).bv != NULL; ++i) {
		registry_add_case(suite, volume_kind(i).title, what_cancels_is_inside, i);
		registry_add_case(suite, volume_kind(i).title, what_was_placed_is_inside, i);
	}
}
