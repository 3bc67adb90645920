// Elementary functions. Each function is evaluated as a wide number with a relative error below 2^-95 and
// rounded once. The result is the double nearest to the true value, except in about one case of 2^40, where
// it is the second nearest. The method is plain series. A call takes a fraction of a microsecond, which is
// enough because poses are baked only once.
#include "math/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "math/wide.h"

#include "math/elementary_tables.inl"

// For |x| below this, sin, tan, asin and atan of x equal x to within half an ulp.
#define TINY 0x1p-27

static double rounded(Wide a) { return a.hi + a.lo; }

// ---- sin, cos, tan ----

// The sum of (-1)^i x^(2 i) / (2 i + odd)! for |x| <= pi / 4: cos x (odd = 0) or sin x / x (odd = 1). The
// remainder is below 0.617^14 / 28! < 2^-107.
static Wide circle_series(Wide x, int odd) {
	Wide square = wide_mul(x, x), sum = s_inverse_factorial[26 + odd];
	for (int n = 24; n >= 0; n -= 2) sum = wide_sub(s_inverse_factorial[n + odd], wide_mul(square, sum));
	return sum;
}

// 192 bits of |x| * 2 / pi modulo 4, most significant word first: two bits of quadrant and 190 bits of
// fraction. |x| = m * 2^e with an integer m. Bits of 2 / pi with a weight of at least 2^(2 - e) give
// multiples of 4 and are left out. The bits after the next 192 contribute less than 2^-137 together. This
// work is based on: M. Payne, R. Hanek. Radian Reduction for Trigonometric Functions. SIGNUM Newsletter 18,
// 1983
static void turn_bits(double x, uint64_t out[3]) {
	int binary;
	uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &binary), 53), window[3];
	// The table begins with 64 zero bits. begin >= 9, since |x| > 0.5.
	int begin = binary - 53 + 62;
	for (int i = 0; i < 3; ++i) {
		int word = begin / 64 + i, shift = begin % 64;
		window[i] = s_two_over_pi[word] << shift;
		if (shift > 0) window[i] |= s_two_over_pi[word + 1] >> (64 - shift);
	}
	unsigned __int128 carry = 0;
	for (int i = 2; i >= 0; --i) {
		carry += (unsigned __int128)m * window[i];
		out[i] = (uint64_t)carry;
		carry >>= 64;
	}
}

// The fraction `bits` * 2^-192 as a wide number. No double is nearer than about 2^-62 to a multiple of pi /
// 2, so more than 106 good bits remain after the leading zeros.
static Wide wide_from_bits(const uint64_t bits[3]) {
	uint64_t word[3] = { bits[0], bits[1], bits[2] };
	int zeros = 0;
	while (word[0] >> 63 == 0 && zeros < 128) {
		word[0] = word[0] << 1 | word[1] >> 63;
		word[1] = word[1] << 1 | word[2] >> 63;
		word[2] <<= 1;
		zeros += 1;
	}
	uint64_t high = word[0] >> 11, low = (word[0] << 53 | word[1] >> 11) >> 11;
	return wide_sum_ordered(ldexp((double)high, -53 - zeros), ldexp((double)low, -106 - zeros));
}

// Reduces a finite x: x = quadrant * pi / 2 + rest with |rest| <= pi / 4.
static Wide circle_reduce(double x, int *quadrant) {
	*quadrant = 0;
	if (fabs(x) <= 0.78) return wide_from(x);
	uint64_t bits[3];
	turn_bits(x, bits);
	*quadrant = (int)(bits[0] >> 62);
	bits[0] = bits[0] << 2 | bits[1] >> 62;
	bits[1] = bits[1] << 2 | bits[2] >> 62;
	bits[2] <<= 2;
	bool above = bits[0] >> 63 != 0;
	if (above) { // nearer to the next quadrant: the rest is minus (1 - fraction)
		*quadrant += 1;
		for (int i = 0; i < 3; ++i)
			bits[i] = ~bits[i]; // exact except for the last of 192 bits, which is inexact anyway
	}
	Wide rest = wide_mul(wide_from_bits(bits), s_half_pi);
	if (above != (x < 0)) rest = wide_negate(rest);
	if (x < 0) *quadrant = -*quadrant;
	*quadrant &= 3;
	return rest;
}

// sin(rest + quadrant * pi / 2)
static Wide circle_sin(Wide rest, int quadrant) {
	Wide value = quadrant & 1 ? circle_series(rest, 0) : wide_mul(rest, circle_series(rest, 1));
	return quadrant & 2 ? wide_negate(value) : value;
}

double math_sin(double x) {
	if (!isfinite(x)) return (double)NAN;
	if (fabs(x) < TINY) return x;
	int quadrant;
	Wide rest = circle_reduce(x, &quadrant);
	return rounded(circle_sin(rest, quadrant));
}

double math_cos(double x) {
	if (!isfinite(x)) return (double)NAN;
	if (fabs(x) < TINY) return 1;
	int quadrant;
	Wide rest = circle_reduce(x, &quadrant);
	return rounded(circle_sin(rest, quadrant + 1));
}

double math_tan(double x) {
	if (!isfinite(x)) return (double)NAN;
	if (fabs(x) < TINY) return x;
	int quadrant;
	Wide rest = circle_reduce(x, &quadrant);
	return rounded(wide_div(circle_sin(rest, quadrant), circle_sin(rest, quadrant + 1)));
}

// ---- asin, acos, atan2 ----

