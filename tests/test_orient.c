// orient3d and orient2d against GMP: a million signs of random, nearly degenerate, far and extreme inputs.
#include <check.h>
#include <float.h>

#include "base/rng.h"
#include "chance.h"
#include "cheap.h"
#include "rational_geometry.h"

Suite *orient_suite(void);

#ifdef SANITIZED
enum { CASES = 4000 };
#else
enum { CASES = 100000 };
#endif

static double random_sign(Rng *rng) { return rng_below(rng, 2) == 0 ? -1.0 : 1.0; }

// Full mantissa, any magnitude that is allowed, 0 now and then.
static double random_extreme(Rng *rng) {
	uint64_t kind = rng_below(rng, 8);
	if (kind == 0) return 0.0;
	if (kind == 1) return random_sign(rng) * 0x1p200;
	if (kind == 2) return random_sign(rng) * 0x1p-200;
	return random_sign(rng) * ldexp(1.0 + rng_double(rng), (int)rng_below(rng, 400) - 200);
}

static double nudge(Rng *rng, double x) {
	double towards = random_sign(rng) * (double)INFINITY;
	for (uint64_t n = rng_below(rng, 4); n > 0; --n) x = nextafter(x, towards);
	return fabs(x) < 0x1p-200 ? 0.0 : x;
}

// Near the plane of the first three points: a random combination of them, rounded and off by some ulps.
static void near_plane(Rng *rng, HnVec3 p[4]) {
	double s = rng_range(rng, -2, 2), t = rng_range(rng, -2, 2);
	if (rng_below(rng, 4) == 0) s = 0.5, t = 0.5;
	if (rng_below(rng, 8) == 0) t = 0.0;
	HnVec3 u = vec3_sub(p[1], p[0]), v = vec3_sub(p[2], p[0]);
	HnVec3 d = vec3_add(p[0], vec3_add(vec3_scale(u, s), vec3_scale(v, t)));
	p[3] = (HnVec3){ nudge(rng, d.x), nudge(rng, d.y), nudge(rng, d.z) };
}

typedef void (*Generator)(Rng *rng, HnVec3 p[4]);

static void generate_random(Rng *rng, HnVec3 p[4]) {
	for (int i = 0; i < 4; ++i) p[i] = random_point(rng, -1, 1);
}
static void generate_near_plane(Rng *rng, HnVec3 p[4]) {
	generate_random(rng, p);
	near_plane(rng, p);
}
static void generate_coarse(Rng *rng, HnVec3 p[4]) { // few bits, often exactly coplanar
	for (int i = 0; i < 4; ++i) {
		p[i].x = (double)rng_below(rng, 4) / 8;
		p[i].y = (double)rng_below(rng, 4) / 8;
		p[i].z = (double)rng_below(rng, 4) / 8;
	}
}
// The same, moved by a vector that all sums hold exactly: coplanar stays coplanar with full mantissas.
static void generate_coarse_moved(Rng *rng, HnVec3 p[4]) {
	generate_coarse(rng, p);
	HnVec3 far = random_point(rng, -0x1p40, 0x1p40);
	far = (HnVec3){ rint(far.x * 8) / 8, rint(far.y * 8) / 8, rint(far.z * 8) / 8 };
	for (int i = 0; i < 4; ++i) p[i] = vec3_add(p[i], far);
}
static void generate_far(Rng *rng, HnVec3 p[4]) {
	generate_near_plane(rng, p);
	HnVec3 far = random_point(rng, -0x1p30, 0x1p30);
	for (int i = 0; i < 4; ++i) p[i] = vec3_add(p[i], far);
}
static void generate_extreme(Rng *rng, HnVec3 p[4]) {
	for (int i = 0; i < 4; ++i) {
		p[i].x = random_extreme(rng);
		p[i].y = random_extreme(rng);
		p[i].z = random_extreme(rng);
	}
}
static void generate_extreme_near_plane(Rng *rng, HnVec3 p[4]) {
	generate_extreme(rng, p);
	for (int i = 0; i < 3; ++i) p[i] = vec3_scale(p[i], 0.0625); // room for the combination
	near_plane(rng, p);
	for (int i = 0; i < 4; ++i) {
		double *xyz = &p[i].x;
		for (int k = 0; k < 3; ++k)
			if (fabs(xyz[k]) < 0x1p-200) xyz[k] = 0.0;
	}
}
static void scale_all(HnVec3 p[4], double factor) {
	for (int i = 0; i < 4; ++i) {
		p[i] = vec3_scale(p[i], factor);
		double *xyz = &p[i].x;
		for (int k = 0; k < 3; ++k)
			if (fabs(xyz[k]) < 0x1p-200) xyz[k] = 0.0;
	}
}
static void generate_huge(Rng *rng, HnVec3 p[4]) {
	generate_near_plane(rng, p);
	scale_all(p, 0x1p197);
}
static void generate_tiny(Rng *rng, HnVec3 p[4]) {
	generate_near_plane(rng, p);
	scale_all(p, 0x1p-190);
}
// Equal points, points on an axis, points on a line.
static void generate_degenerate(Rng *rng, HnVec3 p[4]) {
	generate_near_plane(rng, p);
	uint64_t kind = rng_below(rng, 3);
	if (kind == 0) p[rng_below(rng, 4)] = p[rng_below(rng, 4)];
	if (kind == 1) p[2] = (HnVec3){ p[0].x, nudge(rng, p[0].y), p[0].z };
	if (kind == 2) {
		HnVec3 u = vec3_sub(p[1], p[0]);
		p[2] = vec3_add(p[0], vec3_scale(u, 2));
	}
}

