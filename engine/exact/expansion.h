// Exact sums and products of doubles as expansions. An expansion is a sum of nonzero components that do not
// overlap, smallest first. Its sign is the sign of its last component. This work is based on:
// Jonathan Shewchuk. Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates. 1997
// All expansions here are strongly nonoverlapping; both operations preserve that (his theorems 13 and 19).
#pragma once

#include <stdint.h>

// sum + *tail = a + b exactly.
static inline double two_sum(double a, double b, double *tail) {
	double sum = a + b, b_virtual = sum - a, a_virtual = sum - b_virtual;
	*tail = (a - a_virtual) + (b - b_virtual);
	return sum;
}

// sum + *tail = a + b exactly, for |a| >= |b| or a = 0.
static inline double two_sum_ordered(double a, double b, double *tail) {
	double sum = a + b;
	*tail = b - (sum - a);
	return sum;
}

// Two halves of 26 bits whose sum is a (Veltkamp, Dekker).
static inline double split_half(double a, double *low) {
	double c = 0x1.0000002p27 * a, high = c - (c - a);
	*low = a - high;
	return high;
}

// product + *tail = a * b exactly; b is given with its two halves. fma would be shorter, but is slow on some
// machines.
static inline double two_product(double a, double b, double b_high, double b_low, double *tail) {
	double product = a * b, a_low, a_high = split_half(a, &a_low);
	*tail = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
	return product;
}

// out = a - b as an expansion of 0, 1 or 2 components; returns their number.
static inline int32_t expansion_from_difference(double out[2], double a, double b) {
	double tail, sum = two_sum(a, -b, &tail);
	int32_t n = 0;
	if (tail != 0.0) out[n++] = tail;
	if (sum != 0.0) out[n++] = sum;
	return n;
}

// out = e + f. out has room for n + m components; returns their number.
static inline int32_t expansion_sum(double *out, const double *e, int32_t n, const double *f, int32_t m) {
	int32_t i = 0, j = 0, count = 0;
	if (n + m == 0) return 0;
#define EXPANSION_NEXT() (j == m || (i < n && __builtin_fabs(e[i]) < __builtin_fabs(f[j])) ? e[i++] : f[j++])
	double sum = EXPANSION_NEXT(), tail;
	if (n + m > 1) {
		sum = two_sum_ordered(EXPANSION_NEXT(), sum, &tail);
		if (tail != 0.0) out[count++] = tail;
		while (i + j < n + m) {
			sum = two_sum(sum, EXPANSION_NEXT(), &tail);
			if (tail != 0.0) out[count++] = tail;
		}
	}
#undef EXPANSION_NEXT
	if (sum != 0.0) out[count++] = sum;
	return count;
}

// out = e * b. out has room for 2 n components; returns their number.
static inline int32_t expansion_scale(double *out, const double *e, int32_t n, double b) {
	if (n == 0) return 0;
	double b_low, b_high = split_half(b, &b_low), tail;
	int32_t count = 0;
	double sum = two_product(e[0], b, b_high, b_low, &tail);
	if (tail != 0.0) out[count++] = tail;
	for (int32_t i = 1; i < n; ++i) {
		double product_tail, product = two_product(e[i], b, b_high, b_low, &product_tail);
		double part = two_sum(sum, product_tail, &tail);
		if (tail != 0.0) out[count++] = tail;
		sum = two_sum_ordered(product, part, &tail);
		if (tail != 0.0) out[count++] = tail;
	}
	if (sum != 0.0) out[count++] = sum;
	return count;
}

// out = e * f. e has at most 32 components and f at most 2. out has room for 4 n components; returns their
// number.
static inline int32_t expansion_product(double *out, const double *e, int32_t n, const double *f, int32_t m) {
	if (m == 0) return 0;
	if (m == 1) return expansion_scale(out, e, n, f[0]);
	double low[64], high[64];
	int32_t low_count = expansion_scale(low, e, n, f[0]), high_count = expansion_scale(high, e, n, f[1]);
	return expansion_sum(out, low, low_count, high, high_count);
}

static inline int32_t expansion_sign(const double *e, int32_t n) {
	return n == 0 ? 0 : e[n - 1] > 0.0 ? 1 : -1;
}
