// Elementary functions against values of 400 bits and against long double; poses against their definition.
#include "cheap.h"
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "math/elementary.h"
#include "math/pose.h"
#include "suite.h"

typedef double (*Function)(double);

// Computed with mpmath at 400 bits and rounded to nearest; the arguments are chosen for being hard to reduce,
// or at an end.
static const struct {
	Function function;
	double x, y;
} s_known[] = {
	{ math_sin, 0x1p-1, 0x1.eaee8744b05fp-2 },
	{ math_sin, 0x1p+0, 0x1.aed548f090ceep-1 },
	{ math_sin, 0x1.8p+1, 0x1.210386db6d55bp-3 },
	{ math_sin, -0x1.3333333333333p+1, -0x1.59d64f5c3d19bp-1 },
	{ math_sin, 0x1.921fb78121fb8p+1, -0x1.1e6f94fdcb378p-22 },
	{ math_sin, 0x1.86ap+16, 0x1.24daa9c527e96p-5 },
	{ math_sin, 0x1p+30, -0x1.3c12353728cafp-1 },
	{ math_sin, -0x1.0f0cf064dd592p+73, 0x1.b453ab76bf397p-1 },
	{ math_sin, 0x1.fffffffffffffp+1023, 0x1.452fc98b34e97p-8 },
	{ math_sin, 0x1.6ac5b262ca1ffp+849, 0x1p+0 },
	{ math_sin, 0x1p-26, 0x1p-26 },
	{ math_sin, 0x1.01b2b29a4692cp-25, 0x1.01b2b29a4692bp-25 },
	{ math_cos, 0x1p-1, 0x1.c1528065b7d5p-1 },
	{ math_cos, 0x1p+0, 0x1.14a280fb5068cp-1 },
	{ math_cos, 0x1.8p+1, -0x1.fae04be85e5d2p-1 },
	{ math_cos, -0x1.3333333333333p+1, -0x1.798bab490d185p-1 },
	{ math_cos, 0x1.921fb78121fb8p+1, -0x1.ffffffffffecp-1 },
	{ math_cos, 0x1.86ap+16, -0x1.ffac3841b3da7p-1 },
	{ math_cos, 0x1p+30, 0x1.92cb46a920144p-1 },
	{ math_cos, -0x1.0f0cf064dd592p+73, 0x1.0be2cef01c8f4p-1 },
	{ math_cos, 0x1.fffffffffffffp+1023, -0x1.fffe62ecfab75p-1 },
	{ math_cos, 0x1.6ac5b262ca1ffp+849, -0x1.14ae72e6ba22fp-61 },
	{ math_cos, 0x1p-26, 0x1.fffffffffffffp-1 },
	{ math_cos, 0x1.01b2b29a4692cp-25, 0x1.ffffffffffffcp-1 },
	{ math_tan, 0x1p-1, 0x1.17b4f5bf3474ap-1 },
	{ math_tan, 0x1p+0, 0x1.8eb245cbee3a6p+0 },
	{ math_tan, 0x1.8p+1, -0x1.23ef71254b86fp-3 },
	{ math_tan, -0x1.3333333333333p+1, 0x1.d4ffd331a1c6cp-1 },
	{ math_tan, 0x1.921fb78121fb8p+1, 0x1.1e6f94fdcb42bp-22 },
	{ math_tan, 0x1.86ap+16, -0x1.250a9d503313dp-5 },
	{ math_tan, 0x1p+30, -0x1.91c3c126f9d13p-1 },
	{ math_tan, -0x1.0f0cf064dd592p+73, 0x1.a0f79c1b6b257p+0 },
	{ math_tan, 0x1.fffffffffffffp+1023, -0x1.4530cfe729484p-8 },
	{ math_tan, 0x1.6ac5b262ca1ffp+849, -0x1.d9ba9a7975636p+60 },
	{ math_tan, 0x1p-26, 0x1p-26 },
	{ math_tan, 0x1.01b2b29a4692cp-25, 0x1.01b2b29a4692dp-25 },
	{ math_asin, 0x1.999999999999ap-4, 0x1.9a49276037884p-4 },
	{ math_asin, -0x1p-1, -0x1.0c152382d7366p-1 },
	{ math_asin, 0x1.fffffff768fa1p-1, 0x1.921cc6f77cacbp+0 },
	{ math_asin, 0x1.fffffffffffffp-1, 0x1.921fb50442d18p+0 },
	{ math_asin, -0x1.fffffffffffffp-1, -0x1.921fb50442d18p+0 },
	{ math_asin, 0x1p-26, 0x1p-26 },
	{ math_asin, 0x1.6a09e667f3bcdp-1, 0x1.921fb54442d19p-1 },
	{ math_asin, -0x1.3333333333333p-2, -0x1.380159e14f6ffp-2 },
	{ math_acos, 0x1.999999999999ap-4, 0x1.787b22ce3f59p+0 },
	{ math_acos, -0x1p-1, 0x1.0c152382d7366p+1 },
	{ math_acos, 0x1.fffffff768fa1p-1, 0x1.772663126c72dp-15 },
	{ math_acos, 0x1.fffffffffffffp-1, 0x1p-26 },
	{ math_acos, -0x1.fffffffffffffp-1, 0x1.921fb52442d18p+1 },
	{ math_acos, 0x1p-26, 0x1.921fb50442d18p+0 },
	{ math_acos, 0x1.6a09e667f3bcdp-1, 0x1.921fb54442d18p-1 },
	{ math_acos, -0x1.3333333333333p-2, 0x1.e0200bbc96ad8p+0 },
	{ math_exp, 0x1p+0, 0x1.5bf0a8b145769p+1 },
	{ math_exp, -0x1p+0, 0x1.78b56362cef38p-2 },
	{ math_exp, 0x1p-1, 0x1.a61298e1e069cp+0 },
	{ math_exp, 0x1.62d999999999ap+9, 0x1.d75ae7a50ee14p+1023 },
	{ math_exp, -0x1.62p+9, 0x1.7c8ab2288c9abp-1022 },
	{ math_exp, 0x1.b7cdfd9d7bdbbp-34, 0x1.000000006df38p+0 },
	{ math_exp, -0x1.2a66666666666p+5, 0x1.23865b7f2b6fep-54 },
	{ math_exp, 0x1.91p+6, 0x1.8c39b9134bac4p+144 },
	{ math_log, 0x1p+1, 0x1.62e42fefa39efp-1 },
	{ math_log, 0x1.4p+3, 0x1.26bb1bbb55516p+1 },
	{ math_log, 0x1.999999999999ap-4, -0x1.26bb1bbb55515p+1 },
	{ math_log, 0x1.0000000000001p+0, 0x1.fffffffffffffp-53 },
	{ math_log, 0x1.fffffffffffffp-1, -0x1p-53 },
	{ math_log, 0x1.7e43c8800759cp+996, 0x1.5963447f87fb5p+9 },
	{ math_log, 0x0.0000000000001p-1022, -0x1.74385446d71c3p+9 },
	{ math_log, 0x1.6a09e667f3bccp-1, -0x1.62e42fefa39f1p-2 },
};

