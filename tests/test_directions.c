// Sets of directions: what is refused and in which words, exactly; combinations and corners against all
// triples.
#include <check.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/mem.h"
#include "bv/directions_corners.h"
#include "cheap.h"
#include "scene/motion.h"
#include "suite.h"
#include "volumes.h"

typedef struct Refused {
	const char *what;
	int32_t count;
	double vectors[5][3];
} Refused;

static const Refused s_refused[] = {
	{ "direction 2 (0, 0, 0) is zero", 3, { { 1, 0, 0 }, { 0, 0, 0 }, { 0, 0, 1 } } },
	{ "direction 3 (0, 0, inf) is not finite", 3, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, (double)INFINITY } } },
	{ "direction 1 (1, 0, nan) is not finite", 3, { { 1, 0, (double)NAN }, { 0, 1, 0 }, { 0, 0, 1 } } },
	{ "direction 4 (2, 0, 0) is a duplicate: it is parallel to direction 1 (1, 0, 0)",
	  4,
	  { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 2, 0, 0 } } },
	{ "direction 5 (-3, -6, -9) is a duplicate: it is again opposite to direction 1 (1, 2, 3)",
	  5,
	  { { 1, 2, 3 }, { 0, 1, 0 }, { -1, -2, -3 }, { 0, 0, 1 }, { -3, -6, -9 } } },
	{ "direction 4 (3, 6, 9) is a duplicate: it is parallel to direction 1 (1, 2, 3)",
	  4,
	  { { 1, 2, 3 }, { 0, 1, 0 }, { 0, 0, 1 }, { 3, 6, 9 } } },
	{ "direction 2 (1e+300, 1, 0) has components that differ",
	  3,
	  { { 1, 0, 0 }, { 1e300, 1, 0 }, { 0, 0, 1 } } },
	{ "2 directions: three are needed", 4, { { 1, 0, 0 }, { 0, 1, 0 }, { -1, 0, 0 }, { 0, -1, 0 } } },
	{ "1 direction: three are needed", 1, { { 1, 0, 0 } } },
	{ "0 directions: three are needed", 0, { { 0, 0, 0 } } },
	{ "do not span space: all lie in the plane of direction 1 (1, 0, 0) and direction 2 (0, 1, 0)",
	  4,
	  { { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 3, -2, 0 } } },
	{ "do not span space", 3, { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } } },
};

START_TEST(wrong_sets_are_refused_by_name) {
	const Refused *r = &s_refused[_i];
	Directions set;
	ck_refused(directions_init(&set, r->vectors, r->count), HN_ERR_BAD_INPUT, r->what);
}

START_TEST(too_many_are_counted) {
	double vectors[128][3];
	Directions set;
	for (int i = 0; i < 128; ++i) vec3_store(vectors[i], (HnVec3){ 1, i, i * i });
	ck_assert_int_eq(directions_init(&set, (const double(*)[3])vectors, 64), HN_OK);
	ck_assert_int_eq(set.count, 64);
	ck_refused(directions_init(&set, (const double(*)[3])vectors, 100), HN_ERR_BAD_INPUT,
	           "100 directions: direction 65 (1, 64, 4096) would be slab 65, at most 64");
	for (int i = 64; i < 128; ++i) vec3_store(vectors[i], vec3_scale(vec3_load(vectors[i - 64]), -3));
	ck_assert_int_eq(directions_init(&set, (const double(*)[3])vectors, 128), HN_OK);
	ck_assert_int_eq(set.count, 64);
}