static const struct {
	const char *name;
	Generator generate;
} s_generators[] = {
	{ "random", generate_random },
	{ "near_plane", generate_near_plane },
	{ "coarse", generate_coarse },
	{ "coarse_moved", generate_coarse_moved },
	{ "far", generate_far },
	{ "extreme", generate_extreme },
	{ "extreme_near_plane", generate_extreme_near_plane },
	{ "huge", generate_huge },
	{ "tiny", generate_tiny },
	{ "degenerate", generate_degenerate },
};
enum { GENERATORS = sizeof s_generators / sizeof s_generators[0] };

static void check_case(Rng *rng, const HnVec3 p[4], const char *name) {
	int32_t expected = rational_orient3d(p[0], p[1], p[2], p[3]);
	int32_t filtered = orient3d_filter(p[0], p[1], p[2], p[3]);
	cheap_assert_msg(orient3d(p[0], p[1], p[2], p[3]) == expected, "%s: orient3d", name);
	cheap_assert_msg(orient3d_exact(p[0], p[1], p[2], p[3]) == expected, "%s: orient3d_exact", name);
	cheap_assert_msg(filtered == SIGN_UNSURE || filtered == expected, "%s: orient3d_filter", name);
	// an odd permutation turns the sign
	int i = (int)rng_below(rng, 4), j = (i + 1 + (int)rng_below(rng, 3)) % 4;
	HnVec3 swapped[4] = { p[0], p[1], p[2], p[3] };
	swapped[i] = p[j], swapped[j] = p[i];
	cheap_assert_msg(orient3d(swapped[0], swapped[1], swapped[2], swapped[3]) == -expected, "%s: swapped",
	                 name);
}

START_TEST(orient3d_has_the_sign_of_the_rational_determinant) {
	Rng rng = rng_of(1, (uint64_t)_i);
	int64_t zeros = 0, exact = exact_stats.exact_orient3d;
	for (int n = 0; n < CASES; ++n) {
		HnVec3 p[4];
		s_generators[_i].generate(&rng, p);
		check_case(&rng, p, s_generators[_i].name);
		zeros += orient3d_exact(p[0], p[1], p[2], p[3]) == 0;
	}
	if (_i == 3) cheap_assert_msg(zeros > CASES / 20, "too few coplanar cases to mean anything");
	if (_i > 0 && _i != 5)
		cheap_assert_msg(exact_stats.exact_orient3d > exact, "the exact path was never entered");
}

