// The predicates have three stages. First comes a floating-point filter. If it is unsure and all coordinates
// fit a common grid, integers of 61 bits decide; nearly all touching or coplanar inputs fit. Expansions
// decide the rest.
#include "exact/orient.h"

#include <stdbool.h>
#include <string.h>

#include "exact/expansion.h"

_Thread_local ExactStats exact_stats;

__extension__ typedef __int128 Int128;

// The largest 2^k such that |x| * 2^k < 2^60 for every |x| <= largest. 0 if that is not a normal number.
static double grid_scale(double largest) {
	uint64_t bits;
	memcpy(&bits, &largest, sizeof bits);
	int64_t exponent = (int64_t)(bits >> 52) - 1023;
	if (exponent < -900 || exponent > 900) return 0.0;
	uint64_t scale_bits = (uint64_t)(59 - exponent + 1023) << 52;
	double scale;
	memcpy(&scale, &scale_bits, sizeof scale);
	return scale;
}

// Converts n numbers, times a common power of two, to integers below 2^60 in magnitude. False if they do not
// fit.
static bool grid_from_doubles(int64_t *out, const double *x, int32_t n) {
	double largest = 0.0;
	for (int32_t i = 0; i < n; ++i) largest = fabs(x[i]) > largest ? fabs(x[i]) : largest;
	double scale = grid_scale(largest);
	if (scale == 0.0) return false;
	bool fits = true;
	for (int32_t i = 0; i < n; ++i) {
		double y = x[i] * scale;
		out[i] = (int64_t)y;
		fits &= (double)out[i] == y;
	}
	return fits;
}

// Differences are below 2^61, products of two are below 2^122 and minors are below 2^123. Each minor is split
// into its upper and lower 64 bits, and the three products with a difference are summed separately for both
// halves. Each lower product is below 2^125, so both sums fit 128 bits.
static int32_t grid_orient3d(const int64_t p[12]) {
	Int128 u[3], v[3];
	int64_t w[3];
	for (int32_t i = 0; i < 3; ++i) {
		u[i] = p[i] - p[9 + i];
		v[i] = p[3 + i] - p[9 + i];
		w[i] = p[6 + i] - p[9 + i];
	}
	Int128 upper = 0, lower = 0;
	for (int32_t i = 0; i < 3; ++i) {
		int32_t j = (i + 1) % 3, k = (i + 2) % 3;
		Int128 minor = u[j] * v[k] - u[k] * v[j];
		upper += (minor >> 64) * w[i];
		lower += (Int128)(uint64_t)minor * w[i];
	}
	upper += lower >> 64;
	return upper > 0 ? 1 : upper < 0 ? -1 : (uint64_t)lower != 0;
}

int32_t orient3d_exact(HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 d) {
	double u[3][2], v[3][2], w[3][2];
	int32_t nu[3], nv[3], nw[3];
	for (int32_t i = 0; i < 3; ++i) {
		nu[i] = expansion_from_difference(u[i], vec3_get(a, i), vec3_get(d, i));
		nv[i] = expansion_from_difference(v[i], vec3_get(b, i), vec3_get(d, i));
		nw[i] = expansion_from_difference(w[i], vec3_get(c, i), vec3_get(d, i));
	}
	double sums[2][192];
	int32_t count = 0;
	for (int32_t i = 0; i < 3; ++i) {
		int32_t j = (i + 1) % 3, k = (i + 2) % 3;
		double left[8], right[8], minor[16], term[64];
		int32_t n_left = expansion_product(left, u[j], nu[j], v[k], nv[k]);
		int32_t n_right = expansion_product(right, u[k], nu[k], v[j], nv[j]);
		for (int32_t l = 0; l < n_right; ++l) right[l] = -right[l];
		int32_t n_minor = expansion_sum(minor, left, n_left, right, n_right);
		int32_t n_term = expansion_product(term, minor, n_minor, w[i], nw[i]);
		count = expansion_sum(sums[(i + 1) & 1], sums[i & 1], count, term, n_term);
	}
	return expansion_sign(sums[1], count);
}

int32_t orient3d(HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 d) {
	int32_t sign = orient3d_filter(a, b, c, d);
	return sign != SIGN_UNSURE ? sign : orient3d_unsure(a, b, c, d);
}

int32_t orient3d_unsure(HnVec3 a, HnVec3 b, HnVec3 c, HnVec3 d) {
	exact_stats.exact_orient3d += 1;
	double x[12] = { a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z };
	int64_t grid[12];
	return grid_from_doubles(grid, x, 12) ? grid_orient3d(grid) : orient3d_exact(a, b, c, d);
}

int32_t orient2d_exact(const double a[2], const double b[2], const double c[2]) {
	double u[2][2], v[2][2], left[8], right[8], sum[16];
	int32_t nu[2], nv[2];
	for (int32_t i = 0; i < 2; ++i) {
		nu[i] = expansion_from_difference(u[i], a[i], c[i]);
		nv[i] = expansion_from_difference(v[i], b[i], c[i]);
	}
	int32_t n_left = expansion_product(left, u[0], nu[0], v[1], nv[1]);
	int32_t n_right = expansion_product(right, u[1], nu[1], v[0], nv[0]);
	for (int32_t l = 0; l < n_right; ++l) right[l] = -right[l];
	int32_t n_sum = expansion_sum(sum, left, n_left, right, n_right);
	return expansion_sign(sum, n_sum);
}

int32_t orient2d(const double a[2], const double b[2], const double c[2]) {
	int32_t sign = orient2d_filter(a, b, c);
	return sign != SIGN_UNSURE ? sign : orient2d_unsure(a, b, c);
}

int32_t orient2d_unsure(const double a[2], const double b[2], const double c[2]) {
	exact_stats.exact_orient2d += 1;
	double x[6] = { a[0], a[1], b[0], b[1], c[0], c[1] };
	int64_t g[6];
	if (!grid_from_doubles(g, x, 6)) return orient2d_exact(a, b, c);
	Int128 left = (Int128)(g[0] - g[4]) * (g[3] - g[5]), right = (Int128)(g[1] - g[5]) * (g[2] - g[4]);
	return (left > right) - (left < right);
}