// One unit in the last place decides, and magnitudes do not.
START_TEST(parallel_and_flat_are_decided_exactly) {
	Rng rng = rng_of(301, 0);
	for (int round = 0; round < 2000; ++round) {
		Directions set;
		double u[3], v[3], whole[3] = { 3, -5, 7 }, sets[4][3];
		for (int k = 0; k < 3; ++k) {
			u[k] = (double)rng_below(&rng, 2001) - 1000;
			v[k] = (double)rng_below(&rng, 2001) - 1000;
		}
		if (u[0] * v[1] - u[1] * v[0] == 0 || u[1] * v[2] - u[2] * v[1] == 0) continue;
		int e = (int)rng_below(&rng, 1800) - 900;
		for (int k = 0; k < 3; ++k) {
			sets[0][k] = ldexp(u[k], e), sets[1][k] = ldexp(v[k], -e / 2);
			sets[2][k] = ldexp(whole[0] * u[k] + whole[1] * v[k], e / 3);
		}
		cheap_assert(directions_init(&set, (const double(*)[3])sets, 3) == HN_ERR_BAD_INPUT);
		cheap_assert(strstr(hn_error_text(), "span") != NULL ||
		             strstr(hn_error_text(), "duplicate") != NULL || strstr(hn_error_text(), "zero") != NULL);
		sets[2][2] = nextafter(sets[2][2], (double)INFINITY);
		if (sets[2][2] != 0)
			cheap_assert(directions_init(&set, (const double(*)[3])sets, 3) == HN_OK ||
			             fabs(sets[2][2]) < 1e-290);
		for (int k = 0; k < 3; ++k) sets[2][k] = ldexp(7 * u[k], e / 3);
		vec3_store(sets[3], (HnVec3){ 0, 0, 1 });
		cheap_assert(directions_init(&set, (const double(*)[3])sets, 4) == HN_ERR_BAD_INPUT);
		cheap_assert(strstr(hn_error_text(), "direction 3") != NULL &&
		             strstr(hn_error_text(), "parallel") != NULL);
		sets[2][0] = nextafter(sets[2][0], (double)INFINITY);
		cheap_assert(u[0] == 0 || directions_init(&set, (const double(*)[3])sets, 3) == HN_OK);
	}
}

START_TEST(axes_come_first_and_nothing_overflows) {
	const double vectors[5][3] = {
		{ 1e300, 2e300, 0 }, { 0, 0, -1e-300 }, { 5e-324, 0, 0 }, { 1, 1, 1 }, { 0, 7, 0 }
	};
	Directions set;
	ck_assert_int_eq(directions_init(&set, vectors, 5), HN_OK);
	const int32_t given[5] = { 2, 4, 1, 0, 3 };
	ck_assert_mem_eq(set.given, given, sizeof given);
	ck_assert(set.x[0] == 1 && set.y[1] == 1 && set.z[2] == -1 && set.x[4] == 1);
	ck_assert(set.y[3] == 2 * set.x[3] && set.y[3] >= 1 && set.y[3] < 2);
	ck_assert(set.error[2] == 0 && set.error[3] > 0);
	ck_assert(set.reach >= 1 && set.reach < 1.01);
}

// The least sum of |factor| |direction| over all triples, or of factor * bound: what a hull gives, for that
// is the linear program's dual.
static double least_of_triples(const Directions *d, HnVec3 w, const double *lo, const double *hi) {
	double least = (double)INFINITY;
	for (int32_t i = 0; i < d->count; ++i)
		for (int32_t j = i + 1; j < d->count; ++j)
			for (int32_t k = j + 1; k < d->count; ++k) {
				const int32_t slab[3] = { i, j, k };
				double inverse[3][3], sum = 0;
				HnVec3 a = directions_at(d, i), b = directions_at(d, j), c = directions_at(d, k);
				if (fabs(vec3_dot(a, vec3_cross(b, c))) < 1e-9) continue;
				directions_invert(inverse, a, b, c);
				for (int n = 0; n < 3; ++n) {
					double f = inverse[0][n] * w.x + inverse[1][n] * w.y + inverse[2][n] * w.z;
					double length = vec3_length(directions_at(d, slab[n]));
					sum += lo == NULL ? fabs(f) * length : f * (f > 0 ? hi : lo)[slab[n]];
				}
				if (sum < least) least = sum;
			}
	return least;
}

static void draw_any(Rng *rng, Directions *set, int round, int32_t most) {
	static const int32_t usual[] = { 6, 14, 18, 26 };
	if (round % 3 == 0)
		directions_init_usual(set, usual[round / 3 % 4]);
	else
		directions_draw(rng, set, 3 + (int32_t)rng_below(rng, (uint64_t)most - 2));
}

