// Triangles in a plane, four against four: every kernel against linear programming in GMP, and against the
// others.
#include <check.h>

#include "base/rng.h"
#include "cheap.h"
#include "flat_plain.h"
#include "rational_geometry.h"
#include "suite.h"

#ifdef SANITIZED
enum { ROUNDS = 200 };
#else
enum { ROUNDS = 5000 };
#endif

// Kinds of coordinates: small whole numbers touch and lie on lines; multiples of a tenth nearly do; one ulp
// off a whole number is where a wrong bound would show; the last kind is far apart in size.
static double coordinate(Rng *rng, int kind) {
	double whole = 1 + (double)rng_below(rng, 5);
	if (kind == 0) return whole;
	if (kind == 1) return whole * 0.1 + 0.3;
	if (kind == 2) return rng_below(rng, 2) == 0 ? nextafter(whole, 9) : nextafter(whole + 1, -9);
	return rng_range(rng, -1, 1) * (rng_below(rng, 2) == 0 ? 0x1p-30 : 1);
}

// In a plane across the axis.
static Triangle random_level(Rng *rng, int kind, int axis) {
	Triangle t;
	for (int k = 0; k < 3; ++k) {
		double p[3];
		for (int i = 0; i < 3; ++i) p[i] = i == axis ? 1 : coordinate(rng, kind);
		t.p[k] = vec3_load(p);
	}
	return t;
}

static void four_put(FlatFour *four, int i, const Triangle *t) {
	for (int k = 0; k < 3; ++k)
		for (int c = 0; c < 3; ++c) four->p[k][c][i] = four->p[k][c][FLAT_FOUR + i] = vec3_get(t->p[k], c);
}

static void check_same(const FlatFour *a, const FlatFour *b, int axis, unsigned lanes, FlatAnswer expected) {
	for (int32_t set = -1; set < SIMD_SETS; ++set) {
		if (set >= 0 && !simd_available((SimdSet)set)) continue;
		FlatKernel kernel = set < 0 ? flat_four_plain : flat_four((SimdSet)set);
		FlatAnswer got = kernel(a, b, axis, lanes);
		cheap_assert_msg(got.meet == expected.meet && got.apart == expected.apart, "%s",
		                 set < 0 ? "plain" : simd_name(set));
	}
}

// What is certain is right, and little is left open in general position.
START_TEST(certain_is_right) {
	enum { LANES = FLAT_FOUR * FLAT_FOUR };
	int64_t open[4] = { 0 }, meet = 0, apart = 0;
	Rng rng = rng_of(1, 0);
	for (int round = 0; round < ROUNDS; ++round) {
		int kind = round % 4, axis = (int)rng_below(&rng, 3);
		unsigned lanes = rng_below(&rng, 2) == 0 ? 0xffff : 1 + (unsigned)rng_below(&rng, 0xffff);
		Triangle a[FLAT_FOUR], b[FLAT_FOUR];
		FlatFour four_a, four_b;
		for (int i = 0; i < FLAT_FOUR; ++i) {
			a[i] = random_level(&rng, kind, axis), four_put(&four_a, i, &a[i]);
			b[i] = random_level(&rng, kind, axis), four_put(&four_b, i, &b[i]);
		}
		FlatAnswer answer = flat_four_baseline(&four_a, &four_b, axis, lanes);
		check_same(&four_a, &four_b, axis, lanes, answer);
		cheap_assert((answer.meet & answer.apart) == 0 && ((answer.meet | answer.apart) & ~lanes) == 0);
		for (int lane = 0; lane < LANES; ++lane) {
			bool is_apart = answer.apart >> lane & 1, meets = answer.meet >> lane & 1;
			if (!is_apart && !meets) {
				open[kind] += lanes >> lane & 1;
				continue;
			}
			const Triangle *of_a = &a[lane % 4], *of_b = &b[(lane + lane / 4) % 4];
			cheap_assert_msg(rational_tri_tri_meet(of_a, of_b) == meets, "round %d, lane %d", round, lane);
			meet += meets, apart += is_apart;
		}
	}
	ck_assert_int_gt(meet, ROUNDS);
	ck_assert_int_gt(apart, ROUNDS);
	ck_assert_int_lt(open[3], ROUNDS / 5);
}

START_TEST(no_area_is_open) {
	enum { ALL = 0xffff, OF_2_AND_0 = 1u << 10 }; // lane 10: triangle 2 of a, 2 + 2 of b
	static const Triangle s_a[FLAT_FOUR] = { { { { 0, 0, 0 }, { 1, 1, 0 }, { 2, 2, 0 } } },
		                                     { { { 0, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 } } },
		                                     { { { 0, 0, 0 }, { 2, 0, 0 }, { 1, 1, 0 } } },
		                                     { { { 1, 1, 0 }, { 1, 1, 0 }, { 1, 1, 0 } } } };
	static const Triangle s_line = { { { 0, 0, 0 }, { 1, 1, 0 }, { 2, 2, 0 } } },
	                      s_area = { { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } } };
	FlatFour a, b;
	for (int i = 0; i < FLAT_FOUR; ++i) four_put(&a, i, &s_a[i]), four_put(&b, i, i == 0 ? &s_area : &s_line);
	FlatAnswer answer = flat_four_baseline(&a, &b, 2, ALL);
	ck_assert_uint_eq(answer.meet, OF_2_AND_0);
	ck_assert_uint_eq(answer.apart, 0);
}

TEST_SUITE(flat, suite, tc) {
	tcase_add_test(tc, certain_is_right);
	tcase_add_test(tc, no_area_is_open);
}
