// Triangles in a plane, four against one: every kernel against linear programming in GMP, and against the
// others.
#include <check.h>

#include "base/rng.h"
#include "cheap.h"
#include "flat_plain.h"
#include "rational_geometry.h"

Suite *flat_suite(void);

#ifdef SANITIZED
enum { ROUNDS = 1000 };
#else
enum { ROUNDS = 20000 };
#endif

typedef double Point[2];

// Kinds of coordinates: small whole numbers touch and lie on lines; multiples of a tenth nearly do; one ulp
// off a whole number is where a wrong bound would show; the last kind is far apart in size.
static double coordinate(Rng *rng, int kind) {
	double whole = 1 + (double)rng_below(rng, 5);
	if (kind == 0) return whole;
	if (kind == 1) return whole * 0.1 + 0.3;
	if (kind == 2) return rng_below(rng, 2) == 0 ? nextafter(whole, 9) : nextafter(whole + 1, -9);
	return rng_range(rng, -1, 1) * (rng_below(rng, 2) == 0 ? 0x1p-30 : 1);
}

static Triangle random_level(Rng *rng, int kind) {
	Triangle t;
	for (int k = 0; k < 3; ++k) {
		double x = coordinate(rng, kind), y = coordinate(rng, kind);
		t.p[k] = (HnVec3){ x, y, 1 };
	}
	return t;
}

static void four_put(FlatFour *four, int i, const Triangle *t) {
	for (int k = 0; k < 3; ++k) four->p[k][0][i] = t->p[k].x, four->p[k][1][i] = t->p[k].y;
}

static void check_same(const FlatFour *four, Point one[3], FlatAnswer expected) {
	const Point *p = (const Point *)one;
	for (int32_t set = -1; set < SIMD_SETS; ++set) {
		if (set >= 0 && !simd_available((SimdSet)set)) continue;
		FlatAnswer got = set < 0 ? flat_four_plain(four, p) : flat_four((SimdSet)set)(four, p);
		cheap_assert_msg(got.meet == expected.meet && got.apart == expected.apart, "%s",
		                 set < 0 ? "plain" : simd_name(set));
	}
}

// What is certain is right, and little is left open in general position.
START_TEST(certain_is_right) {
	Rng rng;
	int64_t open[4] = { 0 }, meet = 0, apart = 0;
	rng_seed(&rng, 1, 0);
	for (int round = 0; round < ROUNDS; ++round) {
		int kind = round % 4;
		Triangle a[FLAT_FOUR], b = random_level(&rng, kind);
		FlatFour four;
		for (int i = 0; i < FLAT_FOUR; ++i) a[i] = random_level(&rng, kind), four_put(&four, i, &a[i]);
		Point one[3];
		for (int k = 0; k < 3; ++k) one[k][0] = b.p[k].x, one[k][1] = b.p[k].y;
		FlatAnswer answer = flat_four_baseline(&four, (const Point *)one);
		check_same(&four, one, answer);
		cheap_assert((answer.meet & answer.apart) == 0);
		for (int i = 0; i < FLAT_FOUR; ++i) {
			bool is_apart = answer.apart >> i & 1, meets = answer.meet >> i & 1;
			if (!is_apart && !meets) {
				open[kind] += 1;
				continue;
			}
			cheap_assert_msg(rational_tri_tri_meet(&a[i], &b) == meets, "round %d, triangle %d", round, i);
			meet += meets, apart += is_apart;
		}
	}
	ck_assert_int_gt(meet, ROUNDS / 4);
	ck_assert_int_gt(apart, ROUNDS / 4);
	ck_assert_int_lt(open[3], ROUNDS / 20);
}
END_TEST

START_TEST(no_area_is_open) {
	FlatFour four = { .p = { { { 0, 0, 0, 1 }, { 0, 0, 0, 1 } },
		                     { { 1, 1, 2, 1 }, { 1, 0, 0, 1 } },
		                     { { 2, 2, 1, 1 }, { 2, 0, 1, 1 } } } };
	const Point one[3] = { { 0, 0 }, { 1, 0 }, { 0, 1 } }, line[3] = { { 0, 0 }, { 1, 1 }, { 2, 2 } };
	FlatAnswer answer = flat_four_baseline(&four, one);
	ck_assert_uint_eq(answer.meet, 1u << 2);
	ck_assert_uint_eq(answer.apart, 0);
	answer = flat_four_baseline(&four, line);
	ck_assert_uint_eq(answer.meet | answer.apart, 0);
}
END_TEST

Suite *flat_suite(void) {
	Suite *suite = suite_create("flat");
	TCase *tc = tcase_create("four");
	tcase_add_test(tc, certain_is_right);
	tcase_add_test(tc, no_area_is_open);
	suite_add_tcase(suite, tc);
	return suite;
}