// A facet with as many corners as the set has directions, and others of four.
static void draw_prism(Rng *rng, Directions *set) {
	double vectors[9][3];
	int32_t count = 3 + (int32_t)rng_below(rng, 7);
	for (int32_t i = 0; i < count; ++i) {
		double turn = 2 * M_PI * i / count;
		vec3_store(vectors[i], (HnVec3){ cos(turn), sin(turn), 1 });
	}
	ck_assert_int_eq(directions_init(set, (const double(*)[3])vectors, count), HN_OK);
}

START_TEST(combinations_are_the_shortest) {
	Rng rng = rng_of(302, 0);
	for (int round = 0; round < 200; ++round) {
		Directions set;
		DirectionsFollow motion;
		if (round % 4 == 3)
			draw_prism(&rng, &set);
		else
			draw_any(&rng, &set, round, 14);
		if (round % 2 == 1) directions_conic_init(&set); // else the simplex method starts from anywhere
		ck_assert_int_eq(set.cell_count > 0, round % 2 == 1);
		float root[2 * DIRECTIONS_MAX];
		for (int32_t i = 0; i < 2 * set.count; ++i) root[i] = i < set.count ? -1.0f : 1.0f;
		BvStep step = { .r = motion_random_rotation(&rng) };
		BvSpace space = { .scale = 1, .directions = &set };
		directions_follow(&motion, &step, root, set.count, &space);
		for (int32_t i = 0; i < set.count; ++i) {
			HnVec3 w = mat3_tmul_vec(&step.r, directions_at(&set, i)), left = w;
			double sum = 0;
			for (int j = 0; j < 3; ++j) {
				double f = motion.factor[j][i];
				int32_t slab = f < 0 ? motion.hi[j][i] : motion.lo[j][i];
				cheap_assert(f < 0 ? motion.lo[j][i] == slab + set.count
				                   : motion.hi[j][i] == slab + set.count);
				left = vec3_sub(left, vec3_scale(directions_at(&set, slab), f));
				sum += fabs(f) * vec3_length(directions_at(&set, slab));
			}
			double least = least_of_triples(&set, w, NULL, NULL);
			cheap_assert(vec3_length(left) < 1e-10 * (1 + sum));
			cheap_assert_msg(sum <= least * (1 + 1e-9), "round %d: %.17g, not %.17g", round, sum, least);
		}
	}
}

// Random bounds, of a solid, a flat set, a segment or a point.
static void bounds_draw(Rng *rng, const Directions *set, int kind, float *volume) {
	HnVec3 base = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
	double size = kind % 3 == 0 ? 1 : kind % 3 == 1 ? 1e-3 : 1e-7;
	for (int p = 0; p < 9; ++p) {
		double t = rng_range(rng, -1, 1);
		HnVec3 d = { rng_range(rng, -1, 1), rng_range(rng, -1, 1), rng_range(rng, -1, 1) };
		if (kind / 3 % 4 == 1) d.z = 0;
		if (kind / 3 % 4 == 2) d = (HnVec3){ t, t, 0 };
		if (kind / 3 % 4 == 3) d = (HnVec3){ 0, 0, 0 };
		HnVec3 v = vec3_add(base, vec3_scale(d, size));
		for (int32_t i = 0; i < set->count; ++i) {
			double x = vec3_dot(directions_at(set, i), v);
			float down = nextafterf((float)x, -9.0f), up = nextafterf((float)x, 9.0f);
			if (p == 0 || down < volume[i]) volume[i] = down;
			if (p == 0 || up > volume[set->count + i]) volume[set->count + i] = up;
		}
	}
}