static const struct {
	double y, x, angle;
} s_known_angles[] = {
	{ 0x1p+0, 0x1.8p+1, 0x1.4978fa3269ee1p-2 },
	{ 0x1.8p+1, -0x1p+0, 0x1.e47df3d0dd4d1p+0 },
	{ -0x1.56e1fc2f8f359p-997, -0x1.7e43c8800759cp+996, -0x1.921fb54442d18p+1 },
	{ 0x1p+1, 0x1p+1, 0x1.921fb54442d18p-1 },
	{ -0x1.4p+2, 0x1.0624dd2f1a9fcp-10, -0x1.921299d2d032p+0 },
	{ 0x0.00000000007e8p-1022, 0x1.8p+1, 0x0.00000000002a3p-1022 },
	{ 0x1p+0, -0x1.93e5939a08ceap+99, 0x1.921fb54442d18p+1 },
};

static uint64_t bits(double a) {
	uint64_t u;
	memcpy(&u, &a, sizeof u);
	return u;
}
static int same_bits(double a, double b) { return bits(a) == bits(b); }

START_TEST(known_values_to_the_last_bit) {
	for (size_t i = 0; i < sizeof s_known / sizeof s_known[0]; ++i) {
		double y = s_known[i].function(s_known[i].x);
		cheap_assert_msg(same_bits(y, s_known[i].y), "%d: f(%a) = %a, not %a", (int)i, s_known[i].x, y,
		                 s_known[i].y);
	}
	for (size_t i = 0; i < sizeof s_known_angles / sizeof s_known_angles[0]; ++i) {
		double angle = math_atan2(s_known_angles[i].y, s_known_angles[i].x);
		cheap_assert_msg(same_bits(angle, s_known_angles[i].angle), "%d: %a", (int)i, angle);
	}
}