START_TEST(orient2d_has_the_sign_of_the_rational_determinant) {
	Rng rng = rng_of(2, (uint64_t)_i);
	for (int n = 0; n < CASES / 2; ++n) {
		HnVec3 p[4];
		s_generators[_i].generate(&rng, p);
		double q[3][2];
		for (int i = 0; i < 3; ++i) q[i][0] = p[i].x, q[i][1] = p[i].y;
		if (n % 2 == 0) { // near the line of the first two
			double s = rng_range(&rng, -1, 1);
			for (int k = 0; k < 2; ++k) q[2][k] = nudge(&rng, q[0][k] + s * (q[1][k] - q[0][k]) / 2);
		}
		int32_t expected = rational_orient2d(q[0], q[1], q[2]);
		int32_t filtered = orient2d_filter(q[0], q[1], q[2]);
		cheap_assert_msg(orient2d(q[0], q[1], q[2]) == expected, "%s: orient2d", s_generators[_i].name);
		cheap_assert_msg(orient2d_exact(q[0], q[1], q[2]) == expected, "%s: exact", s_generators[_i].name);
		cheap_assert(filtered == SIGN_UNSURE || filtered == expected);
		cheap_assert(orient2d(q[1], q[0], q[2]) == -expected);
	}
}

START_TEST(filter_error_is_never_above_its_bound) {
	Rng rng = rng_of(3, (uint64_t)_i);
	for (int n = 0; n < CASES / 4; ++n) {
		HnVec3 p[4];
		s_generators[_i].generate(&rng, p);
		OrientPlane plane = orient_plane(p[0], p[1], p[2]);
		HnVec3 w = vec3_sub(p[3], p[0]);
		// the derived factor is 9 where the filter uses 10
		double value = orient_plane_value(&plane, w), error = orient_plane_error(&plane, w) * 0.9000001;
		cheap_assert_msg(rational_height_within(p[0], p[1], p[2], p[3], value, error), "%s",
		                 s_generators[_i].name);
	}
}

START_TEST(sign_follows_the_right_hand_rule) {
	HnVec3 a = { 0, 0, 0 }, b = { 1, 0, 0 }, c = { 0, 1, 0 };
	cheap_assert_int_eq(orient3d(a, b, c, (HnVec3){ 0.25, 0.25, -1 }), 1);
	cheap_assert_int_eq(orient3d(a, b, c, (HnVec3){ 0.25, 0.25, 1 }), -1);
	cheap_assert_int_eq(orient3d(a, b, c, (HnVec3){ 5, -7, 0 }), 0);
	cheap_assert_int_eq(orient2d((double[2]){ 0, 0 }, (double[2]){ 1, 0 }, (double[2]){ 0, 1 }), 1);
}

START_TEST(far_cases_are_decided_without_exact_arithmetic) {
	Rng rng = rng_of(4, 0);
	int64_t exact = exact_stats.exact_orient3d;
	for (int n = 0; n < 1000; ++n) {
		HnVec3 p[4];
		generate_random(&rng, p);
		p[3].z += 8;
		p[0].z = p[1].z = p[2].z = 0;
		orient3d(p[0], p[1], p[2], p[3]);
	}
	cheap_assert_int_eq(exact_stats.exact_orient3d, exact);
}

Suite *orient_suite(void) {
	Suite *suite = suite_create("orient");
	TCase *signs = tcase_create("signs");
	tcase_add_loop_test(signs, orient3d_has_the_sign_of_the_rational_determinant, 0, GENERATORS);
	tcase_add_loop_test(signs, orient2d_has_the_sign_of_the_rational_determinant, 0, GENERATORS);
	tcase_add_loop_test(signs, filter_error_is_never_above_its_bound, 0, GENERATORS);
	tcase_add_test(signs, sign_follows_the_right_hand_rule);
	tcase_add_test(signs, far_cases_are_decided_without_exact_arithmetic);
	suite_add_tcase(suite, signs);
	return suite;
}