// Corners reach, in any direction, as far as the best of all triples says (duality), and no farther.
START_TEST(corners_are_those_of_the_polytope) {
	Rng rng = rng_of(303, 0);
	int taken = 0;
	for (int round = 0; round < 300; ++round) {
		Directions set;
		draw_any(&rng, &set, round, 13);
		if (directions_hull_init(&set) != HN_OK) {
			cheap_assert(strstr(hn_error_text(), "so nearly in a plane") != NULL);
			continue;
		}
		++taken;
		float volume[2 * DIRECTIONS_MAX];
		double lo[DIRECTIONS_MAX] = { 0 }, hi[DIRECTIONS_MAX] = { 0 }, xyz[3 * 4 * HULL_SLABS_MAX];
		bounds_draw(&rng, &set, round, volume);
		for (int32_t i = 0; i < set.count; ++i)
			lo[i] = (double)volume[i], hi[i] = (double)volume[set.count + i];
		BvSpace space = { .scale = round % 2 == 0 ? 1 : 0x1p-40, .directions = &set };
		int32_t count = directions_hull_points(volume, set.count, &space, xyz);
		cheap_assert(count >= 1 && count <= directions_points_max(&set));
		for (int turn = 0; turn < 12; ++turn) {
			HnVec3 w =
			    turn < set.count && turn % 2 == 0 ? directions_at(&set, turn) : motion_random_direction(&rng);
			double most = -(double)INFINITY, dual = least_of_triples(&set, w, lo, hi);
			for (int32_t i = 0; i < count; ++i)
				most = fmax(most, vec3_dot(w, vec3_load(xyz + 3 * i)) * space.scale);
			cheap_assert_msg(fabs(most - dual) < (1e-9 + 1e4 * set.corner_error) * set.reach,
			                 "round %d: corners reach %.17g, bounds %.17g; %g %g %g", round, most, dual,
			                 set.corner_error, set.corner_slack, set.reach);
		}
		directions_free(&set);
	}
	cheap_assert(taken > 150);
}

// The corners of all triples, whose lines nobody looks at. Returns their number; -1: there are too many.
static int32_t corners_of_all(const Directions *set, const float *volume, double scale, double *xyz) {
	SlabBounds bounds;
	int32_t count = 0;
	slab_bounds_init(&bounds, set, volume, volume + set->count);
	for (int32_t i = 0; i < SIDES * set->triple_count; ++i) {
		const DirectionTriple *triple = &set->triples[i / SIDES];
		const HnVec3 p = corner_at(&bounds, (const double(*)[3])triple->inverse, triple->slab, i % SIDES);
		bool known = corner_cut_off(&bounds, p, triple->slack * bounds.largest);
		for (int32_t k = 0; k < count && !known; ++k) {
			const HnVec3 d = vec3_sub(vec3_load(xyz + 3 * k), p);
			known = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z))) <= SAME_POINT * bounds.largest;
		}
		if (known) continue;
		if (count == directions_points_max(set)) return -1;
		vec3_store(xyz + 3 * (int64_t)count++, p);
	}
	for (int32_t i = 0; i < 3 * count; ++i) xyz[i] *= 1 / scale;
	return count;
}

// Random sets, whose slabs may nearly be parallel, the usual ones, and bounds far from the origin.
START_TEST(lines_leave_out_no_corner) {
	Rng rng = rng_of(331, 0);
	int32_t taken = 0, lines = 0, stay = 0;
	for (int round = 0; round < 900; ++round) {
		static const int32_t usual[] = { 14, 18, 26 };
		Directions set;
		if (round % 2 == 0)
			directions_init_usual(&set, usual[round / 2 % 3]);
		else
			draw_any(&rng, &set, round / 2, HULL_SLABS_MAX);
		if (directions_hull_init(&set) != HN_OK) continue;
		float volume[2 * DIRECTIONS_MAX];
		double xyz[3 * 4 * HULL_SLABS_MAX], all[3 * 4 * HULL_SLABS_MAX];
		bounds_draw(&rng, &set, round, volume);
		BvSpace space = { .scale = 0x1p-3, .directions = &set };
		const int32_t wanted = corners_of_all(&set, volume, space.scale, all);
		const int32_t count = directions_hull_points(volume, set.count, &space, xyz);
		cheap_assert_msg(count == wanted, "round %d: %d, not %d", round, count, wanted);
		cheap_assert(memcmp(xyz, all, 3 * (size_t)count * sizeof *xyz) == 0);
		++taken;
		SlabBounds bounds;
		slab_bounds_init(&bounds, &set, volume, volume + set.count);
		for (int32_t l = 0; l < directions_pairs(set.count); ++l, lines += 4)
			stay += __builtin_popcount(lines_stay(&bounds, l));
		directions_free(&set);
	}
	ck_assert_msg(taken > 600 && 4 * stay < lines, "%d sets, %d of %d lines stay", taken, stay, lines);
}