START_TEST(special_values_are_those_of_c) {
	const double inf = (double)INFINITY, nan = (double)NAN;
	static const Function odd[] = { math_sin, math_tan, math_asin };
	for (int i = 0; i < 3; ++i) {
		cheap_assert(same_bits(odd[i](0.0), 0.0) && same_bits(odd[i](-0.0), -0.0));
		cheap_assert(same_bits(odd[i](-0x1p-1074), -0x1p-1074));
	}
	cheap_assert(math_cos(0) == 1 && math_exp(0) == 1 && math_exp(-0.0) == 1 && math_cos(0x1p-1074) == 1);
	cheap_assert(same_bits(math_log(1), 0.0) && same_bits(math_acos(1), 0.0));
	static const struct {
		Function function;
		double x;
	} undefined[] = { { math_sin, HUGE_VAL },          { math_cos, -HUGE_VAL },
		              { math_tan, HUGE_VAL },          { math_asin, 1 + DBL_EPSILON },
		              { math_acos, -1 - DBL_EPSILON }, { math_asin, HUGE_VAL },
		              { math_log, -0x1p-1074 },        { math_log, -HUGE_VAL } };
	for (size_t i = 0; i < sizeof undefined / sizeof undefined[0]; ++i) {
		double y = undefined[i].function(undefined[i].x), of_nan = undefined[i].function(-nan);
		cheap_assert(isnan(y) && same_bits(y, of_nan) && same_bits(y, nan)); // one NaN everywhere
	}
	cheap_assert(math_exp(inf) == inf && same_bits(math_exp(-inf), 0.0) && isnan(math_exp(nan)));
	cheap_assert(math_exp(709.79) == inf && math_exp(-745.14) == 0 && math_exp(-745.13) == 0x1p-1074);
	cheap_assert(math_exp(709.78) < inf && math_exp(1e300) == inf && math_exp(-1e300) == 0);
	cheap_assert(math_log(0.0) == -inf && math_log(-0.0) == -inf && math_log(inf) == inf);
}

// Every combination of zeros, infinities, NaN and ordinary numbers; libm's is right up to an ulp.
START_TEST(atan2_has_the_cases_of_c) {
	const double inf = (double)INFINITY, nan = (double)NAN;
	const double v[] = { 0.0,     -0.0,     1,         -1,         inf,     -inf, nan,
		                 DBL_MAX, -DBL_MAX, 0x1p-1074, -0x1p-1074, DBL_MIN, 0.5 };
	for (size_t i = 0; i < sizeof v / sizeof v[0]; ++i)
		for (size_t j = 0; j < sizeof v / sizeof v[0]; ++j) {
			double a = math_atan2(v[i], v[j]), b = atan2(v[i], v[j]);
			if (isnan(b)) {
				cheap_assert(isnan(a));
				continue;
			}
			cheap_assert_msg(fabs(a - b) <= fabs(b) * DBL_EPSILON && signbit(a) == signbit(b),
			                 "atan2(%a, %a) = %a, %a", v[i], v[j], a, b);
		}
}

#if LDBL_MANT_DIG > DBL_MANT_DIG

typedef struct Case {
	const char *name;
	Function ours;
	long double (*theirs)(long double);
	double (*draw)(Rng *rng);
} Case;

static double draw_angle(Rng *rng) {
	int exponent = (int)rng_below(rng, 2030) - 1010;
	double x = rng_range(rng, -1, 1);
	return exponent % 2 == 0 ? 20 * x : ldexp(x, exponent);
}

// Near a multiple of pi / 2, where the reduction cancels most.
static double draw_near_zero(Rng *rng) {
	double k = (double)rng_below(rng, 1u << 30), sign = rng_below(rng, 2) ? 1 : -1;
	return sign * k * (MATH_PI / 2);
}

static double draw_cosine(Rng *rng) {
	int exponent = (int)rng_below(rng, 60);
	double x = rng_range(rng, -1, 1);
	if (exponent % 3 == 0) return x;
	return exponent % 3 == 1 ? ldexp(x, -exponent) : copysign(1 - ldexp(fabs(x), -exponent), x);
}

static double draw_exponent(Rng *rng) {
	int exponent = (int)rng_below(rng, 80);
	return exponent % 2 == 0 ? rng_range(rng, -708, 709.7) : ldexp(rng_range(rng, -1, 1), -exponent);
}

static double draw_positive(Rng *rng) {
	int exponent = (int)rng_below(rng, 2098) - 1074;
	double x = ldexp(1 + rng_double(rng), exponent);
	return exponent % 2 == 0 ? x : 1 + ldexp(rng_range(rng, -0.5, 0.5), -(exponent & 31));
}

static double atan_of(double x) { return math_atan2(x, 1); }

static const Case s_cases[] = {
	{ "sin", math_sin, sinl, draw_angle },     { "sin", math_sin, sinl, draw_near_zero },
	{ "cos", math_cos, cosl, draw_angle },     { "cos", math_cos, cosl, draw_near_zero },
	{ "tan", math_tan, tanl, draw_angle },     { "tan", math_tan, tanl, draw_near_zero },
	{ "asin", math_asin, asinl, draw_cosine }, { "acos", math_acos, acosl, draw_cosine },
	{ "atan", atan_of, atanl, draw_angle },    { "exp", math_exp, expl, draw_exponent },
	{ "log", math_log, logl, draw_positive },
};
enum { CASES = sizeof s_cases / sizeof s_cases[0] };