// The sum of sign^i x^(2 i) / (2 i + 1) over `terms` terms: atan x / x (sign -1) or atanh x / x (sign 1).
static Wide odd_series(Wide x, int terms, double sign) {
	Wide square = wide_scale(wide_mul(x, x), sign), sum = s_inverse_odd[terms - 1];
	for (int i = terms - 2; i >= 0; --i) sum = wide_add(s_inverse_odd[i], wide_mul(square, sum));
	return sum;
}

// The angle in [0, pi / 2] of the point (x, y). Both coordinates are >= 0 and not both are 0.
static Wide quarter_angle(Wide y, Wide x) {
	bool steep = y.hi > x.hi || (y.hi == x.hi && y.lo > x.lo);
	Wide t = steep ? wide_div(x, y) : wide_div(y, x);
	// tan(a - b) with b = atan(i / 8), so that |t| <= 1 / 16
	int i = (int)floor(8 * t.hi + 0.5);
	if (i > 0) {
		Wide slope = wide_scale(t, i / 8.0);
		t = wide_div(wide_sub(t, wide_from(i / 8.0)), wide_add(wide_from(1), slope));
	}
	// the remainder is below 2^-(8 * 14) / 29
	Wide angle = wide_add(s_atan_eighth[i], wide_mul(t, odd_series(t, 14, -1)));
	return steep ? wide_sub(s_half_pi, angle) : angle;
}

// The angle for x of either sign; y >= 0.
static Wide half_angle(Wide y, Wide x) {
	return x.hi < 0 ? wide_sub(s_pi, quarter_angle(y, wide_negate(x))) : quarter_angle(y, x);
}

// sqrt(1 - x^2), |x| <= 1
static Wide leg(double x) { return wide_sqrt(wide_mul(wide_sum(1, -x), wide_sum(1, x))); }

double math_asin(double x) {
	if (!(fabs(x) <= 1)) return (double)NAN;
	if (fabs(x) < TINY) return x;
	return copysign(rounded(quarter_angle(wide_from(fabs(x)), leg(x))), x);
}

double math_acos(double x) {
	if (!(fabs(x) <= 1)) return (double)NAN;
	return rounded(half_angle(leg(x), wide_from(x)));
}

// The angle if x or y is 0 or infinite; y >= 0.
static Wide special_angle(double y, double x) {
	if (y == 0) return signbit(x) ? s_pi : wide_from(0);
	if (isinf(y) && isinf(x)) return x > 0 ? wide_halve(s_half_pi) : wide_scale(wide_halve(s_half_pi), 3);
	if (isinf(x)) return x > 0 ? wide_from(0) : s_pi;
	return s_half_pi;
}

double math_atan2(double y, double x) {
	if (isnan(x) || isnan(y)) return (double)NAN;
	double side = fabs(y);
	if (x == 0 || y == 0 || isinf(x) || isinf(y)) return copysign(rounded(special_angle(side, x)), y);
	int binary_x, binary_y;
	double mx = frexp(x, &binary_x), my = frexp(side, &binary_y);
	int apart = binary_y - binary_x;
	// atan t equals t to within half an ulp; the quotient may be subnormal
	if (apart < -30 && x > 0) return y / x;
	if (apart < -120) return copysign(rounded(s_pi), y);
	if (apart > 120) return copysign(rounded(s_half_pi), y);
	return copysign(rounded(half_angle(wide_from(ldexp(my, apart)), wide_from(mx))), y);
}

// ---- exp, log ----

// k ln 2 with an error below 2^-150, for |k| < 2^11
static Wide ln2_times(double k) {
	return wide_add(wide_product(k, s_ln2[0]), wide_add(wide_product(k, s_ln2[1]), wide_from(k * s_ln2[2])));
}

double math_exp(double x) {
	if (isnan(x)) return (double)NAN;
	if (x > 709.8) return (double)INFINITY;
	if (x < -745.2) return 0;
	double k = floor(x * 0x1.71547652b82fep+0 + 0.5); // x / ln 2
	Wide rest = wide_sub(wide_from(x), ln2_times(k)), sum = s_inverse_factorial[24];
	for (int n = 23; n >= 0; --n) // 0.3466^25 / 25! < 2^-121
		sum = wide_add(s_inverse_factorial[n], wide_mul(rest, sum));
	double value = ldexp(rounded(sum), (int)k);
	if (value >= 0x1p-1022) return value;
	// A subnormal result is rounded once, to the grid of 2^-1074. Adding a number whose last bit has that
	// weight does it.
	double grid = ldexp(1, 52 - 1074 - (int)k);
	Wide coarse = wide_sum_ordered(grid, sum.hi);
	return ldexp((coarse.hi + (coarse.lo + sum.lo)) - grid, (int)k);
}

double math_log(double x) {
	if (isnan(x) || x < 0) return (double)NAN;
	if (x == 0) return -(double)INFINITY;
	if (isinf(x)) return x;
	int binary;
	double m = frexp(x, &binary);
	if (m < 0x1.6a09e667f3bcdp-1) m *= 2, binary -= 1;  // [sqrt 1/2, sqrt 2)
	Wide s = wide_div(wide_sum(m, -1), wide_sum(m, 1)); // log m = 2 atanh((m - 1) / (m + 1)), |s| < 0.1716
	Wide part = wide_mul(wide_scale(s, 2), odd_series(s, 21, 1)); // 0.1716^42 / 43 < 2^-112
	return rounded(wide_add(ln2_times(binary), part));
}