// Directions of the icosahedron and the dodecahedron: threes of them that lie in a plane do so but for
// rounding.
START_TEST(rounded_planes_are_no_reason_to_refuse) {
	const double g = 0x1.9e3779b97f4a8p+0;
	const double vectors[16][3] = {
		{ 0, 1, g },     { 0, 1, -g },     { 1, g, 0 },     { 1, -g, 0 },
		{ g, 0, 1 },     { g, 0, -1 },     { 1, 1, 1 },     { 1, 1, -1 },
		{ 1, -1, 1 },    { 1, -1, -1 },    { 0, 1 / g, g }, { 0, 1 / g, -g },
		{ 1 / g, g, 0 }, { 1 / g, -g, 0 }, { g, 0, 1 / g }, { g, 0, -1 / g },
	};
	Directions set;
	ck_assert_int_eq(directions_init(&set, vectors, 16), HN_OK);
	ck_assert_msg(directions_hull_init(&set) == HN_OK, "%s", hn_error_text());
	ck_assert_msg(set.corner_error < 1e-12 && set.corner_slack < 1e-12, "%g %g", set.corner_error,
	              set.corner_slack);
	directions_free(&set);
	double near[4][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 5e-9 } };
	ck_assert_int_eq(directions_init(&set, (const double(*)[3])near, 4), HN_OK);
	ck_refused(directions_hull_init(&set), HN_ERR_BAD_INPUT,
	           "directions 1, 2 and 4 lie so nearly in a plane");
	double flat[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 1e-17 } };
	ck_assert_int_eq(directions_init(&set, (const double(*)[3])flat, 3), HN_OK);
	ck_assert_int_eq(directions_hull_init(&set), HN_ERR_BAD_INPUT);
	directions_draw(&(Rng){ { 1, 2, 3, 4 } }, &set, 17);
	ck_refused(directions_hull_init(&set), HN_ERR_BAD_INPUT, "at most 16 directions, not 17");
}

START_TEST(no_memory_for_hulls_is_clean) {
	Directions set;
	directions_init_usual(&set, 14);
	size_t live = hn_mem_live_bytes();
	for (int i = 1; i <= 3; ++i) {
		mem_fail_at(mem_allocation_count() + i);
		ck_assert_int_eq(directions_hull_init(&set), HN_ERR_NO_MEMORY);
		mem_fail_at(0);
		ck_assert_uint_eq(hn_mem_live_bytes(), live);
	}
	ck_assert_int_eq(directions_hull_init(&set), HN_OK);
	directions_free(&set);
	ck_assert_uint_eq(hn_mem_live_bytes(), live);
}

TEST_SUITE(directions, suite, tc) {
	tcase_add_loop_test(tc, wrong_sets_are_refused_by_name, 0, sizeof s_refused / sizeof s_refused[0]);
	tcase_add_test(tc, too_many_are_counted);
	tcase_add_test(tc, parallel_and_flat_are_decided_exactly);
	tcase_add_test(tc, axes_come_first_and_nothing_overflows);
	tcase_add_test(tc, combinations_are_the_shortest);
	tcase_add_test(tc, corners_are_those_of_the_polytope);
	tcase_add_test(tc, lines_leave_out_no_corner);
	tcase_add_test(tc, rounded_planes_are_no_reason_to_refuse);
	tcase_add_test(tc, no_memory_for_hulls_is_clean);
}