static double ulp(double y) {
	int exponent;
	frexp(y, &exponent);
	return ldexp(1, exponent < -1021 ? -1074 : exponent - 53);
}

// long double has 2^-11 of our ulp, and its functions an error of an ulp or two of their own.
START_TEST(error_is_half_an_ulp) {
	const Case *c = &s_cases[_i];
	Rng rng = rng_of(21, (uint64_t)_i);
	for (int i = 0; i < 50000; ++i) {
		double x = c->draw(&rng), y = c->ours(x);
		long double error = fabsl((long double)y - c->theirs((long double)x)) / (long double)ulp(y);
		cheap_assert_msg((double)error < 0.502, "%s(%a) = %a: %f ulp", c->name, x, y, (double)error);
	}
}

START_TEST(subnormal_exp_is_half_an_ulp) {
	for (int i = 0; i < 20000; ++i) {
		double x = -708 - 37.0 * i / 20000, y = math_exp(x);
		ck_assert_double_lt((double)(fabsl((long double)y - expl((long double)x)) / (long double)ulp(y)),
		                    0.502);
	}
}

START_TEST(atan2_error_is_half_an_ulp) {
	Rng rng = rng_of(22, 0);
	for (int i = 0; i < 100000; ++i) {
		int ey = (int)rng_below(&rng, 400) - 200, ex = i % 2 ? ey : (int)rng_below(&rng, 400) - 200;
		double y = rng_range(&rng, -1, 1), x = rng_range(&rng, -1, 1);
		y = ldexp(y, ey), x = ldexp(x, ex);
		double angle = math_atan2(y, x);
		long double error = fabsl((long double)angle - atan2l((long double)y, (long double)x));
		ck_assert_double_lt((double)(error / (long double)ulp(angle)), 0.502);
	}
}

#endif

START_TEST(relative_pose_is_the_composition) {
	Rng rng = rng_of(23, 0);
	for (int i = 0; i < 1000; ++i) {
		HnPose p[2];
		for (int k = 0; k < 2; ++k) {
			double angle = rng_range(&rng, -4, 4), c = cos(angle), s = sin(angle);
			HnMat3 z = { { { c, -s, 0 }, { s, c, 0 }, { 0, 0, 1 } } },
			       x = { { { 1, 0, 0 }, { 0, s, c }, { 0, -c, s } } };
			p[k].r = mat3_mul(&z, &x);
			for (int j = 0; j < 3; ++j) ((double *)&p[k].t)[j] = rng_range(&rng, -9, 9);
		}
		HnVec3 v = { rng_range(&rng, -1, 1), 0, 0 };
		v.y = rng_range(&rng, -1, 1);
		HnPose relative = hn_pose_relative(&p[0], &p[1]);
		HnVec3 there = pose_place(&p[0], pose_place(&relative, v)), world = pose_place(&p[1], v);
		for (int axis = 0; axis < 3; ++axis)
			ck_assert_double_lt(fabs(vec3_get(there, axis) - vec3_get(world, axis)), 1e-13);
		HnMat3 turned = mat3_tmul(&p[0].r, &p[1].r);
		ck_assert_mem_eq(&turned, &relative.r, sizeof turned);
		HnPose one = hn_pose_identity(), same = hn_pose_relative(&one, &p[1]);
		ck_assert_mem_eq(&same.r, &p[1].r, sizeof same.r);
		double in[6] = { v.x, v.y, v.z, 1, 2, 3 }, out[6];
		hn_pose_place_all(&p[1], in, 2, out);
		ck_assert_mem_eq(out, &world, sizeof world);
	}
}

START_TEST(tiny_placed_coordinates_become_zero) {
	HnPose p = hn_pose_identity();
	HnVec3 v = pose_place(&p, (HnVec3){ 0x1.fp-201, -0x1p-200, -0x1p-1074 });
	cheap_assert(same_bits(v.x, 0.0) && v.y == -0x1p-200 && same_bits(v.z, 0.0));
	v = pose_place(&p, (HnVec3){ -0.0, 0x1p200, -0.0 });
	cheap_assert(same_bits(v.x, 0.0) && v.y == 0x1p200);
}

TEST_SUITE(math, suite, tc) {
	tcase_add_test(tc, known_values_to_the_last_bit);
	tcase_add_test(tc, special_values_are_those_of_c);
	tcase_add_test(tc, atan2_has_the_cases_of_c);
#if LDBL_MANT_DIG > DBL_MANT_DIG
	tcase_add_loop_test(tc, error_is_half_an_ulp, 0, CASES);
	tcase_add_test(tc, subnormal_exp_is_half_an_ulp);
	tcase_add_test(tc, atan2_error_is_half_an_ulp);
#endif
	tcase_add_test(tc, relative_pose_is_the_composition);
	tcase_add_test(tc, tiny_placed_coordinates_become_zero);
}
